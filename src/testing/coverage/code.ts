/** The statements and branches of an app's code, and how often each was visited. */
import type { Definition } from '../../definition/document.ts';
import type { Body, Expr, IrSpan, Stmt } from '../../ir/ir.ts';
import { walkBlock } from '../../ir/walk.ts';
import {
  type Branching,
  branchPlace,
  type Place,
  statementPlace,
  type VisitCounts,
  waysOf,
} from '../../runtime/interpreter/visits.ts';

export interface StatementCoverage {
  /** 1-based. */
  readonly line: number;
  readonly hits: number;
}

export interface BranchCoverage {
  readonly line: number;
  /** Tells apart the branching nodes of a file. */
  readonly block: number;
  readonly way: number;
  readonly hits: number;
}

export interface FileCoverage {
  readonly path: string;
  readonly statements: readonly StatementCoverage[];
  readonly branches: readonly BranchCoverage[];
}

/** Line of an offset in a source of the definition. */
export type LineOf = (file: number, offset: number) => number;

/** Every file with code, tests left out, in the order of the sources. */
export function codeCoverage(definition: Definition, visits: VisitCounts, lineOf: LineOf): readonly FileCoverage[] {
  const found = new Map<number, Found>();
  const at = (file: number): Found => {
    let each = found.get(file);
    if (each === undefined) {
      each = new Found(file);
      found.set(file, each);
    }
    return each;
  };
  for (const fn of Object.values(definition.functions)) {
    if (fn.body !== undefined && fn.kind !== 'test' && fn.kind !== 'fixture') at(fn.file).add(fn.body);
  }
  for (const workflow of definition.workflows) for (const body of bodiesIn(workflow)) at(body.file).add(body.block);
  return definition.sources.flatMap(({ path }, file): FileCoverage[] => {
    const each = found.get(file);
    return each === undefined || path.endsWith('.test.osy') ? [] : [each.report(path, visits, lineOf)];
  });
}

/** Whatever a part of a workflow holds that is a body. */
function* bodiesIn(node: unknown): Iterable<Body> {
  if (typeof node !== 'object' || node === null) return;
  if ('block' in node && 'params' in node) yield node as Body;
  else for (const part of Object.values(node)) yield* bodiesIn(part);
}

class Found {
  readonly #file: number;
  /** By place: what several bodies share is there once. */
  readonly #statements = new Map<Place, IrSpan>();
  readonly #branches = new Map<Place, Branching>();

  constructor(file: number) {
    this.#file = file;
  }

  add(block: readonly Stmt[]): void {
    walkBlock(block, {
      stmt: (s) => {
        if (s.k !== 'block' && s.k !== 'try' && s.k !== 'localFn' && (s.k !== 'local' || s.init !== undefined))
          this.#statements.set(statementPlace(this.#file, s), s.s);
        if (s.k === 'if' || s.k === 'switch') this.#branching(s);
        return undefined;
      },
      expr: (e: Expr) => {
        if (e.k === 'cond' || e.k === 'switchx') this.#branching(e);
        return undefined;
      },
    });
  }

  #branching(node: Branching): void {
    this.#branches.set(branchPlace(this.#file, node, 0), node);
  }

  report(path: string, visits: VisitCounts, lineOf: LineOf): FileCoverage {
    const branches = [...this.#branches.values()].sort((a, b) => a.s[0] - b.s[0] || b.s[1] - a.s[1]);
    return {
      path,
      statements: [...this.#statements]
        .sort(([, a], [, b]) => a[0] - b[0])
        .map(([place, span]) => ({ line: lineOf(this.#file, span[0]), hits: visits.at(place) })),
      branches: branches.flatMap((node, block) =>
        Array.from({ length: waysOf(node) }, (_, way) => ({
          line: lineOf(this.#file, node.s[0]),
          block,
          way,
          hits: visits.at(branchPlace(this.#file, node, way)),
        })),
      ),
    };
  }
}
