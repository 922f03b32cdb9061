/** data-state-machine.md, "Scopes" and "StateHandlerContext". */
import { describe, expect, test } from 'vitest';
import { VirtualClock } from '../../../src/runtime/clock.ts';
import type { StateHandlerContext } from '../../../src/runtime/data-state-machine/context.ts';
import { InMemoryStateHandler } from '../../../src/runtime/data-state-machine/store-handler.ts';
import type { Engine } from '../../../src/runtime/engine.ts';
import { openEngine } from '../../../src/runtime/open.ts';
import type { EngineOptions } from '../../../src/runtime/options.ts';
import type { RowRecord } from '../../../src/stores/records.ts';
import { compile } from '../engine/source.ts';
import { minute, morning, read, stores } from '../engine/support.ts';

const node = (scope: string, next: string): string => `
    dataStateMachine { Scope = ${scope}; }
    on Put { DataStateMachine.Set("k", "item", IdempotencyStatus.Processed); }
    on Look { this.Item.Seen = DataStateMachine.Exists("k", "item"); }
    on Next { goto ${next}; }`;
const flow = (scope: string, name: string, entity: string): string => `
workflow ${name} {
  Tracks = ${entity}.State; Initial = Here;
  event Put(); event Look(); event Next();
  state Here {${node(scope, 'There')}
  }
  state There {${node(scope, 'Here')}
  }
  terminal success End { }
}`;
const parent = (name: string): string => `
enum ${name}State { Ready, First, Second, End }
entity ${name} { Loan Loan; ${name}State State; }
workflow ${name}Run {
  Tracks = ${name}.State; Initial = Ready; Autostart = true;
  event One(); event Two(); event Over();
  state Ready { on One { goto First; } on Two { goto Second; } }
  state First { child Lend(this.Item.Loan) as One; on Over { goto End; } }
  state Second { child Lend(this.Item.Loan) as Two; on Over { goto End; } }
  terminal success End { }
}`;
const appOf = (scope: string): string => `
enum S { Here, There, End }
entity Loan { bool Seen; S State = S.Here; }
entity Visit { bool Seen; S State = S.Here; }
${flow(scope, 'Lend', 'Loan')}${flow(scope, 'Tour', 'Visit')}${parent('Trip')}${parent('Cruise')}`;

/** Where records may be written and looked for. */
class Places {
  readonly engine: Engine;
  constructor(scope: string, options: EngineOptions = {}) {
    this.engine = openEngine(compile(appOf(scope)), { clock: new VirtualClock(morning), ...options });
  }

  /** A run of its own. */
  main(workflow: 'Lend' | 'Tour' = 'Lend'): RowRecord {
    const unit = this.engine.unit();
    const row = unit.create(workflow === 'Lend' ? 'Loan' : 'Visit', {}) as RowRecord;
    unit.start(workflow, row);
    unit.commit();
    return row;
  }

  /** A run that a parent has started. */
  lane(entity: 'Trip' | 'Cruise', name: 'One' | 'Two'): RowRecord {
    const unit = this.engine.unit();
    const loan = unit.create('Loan', {}) as RowRecord;
    const trip = unit.create(entity, { Loan: loan as never });
    unit.commit();
    unit.raise(`${entity}Run`, name, trip);
    unit.commit();
    return loan;
  }

  raise(event: string, row: RowRecord): RowRecord {
    const unit = this.engine.unit();
    unit.raise(row.entity === 'Loan' ? 'Lend' : 'Tour', event, row);
    unit.commit();
    unit.close();
    return row;
  }

  sees(row: RowRecord): unknown {
    return read(this.raise('Look', row), 'Seen');
  }
}

/** Who sees what a main run of `Lend` has written in `Here`: its number, its name, and who. */
const reaches = [
  ['App', ['here', 'here again', 'there', 'another run', 'a lane', 'another workflow']],
  ['Process', ['here', 'here again', 'there', 'another run', 'a lane']],
  ['Thread', ['here', 'here again', 'there', 'another run']],
  ['Element', ['here', 'here again', 'another run', 'a lane']],
  ['ProcessExecution', ['here', 'here again', 'there']],
  ['ThreadExecution', ['here', 'here again', 'there']],
  ['ElementExecution', ['here']],
] as const;

describe.each(reaches.map(([name, seen], i) => [i + 1, name, seen] as const))('scope %i, %s', (number, name, seen) => {
  test.each([name, String(number)])('written %s, is seen by exactly what it applies to', (written) => {
    const at = new Places(written);
    const row = at.raise('Put', at.main());
    const found: Record<string, unknown> = { here: at.sees(row) };
    at.raise('Next', row);
    found['there'] = at.sees(row);
    found['here again'] = at.sees(at.raise('Next', row));
    found['another run'] = at.sees(at.main());
    found['a lane'] = at.sees(at.lane('Trip', 'One'));
    found['another workflow'] = at.sees(at.main('Tour'));
    const places = Object.keys(found).filter((place) => found[place] === true);
    expect(places.sort()).toEqual([...seen].sort());
  });
});

describe('a thread', () => {
  test('is the main run, or one child lane of one parent', () => {
    const at = new Places('Thread');
    at.raise('Put', at.lane('Trip', 'One'));
    expect([
      at.sees(at.lane('Trip', 'One')),
      at.sees(at.lane('Trip', 'Two')),
      at.sees(at.lane('Cruise', 'One')),
      at.sees(at.main()),
    ]).toEqual([true, false, false, false]);
  });
});

describe.each(stores)('tenants, on %s', (_name, make) => {
  test.each(reaches.map(([name]) => name))('see nothing of each other in scope %s', (scope) => {
    const store = make();
    let tenant = 1;
    const at = new Places(scope, { store, tenant: () => tenant });
    const row = at.raise('Put', at.main());
    expect(at.sees(row)).toBe(true);
    tenant = 2;
    expect(at.sees(row)).toBe(false);
    tenant = 0;
    expect(at.sees(row)).toBe(false);
    tenant = 1;
    expect(at.sees(row)).toBe(true);
  });
});

describe('the context', () => {
  const settings = compile(`
enum S { Open, End }
entity Job { string Key; S State; }
workflow Run {
  Tracks = Job.State; Initial = Open; Autostart = true;
  event Put();
  state Open {
    dataStateMachine { Scope = ElementExecution; EntityKey = this.Item.Key + "s"; LockFor = TimeSpan.FromMinutes(5); Shard = 3; Zone = "eu"; }
    on Put {
      DataStateMachine.Set("a", "", IdempotencyStatus.Processed, null, "b", "c");
      DataStateMachine.Exists("d", "e");
    }
  }
  terminal success End { }
}`);

  test('has seven fields of the factory, made once, and four of the call, on a copy that nobody can change', () => {
    const contexts: StateHandlerContext[] = [];
    const handler = new (class extends InMemoryStateHandler {
      override set(...args: Parameters<InMemoryStateHandler['set']>): void {
        contexts.push(args[0]);
        super.set(...args);
      }
      override exists(...args: Parameters<InMemoryStateHandler['exists']>): boolean {
        contexts.push(args[0]);
        return super.exists(...args);
      }
    })();
    const asked: unknown[] = [];
    const engine = openEngine(settings, {
      clock: new VirtualClock(morning),
      tenant: 7,
      sourceApp: 12,
      stateHandler: (config) => {
        asked.push(config);
        return handler;
      },
    });
    const unit = engine.unit();
    const row = unit.create('Job', { Key: 'job' });
    unit.commit();
    unit.raise('Run', 'Put', row);
    unit.commit();
    const handlerConfig = {
      scope: 7,
      entityKey: 'jobs',
      lockFor: 5n * minute,
      keepFor: null,
      options: { Shard: 3, Zone: 'eu' },
    };
    const made = {
      stateLogScopeID: 7,
      scopeCode: 'ElementExecution',
      entityID: 'Run|Open',
      entityExecutionID: `${engine.runsOf(row)[0]?.id}|1`,
      tenantID: 7,
      sourceAppID: 12,
      handlerConfig,
    };
    expect(asked).toEqual([handlerConfig]);
    expect(contexts).toEqual([
      { ...made, itemKey: 'a', itemEntityKey: 'jobs', subItemKey: 'b', subItemEntityKey: 'c' },
      { ...made, itemKey: 'd', itemEntityKey: 'e', subItemKey: '', subItemEntityKey: '' },
    ]);
    const [first, second] = contexts;
    expect(Object.keys(first ?? {})).toHaveLength(11);
    expect(first?.handlerConfig).toBe(second?.handlerConfig);
    expect(first).not.toBe(second);
    expect([first, first?.handlerConfig, first?.handlerConfig.options].every((o) => Object.isFrozen(o))).toBe(true);
    // What a plugged handler keeps is nothing of the store.
    expect(engine.stateRecords()).toEqual([]);
  });

  test('is of the node that the run is in, also in workflow-level arms, and of its visit in each hook', () => {
    const scopes: string[] = [];
    const handler = new (class extends InMemoryStateHandler {
      override exists(...args: Parameters<InMemoryStateHandler['exists']>): boolean {
        const [{ entityID, entityExecutionID, itemKey }] = args;
        scopes.push(`${itemKey} ${entityID} ${entityExecutionID}`);
        return super.exists(...args);
      }
    })();
    const definition = compile(`
enum S { A, B, End }
entity Job { S State; }
workflow Run {
  Tracks = Job.State; Initial = A; Autostart = true;
  event Go(); event Note();
  on Note { DataStateMachine.Exists("arm", "x"); }
  state A {
    dataStateMachine { Scope = ElementExecution; }
    exit { DataStateMachine.Exists("exit", "x"); }
    on Go { DataStateMachine.Exists("go", "x"); goto B; }
  }
  state B {
    dataStateMachine { Scope = ElementExecution; }
    enter { DataStateMachine.Exists("enter", "x"); }
    on Go { goto A; }
  }
  terminal success End { }
}`);
    const engine = openEngine(definition, { clock: new VirtualClock(morning), stateHandler: () => handler });
    const unit = engine.unit();
    const row = unit.create('Job', {});
    unit.commit();
    for (const event of ['Note', 'Go', 'Note']) unit.raise('Run', event, row);
    unit.commit();
    expect(scopes).toEqual(['arm Run|A 1|1', 'go Run|A 1|1', 'exit Run|A 1|1', 'enter Run|B 1|2', 'arm Run|B 1|2']);
  });
});
