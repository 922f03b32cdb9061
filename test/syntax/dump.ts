import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import type { SourceFile } from '../../src/source/source.ts';

/** A tree as a person would draw it: one line where it is short, indented lines where it is long. */
export function dump(value: unknown, width = 110): string {
  return render(compact(value), width, 0);
}

type Drawn = string | readonly Drawn[];

const isIdentifier = (value: object): value is { name: string } =>
  'name' in value && typeof value.name === 'string' && Object.keys(value).length === 3;

/** Strings, names and lists without spans; what is absent, empty or plain is left out. */
function compact(value: unknown): Drawn {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'bigint' || typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return ['[]', ...value.map(compact)];
  const node = value as Record<string, unknown>;
  if (isIdentifier(node)) return node.name === '' ? '‹missing›' : node.name;
  if ('parts' in node && !('kind' in node))
    return (node.parts as { name: string }[]).map((part) => part.name || '‹missing›').join('.');
  switch (node.kind) {
    case 'NamedType':
      return typeText(node);
    case 'NullableType':
    case 'ArrayType':
    case 'TupleType':
      return typeText(node);
    case 'Name':
      if (node.typeArgs === undefined) return compact(node.name);
      return `${compact(node.name)}<${(node.typeArgs as unknown[]).map(typeText).join(', ')}>`;
    case 'IntLiteral':
      return `${node.value}${node.suffix}`;
    case 'DecimalLiteral':
      return `${node.text}m`;
    case 'DoubleLiteral':
      return `${node.text}d`;
    case 'StringLiteral':
      return JSON.stringify(node.value);
    case 'CharLiteral':
      return `'${String.fromCharCode(node.value as number)}'`;
    case 'BoolLiteral':
      return String(node.value);
    case 'NullLiteral':
      return 'null';
    case 'This':
      return 'this';
    case 'Base':
      return 'base';
    case 'MissingExpression':
      return '‹missing›';
    case 'ConditionalReceiver':
      return '·';
    case 'Binary':
    case 'Assignment':
      return [node.operator as string, compact(node.left ?? node.target), compact(node.right ?? node.value)];
    case 'Unary':
      return [node.operator as string, compact(node.operand)];
    case 'ExpressionStatement':
      return compact(node.expression);
    case 'ConstantPattern':
      return compact(node.value);
    case 'Variable':
      return compact(node.name);
    case 'Discard':
      return '_';
    default:
  }
  const drawn: Drawn[] = [];
  for (const [key, part] of Object.entries(node)) {
    if (['kind', 'start', 'end', 'section', 'operatorStart', 'file', 'comments'].includes(key)) continue;
    if (part === undefined || part === false || part === 'value' || part === '') continue;
    if (
      Array.isArray(part) &&
      part.length === 0 &&
      [
        'attributes',
        'modifiers',
        'typeParams',
        'constraints',
        'bases',
        'invariants',
        'security',
        'usings',
        'catches',
        'hooks',
        'requires',
        'reminders',
        'headers',
        'settings',
        'milestones',
        'words',
      ].includes(key)
    )
      continue;
    if (
      [
        'name',
        'expression',
        'operand',
        'target',
        'callee',
        'statements',
        'left',
        'right',
        'members',
        'items',
        'declarations',
        'type',
        'returnType',
        'operator',
      ].includes(key)
    ) {
      if (Array.isArray(part)) drawn.push(...part.map(compact));
      else drawn.push(compact(part));
    } else drawn.push([`${key}:`, ...(Array.isArray(part) ? part.map(compact) : [compact(part)])]);
  }
  return node.kind === undefined && drawn.length === 1
    ? (drawn[0] as Drawn)
    : [(node.kind as string | undefined) ?? '', ...drawn];
}

function typeText(type: unknown): string {
  const node = type as Record<string, unknown>;
  switch (node.kind) {
    case 'NullableType':
      return `${typeText(node.element)}?`;
    case 'ArrayType':
      return `${typeText(node.element)}[]`;
    case 'TupleType':
      return `(${(node.items as { type: unknown; name?: { name: string } }[]).map((item) => `${typeText(item.type)}${item.name === undefined ? '' : ` ${item.name.name}`}`).join(', ')})`;
    default: {
      const name = compact(node.name) as string;
      const args = node.args as unknown[] | undefined;
      return args === undefined ? name : `${name}<${args.map(typeText).join(', ')}>`;
    }
  }
}

function flat(drawn: Drawn): string {
  return typeof drawn === 'string' ? drawn : `(${drawn.map(flat).join(' ').trim()})`;
}

function render(drawn: Drawn, width: number, indent: number): string {
  const line = flat(drawn);
  if (typeof drawn === 'string' || line.length + indent <= width) return line;
  const [head, ...rest] = drawn;
  const pad = ' '.repeat(indent + 2);
  return `(${flat(head as Drawn)}\n${rest.map((part) => pad + render(part, width, indent + 2)).join('\n')})`;
}

/** `3:7 expected …`, one line each, with the labels on related places. */
export function messages(found: readonly Diagnostic[]): string {
  const place = (file: SourceFile, offset: number): string => {
    const { line, column } = file.position(offset);
    return `${line}:${column}`;
  };
  return found
    .map(({ file, span, message, related = [] }) => {
      const labels = related.map((label) => ` (${place(label.file, label.span.start)} ${label.message})`);
      return `${place(file, span.start)} ${message}${labels.join('')}`;
    })
    .join('\n');
}
