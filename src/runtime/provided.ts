/** Members of the library that the engine itself supplies (language.md §4, §13). */
import type { LibraryKey } from '../ir/ir.ts';
import type { RowRecord, RunRecord } from '../stores/records.ts';
import { stateMachineMembers } from './data-state-machine/members.ts';
import type { Engine } from './engine.ts';
import { type Host, hostOf } from './host.ts';
import { untypedHttp } from './http/untyped.ts';
import { incidentClass, incidentValue } from './incident-value.ts';
import type { Row } from './interpreter/host.ts';
import type { DateTimeValue } from './library/dates.ts';
import { raiseInvalidOperation, raiseNullReference } from './library/exceptions.ts';
import type { TimeSpanValue } from './library/timespan.ts';
import { Instance, type LibraryFunction, type Value } from './library/values.ts';
import { logMembers } from './logging.ts';

type Implementation = (host: Host, ...args: Value[]) => Value;

export function providedMembers(engine: Engine): ReadonlyMap<LibraryKey, LibraryFunction> {
  const members = new Map<LibraryKey, LibraryFunction>();
  const put = (key: LibraryKey, run: Implementation): void => {
    members.set(key, (host, ...args: Value[]) => run(hostOf(host), ...args) ?? null);
  };
  put('UnitOfWork.Commit()', (host) => {
    host.unit.commit();
    return null;
  });
  put('UnitOfWork.Discard()', (host) => {
    host.unit.discard();
    return null;
  });
  put('Entity.Delete()', (host, row) => {
    host.delete(requireRow(row));
    return null;
  });
  put('Workflow.Settle(object)', (host, row) => {
    const target = requireRow(row);
    return fromOutside(host, 'Workflow.Settle', () => engine.settle(target));
  });
  put('Background.Settle()', (host) => fromOutside(host, 'Background.Settle', () => engine.settle()));
  put('TestClock.Set(DateTime)', (host, at) =>
    fromOutside(host, 'TestClock.Set', () => engine.setClock((at as DateTimeValue).toTicks())),
  );
  put('TestClock.Advance(TimeSpan)', (host, by) =>
    fromOutside(host, 'TestClock.Advance', () => engine.advance((by as TimeSpanValue).toTicks())),
  );
  put(
    'Workflow.Status(object)',
    (host, row) => newestRun(host, requireRow(row))?.status ?? raiseInvalidOperation('The row has no run.'),
  );
  put('Workflow.Incident(object)', (host, row) => {
    const run = newestRun(host, requireRow(row));
    if (run === undefined) return null;
    const open = [...host.unit.tx.incidents(run.id)].filter((i) => i.resolvedAt === null).at(-1);
    return open === undefined ? null : incidentValue(open);
  });
  for (const { name } of incidentClass.fields) {
    put(`Incident.${name}`, (_host, incident) => {
      if (!(incident instanceof Instance)) raiseNullReference();
      return incident.f[name] ?? null;
    });
  }
  for (const registry of [logMembers, stateMachineMembers, untypedHttp]) {
    for (const [key, run] of Object.entries(registry)) put(key, run);
  }
  return members;
}

function requireRow(row: Value): Row {
  if (row === null) raiseNullReference();
  return row as Row;
}

function newestRun(host: Host, row: Row): RunRecord | undefined {
  return host.unit.tx.runsOf(row as RowRecord).at(-1);
}

/** What moves time commits first what was written, and is no business of a workflow's body. */
function fromOutside(host: Host, name: string, act: () => void): null {
  if (host.chain !== undefined) raiseInvalidOperation(`${name} may not be called in a workflow body.`);
  host.unit.commit();
  act();
  host.unit.tx.enter();
  return null;
}
