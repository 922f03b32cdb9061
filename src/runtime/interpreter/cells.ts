/** A function that callers hold before it is compiled: it compiles itself when it is called first. */
export interface FunctionCell {
  f: (...args: never[]) => unknown;
}
