/** Types as messages show them. */
import type { IrType } from '../ir/ir.ts';
import type { Type } from './types.ts';

/** As its author writes it: `List<int>`, `Invitation?`, `(int Count, string)`. */
export function displayType(type: Type): string {
  switch (type.kind) {
    case 'primitive':
      return type.name;
    case 'enum':
    case 'entity':
    case 'param':
      return type.symbol.name;
    case 'class':
      return type.symbol.name + displayArguments(type.args);
    case 'library':
      return type.library.name + displayArguments(type.args);
    case 'delegate':
      return type.name + displayArguments(delegateArguments(type.name, type.params, type.returns));
    case 'nullable':
      return `${displayType(type.element)}?`;
    case 'array':
      return `${displayType(type.element)}[]`;
    case 'tuple':
      return `(${type.items.map((t, i) => displayType(t) + (type.names[i] ? ` ${type.names[i]}` : '')).join(', ')})`;
    case 'anonymous':
      return `{ ${type.fields.map((f) => `${displayType(f.type)} ${f.name}`).join(', ')} }`;
    case 'null':
      return 'null';
    case 'never':
      return 'nothing';
    case 'error':
      return '?';
  }
}

/** With namespaces, for a message that would otherwise name one type twice. */
export function displayTypes(a: Type, b: Type): readonly [string, string] {
  const short = [displayType(a), displayType(b)] as const;
  return short[0] === short[1] && a.key !== b.key ? [spaced(a.key), spaced(b.key)] : short;
}

function spaced(key: IrType): string {
  return key.replaceAll(',', ', ').replaceAll('!', '');
}

function displayArguments(args: readonly Type[]): string {
  return args.length === 0 ? '' : `<${args.map(displayType).join(', ')}>`;
}

/** A delegate's type arguments as they are written. */
export function delegateArguments(name: string, params: readonly Type[], returns: Type): readonly Type[] {
  if (name === 'Func') return [...params, returns];
  return name === 'Comparison' ? params.slice(0, 1) : params;
}
