/**
 * A document is untrusted: what the code generator does not know, or what is not of the form that `ir.ts` describes, is
 * refused with this error and never becomes code. What is of that form and yet does what its types rule out is refused when it
 * runs: JavaScript's own error is the `cause`. Where osy has made the document itself, that is a fault of osy.
 */
export class InvalidIrError extends Error {
  /** Where, as in a JSON pointer below the function or body: `/body/2/e/args/0`. */
  readonly place: string;

  constructor(problem: string, place: string, cause?: Error) {
    super(`invalid IR at ${place || '/'}: ${problem}`, cause === undefined ? {} : { cause });
    this.name = 'InvalidIrError';
    this.place = place;
  }
}
