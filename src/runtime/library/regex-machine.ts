/**
 * The machine that runs a regular expression's program. It backtracks as .NET does, but on a stack of its own and with
 * every step counted, so that no pattern can hold a delivery up: JavaScript's own engine cannot be stopped.
 */

import { foldCase, isBoundaryWord } from '../../regex/sets.ts';
import type { Anchor } from '../../regex/syntax.ts';
import type { Instruction, RegexProgram } from './regex-program.ts';

/** Frames of the backtrack stack are four numbers: what to do, and its operands. */
const frame = { branch: 0, slot: 1, register: 2, shorter: 3, longer: 4 } as const;

/** Called with steps as they are spent; throws to stop the search. */
export type Spend = (steps: number) => void;

const spendBatch = 4096;

export class RegexMachine {
  readonly #program: RegexProgram;
  readonly #text: string;
  readonly #spend: Spend;
  readonly #slots: Int32Array;
  readonly #marks: Int32Array;
  readonly #stack: number[] = [];
  #steps = 0;
  #searchStart = 0;

  constructor(program: RegexProgram, text: string, spend: Spend) {
    this.#program = program;
    this.#text = text;
    this.#spend = spend;
    this.#slots = new Int32Array(2 * program.groups.length).fill(-1);
    this.#marks = new Int32Array(program.registers);
  }

  /** Start and end of each group (-1 for one that took no part), from the first match at `from` or later. */
  search(from: number): Int32Array | undefined {
    this.#searchStart = from;
    const { firstUnit, anchored } = this.#program;
    const last = anchored ? Math.min(from, 0) : this.#text.length;
    for (let at = from; at <= last; at++) {
      if (firstUnit !== undefined) {
        at = this.#text.indexOf(String.fromCharCode(firstUnit), at);
        if (at < 0) return undefined;
      }
      const end = this.#run(0, at);
      if (end >= 0) {
        const found = this.#slots.slice();
        found[0] = at;
        found[1] = end;
        return found;
      }
      this.#count();
    }
    return undefined;
  }

  #count(): void {
    if (++this.#steps < spendBatch) return;
    this.#steps = 0;
    this.#spend(spendBatch);
  }

  /** Runs from an instruction until `done`; the position then, or -1. Leaves captures set, and what undoes them stacked. */
  #run(start: number, position: number): number {
    const { code } = this.#program;
    const text = this.#text;
    const base = this.#stack.length;
    let pc = start;
    let at = position;
    for (;;) {
      this.#count();
      const instruction = code[pc]!;
      let ok = true;
      switch (instruction.op) {
        case 'unit': {
          const index = instruction.step === 1 ? at : at - 1;
          ok = index >= 0 && index < text.length && instruction.test(text.charCodeAt(index));
          at += instruction.step;
          pc++;
          break;
        }
        case 'run': {
          const next = this.#runOfUnits(instruction, pc, at);
          ok = next >= 0;
          at = next;
          pc++;
          break;
        }
        case 'split':
          this.#push(frame.branch, instruction.second, at, 0);
          pc = instruction.first;
          break;
        case 'jump':
          pc = instruction.to;
          break;
        case 'save':
          this.#push(frame.slot, instruction.slot, this.#slots[instruction.slot]!, 0);
          this.#slots[instruction.slot] = at;
          pc++;
          break;
        case 'mark':
          this.#push(frame.register, instruction.register, this.#marks[instruction.register]!, 0);
          this.#marks[instruction.register] = at;
          pc++;
          break;
        case 'advanced':
          pc = this.#marks[instruction.register] === at ? instruction.exit : pc + 1;
          break;
        case 'look': {
          ok = this.#looks(pc + 1, at) !== instruction.negated;
          pc = instruction.end;
          break;
        }
        case 'atomic': {
          const held = this.#stack.length;
          at = this.#run(pc + 1, at);
          ok = at >= 0;
          if (ok) this.#forgetBranches(held);
          pc = instruction.end;
          break;
        }
        case 'reference':
          at = this.#reference(instruction.group, instruction.ignoreCase, instruction.step, at);
          ok = at >= 0;
          pc++;
          break;
        case 'anchor':
          ok = this.#isAt(instruction.at, at);
          pc++;
          break;
        case 'choice':
          pc = this.#slots[2 * instruction.group + 1]! >= 0 ? pc + 1 : instruction.no;
          break;
        case 'done':
          return at;
        default:
          instruction satisfies never;
      }
      if (ok) continue;
      const resumed = this.#backtrack(base);
      if (resumed === undefined) return -1;
      [pc, at] = resumed;
    }
  }

  #push(kind: number, a: number, b: number, c: number): void {
    this.#stack.push(kind, a, b, c);
  }

  /** Undoes to the last branch above `base` and tells where to go on. */
  #backtrack(base: number): readonly [pc: number, at: number] | undefined {
    const stack = this.#stack;
    while (stack.length > base) {
      const c = stack.pop()!;
      const b = stack.pop()!;
      const a = stack.pop()!;
      switch (stack.pop()) {
        case frame.slot:
          this.#slots[a] = b;
          break;
        case frame.register:
          this.#marks[a] = b;
          break;
        case frame.branch:
          return [a, b];
        case frame.shorter:
          // A greedy run gives one unit back: from `b` towards `c`.
          return this.#shorter(a, b, c);
        default:
          return this.#longer(a, b, c);
      }
    }
    return undefined;
  }

  #shorter(pc: number, at: number, least: number): readonly [number, number] {
    const run = this.#program.code[pc] as Instruction & { op: 'run' };
    const next = at - run.step;
    if (next !== least) this.#push(frame.shorter, pc, next, least);
    return [pc + 1, next];
  }

  /** A lazy run takes one unit more; `left` are those it still may. */
  #longer(pc: number, at: number, left: number): readonly [number, number] {
    const run = this.#program.code[pc] as Instruction & { op: 'run' };
    if (left > 1) {
      const beyond = run.step === 1 ? at + 1 : at - 2;
      const more = beyond >= 0 && beyond < this.#text.length && run.test(this.#text.charCodeAt(beyond));
      if (more) this.#push(frame.longer, pc, at + run.step, left - 1);
    }
    return [pc + 1, at + run.step];
  }

  /** Takes units of one set: the most for a greedy run, the least for a lazy one. The position after, or -1. */
  #runOfUnits(run: Instruction & { op: 'run' }, pc: number, from: number): number {
    const text = this.#text;
    const { step, test } = run;
    const room = step === 1 ? text.length - from : from;
    const most = Math.min(room, run.lazy ? run.min : run.max);
    let taken = 0;
    for (let index = step === 1 ? from : from - 1; taken < most && test(text.charCodeAt(index)); index += step) taken++;
    this.#steps += taken >> 2;
    if (taken < run.min) return -1;
    const at = from + taken * step;
    if (run.lazy) {
      const index = step === 1 ? at : at - 1;
      const more = run.max > run.min && taken < room && test(text.charCodeAt(index));
      if (more) this.#push(frame.longer, pc, at, run.max - run.min);
    } else if (taken > run.min) this.#push(frame.shorter, pc, at, from + run.min * step);
    return at;
  }

  /** Whether the expression at `pc` matches here. Captures of a match stay, to be undone with what went before. */
  #looks(pc: number, at: number): boolean {
    const held = this.#stack.length;
    const found = this.#run(pc, at) >= 0;
    if (found) this.#forgetBranches(held);
    return found;
  }

  /** Drops the branches above `held` and keeps what undoes captures. */
  #forgetBranches(held: number): void {
    const stack = this.#stack;
    let to = held;
    for (let i = held; i < stack.length; i += 4) {
      if (stack[i] !== frame.slot && stack[i] !== frame.register) continue;
      for (let j = 0; j < 4; j++) stack[to++] = stack[i + j]!;
    }
    stack.length = to;
  }

  #reference(group: number, ignoreCase: boolean, step: 1 | -1, at: number): number {
    const start = this.#slots[2 * group]!;
    const end = this.#slots[2 * group + 1]!;
    // A group that took no part matches nothing, not the empty text.
    if (start < 0 || end < 0) return -1;
    const length = end - start;
    const from = step === 1 ? at : at - length;
    if (from < 0 || from + length > this.#text.length) return -1;
    for (let i = 0; i < length; i++) {
      const a = this.#text.charCodeAt(start + i);
      const b = this.#text.charCodeAt(from + i);
      if (a !== b && !(ignoreCase && foldCase(a) === foldCase(b))) return -1;
    }
    return at + step * length;
  }

  #isAt(anchor: Anchor, at: number): boolean {
    const text = this.#text;
    switch (anchor) {
      case 'start':
        return at === 0;
      case 'lineStart':
        return at === 0 || text.charCodeAt(at - 1) === 10;
      case 'veryEnd':
        return at === text.length;
      case 'end':
        return at === text.length || (at === text.length - 1 && text.charCodeAt(at) === 10);
      case 'lineEnd':
        return at === text.length || text.charCodeAt(at) === 10;
      case 'searchStart':
        return at === this.#searchStart;
      case 'boundary':
        return this.#isBoundary(at);
      case 'noBoundary':
        return !this.#isBoundary(at);
    }
  }

  #isBoundary(at: number): boolean {
    const before = at > 0 && isBoundaryWord(this.#text.charCodeAt(at - 1));
    const after = at < this.#text.length && isBoundaryWord(this.#text.charCodeAt(at));
    return before !== after;
  }
}
