/**
 * How each place of a workflow asks for its body to be checked: what `return` gives, which parameters there are, and what
 * a `goto` may do there (language.md §7.5).
 */
import { missingReturn } from '../../diagnostics/catalogue/types.ts';
import {
  gotoInExit,
  gotoInMilestoneEnter,
  gotoInRemind,
  gotoInStart,
  gotoInTerminal,
  gotoOutsideWorkflow,
  gotoSelfHere,
} from '../../diagnostics/catalogue/workflows.ts';
import { type Diagnostic, diagnose } from '../../diagnostics/diagnostic.ts';
import type { Body } from '../../ir/ir.ts';
import type { SourceFile, Span } from '../../source/source.ts';
import type { Block, Expression, Parameter } from '../../syntax/tree.ts';
import type { BodyParameter, BodyRequest, CheckedBody, GotoRule } from '../body-request.ts';
import type { DeclarationChecker } from '../declaration-checker.ts';
import type { WorkflowSymbol } from '../symbols.ts';
import { boolType, stringType, voidType } from '../type-table.ts';
import type { EntityType, Type } from '../types.ts';

/** A body together with what its `goto`s do. */
export interface RoutedBody {
  readonly body: Body;
  readonly gotos: CheckedBody['gotos'];
  readonly endReachable: boolean;
}

/** The bodies of one workflow. */
export class Places {
  readonly checker: DeclarationChecker;
  readonly workflow: WorkflowSymbol;
  readonly item: EntityType;
  readonly #types: { readonly timeSpan: Type; readonly dateTime: Type };

  constructor(checker: DeclarationChecker, workflow: WorkflowSymbol, item: EntityType) {
    this.checker = checker;
    this.workflow = workflow;
    this.item = item;
    this.#types = { timeSpan: checker.library('TimeSpan'), dateTime: checker.library('DateTime') };
  }

  get file(): number {
    return this.workflow.file;
  }

  get source(): SourceFile {
    return this.checker.source(this.workflow.file);
  }

  // ---------------------------------------------------------------- blocks

  /** A body in which the decision is open: arms, `Expire`, `Unfinished`, `on fault`, child outcomes. */
  arm(block: Block, describe: string, params: readonly BodyParameter[] = []): RoutedBody {
    return this.#block(block, describe, params, this.#may(true), true);
  }

  enter(block: Block, state: string): RoutedBody {
    const checked = this.#block(block, `the \`enter\` of state '${state}'`, [], this.#may(true), false);
    return this.#withoutSelf(checked, 'enter', state);
  }

  completeWhen(block: Block, state: string): RoutedBody {
    const checked = this.#block(block, `a \`complete when\` of state '${state}'`, [], this.#may(true), false);
    return this.#withoutSelf(checked, 'complete when', state);
  }

  exit(block: Block, state: string): Body {
    return this.#closed(block, `the \`exit\` of state '${state}'`, (file, span) =>
      diagnose(gotoInExit, file, span, { state }),
    );
  }

  terminalEnter(block: Block, state: string): Body {
    return this.#closed(block, `the \`enter\` of terminal '${state}'`, (file, span) =>
      diagnose(gotoInTerminal, file, span, { state }),
    );
  }

  start(block: Block): Body {
    return this.#closed(block, 'the `Start` body', (file, span) => diagnose(gotoInStart, file, span, undefined));
  }

  milestoneEnter(block: Block, slot: string, milestone: string): Body {
    return this.#closed(block, `the \`enter\` of ${milestone} of slot '${slot}'`, (file, span) =>
      diagnose(gotoInMilestoneEnter, file, span, { slot, milestone }),
    );
  }

  remind(block: Block, reminder: string): Body {
    return this.#closed(block, `reminder '${reminder}'`, (file, span) =>
      diagnose(gotoInRemind, file, span, { reminder }),
    );
  }

  // ---------------------------------------------------------------- expressions

  value(expression: Expression, returns: Type, describe: string, params: readonly BodyParameter[] = []): Body {
    return this.#value(expression, returns, describe, params).body;
  }

  timeSpan(expression: Expression, describe: string): Body {
    return this.value(expression, this.#types.timeSpan, describe);
  }

  dateTime(expression: Expression, describe: string): Body {
    return this.value(expression, this.#types.dateTime, describe);
  }

  bool(expression: Expression, describe: string, params: readonly BodyParameter[] = []): Body {
    return this.value(expression, boolType, describe, params);
  }

  text(expression: Expression, describe: string, params: readonly BodyParameter[] = []): Body {
    return this.value(expression, stringType, describe, params);
  }

  /**
   * A condition about one person, written as `u => …`. Without the arrow it is a condition that does not look at the person.
   * A body of statements is taken too, as in C#.
   */
  about(expression: Expression, person: Type, describe: string): Body {
    const lambda = unwrap(expression);
    if (lambda.kind !== 'Lambda' || lambda.params.length !== 1) {
      return this.bool(expression, describe, [{ name: '', type: person, nameSpan: spanOf(expression) }]);
    }
    const param = lambda.params[0] as Parameter;
    const declared = param.type && this.checker.resolveType(this.file, param.type);
    const params = [{ name: param.name.name, type: declared ?? person, nameSpan: spanOf(param.name) }];
    const checked = this.#value(lambda.body, boolType, describe, params);
    if (lambda.body.kind === 'Block' && checked.endReachable) {
      this.checker.report(diagnose(missingReturn, this.source, param.name, { what: describe, type: 'bool' }));
    }
    return checked.body;
  }

  // ---------------------------------------------------------------- requests

  #block(
    block: Block,
    describe: string,
    params: readonly BodyParameter[],
    goto: GotoRule,
    routes: boolean,
  ): RoutedBody {
    return this.#check({ source: block, params, returns: voidType, routes, describe, goto });
  }

  #value(source: Block | Expression, returns: Type, describe: string, params: readonly BodyParameter[]): CheckedBody {
    const goto = this.#refuse((file, span) => diagnose(gotoOutsideWorkflow, file, span, { what: describe }));
    return this.#check({ source, params, returns, routes: false, describe, goto });
  }

  #closed(block: Block, describe: string, refuse: (file: SourceFile, span: Span) => Diagnostic): Body {
    return this.#block(block, describe, [], this.#refuse(refuse), false).body;
  }

  #check(request: Pick<BodyRequest, 'source' | 'params' | 'returns' | 'routes' | 'describe' | 'goto'>): CheckedBody {
    return this.checker.checkBody({ ...request, file: this.file, item: this.item, hasActor: true });
  }

  #may(self: boolean): GotoRule {
    return { allowed: true, self, workflow: this.workflow };
  }

  #refuse(refuse: (file: SourceFile, span: Span) => Diagnostic): GotoRule {
    return { allowed: false, refuse: (file, span) => refuse(this.checker.source(file), span) };
  }

  #withoutSelf(checked: RoutedBody, place: 'enter' | 'complete when', state: string): RoutedBody {
    for (const goto of checked.gotos) {
      if (goto.state !== 'self') continue;
      const [start, end] = goto.span;
      this.checker.report(diagnose(gotoSelfHere, this.source, { start, end }, { place, state }));
    }
    return checked;
  }
}

export function unwrap(expression: Expression): Expression {
  return expression.kind === 'Parenthesized' ? unwrap(expression.expression) : expression;
}

export function spanOf(node: { readonly start: number; readonly end: number }): readonly [number, number] {
  return [node.start, node.end];
}
