/** `[TestFixture]`, `[Test]`, `[Test(F)]` and `[runas(Ada)]` on functions (language.md §13). */
import { testShape } from '../diagnostics/catalogue/entities.ts';
import { unknownName } from '../diagnostics/catalogue/types.ts';
import { diagnose } from '../diagnostics/diagnostic.ts';
import { nearest } from '../diagnostics/suggestions.ts';
import type { TestModel } from '../ir/model.ts';
import type { Attribute, Expression } from '../syntax/tree.ts';
import { argumentsOf, findAttribute } from './attributes.ts';
import type { DeclarationChecker } from './declaration-checker.ts';
import type { FunctionSymbol } from './symbols.ts';

/** The tests of an app, in the order of files and places. */
export function readTests(checker: DeclarationChecker): readonly TestModel[] {
  return checker.declarations.functions.flatMap((fn) => {
    const { attributes } = fn.declaration;
    const test = findAttribute(attributes, 'Test');
    const fixture = findAttribute(attributes, 'TestFixture');
    if (test === undefined && fixture === undefined) return [];
    checkShape(checker, fn);
    if (test === undefined) return [];
    const fixtureKey = fixtureOf(checker, fn, test);
    const runas = runasOf(checker, fn);
    return {
      name: fn.name,
      function: fn.key,
      ...(fixtureKey === undefined ? {} : { fixture: fixtureKey }),
      ...(runas === undefined ? {} : { runas }),
      file: fn.file,
    };
  });
}

/** A test is called by nobody who could give it arguments. */
function checkShape(checker: DeclarationChecker, fn: FunctionSymbol): void {
  const problem =
    fn.params.length > 0
      ? { problem: 'it has parameters, and nobody calls it who could fill them', instead: 'Let it have none.' }
      : fn.typeParams.length > 0
        ? { problem: 'it has type parameters, and nothing says what they are', instead: 'Let it have none.' }
        : undefined;
  if (problem === undefined) return;
  const source = checker.source(fn.file);
  checker.report(diagnose(testShape, source, fn.declaration.name, { test: fn.name, ...problem }));
}

function fixtureOf(checker: DeclarationChecker, fn: FunctionSymbol, test: Attribute): string | undefined {
  const [value] = argumentsOf(test).positional;
  const name = value && nameOf(value);
  if (value === undefined || name === undefined) return undefined;
  const { scope, functions } = checker.declarations;
  const found = scope.lookup(name, fn.file)?.symbols[0];
  const source = checker.source(fn.file);
  if (found?.kind === 'function' && findAttribute(found.declaration.attributes, 'TestFixture') !== undefined) {
    return found.key;
  }
  if (found?.kind === 'function') {
    checker.report(
      diagnose(testShape, source, value, {
        test: fn.name,
        problem: `'${name}', which it names as its fixture, is an ordinary function`,
        instead: `Put \`[TestFixture]\` before '${name}'.`,
      }),
    );
    return undefined;
  }
  const fixtures = functions.filter((each) => findAttribute(each.declaration.attributes, 'TestFixture'));
  const suggestion = nearest(
    name,
    fixtures.map((each) => each.name),
  );
  checker.report(diagnose(unknownName, source, value, { problem: 'name', name, what: 'name', suggestion }));
  return undefined;
}

function runasOf(checker: DeclarationChecker, fn: FunctionSymbol): string | undefined {
  const attribute = findAttribute(fn.declaration.attributes, 'runas');
  const value = attribute && argumentsOf(attribute).positional[0];
  const name = value && nameOf(value);
  if (value === undefined || name === undefined) return undefined;
  const { scope, principals } = checker.declarations;
  const found = scope.lookup(name, fn.file)?.symbols[0];
  if (found?.kind === 'principal') return found.fullName;
  const suggestion = nearest(
    name,
    principals.map((each) => each.name),
  );
  checker.report(
    diagnose(unknownName, checker.source(fn.file), value, { problem: 'name', name, what: 'name', suggestion }),
  );
  return undefined;
}

function nameOf(value: Expression): string | undefined {
  if (value.kind === 'Name' || value.kind === 'MemberAccess') return value.name.name || undefined;
  if (value.kind === 'StringLiteral') return value.value;
  return value.kind === 'NameOf' ? nameOf(value.argument) : undefined;
}
