/** `switch`, the statement and the expression, and `is`. */
import type { Expr, IsExpr, Stmt, SwitchExpr } from '../../../ir/ir.ts';
import { BlockScope, type Generator } from './generator.ts';
import { isSwitchable } from './patterns.ts';

type Switch = Stmt & { k: 'switch' };

export function emitSwitch(g: Generator, s: Switch): string {
  const value = g.expr(s.e, 'e');
  const sections = g.list(s.sections, 'sections');
  const target = { label: `S${g.unit.fresh()}`, loop: false };
  const outer = g.scope;
  // All sections share one scope, as in C#; what they declare stands before them.
  const scope = new BlockScope(outer);
  g.scope = scope;
  const v = `v${g.unit.fresh()}`;
  const head = isConstant(g, s) ? constantHead(g, s, v) : patternHead(g, s, v);
  g.jumps.push(target);
  const bodies = sections.map((section, i) => {
    const body = g.at('sections', () => g.at(i, () => sectionBody(g, section.body, scope)));
    return `${head.cases[i]}{${g.visitWay(s, i)}${body}}break;`;
  });
  g.jumps.pop();
  g.scope = outer;
  const declared = scope.hoisted.length > 0 ? `let ${scope.hoisted.join(',')};` : '';
  return `${target.label}:{const ${v}=${value};${declared}${head.text}switch(${head.on}){${bodies.join('')}}}`;
}

/** Locals of a section are visible in the others, so they are declared before all of them. */
function sectionBody(g: Generator, body: readonly Stmt[], scope: BlockScope): string {
  for (const s of g.list(body, 'body')) {
    if (s?.k !== 'local') continue;
    if (scope.ids.has(s.id)) g.fail('two locals have one number');
    scope.hoisted.push(g.declare(s.id));
    scope.predeclared.add(s.id);
  }
  return g.statements(body, 'body', scope);
}

interface Head {
  readonly text: string;
  readonly on: string;
  readonly cases: readonly string[];
}

function isConstant(g: Generator, s: Switch): boolean {
  if (!isSwitchable(g, g.shape(s.e.t))) return false;
  return s.sections.every((section) =>
    section.labels.every(
      (label) =>
        label === null ||
        (label.when === undefined && label.p.p === 'const' && label.p.v.k === 'const') ||
        isNullLabel(label),
    ),
  );
}

function isNullLabel(label: { readonly p: { readonly p: string }; readonly when?: Expr }): boolean {
  return label.when === undefined && label.p.p === 'null';
}

/** JavaScript's own `switch`, which jumps. */
function constantHead(g: Generator, s: Switch, v: string): Head {
  const cases = s.sections.map((section, i) =>
    section.labels
      .map((label, j) => {
        if (label === null) return 'default:';
        if (label.p.p !== 'const') return 'case null:';
        const p = label.p;
        return `case ${g.at('sections', () => g.at(i, () => g.at('labels', () => g.at(j, () => g.expr(p.v, 'v')))))}:`;
      })
      .join(''),
  );
  return { text: '', on: v, cases };
}

/** Tests in order choose a section by its number. */
function patternHead(g: Generator, s: Switch, v: string): Head {
  const shape = g.shape(s.e.t);
  const n = `n${g.unit.fresh()}`;
  let otherwise = -1;
  const tests: string[] = [];
  s.sections.forEach((section, i) => {
    section.labels.forEach((label, j) => {
      if (label === null) {
        otherwise = i;
        return;
      }
      g.at('sections', () =>
        g.at(i, () =>
          g.at('labels', () =>
            g.at(j, () => {
              const { test } = g.pattern(label.p, { js: v, t: shape }, 'p');
              const when = label.when === undefined ? '' : `&&${g.expr(label.when, 'when')}`;
              tests.push(`${test}${when}?${i}:`);
            }),
          ),
        ),
      );
    });
  });
  return {
    text: `const ${n}=${tests.join('')}${otherwise};`,
    on: n,
    cases: s.sections.map((_, i) => `case ${i}:`),
  };
}

export function emitSwitchExpression(g: Generator, e: SwitchExpr): string {
  const v = g.temp();
  const shape = g.shape(e.e.t);
  const value = g.expr(e.e, 'e');
  g.calling();
  const arms = g.list(e.arms, 'arms').map((arm, i) =>
    g.at('arms', () =>
      g.at(i, () => {
        const { test } = g.pattern(arm.p, { js: v, t: shape }, 'p');
        const when = arm.when === undefined ? '' : `&&${g.expr(arm.when, 'when')}`;
        return `${test}${when}?${g.way(e, i, g.expr(arm.v, 'v'))}:`;
      }),
    ),
  );
  return `(${v}=${value},${arms.join('')}${g.helper('noMatch')}(h,${v},${g.type(e.e.t)}))`;
}

export function emitIs(g: Generator, e: IsExpr): string {
  const v = g.temp();
  const js = g.expr(e.e, 'e');
  const { test } = g.pattern(e.p, { js: v, t: g.shape(e.e.t) }, 'p');
  return `(${v}=${js},${test})`;
}
