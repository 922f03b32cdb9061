import { describe, expect, test } from 'vitest';
import { OsyParser } from '../../src/syntax/parser/parser.ts';

interface Production {
  readonly type: string;
  readonly name?: string;
  readonly nonTerminalName?: string;
  readonly definition?: readonly Production[];
}

const within = (production: Production): Production[] => [production, ...(production.definition ?? []).flatMap(within)];

describe('the grammar that chevrotain records from the rules', () => {
  const rules = OsyParser.grammar() as unknown as readonly Production[];

  test('has a rule for each form of the language, each with something in it', () => {
    expect(rules.length).toBeGreaterThan(85);
    for (const rule of rules) expect(rule.definition, rule.name).not.toEqual([]);
  });

  test('says of each rule only what is read', () => {
    const terminals = (name: string): string[] =>
      (rules.find((rule) => rule.name === name)?.definition ?? []).flatMap((part) =>
        part.type === 'Terminal' ? [part.name as string] : [],
      );
    expect(terminals('initializer')).toEqual(['OpenBrace', 'CloseBrace']);
    const empty = rules.flatMap(within).filter((part) => part.type === 'Alternative' && part.definition?.length === 0);
    expect(empty).toEqual([]);
  });

  test('is whole: every rule is reached from a file or a script', () => {
    const byName = new Map(rules.map((rule) => [rule.name, rule]));
    const reached = new Set<string>();
    const visit = (name: string): void => {
      if (reached.has(name)) return;
      reached.add(name);
      for (const part of within(byName.get(name) as Production))
        if (part.type === 'NonTerminal') visit(part.name ?? (part.nonTerminalName as string));
    };
    visit('compilationUnit');
    visit('script');
    expect(rules.map((rule) => rule.name).filter((name) => !reached.has(name as string))).toEqual([]);
  });
});
