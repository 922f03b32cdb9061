/** language.md §5: `[Pattern]` is a regular expression of .NET, like every other in an app. */
import { describe, expect, test } from 'vitest';
import { VirtualClock } from '../../../src/runtime/clock.ts';
import { EngineAbort } from '../../../src/runtime/library/values.ts';
import { openEngine } from '../../../src/runtime/open.ts';
import { compile } from './source.ts';
import { morning, stores } from './support.ts';

const [, memory] = stores[0] ?? [];

/** What writing `value` to a member with that pattern throws; undefined where it may be written. */
function refusal(pattern: string, value: string): unknown {
  const definition = compile(`entity Tag { [Pattern("${pattern.replaceAll('\\', '\\\\')}")] string Word; }`);
  const store = (memory as NonNullable<typeof memory>)();
  const unit = openEngine(definition, { store, clock: new VirtualClock(morning) }).unit();
  unit.create('Tag', { Word: value });
  try {
    unit.commit();
    return undefined;
  } catch (error) {
    return error;
  }
}

describe('[Pattern]', () => {
  test.each([
    ['[a-z]+', 'word', 'word1'],
    ['(?i)[a-z]+', 'WORD', 'W0RD'],
    ['[a-z-[aeiou]]+', 'brrr', 'bear'],
    ['\\p{Lu}\\d{2}', 'Å12', 'å12'],
    ['\\d+', '١٢', 'x'],
    ['(?<year>\\d{4})-\\k<year>', '2024-2024', '2024-2025'],
    ['a|ab', 'ab', 'abc'],
    ['^[A-Z]{3}$', 'ABC', 'ABC\n'],
    ['(?# only this )x', 'x', 'y'],
  ])('%s takes %j and refuses %j', (pattern, good, bad) => {
    expect(refusal(pattern, good)).toBeUndefined();
    expect(refusal(pattern, bad)).toMatchObject({ type: 'ValidationException' });
  });

  test('one that is wrong is refused where it is written, and says why', () => {
    expect(() => refusal('[a-z', 'a')).toThrow(
      "'Pattern' takes a regular expression, and this cannot be read as one: unterminated [] set (at offset 4)",
    );
  });

  test('a search without end ends the delivery', () => {
    expect(refusal('(a+)+b', 'a'.repeat(40))).toBeInstanceOf(EngineAbort);
  });
});
