import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { readSchema } from '../../src/definition/schema.ts';

/** Everything that the intermediate representation's own text says is a kind. */
function kindsOf(tag: 'k' | 'p'): readonly string[] {
  const text = readFileSync(join(import.meta.dirname, '../../src/ir/ir.ts'), 'utf8');
  const found = [...text.matchAll(new RegExp(`readonly ${tag}: ((?:'\\w+'(?: \\| )?)+)`, 'g'))].flatMap((match) =>
    (match[1] as string).split(' | ').map((kind) => kind.slice(1, -1)),
  );
  return [...new Set(found)].sort();
}

function tagsOf(name: string, tag: 'k' | 'p'): readonly string[] {
  const defs = readSchema()['$defs'] as Record<
    string,
    { properties?: Record<string, { const?: string; enum?: string[] }>; oneOf?: { $ref: string }[] }
  >;
  return (defs[name]?.oneOf ?? []).flatMap(({ $ref }) => {
    const property = defs[$ref.replace('#/$defs/', '')]?.properties?.[tag];
    return property?.enum ?? property?.const ?? [];
  });
}

describe('the published schema', () => {
  it('knows every statement and expression of the representation, and no other', () => {
    expect([...new Set([...tagsOf('statement', 'k'), ...tagsOf('expression', 'k')])].sort()).toEqual(kindsOf('k'));
  });

  it('knows every pattern', () => {
    // `p` also names a policy, a principal and the pattern of an expression; those are no string literals.
    expect([...tagsOf('pattern', 'p')].sort()).toEqual(kindsOf('p'));
  });

  it('is JSON Schema 2020-12', () => {
    expect(readSchema()['$schema']).toBe('https://json-schema.org/draft/2020-12/schema');
    expect(new Ajv2020({ discriminator: true }).validateSchema(readSchema())).toBe(true);
  });
});
