import { describe, expect, it } from 'vitest';
import { canonicalDocument, canonicalText } from '../../src/definition/canonical.ts';

describe('canonical JSON (pipeline.md §10: keys in a fixed order)', () => {
  it('orders keys alike, however an object was made, and leaves out what has no value', () => {
    const one = { z: 1, name: 'n', k: 'local', gone: undefined, a: [{ b: 1, id: 2 }] };
    const two = { a: [{ id: 2, b: 1 }], k: 'local', name: 'n', z: 1 };
    expect(canonicalText(one)).toBe('{"k":"local","name":"n","a":[{"id":2,"b":1}],"z":1}');
    expect(canonicalText(two)).toBe(canonicalText(one));
    expect(canonicalDocument(two)).toBe(canonicalDocument(one));
  });

  it('keeps on one line what fits a line, and breaks up the rest', () => {
    const long = 'x'.repeat(60);
    expect(canonicalDocument({ name: 'n', rest: [long, long], empty: [] })).toBe(
      `{\n  "name": "n",\n  "empty": [],\n  "rest": [\n    "${long}",\n    "${long}"\n  ]\n}\n`,
    );
  });

  it('writes what JSON.parse reads back, texts that are longer than a line among it', () => {
    const long = 'a long text, '.repeat(20);
    const value = { name: 'ä"\n\u2028', n: -0.5, list: [null, true, { deep: [[]] }, long], long, [long]: long };
    expect(JSON.parse(canonicalDocument(long))).toBe(long);
    expect(JSON.parse(canonicalDocument(value))).toEqual(value);
    expect(JSON.parse(canonicalText(value))).toEqual(value);
  });
});
