/**
 * Access to stored members by name. Documents are untrusted: nothing in one holds a value to the type it states, so the
 * record may be any value. A name that JavaScript itself gives a meaning to is therefore only read as a member of its own;
 * anything else could lead from a value to the functions of the language that runs us.
 */
import type { Generator } from './generator.ts';

const builtIn: ReadonlySet<string> = new Set(
  [Object, Function, Array, String, Number, Boolean, BigInt, Symbol, Map, Set, RegExp, Error, Promise]
    .flatMap((c) => Object.getOwnPropertyNames(c.prototype))
    .concat('prototype', 'caller', 'callee', 'arguments'),
);

/** The member `name` of the record that `js` gives. */
export function storedMember(g: Generator, js: string, name: string): string {
  const literal = JSON.stringify(name);
  return builtIn.has(name) ? `${g.helper('ownMember')}(${js},${literal})` : `${js}[${literal}]`;
}
