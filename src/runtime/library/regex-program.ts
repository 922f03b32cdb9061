/** A regular expression as a small program, for the machine in `regex-machine.ts`. */

import type { UnitTest } from '../../regex/sets.ts';
import type { Anchor, RegexNode, RegexTree } from '../../regex/syntax.ts';
import { raiseArgument } from './exceptions.ts';

/** `step` is 1 where the machine reads forwards, -1 in a look-behind. */
export type Instruction =
  | { readonly op: 'unit'; readonly test: UnitTest; readonly step: 1 | -1 }
  | {
      readonly op: 'run';
      readonly test: UnitTest;
      readonly min: number;
      readonly max: number;
      readonly lazy: boolean;
      readonly step: 1 | -1;
    }
  /** Goes on at `first`, and at `second` if that fails. */
  | { readonly op: 'split'; first: number; second: number }
  | { readonly op: 'jump'; to: number }
  | { readonly op: 'save'; readonly slot: number }
  /** Notes where a round of a loop began. */
  | { readonly op: 'mark'; readonly register: number }
  /** Leaves a loop whose round took nothing. */
  | { readonly op: 'advanced'; readonly register: number; exit: number }
  | { readonly op: 'look'; readonly negated: boolean; end: number }
  | { readonly op: 'atomic'; end: number }
  | { readonly op: 'reference'; readonly group: number; readonly ignoreCase: boolean; readonly step: 1 | -1 }
  | { readonly op: 'anchor'; readonly at: Anchor }
  | { readonly op: 'choice'; readonly group: number; no: number }
  | { readonly op: 'done' };

const maxInstructions = 50_000;

export interface RegexProgram {
  readonly code: readonly Instruction[];
  readonly groups: readonly string[];
  readonly registers: number;
  /** The unit every match begins with, where there is one. */
  readonly firstUnit: number | undefined;
  /** Matches only at the start of the text. */
  readonly anchored: boolean;
}

export function compileRegex(tree: RegexTree): RegexProgram {
  const compiler = new Compiler(tree.groups);
  compiler.emitAll(tree.node);
  const first = firstNode(tree.node);
  return {
    code: compiler.code,
    groups: tree.groups,
    registers: compiler.registers,
    firstUnit: first.k === 'unit' ? first.unit : undefined,
    anchored: first.k === 'anchor' && first.at === 'start',
  };
}

function firstNode(node: RegexNode): RegexNode {
  if (node.k === 'seq') return firstNode(node.items[0]!);
  return node.k === 'capture' || node.k === 'atomic' ? firstNode(node.node) : node;
}

class Compiler {
  readonly code: Instruction[] = [];
  registers = 0;
  readonly #groups: readonly string[];

  constructor(groups: readonly string[]) {
    this.#groups = groups;
  }

  emitAll(node: RegexNode): void {
    this.#emit(node, 1);
    this.#add({ op: 'done' });
  }

  #add<T extends Instruction>(instruction: T): T {
    if (this.code.length >= maxInstructions) raiseArgument('The regular expression is too large.', 'pattern');
    this.code.push(instruction);
    return instruction;
  }

  #emit(node: RegexNode, step: 1 | -1): void {
    switch (node.k) {
      case 'empty':
        return;
      case 'unit':
        this.#add({ op: 'unit', test: node.test, step });
        return;
      case 'seq':
        for (const item of step === 1 ? node.items : node.items.toReversed()) this.#emit(item, step);
        return;
      case 'alt':
        this.#alternatives(node.items, step);
        return;
      case 'capture':
        this.#capture(this.#groups.indexOf(node.group), node.node, step);
        return;
      case 'loop':
        this.#loop(node, step);
        return;
      case 'look': {
        const look = this.#add({ op: 'look', negated: node.negated, end: 0 });
        this.#emit(node.node, node.behind ? -1 : 1);
        this.#add({ op: 'done' });
        look.end = this.code.length;
        return;
      }
      case 'atomic': {
        const atomic = this.#add({ op: 'atomic', end: 0 });
        this.#emit(node.node, step);
        this.#add({ op: 'done' });
        atomic.end = this.code.length;
        return;
      }
      case 'reference':
        this.#add({ op: 'reference', group: this.#groups.indexOf(node.group), ignoreCase: node.ignoreCase, step });
        return;
      case 'anchor':
        this.#add({ op: 'anchor', at: node.at });
        return;
      case 'choice': {
        const choice = this.#add({ op: 'choice', group: this.#groups.indexOf(node.group), no: 0 });
        this.#emit(node.yes, step);
        const jump = this.#add({ op: 'jump', to: 0 });
        choice.no = this.code.length;
        this.#emit(node.no, step);
        jump.to = this.code.length;
        return;
      }
      default:
        node satisfies never;
    }
  }

  #alternatives(items: readonly RegexNode[], step: 1 | -1): void {
    const jumps: { to: number }[] = [];
    items.forEach((item, i) => {
      if (i === items.length - 1) {
        this.#emit(item, step);
        return;
      }
      const split = this.#add({ op: 'split', first: this.code.length + 1, second: 0 });
      this.#emit(item, step);
      jumps.push(this.#add({ op: 'jump', to: 0 }));
      split.second = this.code.length;
    });
    for (const jump of jumps) jump.to = this.code.length;
  }

  #capture(group: number, node: RegexNode, step: 1 | -1): void {
    this.#add({ op: 'save', slot: 2 * group + (step === 1 ? 0 : 1) });
    this.#emit(node, step);
    this.#add({ op: 'save', slot: 2 * group + (step === 1 ? 1 : 0) });
  }

  #loop(node: RegexNode & { k: 'loop' }, step: 1 | -1): void {
    const { min, max, lazy } = node;
    if (node.node.k === 'unit') {
      this.#add({ op: 'run', test: node.node.test, min, max, lazy, step });
      return;
    }
    for (let i = 0; i < min; i++) this.#emit(node.node, step);
    if (max === Infinity) this.#rounds(node.node, lazy, step);
    else this.#optionals(node.node, max - min, lazy, step);
  }

  #split(lazy: boolean): (exit: number) => void {
    const at = this.code.length;
    const split = this.#add(
      lazy ? { op: 'split', first: 0, second: at + 1 } : { op: 'split', first: at + 1, second: 0 },
    );
    return (exit) => {
      if (lazy) split.first = exit;
      else split.second = exit;
    };
  }

  #rounds(node: RegexNode, lazy: boolean, step: 1 | -1): void {
    const start = this.code.length;
    const leave = this.#split(lazy);
    const register = this.registers++;
    this.#add({ op: 'mark', register });
    this.#emit(node, step);
    const advanced = this.#add({ op: 'advanced', register, exit: 0 });
    this.#add({ op: 'jump', to: start });
    leave(this.code.length);
    advanced.exit = this.code.length;
  }

  #optionals(node: RegexNode, count: number, lazy: boolean, step: 1 | -1): void {
    const leaves: ((exit: number) => void)[] = [];
    for (let i = 0; i < count; i++) {
      leaves.push(this.#split(lazy));
      this.#emit(node, step);
    }
    for (const leave of leaves) leave(this.code.length);
  }
}
