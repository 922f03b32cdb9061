import { describe, expect, it } from 'vitest';
import type { MemberMode } from '../../../src/semantics/members.ts';
import { app, show } from './app.ts';

const a =
  app(`class Shape { public string Name; public virtual decimal Area() => 1m; public static int Count; private int hidden; }
class Square : Shape { public override decimal Area() => 2m; public decimal Area(int scale) => 3m; }
class Box<T> { public T Value; public List<T> All() => []; public T this[int i] => Value; public Box(T v) { } }
class Failure : ExternalServiceException { public int Code; public Failure() { } }
interface INamed { string Name { get; } } interface IBoth : INamed { int N(); }
entity Loan { string Title; decimal? Fee; } enum Color { Red, Green }`);

const { members } = a.typing;
const find = (type: string, name: string, mode: MemberMode = 'instance'): string | undefined => {
  const group = members.lookup(a.type(type), name, mode);
  if (group === undefined) return undefined;
  if (group.kind !== 'methods') return `${group.kind} ${show(group.type)}`;
  return `${group.candidates.length} methods, ${group.extensions.length > 0 ? 'extended' : 'no extensions'}`;
};

describe('members', () => {
  it.each([
    ['Square', 'Name', 'field string'],
    ['Square', 'Area', '2 methods, no extensions'],
    ['Box<int>', 'Value', 'field int'],
    ['Failure', 'StatusCode', 'libraryProperty int'],
    ['Failure', 'Message', 'libraryProperty string'],
    ['IBoth', 'Name', 'property string'],
    ['Loan', 'Title', 'field string'],
    ['Loan', 'CreatedAt', 'field DateTime'],
    ['string', 'Length', 'libraryProperty int'],
    ['int[]', 'Length', 'libraryProperty int'],
    ['int?', 'HasValue', 'libraryProperty bool'],
    ['int?', 'Value', 'libraryProperty int'],
    ['(int A, string B)', 'B', 'tupleItem string'],
    ['(int A, string B)', 'Item2', 'tupleItem string'],
    ['List<int>', 'Count', 'libraryProperty int'],
    ['Dictionary<string, int>', 'Keys', 'libraryProperty ICollection<string>'],
    ['Func<int, bool>', 'Invoke', '1 methods, no extensions'],
    ['IQueryable<Loan>', 'Where', '0 methods, extended'],
    ['List<int>', 'Select', '0 methods, extended'],
    ['Color', 'ToString', '2 methods, no extensions'],
  ])('%s.%s is %s', (type, name, what) => {
    expect(find(type, name)).toBe(what);
  });

  it('that are static are found by the type only', () => {
    expect(find('Shape', 'Count')).toBeUndefined();
    expect(find('Shape', 'Count', 'static')).toBe('field int');
    expect(find('Color', 'Green', 'static')).toBe('enumMember Color');
    expect(find('DateTime', 'UtcNow', 'static')).toBe('libraryProperty DateTime');
    expect(find('int', 'MaxValue', 'static')).toBe('libraryProperty int');
    expect(find('Loan', 'Missing')).toBeUndefined();
  });

  it('have their type arguments put in', () => {
    const all = members.lookup(a.type('Box<string>'), 'All');
    expect(all?.kind === 'methods' && show(all.candidates[0]?.returns)).toBe('List<string>');
    expect(show(members.indexersOf(a.type('Box<string>'))[0]?.returns)).toBe('string');
    expect(show(members.constructorsOf(a.type('Box<long>'))[0]?.params[0]?.type)).toBe('long');
    expect(members.constructorsOf(a.type('List<int>')).length).toBe(3);
    expect(members.constructorsOf(a.type('Square')).length).toBe(1);
  });

  it('hide an extension only where they can be called', () => {
    expect(members.lookupCalled(a.type('List<int>'), 'Count')?.kind).toBe('methods');
    expect(members.lookupCalled(a.type('List<int>'), 'Capacity')?.kind).toBe('libraryProperty');
  });

  it('are named for suggestions', () => {
    expect(members.memberNames(a.type('Loan'))).toEqual(expect.arrayContaining(['Title', 'Fee', 'Id', 'ToString']));
    expect(members.memberNames(a.type('Color'), 'static')).toEqual(expect.arrayContaining(['Red', 'Green']));
  });
});
