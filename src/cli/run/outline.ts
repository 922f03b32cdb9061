/**
 * A definition's declarations as Osy text without bodies: what a script is checked against when there is no source. Only
 * names and types matter here; the bodies that run are the document's.
 */
import type { Definition } from '../../definition/document.ts';
import type { Expr, IrFunction, IrParameter, IrType } from '../../ir/ir.ts';
import type { ClassModel, EntityModel, StateModel, WorkflowModel } from '../../ir/model.ts';
import { parseIrType, type TypeShape } from '../../ir/types.ts';
import { SourceFile } from '../../source/source.ts';

/** One file for each namespace. */
export function outline(definition: Definition): readonly SourceFile[] {
  const namespaces = new Map<string, string[]>();
  const add = (fullName: string, text: (name: string) => string): void => {
    const dot = fullName.lastIndexOf('.');
    const namespace = dot < 0 ? '' : fullName.slice(0, dot);
    const list = namespaces.get(namespace) ?? [];
    namespaces.set(namespace, list);
    list.push(text(fullName.slice(dot + 1)));
  };
  const functions = Object.values(definition.functions);
  for (const e of definition.types.enums)
    add(e.name, (name) => `enum ${name} { ${e.members.map((m) => `${m.name} = ${m.value}`).join(', ')} }`);
  for (const e of definition.types.entities) add(e.name, (name) => entity(name, e, functions));
  for (const c of definition.types.classes) add(c.name, (name) => classOrInterface(name, c, functions));
  for (const c of definition.types.clients) {
    add(
      c.name,
      (name) =>
        `client ${name} { BaseUrl = "${c.baseUrl}"; ${c.operations.map((o) => `[${o.verb}("${o.path}")] ${source(o.returns)} ${o.name}(${o.params.map((p) => `${source(p.t)} ${p.name}`).join(', ')});`).join(' ')} }`,
    );
  }
  for (const p of definition.policies) add(p.name, (name) => `policy ${name} => true;`);
  for (const p of definition.principals) add(p.name, (name) => `principal ${name} => null;`);
  for (const w of definition.workflows) add(w.key, (name) => workflow(name, w));
  for (const f of functions)
    if (f.kind === 'function')
      add(f.key.slice(0, f.key.indexOf('(')).replace(/`\d+$/, ''), (name) => method(name, f, ''));
  return [...namespaces].map(([namespace, texts]) => {
    const head = namespace === '' ? '' : `namespace ${namespace};\n`;
    return new SourceFile(`<definition ${namespace}>`, `${head}${texts.join('\n')}\n`);
  });
}

function entity(name: string, e: EntityModel, functions: readonly IrFunction[]): string {
  const fields = e.fields.map((f) => {
    const key = f.collection === undefined ? '' : `[ForeignKey(${f.collection.back})] `;
    return `${key}${source(f.t)} ${f.name};`;
  });
  const bases = [...(e.base === undefined ? [] : [e.base]), ...e.interfaces.map(source)];
  return `${e.principal ? '[Principal] ' : ''}entity ${name}${bases.length > 0 ? ` : ${bases.join(', ')}` : ''} { ${[...fields, ...members(e.name, functions)].join(' ')} }`;
}

function classOrInterface(name: string, c: ClassModel, functions: readonly IrFunction[]): string {
  const params = c.typeParams.length > 0 ? `<${c.typeParams.join(', ')}>` : '';
  const bases = [...(c.base === undefined ? [] : [source(c.base)]), ...c.interfaces.map(source)];
  const fields = c.fields.map(
    (f) => `${f.public ? 'public' : 'private'} ${f.static ? 'static ' : ''}${source(f.t)} ${f.name};`,
  );
  const head = `${c.abstract ? 'abstract ' : ''}${c.form} ${name}${params}${bases.length > 0 ? ` : ${bases.join(', ')}` : ''}`;
  return `${head} { ${[...(c.form === 'class' ? fields : []), ...members(c.name, functions)].join(' ')} }`;
}

/** Methods, constructors and properties of a class or entity. */
function members(owner: string, functions: readonly IrFunction[]): readonly string[] {
  const own = functions.filter((f) => f.owner === owner);
  const simple = owner.slice(owner.lastIndexOf('.') + 1);
  const found: string[] = [];
  for (const f of own) {
    const member = f.key.slice(owner.length + 1, f.key.indexOf('(')).replace(/`\d+$/, '');
    if (f.kind === 'method') found.push(`public ${method(member, f, f.static ? 'static ' : '')}`);
    else if (f.kind === 'constructor') found.push(`public ${simple}(${f.params.map(parameter).join(', ')}) { }`);
    else if (f.kind === 'getter' && member.startsWith('get_')) {
      const settable = own.some((s) => s.kind === 'setter' && s.key.startsWith(`${owner}.set_${member.slice(4)}(`));
      found.push(
        `public ${f.static ? 'static ' : ''}${source(f.returns)} ${member.slice(4)} { get { throw null; } ${settable ? 'set { } ' : ''}}`,
      );
    }
  }
  return found;
}

function method(name: string, f: IrFunction, modifiers: string): string {
  const params = f.typeParams !== undefined && f.typeParams.length > 0 ? `<${f.typeParams.join(', ')}>` : '';
  return `${modifiers}${source(f.returns)} ${name}${params}(${f.params.map(parameter).join(', ')}) { throw null; }`;
}

function parameter(p: IrParameter): string {
  const mode = p.params ? 'params ' : p.mode === undefined ? '' : `${p.mode} `;
  return `${mode}${source(p.t)} ${p.name}${p.default === undefined ? '' : ` = ${constant(p.default)}`}`;
}

/** A default value as it is written in source. */
function constant(e: Expr): string {
  if (e.k === 'conv' || e.k === 'box' || e.k === 'cast') return constant(e.e);
  if (e.k !== 'const' || e.v === null) return 'default';
  const type = e.t.replace(/\?$/, '');
  if (typeof e.v === 'string')
    return type === 'decimal'
      ? `${e.v}m`
      : type === 'long'
        ? `${e.v}L`
        : type === 'string'
          ? JSON.stringify(e.v)
          : 'default';
  if (typeof e.v === 'boolean') return String(e.v);
  if (type === 'int') return String(e.v);
  if (type === 'double') return `${e.v}d`;
  return `(${type})(${type === 'char' ? `(char)${e.v}` : e.v})`;
}

function workflow(name: string, w: WorkflowModel): string {
  const events = w.events.map((e) => `event ${e.name}(${e.params.map(parameter).join(', ')});`);
  return `workflow ${name} { Tracks = ${w.tracks.entity}.${w.tracks.field}; Autostart = ${w.autostart}; Initial = ${w.initial}; ${[...events, ...w.states.map(state)].join(' ')} }`;
}

function state(s: StateModel): string {
  const slots = s.slots.map((slot) => `subscribe ${slot.event}() as ${slot.name};`);
  return `${s.terminal === undefined ? 'state' : `terminal ${s.terminal.outcome}`} ${s.name} { ${slots.join(' ')} }`;
}

/** A canonical type as it is written in source. */
function source(t: IrType): string {
  return written(parseIrType(t));
}

function written(t: TypeShape): string {
  const mark = t.nullable ? '?' : '';
  switch (t.kind) {
    case 'named':
      return `${t.name}${t.args.length > 0 ? `<${t.args.map(written).join(', ')}>` : ''}${mark}`;
    case 'param':
      return `${t.name}${mark}`;
    case 'array':
      return `${written(t.element)}[]${mark}`;
    case 'tuple':
      return `(${t.items.map(written).join(', ')})${mark}`;
    case 'anonymous':
      return 'object';
    default:
      return t satisfies never;
  }
}
