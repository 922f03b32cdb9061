import type { Expr, LValue, Pattern, Stmt } from '../../../src/ir/ir.ts';
import { check } from '../../../src/semantics/check.ts';
import type { Program } from '../../../src/semantics/program.ts';
import { SourceFile } from '../../../src/source/source.ts';

export function checked(text: string): Program {
  return check([new SourceFile('app.osy', text)]);
}

/** `line:column name`, in order; `level`s of lint included where asked. */
export function findings(text: string, ...names: string[]): string[] {
  return checked(text)
    .diagnostics.filter((d) => (names.length === 0 ? d.level === 'error' : names.includes(d.name)))
    .map((d) => {
      const { line, column } = d.file.position(d.span.start);
      return `${line}:${column} ${d.name}`;
    });
}

export function errors(text: string): string[] {
  return checked(text)
    .diagnostics.filter((d) => d.level === 'error')
    .map((d) => `${d.name}: ${d.message}`);
}

/** The body of the first function, compactly: what is written out and what is not can be read at a glance. */
export function ir(text: string, name?: string): string {
  const program = checked(text);
  const wrong = program.diagnostics.filter((d) => d.level === 'error');
  if (wrong.length > 0) throw new Error(wrong.map((d) => `${d.name}: ${d.message}`).join('\n'));
  const fn = program.app.functions.find((each) => name === undefined || each.name === name);
  return (fn?.body ?? []).map(stmt).join(' ');
}

/** The returned expression of `T F(params) => e;`. */
export function irOf(params: string, type: string, e: string, around = ''): string {
  const text = ir(`${type} F(${params}) => ${e};\n${around}`, 'F');
  return text.replace(/^return /, '').replace(/;$/, '');
}

function list(items: readonly string[]): string {
  return items.join(' ');
}

export function stmt(s: Stmt): string {
  switch (s.k) {
    case 'local':
      return `${s.t} ${s.name}${s.init ? ` = ${expr(s.init)}` : ''};`;
    case 'expr':
      return `${expr(s.e)};`;
    case 'block':
      return `{ ${list(s.body.map(stmt))} }`;
    case 'if':
      return `if ${expr(s.c)} { ${list(s.then.map(stmt))} }${s.else ? ` else { ${list(s.else.map(stmt))} }` : ''}`;
    case 'while':
      return `while ${expr(s.c)} { ${list(s.body.map(stmt))} }`;
    case 'do':
      return `do { ${list(s.body.map(stmt))} } ${expr(s.c)};`;
    case 'for':
      return `for (${list(s.init.map(stmt))} ${s.c ? expr(s.c) : ''}; ${list(s.step.map(expr))}) { ${list(s.body.map(stmt))} }`;
    case 'foreach':
      return `foreach (${s.vars.map((v) => `${v.t} ${v.name || `$${v.id}`}`).join(', ')} in ${expr(s.e)}) { ${list(s.body.map(stmt))} }`;
    case 'break':
    case 'continue':
      return `${s.k};`;
    case 'return':
    case 'throw':
      return `${s.k}${s.e ? ` ${expr(s.e)}` : ''};`;
    case 'try': {
      const catches = s.catches.map(
        (c) =>
          ` catch${c.t ? ` ${c.t}` : ''}${c.name ? ` ${c.name}` : ''}${c.filter ? ` when ${expr(c.filter)}` : ''} { ${list(c.body.map(stmt))} }`,
      );
      return `try { ${list(s.body.map(stmt))} }${catches.join('')}${s.finally ? ` finally { ${list(s.finally.map(stmt))} }` : ''}`;
    }
    case 'switch': {
      const label = (l: (typeof s.sections)[number]['labels'][number]): string =>
        l === null ? 'default:' : `case ${pattern(l.p)}${l.when ? ` when ${expr(l.when)}` : ''}:`;
      const sections = s.sections.map((each) => `${list(each.labels.map(label))} ${list(each.body.map(stmt))}`);
      return `switch ${expr(s.e)} { ${list(sections)} }`;
    }
    case 'goto':
      return `goto ${s.self ? 'self' : s.state};`;
    case 'localFn':
      return `fn ${s.name} ${expr(s.fn)};`;
  }
}

function call(
  head: string,
  o: Expr | undefined,
  args: readonly Expr[],
  rest: { order?: readonly number[]; targs?: readonly string[]; virt?: true },
): string {
  const targs = rest.targs ? `<${rest.targs.join(',')}>` : '';
  const order = rest.order ? ` order=${rest.order.join('')}` : '';
  return `(${head}${targs}${rest.virt ? ' virt' : ''}${list([o, ...args].map((a) => (a ? ` ${expr(a)}` : '')))}${order})`.replaceAll(
    '  ',
    ' ',
  );
}

export function expr(e: Expr): string {
  switch (e.k) {
    case 'const':
      return `${typeof e.v === 'string' && e.t.startsWith('string') ? JSON.stringify(e.v) : e.v}:${e.t}`;
    case 'local':
      return e.name || `$${e.id}`;
    case 'field':
      return `${expr(e.o)}.${e.f}`;
    case 'sfield':
      return `${e.owner}.${e.f}`;
    case 'prop':
      return call(`prop ${e.get ?? '-'}/${e.set ?? '-'}`, e.o, e.args, e);
    case 'libprop':
      return call(`libprop ${e.m}`, e.o, e.args, e);
    case 'elem':
      return `${expr(e.o)}[${expr(e.i)}]`;
    case 'call':
      return call(e.fn, e.o, e.args, e);
    case 'lib':
      return call(e.m, e.o, e.args, e);
    case 'client':
      return call(`client ${e.c}.${e.op}`, undefined, e.args, e);
    case 'raise':
      return `(raise ${e.w}.${e.e} ${list([e.row, ...e.args].map(expr))}${e.at ? ` at ${expr(e.at)}` : ''})`;
    case 'correlate':
      return `(correlate ${e.w}.${e.e} ${list(e.args.map(expr))})`;
    case 'start':
      return `(start ${e.w} ${expr(e.row)})`;
    case 'assignSlot':
      return `(assignSlot ${e.w}.${e.slot} ${expr(e.row)} ${expr(e.person)})`;
    case 'stub':
      return `(${e.fails ? 'fails' : 'stub'} ${'fn' in e.of ? e.of.fn : `${e.of.c}.${e.of.op}`} ${expr(e.with)})`;
    case 'invoke':
      return `(invoke ${list([e.f, ...e.args].map(expr))})`;
    case 'callLocal':
      return call(`local ${e.name}`, undefined, e.args, e);
    case 'lambda':
      return `((${e.params.map((p) => `${p.mode ? `${p.mode} ` : ''}${p.t} ${p.name}`).join(', ')}) => ${e.returns} { ${list(e.body.map(stmt))} })`;
    case 'fnref':
      return `(fnref/${e.arity} ${e.fn ?? e.m ?? (e.client ? `${e.client.c}.${e.client.op}` : `local ${e.local}`)}${e.o ? ` ${expr(e.o)}` : ''}${e.virt ? ' virt' : ''})`;
    case 'new':
      return `(new ${e.ctor ?? e.c}${e.targs ? `<${e.targs.join(',')}>` : ''}${list(e.args.map((a) => ` ${expr(a)}`))}${inits(e.init)})`;
    case 'newEntity':
      return `(row ${e.e}${inits(e.init)})`;
    case 'array':
      return `[${list(e.items.map(expr))}]:${e.t}`;
    case 'newArray':
      return `(newArray ${e.t} ${expr(e.n)})`;
    case 'spread':
      return `..${expr(e.e)}`;
    case 'collection':
      return `(collection ${expr(e.base)} ${list(e.entries.map((n) => `{${n.index ? 'index ' : ''}${n.own ? 'own ' : ''}${n.add} ${list(n.values.map(expr))}}`))})`;
    case 'withInit':
      return `(withInit ${expr(e.base)}${inits(e.init)})`;
    case 'un':
      return `(${e.op}:${e.on}${e.lifted ? '?' : ''} ${expr(e.e)})`;
    case 'bin':
      return `(${e.op}:${e.on}${e.lifted ? '?' : ''} ${expr(e.l)} ${expr(e.r)})`;
    case 'and':
    case 'or':
    case 'coalesce':
      return `(${e.k} ${expr(e.l)} ${expr(e.r)})`;
    case 'cond':
      return `(cond ${expr(e.c)} ${expr(e.a)} ${expr(e.b)})`;
    case 'nullcond':
      return `(nullcond $${e.id} ${expr(e.o)} ${expr(e.then)})`;
    case 'assign':
      return `(= ${expr(e.to)} ${expr(e.v)})`;
    case 'update':
      return `(update${e.post ? ' post' : ''}${e.ifNull ? ' ifNull' : ''} ${expr(e.to)} $${e.id} ${expr(e.v)})`;
    case 'deconstruct':
      return `(deconstruct ${list(e.to.map((to: LValue | null) => (to ? expr(to) : '_')))} ${expr(e.v)})`;
    case 'ref':
      return `${e.mode} ${expr(e.to)}`;
    case 'conv':
      return `(${e.from}→${e.t}${e.lifted ? '?' : ''} ${expr(e.e)})`;
    case 'box':
      return `(box ${e.from} ${expr(e.e)})`;
    case 'cast':
      return `(cast ${e.t} ${expr(e.e)})`;
    case 'as':
      return `(as ${e.t} ${expr(e.e)})`;
    case 'is':
      return `(is ${expr(e.e)} ${pattern(e.p)})`;
    case 'switchx':
      return `(switch ${expr(e.e)} ${list(e.arms.map((a) => `${pattern(a.p)}${a.when ? ` when ${expr(a.when)}` : ''} => ${expr(a.v)},`))})`;
    case 'interp':
      return `(interp ${list(e.parts.map((p) => (typeof p === 'string' ? JSON.stringify(p) : `{${expr(p.e)}${p.align === undefined ? '' : `,${p.align}`}${p.format === undefined ? '' : `:${p.format}`}}`)))})`;
    case 'tuple':
      return `(tuple ${list(e.items.map(expr))})`;
    case 'anon':
      return `{${e.fields.map((f) => `${f.f}: ${expr(f.v)}`).join(', ')}}`;
    case 'with':
      return `(with ${expr(e.e)}${inits(e.init)})`;
    case 'throwx':
      return `(throw ${expr(e.e)})`;
    case 'fromEnd':
      return `^${expr(e.e)}`;
    case 'range':
      return `(${e.from ? expr(e.from) : ''}..${e.to ? expr(e.to) : ''})`;
    case 'rows':
      return `rows(${e.e})`;
    case 'runas':
      return `(runas ${expr(e.p)} ${expr(e.body)})`;
    case 'principal':
    case 'policy':
      return `${e.k}(${e.p})`;
    case 'secret':
      return `secret(${e.name})`;
    case 'typeof':
      return `typeof(${e.of})`;
    case 'default':
      return `default(${e.t})`;
    case 'this':
    case 'item':
    case 'actor':
      return e.k;
  }
}

function inits(init: readonly { f: string; v: Expr; set?: string; m?: string }[]): string {
  return init.length === 0 ? '' : ` {${init.map((i) => ` ${i.set ?? i.m ?? i.f} = ${expr(i.v)}`).join(',')} }`;
}

export function pattern(p: Pattern): string {
  switch (p.p) {
    case 'any':
      return '_';
    case 'null':
      return 'null';
    case 'const':
      return expr(p.v);
    case 'rel':
      return `${p.op} ${expr(p.v)}`;
    case 'type':
      return p.sub ? `${p.t} & ${pattern(p.sub)}` : p.t;
    case 'bind':
      return `→${p.name || `$${p.id}`}`;
    case 'props':
      return `{$${p.id} ${p.members.map((m) => `${expr(m.v)}: ${pattern(m.p)}`).join(', ')}}`;
    case 'tuple':
      return `(${p.items.map(pattern).join(', ')})`;
    case 'list':
      return `[${p.items.map(pattern).join(', ')}${p.rest === undefined ? '' : ` rest@${p.rest}${p.slice ? ` ${pattern(p.slice)}` : ''}`}]`;
    case 'and':
    case 'or':
      return `(${pattern(p.l)} ${p.p} ${pattern(p.r)})`;
    case 'not':
      return `not ${pattern(p.e)}`;
  }
}
