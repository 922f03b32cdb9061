/** `osy test`: what it runs, what it tells, and what of the app its tests reach. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { runFiles } from '../../src/cli/test/files.ts';
import { lower } from '../../src/definition/lowering.ts';
import { check } from '../../src/semantics/check.ts';
import { SourceFile } from '../../src/source/source.ts';
import { inFolder, osy } from './harness.ts';

const door = `enum St { Open, Shut, Locked }
entity Door { St S; int Tries = 0; }
int Grade(int n) {
  if (n > 10) {
    return 2;
  }
  return n switch { 0 => 0, 1 => 1, _ => n > 5 ? 5 : 3 };
}
workflow DoorFlow { Tracks = Door.S; Autostart = true; Initial = Open;
  event Shut(); event Lock();
  state Open {
    on Shut {
      this.Item.Tries = Grade(1);
      goto Shut;
    }
    Expire { Within = TimeSpan.FromDays(1); }
    on Expire { goto Locked; }
  }
  state Shut {
    enter { if (this.Item.Tries > 5) throw new InvalidOperationException("stuck"); }
    on Lock { goto Locked; }
  }
  terminal success Locked { }
}
`;
const test = (name: string, body: string): string => `[Test] void ${name}() { var d = new Door(); ${body} }\n`;
const app = {
  'app.osy': 'app Doors { model "*.osy"; tests "*.test.osy"; }\n',
  'door.osy': door,
  'shut.test.osy': test('Shuts', 'UnitOfWork.Commit(); DoorFlow.RaiseShut(d); Assert.Equal(1, d.Tries);'),
};

describe('--coverage', () => {
  it('names the states, transitions, lines and branches that no test reached', async () => {
    await inFolder(app, async (cwd) => {
      const { code, out } = await osy(['test', '--coverage'], { cwd });
      expect(code).toBe(0);
      // A missing `else` is a way of its own; of the `switch` only the arm for 1 was taken.
      expect(out.slice(out.indexOf('coverage'))).toBe(`coverage
  DoorFlow door.osy
    states 2/3  transitions 1/3
    never entered: Locked (line 23)
    never taken: Open/Expire (line 17), Shut/on Lock (line 21)
  door.osy
    statements 6/10  branches 3/9
    lines never run: 5, 17, 21
    branches never taken: line 4, line 7, line 20
states 2/3  transitions 1/3  statements 6/10  branches 3/9
`);
    });
  });

  it('counts nothing that was undone', async () => {
    const undone = test('Sticks', 'd.Tries = 9; Assert.Throws<InvalidOperationException>(() => DoorFlow.Start(d));');
    const stuck = door
      .replace('Initial = Open', 'Initial = Shut')
      .replace('Autostart = true', 'Autostart = false')
      .replace('St S;', 'St S = St.Shut;');
    await inFolder({ ...app, 'door.osy': stuck, 'shut.test.osy': undone }, async (cwd) => {
      const { out } = await osy(['test', '--coverage'], { cwd });
      expect(out).toContain('1 passed');
      expect(out).toContain('states 0/3  transitions 0/3');
    });
  });

  it('writes an lcov tracefile and JSON, and leaves standard output to the results', async () => {
    await inFolder(app, async (cwd) => {
      const reports = ['--coverage-report', 'lcov=out/lcov.info', '--coverage-report', 'json=out/coverage.json'];
      const { out, err } = await osy(['test', '--format', 'json', '--coverage', ...reports], { cwd });
      expect(JSON.parse(out)).toMatchObject({ format: 'osy.tests/1', summary: { passed: 1 } });
      expect(err).toContain('states 2/3');
      const json = JSON.parse(readFileSync(join(cwd, 'out/coverage.json'), 'utf8'));
      expect(json).toMatchObject({
        format: 'osy.coverage/1',
        summary: { states: { total: 3, covered: 2 }, transitions: { total: 3, covered: 1 } },
      });
      const lcov = readFileSync(join(cwd, 'out/lcov.info'), 'utf8').split('\n');
      expect(lcov).toContain('SF:door.osy');
      expect(lcov).toContain('FNDA:1,DoorFlow Open/on Shut');
      expect(lcov).toContain('FNDA:0,DoorFlow Shut/on Lock');
      // `n > 10` was asked once and did not hold.
      expect(lcov).toEqual(expect.arrayContaining(['BRDA:4,0,0,0', 'BRDA:4,0,1,1', 'DA:5,0', 'DA:7,1']));
      expect(lcov.at(-2)).toBe('end_of_record');
    });
  });

  it.each([
    ['lcv=x', "there is no coverage report 'lcv'; did you mean 'lcov'?"],
    ['lcov', "--coverage-report 'lcov' is not of the form FORMAT=FILE"],
  ])('refuses --coverage-report %s', async (given, message) => {
    await inFolder(app, async (cwd) => {
      const { code, err } = await osy(['test', '--coverage-report', given], { cwd });
      expect(err).toBe(`osy: ${message}\n`);
      expect(code).toBe(2);
    });
  });
});

it('--watch runs again after a change, through errors, until it is ended', async () => {
  await inFolder(app, async (cwd) => {
    const { testCommand } = await import('../../src/cli/test/command.ts');
    const { plainStyle } = await import('../../src/report/style.ts');
    const { writeFileSync } = await import('node:fs');
    const stop = new AbortController();
    const edits = [
      () => writeFileSync(join(cwd, 'door.osy'), `${door}\nint Broken( {`),
      () => writeFileSync(join(cwd, 'door.osy'), door),
      () => stop.abort(),
    ];
    const out: string[] = [];
    const terminal = {
      out: (text: string) => void out.push(text.trim().split('\n').at(-1) ?? ''),
      // A run has ended when it says that it waits.
      err: (text: string) => {
        if (text.includes('waiting')) setTimeout(() => edits.shift()?.(), 50);
        if (text.includes('were not run')) out.push('broken');
      },
      cwd,
      style: plainStyle,
      errStyle: plainStyle,
      interactive: false,
      readStdin: async () => new Uint8Array(),
    };
    const options = { format: 'pretty', allowNet: [], watch: true } as const;
    expect(await testCommand([], options, terminal, stop.signal)).toBe(0);
    expect(out.filter((line) => line !== '0 passed')).toEqual(['1 passed', 'broken', '1 passed']);
  });
});

describe('threads', () => {
  it('give the results and the coverage that one thread gives', async () => {
    await inFolder({}, async (folder) => {
      const program = join(folder, 'worker.mjs');
      await build({
        entryPoints: [join(import.meta.dirname, '../../src/cli/test/worker.ts')],
        bundle: true,
        platform: 'node',
        format: 'esm',
        outfile: program,
        external: ['better-sqlite3', 'ajv', 'undici', 'temporal-polyfill', 'pg'],
        alias: { 'temporal-polyfill': join(import.meta.dirname, '../../node_modules/temporal-polyfill/index.js') },
        logLevel: 'silent',
      });
      const files = [
        new SourceFile('door.osy', door),
        ...[1, 2, 3, 4, 5].map(
          (n) => new SourceFile(`t${n}.test.osy`, test(`Test${n}`, `Assert.Equal(${Math.min(n, 3)}, Grade(${n}));`)),
        ),
      ];
      const definition = lower(check(files, { name: 'Doors' }), { compiler: 'osy', tests: true });
      const plan = { definition, filter: undefined, allowHosts: [], coverage: true };
      const strip = (outcomes: Awaited<ReturnType<typeof runFiles>>): unknown =>
        outcomes.map((o) => ({ ...o, results: o.results.map(({ ms: _, ...rest }) => rest) }));
      const threaded = await runFiles(plan, undefined, { jobs: 3, soon: -1, program });
      expect(strip(threaded)).toEqual(strip(await runFiles(plan, undefined, { jobs: 1 })));
      // 2 is not 3: a failure comes through as it is.
      expect(threaded.map((o) => o.results[0]?.status)).toEqual(['passed', 'failed', 'passed', 'passed', 'passed']);
    });
  });
});
