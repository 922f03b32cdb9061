/** `dataStateMachine { … }` and `[AwaitAcknowledgement]` of a state. */
import { unknownSetting } from '../../diagnostics/catalogue/workflows.ts';
import { diagnose } from '../../diagnostics/diagnostic.ts';
import { nearest } from '../../diagnostics/suggestions.ts';
import type { DataStateMachineModel, StateModel } from '../../ir/model.ts';
import type { SettingsBlock, StateDeclaration } from '../../syntax/tree.ts';
import { argumentsOf, findAttribute } from '../attributes.ts';
import { objectType } from '../type-table.ts';
import { type Places, spanOf, unwrap } from './places.ts';
import { lastName, Settings } from './settings.ts';

/** data-state-machine.md, "Scopes": the name's place is its number. */
const scopes = ['App', 'Process', 'Thread', 'Element', 'ProcessExecution', 'ThreadExecution', 'ElementExecution'];

export function readDataStateMachine(places: Places, block: SettingsBlock, state: string): DataStateMachineModel {
  const { checker, file } = places;
  const describe = `\`dataStateMachine\` of state '${state}'`;
  const known = ['Scope', 'EntityKey', 'LockFor', 'KeepFor'];
  const settings = new Settings({ checker, file, describe }, block.settings, known, true);
  const entityKey = settings.value('EntityKey');
  const lockFor = settings.value('LockFor');
  const keepFor = settings.value('KeepFor');
  return {
    scope: readScope(settings),
    ...(entityKey === undefined ? {} : { entityKey: places.text(entityKey, `\`EntityKey\` of ${describe}`) }),
    ...(lockFor === undefined ? {} : { lockFor: places.timeSpan(lockFor, `\`LockFor\` of ${describe}`) }),
    ...(keepFor === undefined ? {} : { keepFor: places.timeSpan(keepFor, `\`KeepFor\` of ${describe}`) }),
    options: settings.others.flatMap(({ name, value }) =>
      value.kind === 'MissingExpression'
        ? []
        : { name: name.name, value: places.value(value, objectType, `option '${name.name}' of ${describe}`) },
    ),
    span: spanOf(block),
  };
}

function readScope(settings: Settings): number {
  const value = settings.value('Scope');
  if (value === undefined) return scopes.indexOf('Element') + 1;
  const plain = unwrap(value);
  const number = plain.kind === 'IntLiteral' ? Number(plain.value) : scopes.indexOf(lastName(plain) ?? '') + 1;
  if (number >= 1 && number <= scopes.length) return number;
  const suggestion = nearest(lastName(plain) ?? '', scopes);
  settings.wrong(
    value,
    'Scope',
    `one of ${scopes.map((scope, i) => `\`${scope}\` (${i + 1})`).join(', ')}`,
    `it says to what a record applies${suggestion === undefined ? '' : `, and \`${suggestion}\` is most like what is written`}`,
  );
  return scopes.indexOf('Element') + 1;
}

export function readAwaitAcknowledgement(
  places: Places,
  state: StateDeclaration,
): StateModel['awaitAcknowledgement'] | undefined {
  const attribute = findAttribute(state.attributes, 'AwaitAcknowledgement');
  if (attribute === undefined) return undefined;
  const { checker, source } = places;
  const { positional, named } = argumentsOf(attribute);
  for (const [name, value] of named) {
    if (name === 'FallbackAfter') continue;
    checker.report(
      diagnose(unknownSetting, source, value, {
        name,
        of: '`[AwaitAcknowledgement]`',
        nearest: nearest(name, ['FallbackAfter']),
        known: ['FallbackAfter'],
      }),
    );
  }
  const after = named.get('FallbackAfter') ?? positional[0];
  return after === undefined
    ? {}
    : { fallbackAfter: places.timeSpan(after, '`FallbackAfter` of `[AwaitAcknowledgement]`') };
}
