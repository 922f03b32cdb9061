/** Labels of one `switch` that nothing can get to, since those before them take it all: `duplicate-case` (C# CS8120, CS8510). */
import { duplicateCase } from '../../diagnostics/catalogue/bodies.ts';
import type { ConstExpr, Pattern } from '../../ir/ir.ts';
import type { Node, PatternSyntax } from '../../syntax/tree.ts';
import { isEnum, isNullableValue, isSilent, isValueType, stripNullable } from '../type-table.ts';
import type { Type } from '../types.ts';
import type { Binder } from './binder.ts';
import { domainOfType, isEmpty, type Ranges, rangesOf, without } from './number-ranges.ts';
import { covers, takesNull } from './pattern-cover.ts';
import { bindPattern } from './patterns.ts';
import type { Scope } from './scope.ts';

interface Label {
  readonly p: Pattern;
  readonly at: Node;
}

const wholes: ReadonlySet<string> = new Set(['bool', 'int', 'long', 'char', 'byte']);
/** More pieces than this of what is left are not kept: a long list of constants is compared constant by constant. */
const maxPieces = 200;

export class Labels {
  readonly #binder: Binder;
  readonly #subject: Type;
  readonly #mayBeNull: boolean;
  /** Constants of labels without `when`, and where. */
  readonly #constants = new Map<string, Node>();
  /** Other labels without `when`. */
  readonly #others: Label[] = [];
  /** Of a number or a `bool`: what no label has taken yet. */
  #left: Ranges | undefined;
  #nullTaken = false;
  #hasDefault = false;

  /** @param subject the static type of what is switched on */
  constructor(binder: Binder, subject: Type) {
    this.#binder = binder;
    this.#subject = subject;
    const of = stripNullable(subject);
    this.#mayBeNull = !isValueType(of) || isNullableValue(subject);
    const isNumber = wholes.has(of.key) || of.key === 'decimal' || isEnum(of);
    this.#left = isNumber && !isSilent(subject) ? domainOfType(of.key) : undefined;
  }

  /** The pattern of the next label; `when` is its guard. */
  bind(at: PatternSyntax, when: unknown, scope: Scope): Pattern {
    const b = this.#binder;
    const { result, diagnostics } = b.withhold(() => bindPattern(b, at, this.#subject, scope));
    for (const diagnostic of diagnostics) b.add(diagnostic);
    // What is wrong already says nothing of what it takes.
    if (isSilent(this.#subject) || diagnostics.some((each) => each.level === 'error')) return result;
    const p = this.#normal(result);
    this.#judge(p, at);
    if (when === undefined) this.#take(p, at);
    return result;
  }

  addDefault(at: Node): void {
    if (this.#hasDefault) this.#report(at, 'default', 'same');
    this.#hasDefault = true;
  }

  /** Of a pattern for the type that the subject has anyway, only the question for null is left. */
  #normal(p: Pattern): Pattern {
    if (p.p === 'and' || p.p === 'or') return { p: p.p, l: this.#normal(p.l), r: this.#normal(p.r) };
    if (p.p !== 'type') return p;
    const type = this.#binder.patternTypes.get(p);
    const { hierarchy, types } = this.#binder;
    const subject = stripNullable(this.#subject);
    if (type === undefined || !(types.same(subject, type) || hierarchy.isReferenceConvertible(subject, type))) return p;
    const sub = p.sub ?? { p: 'any' };
    return this.#mayBeNull ? { p: 'and', l: { p: 'not', e: { p: 'null' } }, r: sub } : sub;
  }

  #take(p: Pattern, at: Node): void {
    for (const part of alternatives(p)) {
      const key = constantKey(part);
      if (key === undefined) this.#others.push({ p: part, at });
      else this.#constants.set(key, at);
      if (takesNull(part)) this.#nullTaken = true;
      const ranges = this.#left && rangesOf(part);
      if (this.#left !== undefined && ranges !== undefined) this.#left = without(this.#left, ranges);
    }
    if (this.#left !== undefined && this.#left.length > maxPieces) this.#left = undefined;
  }

  #judge(p: Pattern, at: Node): void {
    if (this.#constants.size === 0 && this.#others.length === 0) return;
    const takers: (Label | undefined)[] = [];
    for (const part of alternatives(p)) {
      const taker = this.#takerOf(part);
      if (taker === undefined && !this.#isEmpty(part)) return;
      takers.push(taker);
    }
    const [first] = takers;
    const isSame =
      first !== undefined && takers.every((each) => each?.at === first.at) && covers(this.#binder, p, first.p);
    this.#report(at, this.#binder.file.text.slice(at.start, at.end), isSame ? 'same' : 'taken', first?.at);
  }

  /** The earlier label that takes all of the pattern. */
  #takerOf(p: Pattern): Label | undefined {
    const key = constantKey(p);
    const same = key === undefined ? undefined : this.#constants.get(key);
    if (same !== undefined) return { p, at: same };
    return this.#others.find((each) => covers(this.#binder, each.p, p));
  }

  /** Nothing is left of the numbers that the pattern matches. */
  #isEmpty(p: Pattern): boolean {
    const ranges = this.#left && rangesOf(p);
    if (this.#left === undefined || ranges === undefined) return false;
    if (this.#mayBeNull && !this.#nullTaken && takesNull(p)) return false;
    const of = stripNullable(this.#subject);
    const others = without(domainOfType(of.key), ranges);
    return isEmpty(without(this.#left, others), isEnum(of) || wholes.has(of.key));
  }

  #report(at: Node, label: string, problem: 'same' | 'taken', before?: Node): void {
    const related =
      before === undefined
        ? []
        : [{ file: this.#binder.file, span: { start: before.start, end: before.end }, message: 'taken here' }];
    this.#binder.report(duplicateCase, at, { label, problem }, related.length === 0 ? {} : { related });
  }
}

/** The sides of an `or`. */
function alternatives(p: Pattern): readonly Pattern[] {
  const found: Pattern[] = [];
  const rest = [p];
  for (let each = rest.pop(); each !== undefined; each = rest.pop()) {
    if (each.p === 'or') rest.push(each.r, each.l);
    else found.push(each);
  }
  return found;
}

/** What a pattern for one constant asks for; undefined for every other. */
function constantKey(p: Pattern): string | undefined {
  if (p.p === 'null') return 'null';
  if (p.p === 'type') return p.sub && constantKey(p.sub);
  if (p.p !== 'const' || p.v.k !== 'const') return undefined;
  const { t, v }: ConstExpr = p.v;
  return `${t} ${JSON.stringify(v)}`;
}
