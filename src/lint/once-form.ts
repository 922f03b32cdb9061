/** The `Once` form of a call: what `effect-repeats-on-retry` offers in its place (data-state-machine.md, "The pattern"). */
import type { WorkflowBody } from '../analysis/bodies.ts';
import type { CallFact } from '../analysis/network.ts';
import type { Fix, TextEdit } from '../diagnostics/diagnostic.ts';
import type { Expr, IrSpan, Stmt } from '../ir/ir.ts';
import type { StateModel } from '../ir/model.ts';
import { walkBlock } from '../ir/walk.ts';
import type { SourceFile } from '../source/source.ts';

/**
 * Puts the call inside `Once`, and gives the state the block where it has none. A person has to look at it: only they know
 * whether one record for each row is what the call needs. Undefined where the call cannot be put into a lambda as it stands,
 * where a round of a loop would need a key of its own, and where there is no one state to remember for the body.
 */
export function onceForm(
  file: SourceFile,
  of: WorkflowBody,
  call: CallFact,
  others: readonly CallFact[],
): Fix | undefined {
  const { state, body } = of;
  if (state?.terminal !== undefined || (state === undefined && !of.remembers)) return undefined;
  if (body.file !== call.own.file || of.kind === 'setting' || !movable(body.block, call.own.span)) return undefined;
  const [start, end] = call.own.span;
  const same = others.filter((o) => o.own.name === call.own.name).map((o) => o.own.span[0]);
  const earlier = new Set(same.filter((at) => at < start)).size;
  const key = `${call.own.name}${earlier === 0 ? '' : `-${earlier + 1}`}`;
  const around = `DataStateMachine.Once("${key}", this.Item.Id.ToString(), () => `;
  const edits: TextEdit[] = [
    { file, span: { start, end: start }, newText: around },
    { file, span: { start: end, end }, newText: ')' },
  ];
  if (!of.remembers && state !== undefined) {
    const block = blockFor(file, state);
    if (block === undefined) return undefined;
    edits.unshift(block);
  }
  return { title: `Make it inside \`DataStateMachine.Once("${key}", …)\``, safe: false, edits };
}

/** Whether an expression may stand in a lambda, and is made once in a delivery. */
function movable(block: readonly Stmt[], span: IrSpan): boolean {
  const holds = (outer: IrSpan): boolean => outer[0] <= span[0] && span[1] <= outer[1];
  const within = (inner: IrSpan): boolean => span[0] <= inner[0] && inner[1] <= span[1];
  let may = true;
  const expr = (e: Expr): undefined => {
    if (e.k === 'lambda' && holds(e.s)) may = false;
    // A local that is declared in the call would be out of sight behind it.
    if ((e.k === 'ref' || e.k === 'is') && within(e.s)) may = false;
  };
  const stmt = (s: Stmt): undefined => {
    const repeats = s.k === 'while' || s.k === 'do' || s.k === 'for' || s.k === 'foreach' || s.k === 'localFn';
    if (repeats && holds(s.s)) may = false;
  };
  walkBlock(block, { expr, stmt });
  return may;
}

/** The block at the head of the state, written as the state's other items are. */
function blockFor(file: SourceFile, state: StateModel): TextEdit | undefined {
  const { text } = file;
  const open = text.indexOf('{', state.nameSpan[1]);
  if (open < 0 || open >= state.span[1]) return undefined;
  const at = { start: open + 1, end: open + 1 };
  const item = 'dataStateMachine { Scope = Element; }';
  const [, newline, indent] = /^[ \t]*(\r?\n)(?:[ \t]*\r?\n)*([ \t]*)/.exec(text.slice(open + 1)) ?? [];
  return { file, span: at, newText: newline === undefined ? ` ${item}` : `${newline}${indent}${item}` };
}
