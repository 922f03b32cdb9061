/** The pure functions of the engine as tables (pipeline.md §1–§3). */
import { describe, expect, test } from 'vitest';
import { pipelineTables } from '../../../src/definition/document.ts';
import { type AdmissionKind, admit } from '../../../src/runtime/admission.ts';
import { defaultRetry } from '../../../src/runtime/options.ts';
import { noDirectives, plan } from '../../../src/runtime/plan.ts';
import { Planner } from '../../../src/runtime/planner.ts';
import { resolveProfile, type Trigger } from '../../../src/runtime/profiles.ts';
import { backoff } from '../../../src/runtime/retry.ts';
import type { RunStatus } from '../../../src/stores/records.ts';

const orders = (trigger: Trigger, self = false, directives = noDirectives, position = 0): readonly number[] =>
  plan(pipelineTables, resolveProfile(pipelineTables, trigger, self), directives, position).map((row) => row.order);
const all = [5, 10, 19, 20, 21, 25, 30, 38, 39, 40, 50, 60, 70, 75, 79, 80, 90, 110, 112];
const without = (...left: number[]): number[] => all.filter((o) => !left.includes(o));

describe('the plan', () => {
  test.each<[Trigger, readonly number[]]>([
    ['manual', all],
    ['automatic', without(5, 10, 19, 38)],
    ['scheduled', without(5, 10)],
    ['event', without(5, 10)],
    ['errorBoundary', without(5, 10, 25)],
  ])('of a hop by trigger %s', (trigger, expected) => {
    expect(orders(trigger)).toEqual(expected);
  });

  test('+Self leaves out the lifecycle, whatever it composes with', () => {
    expect(orders('manual', true)).toEqual(without(39, 40, 60, 90));
    expect(orders('scheduled', true)).toEqual(without(5, 10, 39, 40, 60, 90));
  });

  test('follows directives from the position where they were given', () => {
    expect(orders('manual', false, { ...noDirectives, stay: true }, 31)).toEqual([38, 50, 70, 75, 79, 80, 110, 112]);
    expect(orders('manual', false, { ...noDirectives, next: true }, 61)).toEqual([79, 110]);
    expect(orders('manual', false, { ...noDirectives, terminal: true }, 51)).toEqual([60, 100, 110]);
    expect(orders('manual', false, { ...noDirectives, epilogue: false }, 110)).toEqual([110, 112]);
  });

  test('of a document that names an unknown step is refused', () => {
    const tables = { ...pipelineTables, steps: [...pipelineTables.steps, { order: 55, name: 'Sing' as 'Auto' }] };
    expect(() => new Planner(tables)).toThrow("unknown step 'Sing'");
  });

  test('is driven by the tables of the document', () => {
    const tables = { ...pipelineTables, steps: pipelineTables.steps.filter((s) => s.name !== 'OnExit') };
    expect(new Planner(tables).steps('manual', false, noDirectives, 39).map((s) => s.order)).not.toContain(40);
  });
});

describe('admission', () => {
  const kinds: readonly AdmissionKind[] = [
    'stateTransition',
    'sharedTransition',
    'cancel',
    'exit',
    'timeout',
    'updateData',
    'errorBoundary',
  ];
  const answers = (status: RunStatus, held: boolean): Record<string, string> =>
    Object.fromEntries(
      kinds.map((kind) => {
        const found = admit(kind, { status, held });
        return [kind, found.admitted ? found.flip : found.code];
      }),
    );

  test('of an active run', () => {
    expect(answers('A', false)).toEqual({
      stateTransition: 'flip',
      sharedTransition: 'flip',
      cancel: 'takeOver',
      exit: 'takeOver',
      timeout: 'takeOver',
      updateData: 'none',
      errorBoundary: 'continue',
    });
  });

  test('of a busy one', () => {
    expect(answers('B', true)).toEqual({
      stateTransition: 'Instance:100031',
      sharedTransition: 'Instance:100031',
      cancel: 'takeOver',
      exit: 'takeOver',
      timeout: 'takeOver',
      updateData: 'none',
      errorBoundary: 'continue',
    });
  });

  test('of one that is Busy and held by nobody: a transition takes it over', () => {
    expect(answers('B', false)).toMatchObject({ stateTransition: 'takeOver', updateData: 'none' });
  });

  test('of a finished and of a faulted one', () => {
    expect(new Set(Object.values(answers('C', false)))).toEqual(new Set(['Instance:100018']));
    expect(answers('F', false)).toMatchObject({
      stateTransition: 'Transition:100020',
      updateData: 'Transition:100024',
      cancel: 'takeOver',
    });
  });
});

test('retries come after 1 s, doubling to 5 min', () => {
  const seconds = Array.from({ length: 10 }, (_, i) => Number(backoff(defaultRetry, i + 1) / 10_000_000n));
  expect(seconds).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300]);
});
