/** What tests of the engine share: small apps (sketch.ts), and what to expect of them. */
import { expect } from 'vitest';

export * from './sketch.ts';

/** An exception of the given type, and with the code given. */
export function thrown(type: string, code?: string): unknown {
  return expect.objectContaining(
    code === undefined ? { type } : { type, fields: expect.objectContaining({ Code: code }) },
  );
}
