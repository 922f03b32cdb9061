/** The TypeScript module of an app, written with ts-morph: types, typed handles, and `createApp`. */
import {
  type CodeBlockWriter,
  type InterfaceDeclarationStructure,
  type JSDocStructure,
  type MethodSignatureStructure,
  type OptionalKind,
  type ParameterDeclarationStructure,
  Project,
  type PropertySignatureStructure,
  type SourceFile,
  StructureKind,
  VariableDeclarationKind,
} from 'ts-morph';
import type { IrParameter } from '../../ir/ir.ts';
import type { ClassModel, ClientModel, Declared, EntityField, EnumModel, WorkflowModel } from '../../ir/model.ts';
import type { Program } from '../../semantics/program.ts';
import { Docs } from '../model/docs.ts';
import { classesOf, type ModuleNames, type NamedEntity, nameApp } from './app-names.ts';
import { camelNames, memberName, parameterNames } from './identifiers.ts';

type Property = OptionalKind<PropertySignatureStructure>;
type Method = OptionalKind<MethodSignatureStructure>;
type Parameter = OptionalKind<ParameterDeclarationStructure>;

export interface GenerateOptions {
  /** Where generated code takes its support from. */
  readonly runtime?: string;
}

/** The text of the module. The program must have no errors. */
export function typescriptModule(program: Program, options: GenerateOptions = {}): string {
  const project = new Project({ useInMemoryFileSystem: true, skipLoadingLibFiles: true });
  const file = project.createSourceFile('app.ts');
  new ModuleWriter(program, file).write(options.runtime ?? 'osy/runtime');
  file.formatText({ indentSize: 2 });
  return tidy(file.getFullText());
}

/** Without the empty lines that the printer leaves at the beginnings of blocks, and with one at the end. */
function tidy(text: string): string {
  return `${text
    .replace(/\{\n(?:[ \t]*\n)*[ \t]*\}/g, '{}')
    .replace(/\{\n(?:[ \t]*\n)+/g, '{\n')
    .replace(/\n(?:[ \t]*\n){2,}/g, '\n\n')
    .trim()}\n`;
}

class ModuleWriter {
  readonly #program: Program;
  readonly #file: SourceFile;
  readonly #docs: Docs;
  readonly #names: ModuleNames;

  constructor(program: Program, file: SourceFile) {
    this.#program = program;
    this.#file = file;
    this.#docs = new Docs(program);
    this.#names = nameApp(program.app);
  }

  write(runtime: string): void {
    const { app } = this.#program;
    this.#file.addStatements(
      `// Written by \`osy compile --emit ts\` from app ${app.name}. Change the sources, not this file.`,
    );
    this.#file.addImportDeclaration({ namespaceImport: 'osy', moduleSpecifier: runtime });
    for (const e of app.enums) this.#enum(e);
    for (const c of classesOf(app)) this.#class(c);
    for (const entity of this.#names.entities.values()) this.#entity(entity);
    for (const c of app.clients) this.#client(c);
    for (const w of app.workflows) this.#workflow(w);
    this.#unit();
    this.#functions();
    this.#clients();
    this.#app();
    this.#table();
  }

  // ---------------------------------------------------------------- types

  #enum(e: EnumModel): void {
    const name = this.#typeName(e.name);
    const docs = this.#doc(e);
    this.#file.addVariableStatement({
      isExported: true,
      declarationKind: VariableDeclarationKind.Const,
      docs,
      declarations: [
        {
          name,
          initializer: (writer) => {
            writer.inlineBlock(() => {
              for (const m of e.members) {
                const doc = this.#docs.member(e.file, e.nameSpan[0], m.name) ?? m.label;
                if (doc !== undefined) writer.writeLine(`/** ${docText(doc)} */`);
                writer.writeLine(`${memberName(m.name)}: ${JSON.stringify(m.name)},`);
              }
            });
            writer.write(' as const');
          },
        },
      ],
    });
    this.#file.addTypeAlias({ isExported: true, name, type: `osy.MemberOf<typeof ${name}>`, docs });
  }

  #class(c: ClassModel): void {
    const { text } = this.#names;
    const base = c.base === undefined ? undefined : text.of(c.base);
    const heirs = this.#heirs(c.name, this.#program.app.classes, (each) => each.base);
    const fields = c.fields.filter((f) => f.public && f.static !== true);
    const properties: Property[] = fields.map((f) => ({
      name: memberName(f.json),
      type: text.of(f.t),
      isReadonly: true,
      ...this.#docs1(this.#docs.member(c.file, c.nameSpan[0], f.name)),
    }));
    if (heirs.length > 1 || base !== undefined)
      properties.unshift({
        name: '$class',
        hasQuestionToken: true,
        isReadonly: true,
        type: heirs.map((h) => JSON.stringify(h)).join(' | '),
        docs: [doc('Which class it is, where it is one that is derived.')],
      });
    this.#interface({
      name: this.#typeName(c.name),
      ...(c.typeParams.length === 0 ? {} : { typeParameters: [...c.typeParams] }),
      ...(base === undefined || base === 'osy.Opaque' ? {} : { extends: [base] }),
      properties,
      docs: this.#doc(c),
    });
  }

  #entity({ model, members }: NamedEntity): void {
    const { text } = this.#names;
    const name = this.#typeName(model.name);
    const heirs = this.#heirs(model.name, this.#program.app.entities, (each) => each.base);
    const own = model.fields.map(
      (f): Property => ({
        name: memberName(members.get(f.name) as string),
        type: text.of(f.t),
        isReadonly: true,
        ...this.#docs1(this.#docs.at(model.file, f.nameSpan[0])),
      }),
    );
    const base = model.base === undefined ? undefined : this.#names.types.of(model.base);
    this.#interface({
      name,
      extends: [base ?? 'osy.RowHandle'],
      properties: [
        { name: '$entity', isReadonly: true, type: heirs.map((h) => JSON.stringify(h)).join(' | ') },
        ...own,
      ],
      docs: this.#doc(model),
    });
    const writable = this.#allFields(model.name).filter(
      (f) => f.collection === undefined && !this.#isTracked(model.name, f.name),
    );
    const property = (f: EntityField, optional: boolean): Property => ({
      name: memberName(members.get(f.name) as string),
      type: text.of(f.t),
      isReadonly: true,
      hasQuestionToken: optional,
    });
    this.#interface({
      name: this.#companion(name, 'Init'),
      properties: writable.map((f) => property(f, !f.required || f.default !== undefined)),
      docs: [doc(`What a new ${name} is given.`)],
    });
    this.#interface({
      name: this.#companion(name, 'Changes'),
      properties: writable.filter((f) => !f.rules.some((r) => r.rule === 'Immutable')).map((f) => property(f, true)),
      docs: [doc(`What of a ${name} can be written.`)],
    });
  }

  readonly #companions = new Map<string, string>();

  #companion(name: string, suffix: 'Init' | 'Changes'): string {
    const wanted = `${name}${suffix}`;
    let found = this.#companions.get(wanted);
    if (found === undefined) {
      found = this.#names.types.fresh(wanted);
      this.#companions.set(wanted, found);
    }
    return found;
  }

  #client(c: ClientModel): void {
    const names = this.#names.operations.get(c);
    this.#interface({
      name: this.#typeName(c.name),
      methods: c.operations.map((o): Method => {
        const params = parameterNames(
          o.params.map((p) => p.name),
          [],
        );
        return {
          name: memberName(names?.get(o.key) as string),
          parameters: o.params.map(
            (p, i): Parameter => ({ name: params[i] as string, type: this.#names.text.of(p.t) }),
          ),
          returnType: this.#names.text.of(o.returns),
          ...this.#docs1(this.#docs.at(c.file, o.nameSpan[0])),
        };
      }),
      docs: this.#doc(c),
    });
  }

  // ---------------------------------------------------------------- handles

  #workflow(w: WorkflowModel): void {
    const row = this.#typeName(w.tracks.entity);
    const state = this.#typeName(w.tracks.enum);
    const raise = camelNames(w.events.map((e) => e.name));
    const correlated = w.events.filter((e) => e.correlateOn !== undefined);
    const correlate = camelNames(correlated.map((e) => e.name));
    const slots = w.states.flatMap((s) => s.slots);
    const assign = camelNames(slots.map((s) => s.name));
    const principal = this.#principal();
    const eventDocs = (e: (typeof w.events)[number]) => this.#docs1(this.#docs.at(w.file, e.nameSpan[0]));
    const at: Parameter = { name: 'options', type: 'osy.RaiseOptions', hasQuestionToken: true };
    const group = (methods: readonly Method[]): string => {
      const inner = this.#scratch.addInterface({ name: 'Group', methods: [...methods] });
      const text = inner
        .getMembers()
        .map((m) => m.getFullText())
        .join('\n');
      inner.remove();
      return `{\n${text}\n}`;
    };
    this.#interface({
      name: this.#typeName(w.key),
      docs: this.#doc(w),
      properties: [
        { name: 'key', isReadonly: true, type: JSON.stringify(w.key) },
        {
          name: 'raise',
          isReadonly: true,
          docs: [doc('Events, each with its whole chain in the unit of work of the caller.')],
          type: group(
            w.events.map((e) => ({
              name: memberName(raise.get(e.name) as string),
              parameters: [
                unitParameter,
                { name: 'row', type: row },
                ...this.#parameters(e.params, ['unit', 'row', 'options'], false),
                at,
              ],
              returnType: 'osy.RaiseOutcome',
              ...eventDocs(e),
            })),
          ),
        },
        {
          name: 'correlate',
          isReadonly: true,
          docs: [doc('Events that find their run by what they carry; handled after the commit.')],
          type: group(
            correlated.map((e) => ({
              name: memberName(correlate.get(e.name) as string),
              parameters: [unitParameter, ...this.#parameters(e.params, ['unit'], true)],
              returnType: 'osy.CorrelationOutcome',
              ...eventDocs(e),
            })),
          ),
        },
        {
          name: 'assign',
          isReadonly: true,
          docs: [doc('Slots: who is to answer them.')],
          type: group(
            principal === undefined
              ? []
              : slots.map((s) => ({
                  name: memberName(assign.get(s.name) as string),
                  parameters: [
                    unitParameter,
                    { name: 'row', type: row },
                    { name: 'person', type: `${principal} | null` },
                  ],
                  returnType: 'void',
                })),
          ),
        },
        {
          name: 'states',
          isReadonly: true,
          type: `osy.List<${state}>`,
          docs: [doc('All of its states, in the order of the source.')],
        },
      ],
      methods: [
        {
          name: 'start',
          parameters: [unitParameter, { name: 'row', type: row }],
          returnType: 'osy.RaiseOutcome',
          docs: [doc('Starts a run by hand.')],
        },
        {
          name: 'state',
          parameters: [{ name: 'row', type: row }],
          returnType: `${state} | undefined`,
          docs: [doc('Where the newest run on the row stands, as committed; undefined where there is none.')],
        },
        {
          name: 'runs',
          parameters: [{ name: 'row', type: row }],
          returnType: `osy.List<osy.RunState<${state}>>`,
          docs: [doc('All runs on the row, oldest first, as committed.')],
        },
      ],
    });
  }

  /** Where members are written down before they stand inside another type. */
  get #scratch(): SourceFile {
    return (
      this.#file.getProject().getSourceFile('scratch.ts') ?? this.#file.getProject().createSourceFile('scratch.ts')
    );
  }

  #unit(): void {
    this.#interface({
      name: 'Unit',
      extends: ['osy.UnitOfWorkHandle'],
      docs: [doc('A unit of work of this app.')],
      properties: [
        {
          name: 'rows',
          isReadonly: true,
          type: objectType(
            [...this.#names.entities].map(([key, { model }]) => {
              const name = this.#typeName(model.name);
              return [key, `osy.Rows<${name}, ${this.#companion(name, 'Init')}, ${this.#companion(name, 'Changes')}>`];
            }),
          ),
        },
      ],
    });
  }

  #functions(): void {
    this.#interface({
      name: 'Functions',
      docs: [doc('Public functions of the app.')],
      methods: this.#names.functions.map(({ name, fn }) => ({
        name: memberName(name),
        parameters: [unitParameter, ...this.#parameters(fn.params, ['unit'], true)],
        returnType: this.#names.text.of(fn.returns),
        ...this.#docs1(this.#docs.at(fn.file, fn.nameSpan[0])),
      })),
    });
  }

  #clients(): void {
    this.#interface({
      name: 'Clients',
      docs: [
        doc(
          'Operations that the host answers itself, in place of the network: for tests, or because it has a better way.',
        ),
      ],
      properties: [...this.#names.clients].map(([key, c]) => ({
        name: memberName(key),
        isReadonly: true,
        hasQuestionToken: true,
        type: `osy.Supplied<${this.#typeName(c.name)}>`,
      })),
    });
  }

  #app(): void {
    const actor: Parameter = { name: 'actor', hasQuestionToken: true, type: `${this.#principal() ?? 'null'} | null` };
    this.#interface({
      name: 'App',
      docs: this.#program.app.name === '' ? [] : [doc(`The app ${this.#program.app.name} on an engine.`)],
      properties: [
        { name: 'engine', isReadonly: true, type: 'osy.Engine' },
        { name: 'functions', isReadonly: true, type: 'Functions' },
        ...[...this.#names.workflows].map(([key, w]) => ({
          name: memberName(key),
          isReadonly: true,
          type: this.#typeName(w.key),
        })),
      ],
      methods: [
        {
          name: 'unit',
          parameters: [actor],
          returnType: 'Unit',
          docs: [doc('Begins a unit of work, to be closed by the caller.')],
        },
        {
          name: 'transact',
          typeParameters: ['T'],
          parameters: [{ name: 'work', type: '(unit: Unit) => T' }, actor],
          returnType: 'T',
          docs: [doc('Works in a unit of work and commits it; what is thrown leaves nothing behind.')],
        },
      ],
    });
    this.#file.addFunction({
      isExported: true,
      name: 'createApp',
      parameters: [
        { name: 'engine', type: 'osy.Engine' },
        { name: 'clients', type: 'Clients', hasQuestionToken: true },
      ],
      returnType: 'App',
      statements: ['return osy.bindApp<App>(engine, names, { ...clients });'],
      docs: [doc('Ties the engine of a definition of this app to its types.')],
    });
  }

  #table(): void {
    this.#file.addVariableStatement({
      declarationKind: VariableDeclarationKind.Const,
      declarations: [{ name: 'names', type: 'osy.AppNames', initializer: (w) => writeData(w, this.#names.table) }],
    });
  }

  // ---------------------------------------------------------------- parts

  /** Trailing parameters with a default may be left out, where nothing comes after them. */
  #parameters(params: readonly IrParameter[], taken: readonly string[], last: boolean): readonly Parameter[] {
    const names = parameterNames(
      params.map((p) => p.name),
      taken,
    );
    const firstOptional = last
      ? params.length - params.toReversed().findIndex((p) => p.default === undefined)
      : params.length;
    const optionalFrom = params.every((p) => p.default !== undefined) && last ? 0 : firstOptional;
    return params.map((p, i) => ({
      name: names[i] as string,
      type: `${this.#names.text.of(p.t)}${!last && p.default !== undefined ? ' | undefined' : ''}`,
      hasQuestionToken: i >= optionalFrom,
    }));
  }

  #interface(structure: OptionalKind<InterfaceDeclarationStructure>): void {
    this.#file.addInterface({ ...structure, isExported: true });
  }

  #typeName(fullName: string): string {
    return this.#names.types.of(fullName) ?? 'osy.Opaque';
  }

  #principal(): string | undefined {
    const entity = this.#program.app.entities.find((e) => e.principal === true);
    return entity === undefined ? undefined : this.#typeName(entity.name);
  }

  #allFields(name: string): readonly EntityField[] {
    const model = this.#program.app.entities.find((e) => e.name === name);
    if (model === undefined) return [];
    return [...(model.base === undefined ? [] : this.#allFields(model.base)), ...model.fields];
  }

  #isTracked(entity: string, field: string): boolean {
    const { app } = this.#program;
    for (let at = app.entities.find((e) => e.name === entity); at !== undefined; ) {
      const { name, base } = at;
      if (app.workflows.some((w) => w.tracks.entity === name && w.tracks.field === field)) return true;
      at = base === undefined ? undefined : app.entities.find((e) => e.name === base);
    }
    return false;
  }

  /** It and all that derive from it, abstract ones left out. */
  #heirs<T extends { readonly name: string; readonly abstract?: true }>(
    name: string,
    all: readonly T[],
    baseOf: (each: T) => string | undefined,
  ): readonly string[] {
    const found = all.filter((each) => {
      for (let at: T | undefined = each; at !== undefined; ) {
        if (at.name === name) return true;
        const base: string | undefined = baseOf(at)?.replace(/[<?].*$/, '');
        at = all.find((other) => other.name === base);
      }
      return false;
    });
    const concrete = found.filter((each) => each.abstract !== true).map((each) => each.name);
    return concrete.length === 0 ? [name] : concrete;
  }

  #doc({ file, nameSpan }: Declared): OptionalKind<JSDocStructure>[] {
    const text = this.#docs.at(file, nameSpan[0]);
    return text === undefined ? [] : [doc(text)];
  }

  #docs1(text: string | undefined): { readonly docs?: OptionalKind<JSDocStructure>[] } {
    return text === undefined ? {} : { docs: [doc(text)] };
  }
}

const unitParameter: Parameter = { name: 'unit', type: 'Unit' };

function doc(text: string): OptionalKind<JSDocStructure> {
  const safe = docText(text);
  return { kind: StructureKind.JSDoc, description: safe.includes('\n') ? `\n${safe}` : safe };
}

/** A comment cannot end inside itself. */
function docText(text: string): string {
  return text.replaceAll('*/', '*\\/');
}

function objectType(members: readonly (readonly [name: string, type: string])[]): string {
  return `{\n${members.map(([name, type]) => `readonly ${memberName(name)}: ${type};`).join('\n')}\n}`;
}

/** Data as an object literal. */
function writeData(writer: CodeBlockWriter, value: unknown): void {
  if (typeof value !== 'object' || value === null) {
    writer.write(JSON.stringify(value));
    return;
  }
  const entries = Object.entries(value);
  if (entries.length === 0) {
    writer.write('{}');
    return;
  }
  writer.inlineBlock(() => {
    for (const [key, item] of entries) {
      // `__proto__` in a literal would set the prototype.
      writer.write(`${key === '__proto__' ? '["__proto__"]' : memberName(key)}: `);
      writeData(writer, item);
      writer.write(',').newLine();
    }
  });
}
