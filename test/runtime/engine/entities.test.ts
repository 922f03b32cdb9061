/** language.md §5: what a write must obey, in the words of an app. */
import { describe, expect, test } from 'vitest';
import { VirtualClock } from '../../../src/runtime/clock.ts';
import { Decimal } from '../../../src/runtime/library/decimal.ts';
import { openEngine } from '../../../src/runtime/open.ts';
import type { RowRecord } from '../../../src/stores/records.ts';
import { compile } from './source.ts';
import { morning, read, stores, thrown } from './support.ts';

const definition = compile(`
enum Colour { Red, Green }
[Unique(Shelf, Place, "taken")]
entity Book {
  [Required("A title is needed."), MaxLength(10)] string Title;
  [Unique] string? Code;
  [Min(1), Max(9)] int Copies = 1;
  [MinLength(2)] string? Short;
  [Pattern("[a-z]+")] string? Word;
  [Immutable] string? Origin;
  [Precision(5, 2)] decimal Price = 1.50m;
  Shelf? Shelf;
  int Place;
  Colour Colour = Colour.Green;
  DateTime? When;
  invariant Copies < 9 || Place == 0 message $"{Title}: too many.";
}
entity Shelf { string Name; [ForeignKey(Shelf)] Book[] Books; }
abstract entity Ticket { string Name; int N; }
entity Rush : Ticket { bool Now; }
entity Slow : Ticket { }
`);

describe.each(stores)('on %s', (_name, make) => {
  const begin = () => {
    const engine = openEngine(definition, { store: make(), clock: new VirtualClock(morning) });
    return { engine, unit: engine.unit() };
  };

  test.each([
    [{}, 'Required', 'A title is needed. (Book.Title: Required refuses null)'],
    [{ Title: 'much too long' }, 'MaxLength(10)', 'Book.Title: MaxLength(10) refuses "much too long".'],
    [{ Title: 'a', Copies: 0 }, 'Min(1)', 'Book.Copies: Min(1) refuses 0.'],
    [{ Title: 'a', Copies: 10 }, 'Max(9)', 'Book.Copies: Max(9) refuses 10.'],
    [{ Title: 'a', Short: 'x' }, 'MinLength(2)', 'Book.Short: MinLength(2) refuses "x".'],
    [{ Title: 'a', Word: 'ab1' }, 'Pattern([a-z]+)', 'Book.Word: Pattern([a-z]+) refuses "ab1".'],
    [{ Title: 'a', Price: Decimal.parse('1.255') }, 'Precision(5, 2)', 'Book.Price: Precision(5, 2) refuses 1.255.'],
    [{ Title: 'a', Copies: 9, Place: 1 }, 'invariant', 'a: too many. (Book: invariant)'],
  ])('%j breaks %s', (init, rule, message) => {
    const { engine, unit } = begin();
    unit.create('Shelf', { Name: 's' });
    unit.create('Book', init);
    expect(() => unit.commit()).toThrow(
      expect.objectContaining({
        type: 'ValidationException',
        message,
        fields: expect.objectContaining({ Rule: rule, Entity: 'Book' }),
      }),
    );
    expect(engine.dump()).toBe('');
  });

  test('an empty string is a value; defaults and zeros stand where nothing was said', () => {
    const { unit } = begin();
    const book = unit.create('Book', { Title: '' });
    unit.commit();
    expect(['Copies', 'Place', 'Colour', 'Short', 'When'].map((m) => read(book, m))).toEqual([1, 0, 1, null, null]);
    expect(String(read(book, 'Price'))).toBe('1.50');
    expect(String(read(book, 'CreatedAt'))).toBe(String(read(book, 'ModifiedAt')));
  });

  test('unique values are held, given up, exchanged, and null is no value', () => {
    const { unit } = begin();
    const a = unit.create('Book', { Title: 'a', Code: 'x' });
    const b = unit.create('Book', { Title: 'b', Code: 'y' });
    unit.create('Book', { Title: 'c' });
    unit.create('Book', { Title: 'd' });
    unit.commit();
    unit.set(a, 'Code', 'y');
    unit.set(b, 'Code', 'x');
    unit.commit();
    const c = unit.create('Book', { Title: 'e', Code: 'x' });
    expect(() => unit.commit()).toThrow(thrown('ValidationException'));
    expect((c as RowRecord).mark).toBeGreaterThan(2);
    unit.delete(b);
    unit.create('Book', { Title: 'f', Code: 'x' });
    unit.commit();
    expect(unit.query('Book').map((r) => read(r, 'Title'))).toEqual(['a', 'c', 'd', 'f']);
  });

  test('a combination of members is unique, with its own message', () => {
    const { unit } = begin();
    const shelf = unit.create('Shelf', { Name: 's' });
    unit.create('Book', { Title: 'a', Shelf: shelf, Place: 1 });
    unit.create('Book', { Title: 'b', Shelf: shelf, Place: 2 });
    unit.commit();
    unit.create('Book', { Title: 'c', Shelf: shelf, Place: 2 });
    expect(() => unit.commit()).toThrow(
      expect.objectContaining({ message: expect.stringMatching(/^taken \(Book\.Shelf,Place: Unique refuses/) }),
    );
  });

  test('what is immutable keeps the value that it was created with', () => {
    const { unit } = begin();
    const a = unit.create('Book', { Title: 'a', Origin: 'here' });
    unit.set(a, 'Origin', 'there');
    unit.commit();
    unit.set(a, 'Origin', 'there');
    expect(() => unit.set(a, 'Origin', 'elsewhere')).toThrow(thrown('ValidationException'));
  });

  test('an inverse collection shows what refers to the row, in order of creation', () => {
    const { engine, unit } = begin();
    const [s, t] = [unit.create('Shelf', { Name: 's' }), unit.create('Shelf', { Name: 't' })];
    const a = unit.create('Book', { Title: 'a', Shelf: s });
    const b = unit.create('Book', { Title: 'b', Shelf: t, Place: 1 });
    const names = (shelf: unknown): unknown =>
      unit.run((host) => host.collection(shelf as RowRecord, 'Books').map((r) => r.v['Title']));
    unit.set(b, 'Shelf', s);
    expect(names(s)).toEqual(['a', 'b']);
    unit.commit();
    unit.delete(a);
    expect([names(s), names(t)]).toEqual([['b'], []]);
    unit.discard();
    expect(names(s)).toEqual(['a', 'b']);
    expect(engine.unit().query('Book')).toHaveLength(2);
  });

  test('heirs are rows of their base', () => {
    const { unit } = begin();
    unit.create('Rush', { Name: 'r', N: 1 });
    unit.create('Slow', { Name: 's' });
    unit.commit();
    expect(unit.query('Ticket').map((r) => r.entity)).toEqual(['Rush', 'Slow']);
    expect(unit.query('Rush').map((r) => read(r, 'Now'))).toEqual([false]);
    expect(() => unit.create('Ticket', {})).toThrow(thrown('InvalidOperationException'));
  });
});
