/** Which `on fault` answers (pipeline.md §8). */
import type { TransitionInfo, WorkflowInfo } from './catalog.ts';
import { exceptionBase, isExceptionOf } from './library/exceptions.ts';
import type { ClassInfo, ExceptionValue } from './library/values.ts';
import type { Program } from './program.ts';

/** The state's arms, then the workflow's; in the first level that matches, the most specific type, then order. */
export function boundaryOf(
  engine: { readonly program: Program },
  workflow: WorkflowInfo,
  state: string,
  error: ExceptionValue,
): TransitionInfo | undefined {
  for (const level of [workflow.state(state).faults, workflow.faults]) {
    let best: TransitionInfo | undefined;
    let depth = -1;
    for (const arm of level) {
      if (!isExceptionOf(error, arm.faultType)) continue;
      const its = depthOf(engine.program, arm.faultType);
      if (its > depth) {
        best = arm;
        depth = its;
      }
    }
    if (best !== undefined) return best;
  }
  return undefined;
}

/** How far a type is from `Exception`. */
function depthOf(program: Program, type: string): number {
  let depth = 0;
  let own: ClassInfo | undefined = program.classInfo(type);
  let name: string | undefined = type;
  while (own !== undefined) {
    depth++;
    const above: ClassInfo | undefined = own.base;
    if (above === undefined) {
      const bases = [...own.is].filter((n) => n !== own?.name && program.classInfo(n) === undefined);
      return depth + Math.max(0, ...bases.map((b) => depthOf(program, b)));
    }
    name = above.name;
    own = above;
  }
  for (; name !== undefined; name = exceptionBase(name)) depth++;
  return depth;
}
