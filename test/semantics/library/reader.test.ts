import { describe, expect, it } from 'vitest';
import {
  allLibraryTypes,
  extensionMembers,
  libraryMember,
  libraryType,
  libraryTypeNames,
} from '../../../src/semantics/library/index.ts';
import { readLibraryType } from '../../../src/semantics/library/reader.ts';

const isValue = (name: string): boolean => name === 'int';
const keys = (text: string): string[] => readLibraryType(text, isValue).members.map((member) => member.key);

describe('a declaration', () => {
  it('names members by owner and parameter types', () => {
    expect(
      keys(`struct Span : IComparable<Span> {
        const Span Zero;
        int Days { get; }
        Span(int days, int hours = 0);
        char this[int index] { get; }
        static Span operator +(Span a, Span b);
        static Span operator -(Span a);
        static implicit operator Span(int days);
        static R Map<T, R>(this IEnumerable<T> source, Func<T, int, R> map);
        bool TryTake(string? s, int? n, out Span rest);
        string Join(params object?[] parts);
        string Cut(char[]? at, (int, string)? pair);
      }`),
    ).toEqual([
      'Span.Zero',
      'Span.Days',
      'Span.new(int,int)',
      'Span.this(int)',
      'Span.op_Addition(Span,Span)',
      'Span.op_UnaryNegation(Span)',
      'Span.op_Implicit(int)',
      'Span.Map(IEnumerable<T>,Func<T,int,R>)',
      'Span.TryTake(string,int?,Span)',
      'Span.Join(object[])',
      'Span.Cut(char[],(int,string)?)',
    ]);
  });

  it('keeps documentation, effects, defaults and modes', () => {
    const [send, name] = readLibraryType(
      `static Http {
        /// Sends it.
        /// Twice.
        [network] static string Send(string url, int retries = -1, string? body = null, params string[] rest);
        string Name { get; set; }
      }`,
      isValue,
    ).members;
    expect(send).toMatchObject({ doc: 'Sends it. Twice.', effect: 'network', static: true });
    expect(send?.params.map((p) => [p.mode, p.optional, p.defaultValue])).toEqual([
      ['value', false, undefined],
      ['value', true, -1],
      ['value', true, null],
      ['params', false, undefined],
    ]);
    expect(name).toMatchObject({ kind: 'property', writable: true });
  });

  it('counts an enum on from its last value', () => {
    expect(readLibraryType('enum E { A, B = 4, C, }', isValue).enumMembers).toEqual([
      { name: 'A', value: 0 },
      { name: 'B', value: 4 },
      { name: 'C', value: 5 },
    ]);
  });
});

describe('the library', () => {
  it('declares every key once', () => {
    const seen = new Set<string>();
    for (const { key } of allLibraryTypes().flatMap((type) => type.members)) {
      expect(seen.has(key), key).toBe(false);
      seen.add(key);
    }
    expect(seen.size).toBeGreaterThan(500);
  });

  it('finds types by name and arity, and members by key', () => {
    expect(libraryType('Nullable', 1)?.typeParams).toEqual(['T']);
    expect(libraryType('Nullable', 0)).toBeUndefined();
    expect(libraryType('String', 0)?.name).toBe('string');
    expect(libraryMember('string.Split(char,StringSplitOptions)')?.returns.rank).toBe(1);
    expect(libraryMember('string.Fold()')).toBeUndefined();
    expect(libraryTypeNames()).toContain('Math');
    expect(extensionMembers('NoSuchThing')).toEqual([]);
  });

  it('refers only to types that exist', () => {
    const names = new Set([...libraryTypeNames(), 'void', 'byte', 'Func', 'Action', 'Comparison', 'Predicate']);
    const unknown = new Set<string>();
    const visit = (ref: NonNullable<ReturnType<typeof libraryMember>>['returns'], known: ReadonlySet<string>): void => {
      if (ref.items === undefined && !names.has(ref.name) && !known.has(ref.name)) unknown.add(ref.name);
      for (const part of [...ref.args, ...(ref.items ?? [])]) visit(part, known);
    };
    for (const type of allLibraryTypes()) {
      for (const member of type.members) {
        const known = new Set([...type.typeParams, ...member.typeParams]);
        for (const ref of [member.returns, ...member.params.map((p) => p.type)]) visit(ref, known);
      }
    }
    expect([...unknown]).toEqual([]);
  });
});
