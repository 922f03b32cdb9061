/**
 * docs/failure-matrix.md: for every place where a hook can fail and every way, what is kept, what is retried and who is
 * told. Each cell is produced by doing it, compared with what language.md §10 and pipeline.md §5 say, and with the page.
 * `OSY_UPDATE=1` writes the page anew.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { VirtualClock } from '../../../../src/runtime/clock.ts';
import type { Engine } from '../../../../src/runtime/engine.ts';
import { EngineAbort, ExceptionValue } from '../../../../src/runtime/library/values.ts';
import type { RowRecord } from '../../../../src/stores/records.ts';
import { SqliteStore } from '../../../../src/stores/sqlite/store.ts';
import { bundled } from '../../../bundled.ts';
import { day, morning, open, second } from '../support.ts';
import { broken, type Commit, matrixApp, notesOf, rows, type Scene, type Way, ways } from './scenes.ts';

interface Cell {
  readonly kept: string;
  readonly retried: string;
  readonly told: string;
}

const folder = mkdtempSync(join(tmpdir(), 'osy-matrix-'));
beforeAll(() => bundled(join(import.meta.dirname, 'killed.ts'), folder));
afterAll(() => rmSync(folder, { recursive: true }));

// ---------------------------------------------------------------- the rules, by hand

const whole = 'from the top';
const there = 'that body alone';
const dead = 'nobody: the caller died too';
const faulted = 'an incident; the run is faulted';

/** language.md §10 */
const atomic: Readonly<Record<Scene['waits'], Readonly<Record<Way, Cell>>>> = {
  caller: {
    throws: { kept: 'nothing', retried: 'no', told: 'the caller: InvalidOperationException' },
    'network fault': { kept: 'nothing', retried: `${whole}, after 1 s`, told: 'the caller: PendingRetry' },
    'limit reached': { kept: 'nothing', retried: 'no', told: 'the caller: the limit' },
    'process killed': { kept: 'nothing', retried: 'no', told: dead },
  },
  nobody: {
    throws: { kept: 'nothing', retried: 'no', told: faulted },
    'network fault': { kept: 'nothing', retried: `${whole}, after 1 s`, told: 'nobody yet' },
    'limit reached': { kept: 'nothing', retried: 'no', told: faulted },
    'process killed': { kept: 'nothing', retried: `${whole}, by the next process`, told: 'nobody yet' },
  },
};

/** pipeline.md §5: what the steps before have done is kept. */
const stepsBefore: Readonly<Record<string, string>> = {
  '`exit`': 'arm',
  '`enter`': 'arm, `exit`',
  '`complete when`': 'arm, `exit`, `enter`',
  '`exit`, by a timer': 'timer body',
  '`enter`, by a timer': 'timer body, `exit`',
  '`complete when`, by a timer': 'timer body, `exit`, `enter`',
};

function byRule(commit: Commit, place: string, way: Way, waits: Scene['waits']): Cell {
  // Who may raise it is asked while the caller waits, and not again by a retry.
  if (place === '`Authorize`' && way === 'network fault')
    return { kept: 'nothing', retried: 'no', told: 'the caller: NetworkException' };
  if (commit === 'atomic' || place === '`Authorize`') return atomic[waits][way];
  const cell = atomic.nobody[way];
  return { ...cell, kept: stepsBefore[place] ?? 'nothing', retried: cell.retried.replace(whole, there) };
}

// ---------------------------------------------------------------- doing it

function toldBy(work: () => unknown): string {
  try {
    return work() === 1 ? 'the caller: PendingRetry' : '';
  } catch (error) {
    if (error instanceof ExceptionValue) return `the caller: ${error.type}`;
    if (error instanceof EngineAbort) return 'the caller: the limit';
    throw error;
  }
}

const joined = (notes: readonly string[]): string => (notes.length === 0 ? 'nothing' : notes.join(', '));

interface Actors {
  readonly bill: RowRecord;
  readonly trip: RowRecord;
}

/** The run that fails, and its row. */
function failing({ bill, trip }: Actors, scene: Scene, engine: Engine) {
  const row = scene.on === 'Bill' ? bill : trip;
  return { row, run: engine.runsOf(row)[0] ?? expect.fail('no run') };
}

function retriedIn(commit: Commit, engine: Engine, run: number): string {
  const [delivery, ...more] = [...engine.deliveries(run)];
  if (delivery === undefined) return 'no';
  expect(more).toEqual([]);
  expect([delivery.attempt, delivery.due - engine.clock.now()]).toEqual([2, second]);
  return `${commit === 'atomic' ? whole : there}, after 1 s`;
}

function doIt(commit: Commit, number: number, way: Way): Cell {
  const [, hook, scene] = rows[number] ?? expect.fail();
  broken.place = '';
  const engine = open(matrixApp(commit));
  const unit = engine.unit();
  const bill = unit.create('Bill') as RowRecord;
  const trip = unit.create('Trip', { Bill: bill }) as RowRecord;
  unit.commit();
  scene.before?.(engine, bill, trip);
  const { row, run } = failing({ bill, trip }, scene, engine);
  const notes = notesOf(row).length;
  const was = { state: run.state, visit: run.visit, slots: run.slots };
  const before = engine.dump();
  broken.place = hook;
  broken.way = way;
  const told = toldBy(() => scene.act(engine, bill, trip));
  const kept = joined(notesOf(row).slice(notes));
  if (kept === 'nothing') expect({ state: run.state, visit: run.visit, slots: run.slots }).toEqual(was);
  const isIncident = engine.incidents(run.id).some((i) => i.resolvedAt === null) && run.status === 'F';
  const cell = {
    kept,
    retried: retriedIn(commit, engine, run.id),
    told: told !== '' ? told : isIncident ? faulted : 'nobody yet',
  };
  if (told !== '' && cell.retried === 'no') expect(engine.dump()).toBe(before);
  // Once the cause is gone, what is retried is done, and what is faulted can be mended.
  broken.place = '';
  if (cell.retried !== 'no') engine.advance(second);
  else if (isIncident) expect(engine.retryRun(run.id)).toBe(true);
  expect(engine.deliveries()).toEqual([]);
  if (told === '' || cell.retried !== 'no') expectDone(row, hook, notes);
  return cell;
}

/** Each body of the delivery has run once in effect, the one that had failed too. */
function expectDone(row: RowRecord, hook: string, before: number): void {
  const notes = notesOf(row).slice(before);
  expect(new Set(notes).size).toBe(notes.length);
  if (!['`Authorize`', '`Requires`', '`complete when`'].includes(hook)) expect(notes).toContain(hook);
}

function spawn(path: string, commit: Commit, which: string): string {
  const { signal, stdout, stderr } = spawnSync(process.execPath, [join(folder, 'killed.mjs'), path, commit, which], {
    encoding: 'utf8',
  });
  expect(signal, stderr).toBe('SIGKILL');
  return stdout;
}

/** The same in a process of its own, which dies in the hook; the next one finds the database as it was left. */
function killIt(commit: Commit, number: number): Cell {
  const [, hook, scene] = rows[number] ?? expect.fail();
  const path = join(folder, `${commit}-${number}.db`);
  const traces = JSON.parse(spawn(path, commit, String(number))) as [string, string];
  broken.place = '';
  const engine = open(matrixApp(commit), { store: new SqliteStore(path), clock: new VirtualClock(morning) });
  const [bill] = engine.unit().query('Bill') as [RowRecord];
  const [trip] = engine.unit().query('Trip') as [RowRecord];
  const { row, run } = failing({ bill, trip }, scene, engine);
  const before = String(traces[scene.on === 'Bill' ? 0 : 1]).split(', ').length - 1;
  const kept = joined(notesOf(row).slice(before));
  const { visit } = run;
  // What a caller waits for dies with the caller; what is in the store is delivered by whoever comes next.
  scene.waits === 'caller' ? engine.settle() : engine.setClock(engine.nextDue() ?? morning);
  engine.settle();
  const after = failing({ bill, trip }, scene, engine);
  const retried = notesOf(after.row).length > before || after.run.visit !== visit;
  if (retried) expectDone(after.row, hook, before);
  expect(engine.incidents()).toHaveLength(hook === '`on fault`' ? 1 : 0);
  engine.close();
  const how = commit === 'atomic' ? whole : there;
  return {
    kept,
    retried: retried ? `${how}, by the next process` : 'no',
    told: retried ? 'nobody yet' : dead,
  };
}

const starts: Readonly<Record<Way, Cell>> = {
  throws: { kept: 'nothing, the row neither', retried: 'no', told: 'the caller: InvalidOperationException' },
  'network fault': { kept: 'the row, in `Initial`, Busy', retried: `${whole}, after 1 s`, told: 'nobody yet' },
  'limit reached': { kept: 'nothing, the row neither', retried: 'no', told: 'the caller: the limit' },
  'process killed': { kept: 'nothing, the row neither', retried: 'no', told: dead },
};

function startIt(way: Way): Cell {
  broken.place = '';
  if (way === 'process killed') {
    const path = join(folder, 'start.db');
    spawn(path, 'atomic', 'start');
    const engine = open(matrixApp('atomic'), { store: new SqliteStore(path) });
    expect(engine.dump()).toBe('');
    engine.close();
    return { kept: 'nothing, the row neither', retried: 'no', told: dead };
  }
  broken.place = '`Start`';
  broken.way = way;
  const engine = open(matrixApp('atomic'));
  const told = toldBy(() => {
    const unit = engine.unit();
    unit.create('Bill');
    unit.commit();
  });
  const [run] = engine.runs();
  const [delivery] = engine.deliveries();
  broken.place = '';
  const kept =
    run === undefined ? 'nothing, the row neither' : run.status === 'B' ? 'the row, in `Initial`, Busy' : '?';
  if (delivery !== undefined) {
    expect([delivery.attempt, delivery.due - engine.clock.now()]).toEqual([2, second]);
    engine.advance(second);
    expect(engine.runs()[0]?.status).toBe('A');
  }
  return {
    kept,
    retried: delivery === undefined ? 'no' : `${whole}, after 1 s`,
    told: told === '' ? 'nobody yet' : told,
  };
}

// ---------------------------------------------------------------- the page

const page = join(import.meta.dirname, '../../../../docs/failure-matrix.md');
const lines: Record<Commit, string[]> = { atomic: [], perStep: [] };
const add = (commit: Commit, place: string, waits: string, way: Way, cell: Cell): void => {
  lines[commit].push(`| ${place} | ${waits} | ${way} | ${cell.kept} | ${cell.retried} | ${cell.told} |`);
};

describe.each(['atomic', 'perStep'] as const)('what fails, and what comes of it (%s)', (commit) => {
  for (const [number, [place, , scene]] of rows.entries()) {
    // A raise to a perStep workflow is queued: its caller waits for the admission alone.
    const waits = commit === 'perStep' && place !== '`Authorize`' ? 'nobody' : scene.waits;
    test.each(ways)(`${place}, ${waits} waits: %s`, (way) => {
      const cell = way === 'process killed' ? killIt(commit, number) : doIt(commit, number, way);
      add(commit, place, waits === 'caller' ? 'a caller' : 'nobody', way, cell);
      expect(cell).toEqual(byRule(commit, place, way, waits));
    });
  }
});

describe('what fails, and what comes of it', () => {
  test.each(ways)('`Start` of a row that is created: %s', (way) => {
    const cell = startIt(way);
    add('atomic', '`Start`, by creation', 'a caller', way, cell);
    expect(cell).toEqual(starts[way]);
  });

  test('a network fault that ten attempts do not cure is an incident', () => {
    broken.place = '';
    const engine = open(matrixApp('atomic'));
    const unit = engine.unit();
    const bill = unit.create('Bill') as RowRecord;
    unit.commit();
    broken.place = 'arm';
    broken.way = 'network fault';
    unit.raise('Pay', 'Go', bill);
    unit.commit();
    engine.advance(day);
    expect(engine.incidents()[0]?.type).toBe('NetworkException');
    expect(engine.runsOf(bill)[0]?.status).toBe('F');
  });

  test('is what docs/failure-matrix.md says', () => {
    const head = `| where | who waits | how it fails | kept | retried | who is told |
|---|---|---|---|---|---|`;
    const text = `# What fails, and what comes of it

Each row was done to an engine by \`test/runtime/engine/failure-matrix/failure-matrix.test.ts\`, which writes this page
(\`OSY_UPDATE=1\`) and compares it with the rules. *Kept* names the bodies of the delivery that failed whose work is kept. A network
fault that ten attempts do not cure is an incident, and the run is faulted. But in the row of that name no \`on fault\` is declared
here; where one matches, it answers in the place of the incident when nobody waits. *Process killed* is done with SIGKILL, inside
the body, to a process with a database; another process then opens the database.

## Atomic

${head}
${lines.atomic.join('\n')}

## Per step

A raise is queued, so that its caller waits for \`Authorize\` alone. What is retried, and what \`retry\` of a faulted run runs, begins
at the body that failed.

${head}
${lines.perStep.join('\n')}
`;
    if (process.env['OSY_UPDATE'] === '1') writeFileSync(page, text);
    expect(readFileSync(page, 'utf8')).toBe(text);
  });
});
