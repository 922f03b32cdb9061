import { describe, expect, it } from 'vitest';
import { type Definition, pipelineTables } from '../../src/definition/document.ts';
import { loadDefinition } from '../../src/definition/loader.ts';
import type { Body } from '../../src/ir/ir.ts';

const span = [0, 1] as const;
const goto = (state: string): Body => ({ file: 0, span, params: [], block: [{ k: 'goto', s: span, state }] });

/** `state Open { on Close { goto Shut; } }` */
function definition(): Definition {
  return {
    format: 'osy.pipeline/1',
    compiler: 'osy test',
    app: { name: 'App', egress: [] },
    sources: [{ path: 'main.osy', sha256: '0'.repeat(64), lines: [0] }],
    pipeline: pipelineTables,
    types: {
      enums: [
        {
          name: 'S',
          members: [
            { name: 'Open', value: 0, span },
            { name: 'Shut', value: 1, span },
          ],
          file: 0,
          span,
          nameSpan: span,
        },
      ],
      entities: [
        {
          name: 'Door',
          interfaces: [],
          fields: [{ name: 'State', t: 'S', required: true, rules: [], span, nameSpan: span }],
          uniques: [],
          invariants: [],
          file: 0,
          span,
          nameSpan: span,
        },
      ],
      classes: [],
      clients: [],
    },
    policies: [],
    principals: [],
    functions: {},
    workflows: [
      {
        key: 'DoorRun',
        version: '1'.repeat(64),
        tracks: { entity: 'Door', field: 'State', enum: 'S', span },
        autostart: true,
        initial: 'Open',
        commit: 'atomic',
        events: [{ name: 'Close', params: [], span, nameSpan: span }],
        states: [
          { name: 'Open', stateType: 1, slots: [], timers: [], auto: [], span, nameSpan: span },
          {
            name: 'Shut',
            stateType: 3,
            terminal: { outcome: 'success' },
            slots: [],
            timers: [],
            auto: [],
            span,
            nameSpan: span,
          },
        ],
        transitions: [
          {
            key: 'Open/on Close',
            kind: 'stateTransition',
            trigger: 'manual',
            from: 'Open',
            event: 'Close',
            params: [],
            args: [],
            targets: ['Shut'],
            mayStay: false,
            onExecute: goto('Shut'),
            span,
            nameSpan: span,
          },
        ],
        file: 0,
        span,
        nameSpan: span,
      },
    ],
  };
}

// biome-ignore lint/suspicious/noExplicitAny: the document is broken on purpose, in ways its type does not allow
async function refused(breakIt: (document: any) => void) {
  const document = structuredClone(definition());
  breakIt(document);
  const loaded = await loadDefinition(JSON.stringify(document));
  return 'error' in loaded ? loaded.error : undefined;
}

describe('loading a definition (pipeline.md §10)', () => {
  it('takes what the compiler writes', async () => {
    expect(await loadDefinition(JSON.stringify(definition()))).toEqual({ definition: definition() });
  });

  it('refuses what is no JSON, and no definition', async () => {
    expect(await loadDefinition('{')).toMatchObject({ error: { pointer: '' } });
    expect(await loadDefinition('[]')).toMatchObject({
      error: { pointer: '', message: 'a definition is a JSON object' },
    });
    expect(await loadDefinition('{}')).toMatchObject({ error: { pointer: '' } });
  });

  it('refuses a newer format and says so', async () => {
    const error = await refused((d) => {
      d.format = 'osy.pipeline/2';
    });
    expect(error).toMatchObject({ pointer: '/format' });
    expect(error?.message).toContain('newer osy');
  });

  it('refuses tables that name an unknown step, and steps out of order', async () => {
    expect(
      await refused((d) => {
        d.pipeline.steps[3].name = 'Teleport';
      }),
    ).toEqual({ pointer: '/pipeline/steps/3/name', message: 'there is no step named "Teleport"' });
    expect(
      await refused((d) => {
        d.pipeline.steps[3].order = 19;
      }),
    ).toMatchObject({ pointer: '/pipeline/steps/3/order' });
  });

  it.each([
    ['a missing member', '/workflows/0', (d) => delete d.workflows[0].initial],
    ['an unknown member', '/workflows/0/states/0/onEnter', (d) => (d.workflows[0].states[0].onEnter = {})],
    ['a wrong kind', '/workflows/0/transitions/0/kind', (d) => (d.workflows[0].transitions[0].kind = 'jump')],
    [
      'an unknown statement',
      '/workflows/0/transitions/0/onExecute/block/0/k',
      (d) => (d.workflows[0].transitions[0].onExecute.block[0].k = 'jump'),
    ],
    [
      'a target that is no state',
      '/workflows/0/transitions/0/targets/0',
      (d) => (d.workflows[0].transitions[0].targets[0] = 'Ajar'),
    ],
    [
      'a goto to no state',
      '/workflows/0/transitions/0/onExecute/block/0/state',
      (d) => (d.workflows[0].transitions[0].onExecute.block[0].state = 'Ajar'),
    ],
    [
      'an event that is not there',
      '/workflows/0/transitions/0/event',
      (d) => (d.workflows[0].transitions[0].event = 'Slam'),
    ],
    [
      'a slot that is not there',
      '/workflows/0/transitions/0/slot',
      (d) => (d.workflows[0].transitions[0].slot = 'Closing'),
    ],
    [
      'an automatic transition that is not there',
      '/workflows/0/states/0/auto/0',
      (d) => d.workflows[0].states[0].auto.push('Open/complete 1'),
    ],
    ['an initial state that is none', '/workflows/0/initial', (d) => (d.workflows[0].initial = 'Ajar')],
    [
      'a tracked entity that is not there',
      '/workflows/0/tracks/entity',
      (d) => (d.workflows[0].tracks.entity = 'Gate'),
    ],
    ['a source that is not there', '/workflows/0/file', (d) => (d.workflows[0].file = 7)],
    ['a type that cannot be read', '/types/entities/0/fields/0/t', (d) => (d.types.entities[0].fields[0].t = 'List<')],
    [
      'a call of no function',
      '/workflows/0/transitions/0/onExecute/block/0/e/fn',
      (d) =>
        (d.workflows[0].transitions[0].onExecute.block = [
          { k: 'expr', s: [0, 1], e: { k: 'call', s: [0, 1], t: 'void', fn: 'Gone()', args: [] } },
        ]),
    ],
  ] as readonly (readonly [string, string, (d: ReturnType<typeof JSON.parse>) => unknown])[])(
    'refuses %s, at %s',
    async (_what, pointer, breakIt) => {
      expect((await refused(breakIt))?.pointer).toBe(pointer);
    },
  );

  it('refuses nesting that is too deep instead of dying of it', async () => {
    const depth = 200_000;
    const text = JSON.stringify(definition()).replace(
      '"block":[{"k":"goto"',
      `"block":${'[{"k":"block","s":[0,1],"body":'.repeat(depth)}[]${'}]'.repeat(depth)},"x":[{"k":"goto"`,
    );
    const loaded = await loadDefinition(text);
    expect('error' in loaded).toBe(true);
  });
});
