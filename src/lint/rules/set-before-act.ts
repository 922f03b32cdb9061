import { placeKey, walkInOrder } from '../../analysis/call-order.ts';
import { setBeforeAct } from '../../diagnostics/catalogue/lint.ts';
import type { Expr } from '../../ir/ir.ts';
import type { Finding } from '../finding.ts';

interface State {
  /** The network was reached since the lock was taken. */
  readonly acted: boolean;
  /** `Set(…, Processed)` without an act before it. */
  readonly set: readonly Expr[];
}

/** `Processed` is set, and only then the body makes the call that it should follow. */
export const earlySets: Finding = {
  rules: [setBeforeAct],
  look(context) {
    for (const { of, reaches } of context.network.bodies) {
      if (reaches.length === 0) continue;
      const calls = new Map(reaches.map((r) => [placeKey(r.own.file, r.own.span), r]));
      const told = new Set<Expr>();
      walkInOrder<State>(
        of.body.block,
        { acted: false, set: [] },
        {
          join: (a, b) => ({ acted: a.acted && b.acted, set: [...new Set([...a.set, ...b.set])] }),
          after: (e, state) => {
            if (e.k === 'lib' && /^DataStateMachine\.(Exists|TryAcquireLock)\(/.test(e.m))
              return { acted: false, set: [] };
            if (isSetProcessed(e)) return state.acted ? state : { ...state, set: [...state.set, e] };
            const call = calls.get(placeKey(of.body.file, e.s));
            if (call === undefined || call.once) return state;
            for (const set of state.set) {
              if (told.has(set)) continue;
              told.add(set);
              const labels = context.labels([{ at: call.own, message: 'the call it should follow' }]);
              context.report(
                setBeforeAct,
                { file: of.body.file, span: set.s },
                { call: context.chainText(call) },
                labels,
              );
            }
            return { acted: true, set: [] };
          },
        },
      );
    }
  },
};

/** `IdempotencyStatus.Processed` is 1 (data-state-machine.md). */
function isSetProcessed(e: Expr): boolean {
  return (
    e.k === 'lib' &&
    e.m.startsWith('DataStateMachine.Set(') &&
    e.args.some((a) => a.k === 'const' && a.t === 'IdempotencyStatus' && a.v === 1)
  );
}
