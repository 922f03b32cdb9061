/** The trace for people: what was undone is struck out, and what a perStep delivery keeps is not. */
import { expect, test } from 'vitest';
import { plainStyle } from '../../src/report/style.ts';
import { PrettyTrace } from '../../src/report/trace-pretty.ts';
import { exception } from '../../src/runtime/library/exceptions.ts';
import { app, created, note, open } from '../runtime/engine/support.ts';

/** The lines of the steps that ran or threw, of a delivery whose `enter` fails. */
function told(commit: 'atomic' | 'perStep'): readonly string[] {
  const definition = app({
    entities: { Job: { Trace: 'string?' } },
    workflows: [
      {
        key: 'Flow',
        entity: 'Job',
        commit,
        states: {
          A: { on: { Go: note('go', 'B') } },
          B: {
            enter: () => {
              throw exception('FormatException', 'no');
            },
          },
        },
      },
    ],
  });
  let text = '';
  const engine = open(definition);
  const [, row] = created(engine, 'Job');
  engine.trace = new PrettyTrace((part) => {
    text += part;
  }, plainStyle);
  engine.accept({ workflow: 'Flow', event: 'Go', row });
  engine.settle();
  return text
    .split('\n')
    .filter((line) => / (OnExecute|OnExit|ChangeState|OnEntry) /.test(line))
    .map((line) => `${line.startsWith('~') ? '~' : ' '}${/ (On\w+|ChangeState) /.exec(line)?.[1]}`);
}

test('all of an atomic delivery that failed is struck out', () => {
  expect(told('atomic')).toEqual(['~OnExecute', '~OnExit', '~ChangeState', '~OnEntry']);
});

test('of a perStep delivery only the step that failed', () => {
  expect(told('perStep')).toEqual([' OnExecute', ' OnExit', ' ChangeState', '~OnEntry']);
});
