/** What a place in a file belongs to, by name: `Shop.OrderFlow/Pending/enter`. It stays when lines move. */
import type {
  Arm,
  ChildDeclaration,
  CompilationUnit,
  CompleteWhen,
  Declaration,
  HookBlock,
  Member,
  Node,
  Parameter,
  Setting,
  SettingsBlock,
  SlotDeclaration,
  StateItem,
  TypeSyntax,
  WorkflowItem,
} from '../syntax/tree.ts';

/** A part of a file that has a name, with the named parts in it. */
interface Named {
  readonly node: Node;
  readonly name: string;
  readonly inside: readonly Named[];
}

/**
 * The innermost declaration that `offset` is in, from the outside in, with `/` between; '' outside of all. Parts that could
 * have the same name (overloads, several `complete when`) are told apart by their parameters or their order.
 */
export function enclosingSymbol(unit: CompilationUnit, offset: number): string {
  const path: string[] = [];
  let level = declarationsOf(unit);
  for (;;) {
    const at = partAt(level, offset);
    if (at === undefined) break;
    path.push(at.name);
    level = at.inside;
  }
  const symbol = path.join('/');
  const namespace = unit.namespace?.parts.map((part) => part.name).join('.');
  return symbol === '' || namespace === undefined ? symbol : `${namespace}.${symbol}`;
}

const known = new WeakMap<CompilationUnit, readonly Named[]>();

/** The named parts of a file; found once, for all the findings in it. */
function declarationsOf(unit: CompilationUnit): readonly Named[] {
  const found = known.get(unit) ?? inOrder(unit.declarations.map(declarationOf));
  known.set(unit, found);
  return found;
}

/** By place, down to the innermost. */
function inOrder(parts: readonly Named[]): readonly Named[] {
  return parts
    .map((part) => (part.inside.length === 0 ? part : { ...part, inside: inOrder(part.inside) }))
    .sort((a, b) => a.node.start - b.node.start);
}

/** Parts of one level stand side by side: the last that begins before the place is the only one that may hold it. */
function partAt(level: readonly Named[], offset: number): Named | undefined {
  let low = 0;
  let high = level.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((level[middle] as Named).node.start <= offset) low = middle + 1;
    else high = middle;
  }
  const at = level[low - 1];
  return at !== undefined && offset < at.node.end ? at : undefined;
}

function declarationOf(node: Declaration): Named {
  switch (node.kind) {
    case 'FunctionDeclaration':
      return leaf(node, `${node.name.name}(${types(node.params)})`);
    case 'EnumDeclaration':
      return { node, name: node.name.name, inside: node.members.map((each) => leaf(each, each.name.name)) };
    case 'EntityDeclaration':
      return {
        node,
        name: node.name.name,
        inside: [...node.members.map(memberOf), ...numbered(node.invariants, 'invariant')],
      };
    case 'ClassDeclaration':
      return { node, name: node.name.name, inside: node.members.map(memberOf) };
    case 'ClientDeclaration':
      return {
        node,
        name: node.name.name,
        inside: [
          ...node.operations.map((each) => leaf(each, `${each.name.name}(${types(each.params)})`)),
          ...node.settings.map(settingOf),
        ],
      };
    case 'WorkflowDeclaration':
      return { node, name: node.name.name, inside: insideOf(node.items) };
    case 'PolicyDeclaration':
    case 'PrincipalDeclaration':
    case 'ManifestDeclaration':
      return leaf(node, node.name.name);
    case 'UnknownDeclaration':
      return leaf(node, node.word);
    default:
      return node satisfies never;
  }
}

function memberOf(node: Member): Named {
  switch (node.kind) {
    case 'FieldMember':
    case 'PropertyMember':
      return leaf(node, node.name.name);
    case 'MethodMember':
      return leaf(node, `${node.name.name}(${types(node.params)})`);
    case 'ConstructorMember':
      return leaf(node, `new(${types(node.params)})`);
    case 'OperatorMember':
      return leaf(node, `operator ${node.operator}(${types(node.params)})`);
    case 'IndexerMember':
      return leaf(node, `this[${types(node.params)}]`);
    default:
      return node satisfies never;
  }
}

/** The items of a workflow or a state; `complete when` has no name of its own and is counted. */
function insideOf(items: readonly (WorkflowItem | StateItem)[]): readonly Named[] {
  let conditions = 0;
  return items.map((item) => (item.kind === 'CompleteWhen' ? completeWhen(item, ++conditions) : itemOf(item)));
}

function itemOf(node: Exclude<WorkflowItem | StateItem, CompleteWhen>): Named {
  switch (node.kind) {
    case 'Setting':
      return settingOf(node);
    case 'SettingsBlock':
    case 'HookBlock':
      return blockOf(node);
    case 'EventDeclaration':
      return leaf(node, `event ${node.name.name}`);
    case 'Arm':
      return armOf(node);
    case 'StateDeclaration':
      return { node, name: node.name.name, inside: insideOf(node.items) };
    case 'SlotDeclaration':
      return slotOf(node);
    case 'ChildDeclaration':
      return childOf(node);
    default:
      return node satisfies never;
  }
}

function slotOf(node: SlotDeclaration): Named {
  return {
    node,
    name: `subscribe ${node.name.name}`,
    inside: [
      ...node.settings.map(settingOf),
      ...node.requires.map((each) => leaf(each, `Requires ${each.name.name}`)),
      ...node.milestones.map((each) => ({
        node: each,
        name: each.word.name,
        inside: [
          ...each.settings.map(settingOf),
          ...each.hooks.map(blockOf),
          ...each.reminders.map((reminder) => leaf(reminder, `Remind ${reminder.name.name}`)),
        ],
      })),
    ],
  };
}

function armOf(node: Arm): Named {
  const outcome = node.outcome === undefined ? '' : ` ${node.outcome.name}`;
  return leaf(node, `on ${node.name.name}${outcome}`);
}

function blockOf(node: HookBlock | SettingsBlock): Named {
  return leaf(node, node.word.name);
}

function settingOf(node: Setting): Named {
  return leaf(node, node.name.name);
}

function childOf(node: ChildDeclaration): Named {
  return leaf(node, `child ${node.name.name}`);
}

function completeWhen(node: CompleteWhen, n: number): Named {
  return leaf(node, `complete when ${n}`);
}

function numbered(nodes: readonly Node[], word: string): readonly Named[] {
  return nodes.map((node, i) => leaf(node, `${word} ${i + 1}`));
}

function leaf(node: Node, name: string): Named {
  return { node, name, inside: [] };
}

function types(params: readonly Parameter[]): string {
  return params.map(({ type }) => (type === undefined ? '' : typeName(type))).join(', ');
}

function typeName(type: TypeSyntax): string {
  switch (type.kind) {
    case 'NamedType': {
      const name = type.name.parts.map((part) => part.name).join('.');
      return type.args === undefined ? name : `${name}<${type.args.map(typeName).join(', ')}>`;
    }
    case 'NullableType':
      return `${typeName(type.element)}?`;
    case 'ArrayType':
      return `${typeName(type.element)}[]`;
    case 'TupleType':
      return `(${type.items.map((item) => typeName(item.type)).join(', ')})`;
    default:
      return type satisfies never;
  }
}
