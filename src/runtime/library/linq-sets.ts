/** LINQ's deferred operations that compare elements or their keys: distinct, union, intersection, difference. */
import { equalityOf } from './comparers.ts';
import { Deferred, each, requireSource, type Sequence, type Visit, walk } from './enumeration.ts';
import type { Select } from './linq-sequences.ts';
import { SetValue, setOf } from './sets.ts';
import { requireFunction } from './stretches.ts';
import type { Value } from './values.ts';

const itself: Select = (item) => item;

/** Passes on what `admit` lets through; `admit` is made anew for each walk. */
function admitted(sources: readonly Value[], makeAdmit: () => (item: Value) => boolean): Sequence {
  return new Deferred(
    (visit: Visit) => {
      const admit = makeAdmit();
      return sources.every((source) => each(source, (item) => !admit(item) || visit(item)));
    },
    function* () {
      const admit = makeAdmit();
      for (const source of sources) for (const item of walk(source)) if (admit(item)) yield item;
    },
  );
}

export function distinct(source: Value, keyOf: Select = itself, comparer: Value = null): Sequence {
  requireSource(source);
  requireFunction(keyOf, 'keySelector');
  const equality = equalityOf(comparer);
  return admitted([source], () => {
    const seen = new SetValue(equality);
    return (item) => seen.add(keyOf(item));
  });
}

export function union(first: Value, second: Value, keyOf: Select = itself, comparer: Value = null): Sequence {
  requireSource(first, 'first');
  requireSource(second, 'second');
  requireFunction(keyOf, 'keySelector');
  const equality = equalityOf(comparer);
  return admitted([first, second], () => {
    const seen = new SetValue(equality);
    return (item) => seen.add(keyOf(item));
  });
}

/** `second` holds keys. */
export function intersect(first: Value, second: Value, keyOf: Select = itself, comparer: Value = null): Sequence {
  requireSource(first, 'first');
  requireSource(second, 'second');
  requireFunction(keyOf, 'keySelector');
  const equality = equalityOf(comparer);
  return admitted([first], () => {
    const left = setOf(second, equality);
    return (item) => left.remove(keyOf(item));
  });
}

/** `second` holds keys. */
export function except(first: Value, second: Value, keyOf: Select = itself, comparer: Value = null): Sequence {
  requireSource(first, 'first');
  requireSource(second, 'second');
  requireFunction(keyOf, 'keySelector');
  const equality = equalityOf(comparer);
  return admitted([first], () => {
    const seen = setOf(second, equality);
    return (item) => seen.add(keyOf(item));
  });
}
