/** Exit codes (docs/cli.md). */
export const exitCode = {
  clean: 0,
  /** Findings at or above the threshold, failed tests, a failed run. */
  findings: 1,
  /** Wrong usage, unreadable or missing input, a definition or database that is refused. */
  usage: 2,
  /** A fault of `osy` itself. */
  bug: 70,
} as const;
