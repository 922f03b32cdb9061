/** `var x = e;`, `int a = 1, b;`, `const int N = 3;` (C# spec 13.6.2). */
import { invalidConstant } from '../../diagnostics/catalogue/bodies.ts';
import { typeMismatch } from '../../diagnostics/catalogue/types.ts';
import type { Stmt } from '../../ir/ir.ts';
import type { LocalDeclaration } from '../../syntax/tree.ts';
import { decimalType, errorType, isSilent, neverType, nullType, voidType } from '../type-table.ts';
import type { Type } from '../types.ts';
import type { Binder } from './binder.ts';
import { spanOf, type Value } from './bound.ts';
import { declareVariable } from './declare.ts';
import type { Scope } from './scope.ts';

type Variable = LocalDeclaration['variables'][number];

export function bindLocalDeclaration(b: Binder, st: LocalDeclaration, scope: Scope, out: Stmt[]): void {
  const inferred = b.isVar(st.type);
  const type = inferred ? undefined : b.resolveType(st.type, scope);
  for (const variable of st.variables) {
    if (st.isConst) bindConstant(b, variable, type, scope, out);
    else if (type === undefined) bindInferred(b, variable, scope, out);
    else bindTyped(b, variable, type, scope, out);
  }
}

function bindTyped(b: Binder, variable: Variable, type: Type, scope: Scope, out: Stmt[]): void {
  const s = spanOf(variable);
  // The name is in sight of its own initialiser: a lambda there may call itself.
  const local = declareVariable(b, variable.name, type, scope, { tracked: true });
  const init = variable.initializer && b.converted(variable.initializer, scope, type);
  out.push({ k: 'local', s, id: local.id, name: local.name, t: type.key, ...(init === undefined ? {} : { init }) });
}

function bindInferred(b: Binder, variable: Variable, scope: Scope, out: Stmt[]): void {
  const s = spanOf(variable);
  if (variable.initializer === undefined) {
    const text = `\`var ${variable.name.name}\` takes its type from a value, and there is none`;
    if (variable.name.name !== '') {
      b.report(typeMismatch, variable, { problem: 'other', text, help: 'Write the type, or give it a value.' });
    }
    declareVariable(b, variable.name, errorType, scope);
    return;
  }
  const value = b.value(variable.initializer, scope);
  const type = inferredType(b, value, variable);
  const local = declareVariable(b, variable.name, type, scope, { tracked: true });
  out.push({ k: 'local', s, id: local.id, name: local.name, t: type.key, init: value.e });
}

function inferredType(b: Binder, value: Value, variable: Variable): Type {
  const { type } = value;
  const at = variable.initializer ?? variable;
  if (type === voidType) {
    b.report(typeMismatch, at, { problem: 'void', what: 'this call' });
    return errorType;
  }
  if (type === nullType || type === neverType) {
    const text = `\`var ${variable.name.name}\` takes its type from its value, and ${type === nullType ? '`null` has none' : 'this never gives one'}`;
    b.report(typeMismatch, at, { problem: 'other', text, help: 'Write the type.' });
    return errorType;
  }
  return type;
}

function bindConstant(b: Binder, variable: Variable, type: Type | undefined, scope: Scope, out: Stmt[]): void {
  const { initializer } = variable;
  if (initializer === undefined) {
    b.report(invalidConstant, variable, { why: `the constant '${variable.name.name}' has no value` });
    declareVariable(b, variable.name, type ?? errorType, scope);
    return;
  }
  const value = b.value(initializer, scope);
  const of = type ?? inferredType(b, value, variable);
  const e = b.convert(value, of, initializer);
  if (e.k === 'const') {
    // It is written in wherever it is named, and needs no local; `unused-local` still asks for it.
    declareVariable(b, variable.name, of, scope, { constant: e });
    return;
  }
  if (of !== decimalType && !isSilent(of) && !isSilent(value.type)) {
    b.report(invalidConstant, initializer, {
      why: `the value of the constant '${variable.name.name}' has to be computed`,
    });
  }
  const local = declareVariable(b, variable.name, of, scope, { readOnly: 'it is constant', tracked: true });
  out.push({ k: 'local', s: spanOf(variable), id: local.id, name: local.name, t: of.key, init: e });
}
