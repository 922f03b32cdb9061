/** First part of the declaration pass: a symbol for every declaration, and the scope that finds them. */
import { duplicateDeclaration, typeMismatch } from '../diagnostics/catalogue/types.ts';
import { type Diagnostic, diagnose } from '../diagnostics/diagnostic.ts';
import type { IrSpan } from '../ir/ir.ts';
import type { SourceFile } from '../source/source.ts';
import type {
  Attribute,
  ClassDeclaration,
  CompilationUnit,
  Declaration,
  EntityDeclaration,
  EnumDeclaration,
  Identifier,
  Node,
  PolicyDeclaration,
  SlotDeclaration,
  StateDeclaration,
  TypeParameter,
  WorkflowDeclaration,
} from '../syntax/tree.ts';
import { enumValue } from './enum-values.ts';
import { GlobalScope, namespaceOf } from './scopes.ts';
import type {
  ClassSymbol,
  ClientSymbol,
  EntitySymbol,
  EnumSymbol,
  EventSymbol,
  FunctionSymbol,
  GlobalSymbol,
  PolicySymbol,
  PrincipalSymbol,
  TypeParameterSymbol,
  WorkflowSymbol,
} from './symbols.ts';
import { describeKind } from './type-resolver.ts';
import { voidType } from './type-table.ts';

export type Mutable<T> = { -readonly [K in keyof T]: T[K] };

export interface CollectedSymbols {
  readonly scope: GlobalScope;
  readonly symbols: ReadonlyMap<Declaration, GlobalSymbol>;
  readonly enums: readonly EnumSymbol[];
  readonly entities: readonly EntitySymbol[];
  readonly classes: readonly ClassSymbol[];
  /** Their parameters and keys are filled in with the members. */
  readonly functions: readonly FunctionSymbol[];
  readonly clients: readonly ClientSymbol[];
  readonly workflows: readonly WorkflowSymbol[];
  readonly policies: readonly PolicySymbol[];
  readonly principals: readonly PrincipalSymbol[];
}

type Report = (diagnostic: Diagnostic) => void;

export function collectSymbols(
  units: readonly CompilationUnit[],
  files: readonly SourceFile[],
  report: Report,
): CollectedSymbols {
  const collector = new Collector(units, files, report);
  for (const [file, unit] of units.entries()) {
    for (const declaration of unit.declarations) collector.add(declaration, file, namespaceOf(unit));
  }
  return collector;
}

class Collector implements CollectedSymbols {
  readonly scope: GlobalScope;
  readonly symbols = new Map<Declaration, GlobalSymbol>();
  readonly enums: EnumSymbol[] = [];
  readonly entities: EntitySymbol[] = [];
  readonly classes: ClassSymbol[] = [];
  readonly functions: FunctionSymbol[] = [];
  readonly clients: ClientSymbol[] = [];
  readonly workflows: WorkflowSymbol[] = [];
  readonly policies: PolicySymbol[] = [];
  readonly principals: PrincipalSymbol[] = [];
  readonly #files: readonly SourceFile[];
  readonly #report: Report;

  constructor(units: readonly CompilationUnit[], files: readonly SourceFile[], report: Report) {
    this.scope = new GlobalScope(units);
    this.#files = files;
    this.#report = report;
  }

  add(declaration: Declaration, file: number, namespace: string): void {
    switch (declaration.kind) {
      case 'ManifestDeclaration':
      case 'UnknownDeclaration':
        return;
      case 'EnumDeclaration':
        this.#enter(enumSymbol(declaration, head(declaration, file, namespace), this.#enumReport(file)), this.enums);
        return;
      case 'EntityDeclaration':
        this.#entity(declaration, file, namespace);
        return;
      case 'ClassDeclaration':
        this.#class(declaration, file, namespace);
        return;
      case 'FunctionDeclaration': {
        const symbol: FunctionSymbol = {
          kind: 'function',
          ...head(declaration, file, namespace),
          declaration,
          key: '',
          typeParams: typeParamsOf(declaration.typeParams),
          params: [],
          returns: voidType,
        };
        this.#enter(symbol, this.functions);
        return;
      }
      case 'ClientDeclaration':
        this.#enter(
          { kind: 'client', ...head(declaration, file, namespace), declaration, operations: [] },
          this.clients,
        );
        return;
      case 'WorkflowDeclaration':
        this.#enter(workflowSymbol(declaration, head(declaration, file, namespace)), this.workflows);
        return;
      case 'PolicyDeclaration':
        this.#policy(declaration, file, namespace);
        return;
      case 'PrincipalDeclaration':
        this.#enter({ kind: 'principal', ...head(declaration, file, namespace), declaration }, this.principals);
        return;
      default:
        declaration satisfies never;
    }
  }

  /** @returns whether the name was free */
  #enter<S extends GlobalSymbol>(symbol: S, list: S[]): boolean {
    // The parser invents a name only where it reports that one is missing.
    if (symbol.name === '') return false;
    const there = this.scope.add(symbol);
    if (there !== undefined) {
      this.#duplicate(symbol, there);
      return false;
    }
    this.symbols.set(declarationOf(symbol), symbol);
    list.push(symbol);
    return true;
  }

  #duplicate(symbol: GlobalSymbol, there: GlobalSymbol): void {
    const namespace = symbol.fullName.slice(0, -symbol.name.length - 1);
    this.#report(
      diagnose(
        duplicateDeclaration,
        this.#files[symbol.file] as SourceFile,
        spanOf(symbol.nameSpan),
        {
          what: describeKind(there),
          name: symbol.name,
          where: namespace === '' ? 'the app' : `namespace '${namespace}'`,
        },
        {
          related: [
            {
              file: this.#files[there.file] as SourceFile,
              span: spanOf(there.nameSpan),
              message: 'declared here first',
            },
          ],
        },
      ),
    );
  }

  #entity(declaration: EntityDeclaration, file: number, namespace: string): void {
    const names = head(declaration, file, namespace);
    const there = this.#partOf(declaration, namespace, 'entity');
    if (there?.kind === 'entity') {
      const symbol = there as Mutable<EntitySymbol>;
      symbol.declarations = [...symbol.declarations, { declaration, file }];
      symbol.principal ||= hasAttribute(declaration.attributes, 'Principal');
      symbol.abstract ||= declaration.modifiers.includes('abstract');
      this.symbols.set(declaration, there);
      return;
    }
    const symbol: EntitySymbol = {
      kind: 'entity',
      ...names,
      declarations: [{ declaration, file }],
      base: undefined,
      interfaces: [],
      principal: hasAttribute(declaration.attributes, 'Principal'),
      abstract: declaration.modifiers.includes('abstract'),
      members: [],
    };
    this.#enter(symbol, this.entities);
  }

  #class(declaration: ClassDeclaration, file: number, namespace: string): void {
    const there = this.#partOf(declaration, namespace, 'class');
    if (there?.kind === 'class' && there.typeParams.length === declaration.typeParams.length) {
      const symbol = there as Mutable<ClassSymbol>;
      symbol.declarations = [...symbol.declarations, { declaration, file }];
      symbol.abstract ||= declaration.modifiers.includes('abstract');
      symbol.sealed ||= declaration.modifiers.includes('sealed');
      symbol.static ||= declaration.modifiers.includes('static');
      this.symbols.set(declaration, there);
      return;
    }
    const symbol: ClassSymbol = {
      kind: 'class',
      form: declaration.form,
      ...head(declaration, file, namespace),
      declarations: [{ declaration, file }],
      typeParams: typeParamsOf(declaration.typeParams),
      base: undefined,
      interfaces: [],
      abstract: declaration.modifiers.includes('abstract') || declaration.form === 'interface',
      sealed: declaration.modifiers.includes('sealed') || declaration.modifiers.includes('static'),
      static: declaration.modifiers.includes('static'),
      members: [],
    };
    this.#enter(symbol, this.classes);
  }

  /** The symbol that a `partial` declaration adds to. */
  #partOf(
    declaration: EntityDeclaration | ClassDeclaration,
    namespace: string,
    kind: 'entity' | 'class',
  ): GlobalSymbol | undefined {
    if (!declaration.modifiers.includes('partial')) return undefined;
    const there = this.scope.inNamespace(namespace, declaration.name.name)?.[0];
    if (there === undefined || there.kind !== kind) return undefined;
    return there.declarations.every((part) => part.declaration.modifiers.includes('partial')) ? there : undefined;
  }

  /** `policy P;` only promises that some file defines it. */
  #policy(declaration: PolicyDeclaration, file: number, namespace: string): void {
    const there = this.scope.inNamespace(namespace, declaration.name.name)?.[0];
    if (there?.kind === 'policy' && (there.declaration.value === undefined || declaration.value === undefined)) {
      if (there.declaration.value === undefined && declaration.value !== undefined) {
        Object.assign(there, { ...head(declaration, file, namespace), declaration });
      }
      this.symbols.set(declaration, there);
      return;
    }
    this.#enter({ kind: 'policy', ...head(declaration, file, namespace), declaration }, this.policies);
  }

  #enumReport(file: number): EnumReport {
    const source = this.#files[file] as SourceFile;
    return {
      duplicate: (name, at, owner, first) =>
        this.#report(
          diagnose(
            duplicateDeclaration,
            source,
            at,
            { what: 'a member', name, where: `enum '${owner}'` },
            { related: [{ file: source, span: spanOf(first), message: 'declared here first' }] },
          ),
        ),
      value: (at) =>
        this.#report(
          diagnose(typeMismatch, source, at, {
            problem: 'other',
            text: "an enum member's value is a constant of type 'int', and this is none",
            help: 'Write a number, or members that stand before it, joined by operators.',
          }),
        ),
    };
  }
}

interface EnumReport {
  duplicate(name: string, at: Node, owner: string, first: IrSpan): void;
  value(at: Node): void;
}

function enumSymbol(declaration: EnumDeclaration, names: Head, report: EnumReport): EnumSymbol {
  const members = new Map<string, { name: string; value: number; span: IrSpan }>();
  let next = 0;
  for (const member of declaration.members) {
    const name = member.name.name;
    if (name === '') continue;
    const there = members.get(name);
    if (there !== undefined) {
      report.duplicate(name, member.name, names.name, there.span);
      continue;
    }
    if (member.value !== undefined && member.value.kind !== 'MissingExpression') {
      const value = enumValue(member.value, declaration, members);
      if (value === undefined) report.value(member.value);
      next = value ?? next;
    }
    members.set(name, { name, value: next++, span: irSpan(member.name) });
  }
  return { kind: 'enum', ...names, declaration, members };
}

function workflowSymbol(declaration: WorkflowDeclaration, names: Head): WorkflowSymbol {
  const events = new Map<string, EventSymbol>();
  const states = new Map<string, StateDeclaration>();
  const slots = new Map<string, { slot: SlotDeclaration; state: StateDeclaration }>();
  const symbol: WorkflowSymbol = {
    kind: 'workflow',
    ...names,
    declaration,
    entity: undefined,
    field: undefined,
    enum: undefined,
    events,
    states,
    slots,
  };
  // The first of one name counts; the workflow's own rules report the others.
  for (const item of declaration.items) {
    if (item.kind === 'EventDeclaration') {
      const name = item.name.name;
      if (name !== '' && !events.has(name)) {
        events.set(name, { kind: 'event', name, workflow: symbol, declaration: item, params: [] });
      }
    } else if (item.kind === 'StateDeclaration') {
      if (item.name.name !== '' && !states.has(item.name.name)) states.set(item.name.name, item);
      for (const inner of item.items) {
        if (inner.kind === 'SlotDeclaration' && inner.name.name !== '' && !slots.has(inner.name.name)) {
          slots.set(inner.name.name, { slot: inner, state: item });
        }
      }
    }
  }
  return symbol;
}

interface Head {
  readonly name: string;
  readonly fullName: string;
  readonly file: number;
  readonly nameSpan: IrSpan;
}

function head(declaration: { readonly name: Identifier }, file: number, namespace: string): Head {
  const name = declaration.name.name;
  return { name, fullName: namespace === '' ? name : `${namespace}.${name}`, file, nameSpan: irSpan(declaration.name) };
}

function declarationOf(symbol: GlobalSymbol): Declaration {
  return symbol.kind === 'entity' || symbol.kind === 'class'
    ? (symbol.declarations[0]?.declaration as Declaration)
    : symbol.declaration;
}

export function typeParamsOf(params: readonly TypeParameter[]): TypeParameterSymbol[] {
  return params.map((param) => ({ kind: 'typeParameter', name: param.name.name, constraints: [] }));
}

export function hasAttribute(attributes: readonly Attribute[], name: string): boolean {
  return attributes.some((attribute) => attribute.name.name === name);
}

export function irSpan(node: Node): IrSpan {
  return [node.start, node.end];
}

export function spanOf(span: IrSpan): { start: number; end: number } {
  return { start: span[0], end: span[1] };
}
