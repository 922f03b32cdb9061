/** The run-time helpers that generated code may name: all that it sees of the world besides its host and constants. */
import { arithmeticSupport } from './support/arithmetic.ts';
import { callSupport } from './support/calls.ts';
import { collectionSupport } from './support/collections.ts';
import { exceptionSupport } from './support/exceptions.ts';
import { querySupport } from './support/queries.ts';
import { textSupport } from './support/text.ts';
import { typeSupport } from './support/types.ts';

export const Support = {
  ...arithmeticSupport,
  ...callSupport,
  ...collectionSupport,
  ...exceptionSupport,
  ...querySupport,
  ...textSupport,
  ...typeSupport,
};

export type SupportName = keyof typeof Support;
