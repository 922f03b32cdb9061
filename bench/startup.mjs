// What a cold start costs: `osy lint` on one small app beside `node -e 0`, CPU and wall time and peak memory of whole
// processes, medians of one run. Usage: node bench/startup.mjs [rounds]
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const rounds = Number(process.argv[2] ?? 15);
// Each process tells its own CPU time and memory as it ends.
const probe = `data:text/javascript,${encodeURIComponent(
  "import { writeSync } from 'node:fs'; process.on('exit', () => { const c = process.cpuUsage(); writeSync(2, '\\n@' + JSON.stringify([(c.user + c.system) / 1000, process.resourceUsage().maxRSS / 1024]) + '\\n'); });",
)}`;

const cases = {
  'node -e 0': ['-e', '0'],
  'osy --version': ['bin/osy.js', '--version'],
  'osy eval 1': ['bin/osy.js', 'eval', '1'],
  'osy lint examples/invitation': ['bin/osy.js', 'lint', 'examples/invitation'],
  'osy compile examples/invitation': ['bin/osy.js', 'compile', 'examples/invitation', '-o', '-'],
};

function once(args) {
  const from = performance.now();
  const { stderr } = spawnSync(process.execPath, ['--import', probe, ...args], { cwd: root, encoding: 'utf8' });
  const wall = performance.now() - from;
  const [cpu, memory] = JSON.parse(stderr.slice(stderr.lastIndexOf('@') + 1));
  return { wall, cpu, memory };
}

const median = (values) => values.slice().sort((a, b) => a - b)[Math.floor(values.length / 2)];
console.log(
  `${'median of'.padEnd(34)}${'CPU ms'.padStart(9)}${'wall ms'.padStart(9)}${'MB'.padStart(7)}   (${rounds} rounds)`,
);
for (const args of Object.values(cases)) once(args);
const results = Object.fromEntries(Object.keys(cases).map((name) => [name, []]));
for (let i = 0; i < rounds; i++) for (const [name, args] of Object.entries(cases)) results[name].push(once(args));
for (const [name, runs] of Object.entries(results)) {
  const [cpu, wall, memory] = ['cpu', 'wall', 'memory'].map((k) => median(runs.map((r) => r[k])));
  console.log(
    `${name.padEnd(34)}${cpu.toFixed(0).padStart(9)}${wall.toFixed(0).padStart(9)}${memory.toFixed(0).padStart(7)}`,
  );
}
const bare = median(results['node -e 0'].map((r) => r.wall));
const lint = median(results['osy lint examples/invitation'].map((r) => r.wall));
console.log(`lint's wall time is ${((lint - 60) / bare).toFixed(2)} times node's plus 60 ms (target: 1.8)`);
