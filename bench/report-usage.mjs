/** Loaded into a measured process (`node --import`): writes what it used to the file that OSY_BENCH_USAGE names. */
import { writeFileSync } from 'node:fs';

process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const used = { cpuMs: (userCPUTime + systemCPUTime) / 1000, peakMb: Math.round(maxRSS / 1024) };
  writeFileSync(process.env.OSY_BENCH_USAGE ?? 'usage.json', JSON.stringify(used));
});
