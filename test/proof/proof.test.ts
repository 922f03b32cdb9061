/**
 * What lint says of the network, proved by execution: programs are generated, linted, and run along every way through each
 * body, with every network call in turn failing and refused. What leaves a body must have been reported at its own call, and
 * what is reported must be able to leave (findings.md, "Network findings"; docs/imprecision.md).
 *
 * `OSY_PROOF_RUNS` sets how many programs, `OSY_PROOF_SEED` which.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { judge, type Verdict } from './judging.ts';
import { programs } from './program.ts';
import { print } from './tree.ts';

const runs = Number(process.env['OSY_PROOF_RUNS'] ?? 5000);
const seed = Number(process.env['OSY_PROOF_SEED'] ?? 20260801);

function told(verdict: Verdict): string {
  return verdict.disagreements
    .map((d) =>
      d.what === 'missed'
        ? `not reported: a ${d.kind} leaves ${d.body} from call ${d.text}, where ${d.decisions?.join(', ')}`
        : d.what === 'accused'
          ? `reported and never seen: a ${d.kind} that leaves ${d.body} from ${d.text}`
          : `reported where no call of a body is: ${d.text}`,
    )
    .join('\n');
}

test(`lint reports what escapes at run time, and nothing else, in ${runs} programs`, { timeout: runs * 200 }, () => {
  const sum = { programs: 0, bodies: 0, runs: 0, reported: 0, confirmed: 0, undecided: 0, escaped: 0, foreseen: 0 };
  fc.assert(
    fc.property(programs, (node) => {
      const verdict = judge(print(node));
      // While shrinking, not every step leaves a program.
      fc.pre(verdict.refused === undefined);
      for (const key of Object.keys(verdict) as (keyof Verdict)[])
        if (key in sum) sum[key as keyof typeof sum] += verdict[key] as number;
      sum.programs++;
      if (verdict.disagreements.length > 0) throw new Error(told(verdict));
    }),
    { numRuns: runs, seed, maxSkipsPerRun: 100 },
  );
  const share = (part: number, whole: number): string => `${((100 * part) / Math.max(1, whole)).toFixed(2)} %`;
  console.log(
    `seed ${seed}: ${sum.programs} programs, ${sum.bodies} bodies, ${sum.runs} runs; of ${sum.escaped} escapes ` +
      `${share(sum.foreseen, sum.escaped)} reported; of ${sum.reported} reports ${share(sum.confirmed, sum.reported)} seen to ` +
      `escape, ${sum.undecided} with more ways than were gone`,
  );
  expect(sum.programs).toBe(runs);
  expect(sum.foreseen).toBe(sum.escaped);
  // Reports with too many ways to go them all are few, or the proof proves little.
  expect(sum.undecided).toBeLessThan(sum.reported / 50);
});
