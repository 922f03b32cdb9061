import { describe, expect, it } from 'vitest';
import { nearest } from '../../src/diagnostics/suggestions.ts';

describe('the nearest name', () => {
  it.each([
    ['totl', ['total', 'count'], 'total'],
    ['Naem', ['Name', 'Game'], 'Name'],
    ['name', ['Name', 'names'], 'Name'],
    ['Stauts', ['Status', 'Start'], 'Status'],
    ['cuont', ['account', 'count'], 'count'],
    ['ro', ['or', 'to'], 'or'],
    ['ID', ['Ix', 'Id'], 'Id'],
  ])('of %s among %j is %s', (name, candidates, expected) => {
    expect(nearest(name, candidates)).toBe(expected);
  });

  it.each([
    ['x', ['y', 'a', 'xs']],
    ['e', ['i', 'E1']],
    ['id', ['it', 'i', 'ids']],
    ['apple', ['grape', 'maple']],
    ['', ['a']],
  ])('of %s is none of %j', (name, candidates) => {
    expect(nearest(name, candidates)).toBeUndefined();
  });
});
