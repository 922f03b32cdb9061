/** Every rule that `osy` can report, merged from the tables of this folder. */
import type { Rule } from '../diagnostic.ts';
import * as bodies from './bodies.ts';
import * as clients from './clients.ts';
import * as entities from './entities.ts';
import * as lint from './lint.ts';
import * as network from './network.ts';
import * as syntax from './syntax.ts';
import * as types from './types.ts';
import * as workflows from './workflows.ts';

/** By code, each once: a rule may be worded in several ways, and its first row speaks for it. */
export const allRules: readonly Rule[] = collect([syntax, types, bodies, workflows, clients, entities, lint, network]);

const byName: ReadonlyMap<string, Rule> = new Map(
  [...allRules].reverse().flatMap((rule) => [[rule.code, rule] as const, [rule.name, rule] as const]),
);

/** Either form of name: `OSY3001`, `network-fault-unhandled`. */
export function ruleByName(name: string): Rule | undefined {
  return byName.get(name) ?? byName.get(name.toUpperCase()) ?? byName.get(name.toLowerCase());
}

function collect(tables: readonly object[]): readonly Rule[] {
  const rules = new Map<string, Rule>();
  for (const table of tables) {
    for (const row of Object.values(table)) {
      if (isRule(row) && !rules.has(row.code)) rules.set(row.code, row);
    }
  }
  return [...rules.values()].sort((a, b) => (a.code < b.code ? -1 : 1));
}

function isRule(value: unknown): value is Rule {
  return typeof value === 'object' && value !== null && 'code' in value && 'message' in value;
}
