/** `[SuppressWarning("name")]` on a declaration, and `// osy-ignore-next-line name -- reason` (findings.md). */
import type { SourceFile, Span } from '../source/source.ts';
import type {
  Attribute,
  CompilationUnit,
  Declaration,
  Declared,
  Member,
  SlotDeclaration,
  StateDeclaration,
  WorkflowDeclaration,
} from '../syntax/tree.ts';
import type { Declarations } from './declarations.ts';
import type { Suppression } from './program.ts';

export function readSuppressions(declarations: Declarations): readonly Suppression[] {
  const keys = functionKeys(declarations);
  return declarations.units.flatMap((unit, file) => [
    ...unit.declarations
      .flatMap((declaration) => [...declared(declaration)])
      .flatMap((node) => onDeclaration(node, file, keys)),
    ...onLines(unit, file),
  ]);
}

// ---------------------------------------------------------------- attributes

function onDeclaration(node: Declared, file: number, keys: ReadonlyMap<Declared, string>): readonly Suppression[] {
  return node.attributes.flatMap((attribute) =>
    namesIn(attribute).map(({ name, span }): Suppression => {
      const functionKey = keys.get(node);
      return {
        file,
        span,
        covers: { start: node.start, end: node.end },
        rule: name,
        ...(functionKey === undefined ? {} : { functionKey }),
      };
    }),
  );
}

function namesIn(attribute: Attribute): readonly { readonly name: string; readonly span: Span }[] {
  if (attribute.name.name !== 'SuppressWarning') return [];
  return (attribute.args ?? []).flatMap(({ value }) =>
    value.kind === 'StringLiteral' ? { name: value.value, span: { start: attribute.start, end: attribute.end } } : [],
  );
}

/** The declaration and every declaration inside it that may carry attributes. */
function* declared(node: Declaration): Iterable<Declared> {
  yield node;
  switch (node.kind) {
    case 'EntityDeclaration':
    case 'ClassDeclaration':
      yield* node.members satisfies readonly Member[];
      return;
    case 'EnumDeclaration':
      yield* node.members;
      return;
    case 'ClientDeclaration':
      yield* node.operations;
      return;
    case 'WorkflowDeclaration':
      yield* insideWorkflow(node);
      return;
    default:
      return;
  }
}

function* insideWorkflow(workflow: WorkflowDeclaration): Iterable<Declared> {
  for (const item of workflow.items) {
    if (item.kind === 'Arm' || item.kind === 'EventDeclaration') yield item;
    else if (item.kind === 'StateDeclaration') yield* insideState(item);
  }
}

function* insideState(state: StateDeclaration): Iterable<Declared> {
  yield state;
  for (const item of state.items) {
    if (item.kind === 'Arm' || item.kind === 'CompleteWhen' || item.kind === 'ChildDeclaration') yield item;
    else if (item.kind === 'SlotDeclaration') yield* insideSlot(item);
  }
}

function* insideSlot(slot: SlotDeclaration): Iterable<Declared> {
  yield slot;
  for (const milestone of slot.milestones) yield* milestone.reminders;
}

function functionKeys(declarations: Declarations): ReadonlyMap<Declared, string> {
  const keys = new Map<Declared, string>();
  for (const fn of declarations.functions) keys.set(fn.declaration, fn.key);
  for (const owner of [...declarations.entities, ...declarations.classes]) {
    for (const member of owner.members) {
      if (
        (member.kind === 'method' || member.kind === 'constructor' || member.kind === 'operator') &&
        member.declaration
      ) {
        keys.set(member.declaration, member.key);
      } else if (member.kind === 'property' && member.get !== undefined) keys.set(member.declaration, member.get);
    }
  }
  return keys;
}

// ---------------------------------------------------------------- comments

const marker = /^\/\/\s*osy-ignore-next-line\b(.*)$/;

function onLines(unit: CompilationUnit, file: number): readonly Suppression[] {
  const { file: source } = unit;
  const found = unit.comments.flatMap((comment) => {
    const match = comment.kind === 'line' ? marker.exec(source.text.slice(comment.start, comment.end).trimEnd()) : null;
    return match === null
      ? []
      : { comment, names: namesOf(match[1] as string), line: source.position(comment.start).line };
  });
  const markedLines = new Set(found.map(({ line }) => line));
  return found.flatMap(({ comment, names, line }) => {
    // Several of them above one line all speak of that line.
    let next = line + 1;
    while (markedLines.has(next)) next++;
    const covers = lineSpan(source, next);
    const span = { start: comment.start, end: comment.end };
    // One that names nothing silences nothing, and has to be told as such.
    return (names.length === 0 ? [''] : names).map((rule) => ({ file, span, covers, rule }));
  });
}

/** `a, b -- reason`; no name of a finding holds two hyphens in a row. */
function namesOf(rest: string): readonly string[] {
  return (rest.split('--')[0] as string).split(/[\s,]+/).filter((name) => name !== '');
}

function lineSpan(source: SourceFile, line: number): Span {
  const start = source.lineStarts[line - 1] ?? source.text.length;
  return { start, end: source.lineStarts[line] ?? source.text.length };
}
