/** How soon V8 turns a function into machine code, for verbs that run much code for a short time. */
import { setFlagsFromString } from 'node:v8';

/** How much bytecode a function runs between two looks at whether to optimise it, in bytes; V8's own is 67 584. */
const interruptBudget = 500_000;

/** The last version of Node.js that is known to have the flag; a newer one might warn of it. */
const lastKnown = 24;

/**
 * Checking touches thousands of functions and needs few of them for long: with V8's own patience, two fifths of the CPU time
 * of a lint of 100 000 lines go to its optimising compiler (docs/performance.md). For `lint` and `compile`; what runs apps is
 * better off with V8's own.
 */
export function optimiseLate(): void {
  if (Number.parseInt(process.versions.node, 10) <= lastKnown)
    setFlagsFromString(`--interrupt-budget=${interruptBudget}`);
}
