import { T } from '../tokens.ts';
import type { Expression } from '../tree.ts';
import { cat, choice, type Doc, hardline, indent, mustBreak } from './doc.ts';
import { ExpressionPrinter } from './expression-printer.ts';

/** A chain with so many calls goes to lines of its own, a call each, where it does not fit. */
const MANY_CALLS = 2;

/** What follows a primary expression: the node that adds it. */
type Link = Extract<
  Expression,
  { readonly kind: 'MemberAccess' | 'Invocation' | 'ElementAccess' | 'NotNull' | 'Increment' }
>;
/** `.Name`, `?.Name` with what belongs to it, up to the next one. */
interface Segment {
  readonly doc: Doc;
  readonly calls: boolean;
}

/** Chains of members and calls: `Loan.Where(…).OrderBy(…).ToList()`. */
export abstract class ChainPrinter extends ExpressionPrinter {
  protected chain(e: Expression): Doc {
    const { first, links } = takeApart(e);
    const head: Doc[] = [this.expression(first)];
    let at = 0;
    // Calls and indices of the first part itself: `Load(x).Name`.
    for (; at < links.length && links[at]?.kind !== 'MemberAccess' && !this.at(T.QuestionDot); at++)
      head.push(this.#link(links[at] as Link));
    const segments: Segment[] = [];
    while (at < links.length) {
      const parts: Doc[] = [];
      let calls = false;
      do {
        const link = links[at] as Link;
        calls ||= link.kind === 'Invocation';
        parts.push(this.#link(link));
        at++;
      } while (at < links.length && links[at]?.kind !== 'MemberAccess');
      segments.push({ doc: cat(...parts), calls });
    }
    return layOut(head, segments, first.kind === 'Name' || first.kind === 'This' || first.kind === 'Base');
  }

  protected hasManyCalls(e: Expression): boolean {
    return takeApart(e).links.filter((link) => link.kind === 'Invocation').length >= MANY_CALLS;
  }

  #link(link: Link): Doc {
    switch (link.kind) {
      case 'MemberAccess':
        return cat(this.tok(), this.flat(link.end));
      case 'Invocation':
        return this.args(link.args);
      case 'ElementAccess': {
        const question = this.at(T.Question) ? this.tok() : this.nothing();
        return cat(question, this.args(link.args));
      }
      case 'NotNull':
      case 'Increment':
        return this.tok();
    }
  }
}

/** The primary expression and what is added to it, in the order of the text. */
function takeApart(e: Expression): { readonly first: Expression; readonly links: readonly Link[] } {
  const links: Link[] = [];
  /** Where to go on once a `ConditionalReceiver` is met. */
  const targets: Expression[] = [];
  let at = e;
  for (;;) {
    switch (at.kind) {
      case 'MemberAccess':
      case 'ElementAccess':
        links.push(at);
        at = at.target;
        continue;
      case 'Invocation':
        links.push(at);
        at = at.callee;
        continue;
      case 'NotNull':
        links.push(at);
        at = at.operand;
        continue;
      case 'Increment':
        if (at.prefix) break;
        links.push(at);
        at = at.operand;
        continue;
      case 'ConditionalAccess':
        targets.push(at.target);
        at = at.whenNotNull;
        continue;
      case 'ConditionalReceiver': {
        const target = targets.pop();
        if (target === undefined) break;
        at = target;
        continue;
      }
      default:
    }
    return { first: at, links: links.reverse() };
  }
}

function layOut(head: readonly Doc[], segments: readonly Segment[], isShort: boolean): Doc {
  const docs = segments.map(({ doc }) => doc);
  const calls = segments.filter((segment) => segment.calls).length;
  const whole = cat(...head, ...docs);
  if (calls < MANY_CALLS) return whole;
  // The first call stays with the name it is made on; members before a call stay with what is before them.
  let kept = segments.findIndex((segment) => segment.calls) + (isShort ? 1 : 0);
  while (kept < segments.length && segments[kept]?.calls === false) kept++;
  const rows: Doc[] = [];
  for (const { doc, calls: isCall } of segments.slice(kept)) {
    if (isCall || rows.length === 0) rows.push(doc);
    else rows.push(cat(rows.pop() as Doc, doc));
  }
  const expanded = cat(...head, ...docs.slice(0, kept), indent(...rows.flatMap((row) => [hardline, row])));
  if (head.some(mustBreak) || docs.slice(0, -1).some(mustBreak)) return expanded;
  return choice(whole, expanded);
}
