import { nodesOf } from '../../analysis/app-walk.ts';
import { type EffectOf, locksLeftHeld } from '../../analysis/lock-paths.ts';
import { lockWithoutRelease } from '../../diagnostics/catalogue/lint.ts';
import type { Stmt } from '../../ir/ir.ts';
import type { AppModel } from '../../ir/model.ts';
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
    const { takes, gives } = lockUses(context.app);
    for (const { of } of context.network.bodies) if (takes.has(of.body.block)) look(of.body.file, of.body.block);
    for (const f of context.app.functions) {
      if (f.body !== undefined && takes.has(f.body) && gives.has(f.body)) look(f.file, f.body);
    }
  },
};

type Blocks = ReadonlySet<readonly Stmt[] | undefined>;

/** The blocks that take a lock, and those that give one back. */
function lockUses(app: AppModel): { readonly takes: Blocks; readonly gives: Blocks } {
  const lib = nodesOf(app, 'lib');
  const blocks = (calls: RegExp): Blocks =>
    new Set(lib.filter(({ node }) => calls.test(node.m)).map(({ piece }) => piece.block));
  return {
    takes: blocks(/^DataStateMachine\.TryAcquireLock\(/),
    gives: blocks(/^DataStateMachine\.(Set|ReleaseLockAsFailed)\(/),
  };
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
