import { type EffectOf, locksLeftHeld } from '../../analysis/lock-paths.ts';
import { lockWithoutRelease } from '../../diagnostics/catalogue/lint.ts';
import type { Stmt } from '../../ir/ir.ts';
import { walkBlock } from '../../ir/walk.ts';
import type { Finding, LintContext } from '../finding.ts';

/** Bodies, and helpers that both take a lock and give one back: a helper that only takes it leaves the rest to its caller. */
export const heldLocks: Finding = {
  rules: [lockWithoutRelease],
  look(context) {
    const look = (file: number, block: readonly Stmt[]): void => {
      for (const lock of locksLeftHeld(context.index, block, effectOf(context, file, block))) {
        context.report(lockWithoutRelease, { file, span: lock.span }, { how: lock.how });
      }
    };
    for (const { of } of context.network.bodies) if (uses(of.body.block).takes) look(of.body.file, of.body.block);
    for (const f of context.app.functions) {
      const use = f.body === undefined ? undefined : uses(f.body);
      if (f.body !== undefined && use?.takes && use.gives) look(f.file, f.body);
    }
  },
};

function uses(block: readonly Stmt[]): { readonly takes: boolean; readonly gives: boolean } {
  let takes = false;
  let gives = false;
  walkBlock(block, {
    expr: (e) => {
      if (e.k === 'lib' && e.m.startsWith('DataStateMachine.TryAcquireLock(')) takes = true;
      if (e.k === 'lib' && /^DataStateMachine\.(Set|ReleaseLockAsFailed)\(/.test(e.m)) gives = true;
      return undefined;
    },
  });
  return { takes, gives };
}

/** What a call does, as the escape analysis has it: run by itself, with the local functions and delegates around it. */
function effectOf(context: LintContext, file: number, block: readonly Stmt[]): EffectOf {
  const around: Stmt[] = [];
  walkBlock(block, {
    stmt: (s) => {
      if (s.k === 'localFn' || (s.k === 'local' && s.init?.k === 'lambda')) around.push(s);
      return undefined;
    },
  });
  return (e) => {
    const frame = context.network.run(file, [...around, { k: 'expr', s: e.s, e }]);
    const throws = new Set([...[...frame.items].map((i) => i.type), ...frame.throws]);
    return { throws, gives: frame.ended?.past.given === true, completes: frame.completes };
  };
}
