/** Lets whoever owns a clock know how long each pass takes; the passes themselves know of none (design.md). */

/** Runs `run` and gives its result. `kind` tells the compiler's passes from lint's findings. */
export type Measure = <T>(kind: 'pass' | 'finding', name: string, run: () => T) => T;

export const unmeasured: Measure = (_kind, _name, run) => run();
