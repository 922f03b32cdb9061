/** `[ResourceLock(Key = …, Action = LockAction.Acquire, Ttl = …)]` of an arm (pipeline.md §9). */
import { missingSetting, settingValue, unknownSetting } from '../../diagnostics/catalogue/workflows.ts';
import { diagnose } from '../../diagnostics/diagnostic.ts';
import { nearest } from '../../diagnostics/suggestions.ts';
import type { TransitionModel } from '../../ir/model.ts';
import type { Attribute } from '../../syntax/tree.ts';
import { argumentsOf, findAttribute } from '../attributes.ts';
import type { BodyParameter } from '../body-request.ts';
import type { Places } from './places.ts';
import { lastName } from './settings.ts';

const known = ['Key', 'Action', 'Ttl'];
const actions = ['Acquire', 'Release', 'Extend'] as const;

export function readResourceLock(
  places: Places,
  attributes: readonly Attribute[],
  params: readonly BodyParameter[],
): TransitionModel['resourceLock'] {
  const attribute = findAttribute(attributes, 'ResourceLock');
  if (attribute === undefined) return undefined;
  const { checker, source } = places;
  const { positional, named } = argumentsOf(attribute);
  for (const [name, value] of named) {
    if (known.includes(name)) continue;
    checker.report(
      diagnose(unknownSetting, source, value, { name, of: '`[ResourceLock]`', nearest: nearest(name, known), known }),
    );
  }
  const key = named.get('Key') ?? positional[0];
  if (key === undefined) {
    checker.report(
      diagnose(missingSetting, source, attribute, {
        name: 'Key',
        of: '`[ResourceLock]`',
        why: 'the key says which resource is locked',
        example: '[ResourceLock(Key = $"account:{this.Item.Id}", Action = LockAction.Acquire)]',
      }),
    );
    return undefined;
  }
  const written = named.get('Action') ?? positional[1];
  const action = written === undefined ? 'Acquire' : actions.find((each) => each === lastName(written));
  if (action === undefined && written !== undefined) {
    checker.report(
      diagnose(settingValue, source, written, {
        name: 'Action',
        expected: '`LockAction.Acquire`, `LockAction.Release` or `LockAction.Extend`',
        why: 'what the arm does to the lock is part of what is compiled',
      }),
    );
  }
  const ttl = named.get('Ttl') ?? positional[2];
  return {
    action: action ?? 'Acquire',
    key: places.text(key, '`Key` of `[ResourceLock]`', params),
    ...(ttl === undefined ? {} : { ttl: places.timeSpan(ttl, '`Ttl` of `[ResourceLock]`') }),
  };
}
