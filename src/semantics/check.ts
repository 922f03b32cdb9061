/** The checker: from files to a program, in passes of which each makes a new value (design.md, "How data walks"). */
import { declarationNotCompiled } from '../diagnostics/catalogue/entities.ts';
import { gotoOutsideWorkflow } from '../diagnostics/catalogue/workflows.ts';
import { compareDiagnostics, type Diagnostic, diagnose, type Label } from '../diagnostics/diagnostic.ts';
import { type Measure, unmeasured } from '../diagnostics/measure.ts';
import type { AppModel } from '../ir/model.ts';
import type { SourceFile, Span } from '../source/source.ts';
import { parse } from '../syntax/parse.ts';
import type { CompilationUnit, UnknownDeclaration } from '../syntax/tree.ts';
import { checkBody } from './bodies/index.ts';
import { withoutCascades } from './cascades.ts';
import { readClient } from './clients.ts';
import type { CheckContext } from './context.ts';
import { DeclarationChecker } from './declaration-checker.ts';
import { declare } from './declarations.ts';
import { checkDeclaredAttributes } from './declared-attributes.ts';
import { readEntity, reportPrincipals } from './entities.ts';
import { readPolicy, readPrincipal } from './entities-principals.ts';
import { readEnum } from './enums.ts';
import { buildFunctionsAndClasses } from './functions-and-classes.ts';
import { readManifests } from './manifest.ts';
import type { Program } from './program.ts';
import { readSuppressions } from './suppressions.ts';
import { readTests } from './tests.ts';
import { reportChildCycles } from './workflows/children.ts';
import { trackedFields } from './workflows/tracks.ts';
import { readWorkflow } from './workflows/workflow.ts';

export interface CheckOptions {
  /** The app's name where no manifest gives one. */
  readonly name?: string;
  readonly measure?: Measure;
}

/** Checks the files of one app. Whatever they hold, it answers: what is wrong is among the diagnostics. */
export function check(files: readonly SourceFile[], options: CheckOptions = {}): Program {
  const sorted = [...files].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  const measure = options.measure ?? unmeasured;
  const parsed = measure('pass', 'parse', () => sorted.map((file) => parse(file)));
  const units = parsed.map(({ unit }) => unit);
  const syntax = parsed.flatMap(({ diagnostics }) => diagnostics);
  const found: Diagnostic[] = [];
  const report = (diagnostic: Diagnostic): void => {
    found.push(diagnostic);
  };

  const declarations = measure('pass', 'declare', () => declare(units, sorted));
  found.push(...declarations.diagnostics);
  const context: CheckContext = { declarations, trackedFields: new Map(), report };
  // Whose tracked field is assigned is known before any body is looked into.
  const first = new DeclarationChecker(context, noBodies, refuseGoto(sorted));
  const tracked: CheckContext = { ...context, trackedFields: trackedFields(first, declarations.workflows) };
  const checker = new DeclarationChecker(tracked, (request) => checkBody(tracked, request), refuseGoto(sorted));

  const app = measure('pass', 'check', () => assemble(checker, options.name ?? 'app'));
  reportNotCompiled(units, report);
  const diagnostics = inOrder([...syntax, ...withoutCascades(found, syntax, units)]);
  return {
    files: sorted,
    units,
    app,
    suppressions: readSuppressions(declarations),
    diagnostics,
    ok: diagnostics.every((diagnostic) => diagnostic.level !== 'error'),
  };
}

function assemble(checker: DeclarationChecker, name: string): AppModel {
  const { declarations } = checker;
  const manifest = readManifests(checker);
  checkDeclaredAttributes(checker);
  const enums = declarations.enums.map((symbol) => readEnum(checker, symbol));
  const entities = declarations.entities.map((symbol) => readEntity(checker, symbol));
  reportPrincipals(checker, declarations.entities);
  const clients = declarations.clients.map((symbol) => readClient(checker, symbol));
  const policies = declarations.policies.flatMap((symbol) => readPolicy(checker, symbol) ?? []);
  const principals = declarations.principals.flatMap((symbol) => readPrincipal(checker, symbol) ?? []);
  const { functions, classes } = buildFunctionsAndClasses(
    declarations,
    (request) => checker.checkBody(request),
    (diagnostic) => checker.report(diagnostic),
  );
  const workflows = declarations.workflows.flatMap((symbol) => readWorkflow(checker, symbol) ?? []);
  reportChildCycles(checker, declarations.workflows);
  return {
    name: manifest?.name || name,
    egress: manifest?.egress ?? [],
    enums,
    entities,
    classes,
    clients,
    policies,
    principals,
    functions,
    workflows,
    tests: readTests(checker),
  };
}

function noBodies(): never {
  throw new Error('no body is checked before it is known which fields are tracked');
}

function refuseGoto(files: readonly SourceFile[]) {
  return (_file: number, what: string) => ({
    allowed: false as const,
    refuse: (file: number, span: { readonly start: number; readonly end: number }) =>
      diagnose(gotoOutsideWorkflow, files[file] as SourceFile, span, { what }),
  });
}

/** Told once a file, at the first. */
function reportNotCompiled(units: readonly CompilationUnit[], report: (diagnostic: Diagnostic) => void): void {
  for (const unit of units) {
    const unknown = unit.declarations.filter((each): each is UnknownDeclaration => each.kind === 'UnknownDeclaration');
    const [first] = unknown;
    if (first === undefined) continue;
    const { word, meant } = first;
    const related = unknown.flatMap((each): Label[] =>
      each === first || each.meant === undefined
        ? []
        : [{ file: unit.file, span: firstLine(unit, each), message: `did you mean \`${each.meant}\`?` }],
    );
    const extras = related.length === 0 ? {} : { related };
    report(
      diagnose(
        declarationNotCompiled,
        unit.file,
        firstLine(unit, first),
        { word, meant, more: unknown.length - 1 },
        extras,
      ),
    );
  }
}

function firstLine({ file }: CompilationUnit, { start, end }: UnknownDeclaration): Span {
  return { start, end: Math.min(end, start + lineLength(file.text, start)) };
}

function lineLength(text: string, start: number): number {
  const rest = text.slice(start, start + 1000);
  const end = rest.search(/[\r\n]/);
  return Math.max(1, end < 0 ? rest.length : end);
}

/** Sorted, and without what two passes said of one place in the same words. */
function inOrder(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const sorted = [...diagnostics].sort(compareDiagnostics);
  return sorted.filter((each, i) => {
    for (let j = i - 1; j >= 0; j--) {
      const other = sorted[j] as Diagnostic;
      if (other.file !== each.file || other.span.start !== each.span.start) return true;
      if (other.code === each.code && other.span.end === each.span.end && other.message === each.message) return false;
    }
    return true;
  });
}
