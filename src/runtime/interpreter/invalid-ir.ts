/**
 * A document is untrusted: what the code generator does not know, or what is not of the form that `ir.ts` describes, is
 * refused with this error and never becomes code.
 */
export class InvalidIrError extends Error {
  /** Where, as in a JSON pointer below the function or body: `/body/2/e/args/0`. */
  readonly place: string;

  constructor(problem: string, place: string) {
    super(`invalid IR at ${place || '/'}: ${problem}`);
    this.name = 'InvalidIrError';
    this.place = place;
  }
}
