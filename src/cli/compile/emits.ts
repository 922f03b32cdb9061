/** The kinds of output of `osy compile`: apart from what makes them, so that the command line knows them at no cost. */
export const emits = ['definition', 'ts', 'mermaid', 'dot', 'svg'] as const;
export type Emit = (typeof emits)[number];
