/** Arms and what else moves a run, as transitions with the kinds of language.md §7.4. */
import { typeMismatch, wrongArguments } from '../../diagnostics/catalogue/types.ts';
import {
  cancelTarget,
  completeWhenWithoutGoto,
  exitTarget,
  misplacedItem,
  unknownChild,
  unknownEvent,
  unknownSlot,
} from '../../diagnostics/catalogue/workflows.ts';
import { diagnose } from '../../diagnostics/diagnostic.ts';
import { nearest } from '../../diagnostics/suggestions.ts';
import type { TransitionKind, TransitionModel } from '../../ir/model.ts';
import type {
  Arm,
  Attribute,
  ChildDeclaration,
  CompleteWhen,
  HookBlock,
  Identifier,
  Parameter,
} from '../../syntax/tree.ts';
import { checkAttributes, findAttribute } from '../attributes.ts';
import type { BodyParameter } from '../body-request.ts';
import type { EventSymbol } from '../symbols.ts';
import { displayType, errorType } from '../type-table.ts';
import type { Type } from '../types.ts';
import { matchParameters } from './parameters.ts';
import { mayStay } from './paths.ts';
import { type Places, type RoutedBody, spanOf } from './places.ts';
import { readResourceLock } from './resource-lock.ts';

/** The state that an arm stands in, with what it opens. */
export interface ArmState {
  readonly name: string;
  /** Its slots and their events; undefined where the event is unknown. */
  readonly slots: ReadonlyMap<string, EventSymbol | undefined>;
  readonly child: ChildDeclaration | undefined;
}

/** What an arm answers, as `duplicate-arm` compares it. */
export interface Heard {
  readonly arm: Arm;
  readonly event?: string;
  readonly slot?: string;
  readonly other?: string;
}

export interface ReadArm {
  /** Undefined where its name is nothing. */
  readonly transition: TransitionModel | undefined;
  readonly heard: Heard | undefined;
}

type Draft = Pick<TransitionModel, 'key' | 'kind' | 'trigger'> & Partial<TransitionModel>;

export class Transitions {
  readonly #places: Places;

  constructor(places: Places) {
    this.#places = places;
  }

  arm(arm: Arm, state: ArmState | undefined): ReadArm {
    const { checker, file } = this.#places;
    const where = state === undefined ? 'the workflow' : `state '${state.name}'`;
    checkAttributes(checker, file, arm.attributes, `an arm of ${where}`, ['Cancel', 'Exit', 'ResourceLock']);
    switch (arm.form) {
      case 'event':
        return this.#event(arm, state);
      case 'child':
        return this.#child(arm, state);
      case 'fault':
        return this.#fault(arm, state);
      case 'expire':
      case 'deadline':
        return this.#timed(arm, state);
    }
  }

  // ---------------------------------------------------------------- arms

  #event(arm: Arm, state: ArmState | undefined): ReadArm {
    const { workflow } = this.#places;
    const name = arm.name.name;
    const slot = state?.slots.has(name) ? name : undefined;
    const event = slot === undefined ? workflow.events.get(name) : state?.slots.get(slot);
    if (event === undefined && slot === undefined) this.#reportUnheard(arm.name, state);
    const { params, args } =
      event === undefined ? this.#loose(arm.params) : matchParameters(this.#places, arm.params, event);
    const where = state === undefined ? '' : ` of state '${state.name}'`;
    const body = this.#places.arm(arm.body, `arm \`on ${name}\`${where}`, params);
    const special = this.#cancelOrExit(arm, state, body);
    if (event === undefined) return { transition: undefined, heard: slot === undefined ? undefined : { arm, slot } };
    const moves = body.gotos.length > 0;
    const kind: TransitionKind =
      special ?? (!moves ? 'updateData' : state === undefined ? 'sharedTransition' : 'stateTransition');
    const transition = this.#finish(arm, state?.name, body, {
      key: `${state?.name ?? 'any'}/on ${name}`,
      kind,
      trigger: 'manual',
      event: event.name,
      ...(slot === undefined ? {} : { slot }),
      args,
    });
    return {
      transition: this.#withLock(transition, arm.attributes, params),
      heard: { arm, event: event.name, ...(slot === undefined ? {} : { slot }) },
    };
  }

  /** Slots are known in their own state; a name that is nothing at all is an unknown event. */
  #reportUnheard(name: Identifier, state: ArmState | undefined): void {
    const { checker, source, workflow } = this.#places;
    if (name.name === '') return;
    const elsewhere = workflow.slots.get(name.name);
    if (elsewhere !== undefined) {
      checker.report(
        diagnose(unknownSlot, source, name, {
          name: name.name,
          workflow: workflow.name,
          state: state?.name,
          elsewhere: elsewhere.state.name.name,
        }),
      );
      return;
    }
    checker.report(
      diagnose(unknownEvent, source, name, {
        name: name.name,
        workflow: workflow.name,
        nearest: nearest(name.name, [...(state?.slots.keys() ?? []), ...workflow.events.keys()]),
      }),
    );
  }

  #cancelOrExit(arm: Arm, state: ArmState | undefined, body: RoutedBody): 'cancel' | 'exit' | undefined {
    const cancel = findAttribute(arm.attributes, 'Cancel');
    const exit = findAttribute(arm.attributes, 'Exit');
    const attribute = cancel ?? exit;
    if (attribute === undefined) return undefined;
    const { checker, source, workflow } = this.#places;
    if (state !== undefined || (cancel !== undefined && exit !== undefined)) {
      const both = state === undefined;
      checker.report(
        diagnose(misplacedItem, source, both ? (exit as Attribute) : attribute, {
          what: `\`[${both ? 'Exit' : attribute.name.name}]\``,
          place: both ? 'an arm that is marked `[Cancel]`' : `an arm of state '${state.name}'`,
          why: both ? 'an arm ends a run in one way' : 'a run is cancelled or left from whichever state it is in',
          instead: both ? 'Write two arms, for two events.' : 'Move the arm to the workflow, beside its states.',
        }),
      );
      return undefined;
    }
    const row = cancel === undefined ? exitTarget : cancelTarget;
    for (const goto of body.gotos) {
      const target = goto.state === 'self' ? undefined : workflow.states.get(goto.state);
      if (goto.state !== 'self' && target === undefined) continue;
      const fits = cancel === undefined ? target?.terminal !== undefined : target?.terminal === 'cancel';
      const [start, end] = goto.span;
      if (!fits) checker.report(diagnose(row, source, { start, end }, { state: goto.state }));
    }
    if (body.gotos.length === 0) checker.report(diagnose(row, source, arm.name, { state: undefined }));
    return cancel === undefined ? 'exit' : 'cancel';
  }

  #child(arm: Arm, state: ArmState | undefined): ReadArm {
    const { checker, source } = this.#places;
    const name = arm.name.name;
    const outcome = arm.outcome?.name as 'succeeded' | 'cancelled' | 'failed';
    const known = state?.child?.name.name === name;
    if (!known && name !== '') {
      checker.report(
        diagnose(unknownChild, source, arm.name, {
          name,
          state: state?.name,
          nearest: state?.child && nearest(name, [state.child.name.name]),
        }),
      );
    }
    const params =
      outcome === 'failed'
        ? this.#exception(arm, 'ChildFailedException', true)
        : this.#noParameters(arm, `\`on ${name} ${outcome}\``);
    const body = this.#places.arm(arm.body, `arm \`on ${name} ${outcome}\``, params);
    if (!known || state === undefined) return { transition: undefined, heard: undefined };
    const transition = this.#finish(arm, state.name, body, {
      key: `${state.name}/on ${name} ${outcome}`,
      kind: body.gotos.length > 0 ? 'stateTransition' : 'updateData',
      trigger: 'event',
      child: { name, outcome },
      args: params.map((_, i) => i),
    });
    return {
      transition: this.#withLock(transition, arm.attributes, params),
      heard: { arm, other: `${name} ${outcome}` },
    };
  }

  #fault(arm: Arm, state: ArmState | undefined): ReadArm {
    const params = this.#exception(arm, 'Exception', false);
    const type = params[0]?.type ?? this.#places.checker.library('Exception');
    const body = this.#places.arm(arm.body, 'an `on fault` arm', params);
    const transition = this.#finish(arm, state?.name, body, {
      key: `${state?.name ?? 'any'}/on fault ${type.key}`,
      kind: 'errorBoundary',
      trigger: 'errorBoundary',
      faultType: type.key,
      args: params.map((_, i) => i),
    });
    return {
      transition: this.#withLock(transition, arm.attributes, params),
      heard: { arm, other: `fault ${displayType(type)}` },
    };
  }

  #timed(arm: Arm, state: ArmState | undefined): ReadArm {
    const { checker, source } = this.#places;
    const expire = arm.form === 'expire';
    const params = this.#noParameters(arm, expire ? '`on Expire`' : '`on Deadline`');
    const body = this.#places.arm(arm.body, expire ? 'an `on Expire` arm' : 'the `on Deadline` arm', params);
    if (expire !== (state !== undefined)) {
      checker.report(
        diagnose(
          misplacedItem,
          source,
          arm.name,
          expire
            ? {
                what: '`on Expire`',
                place: 'a workflow',
                why: '`Expire` is the deadline of one stay in a state',
                instead: 'Move it into the state, or answer the deadline of the whole run with `on Deadline`.',
              }
            : {
                what: '`on Deadline`',
                place: 'a state',
                why: '`Deadline` is the deadline of the whole run',
                instead: 'Move it beside the states, or answer the deadline of this stay with `on Expire`.',
              },
        ),
      );
      return { transition: undefined, heard: undefined };
    }
    const transition = this.#finish(arm, state?.name, body, {
      key: expire ? `${state?.name}/Expire` : 'any/Deadline',
      kind: expire ? 'scheduled' : 'timeout',
      trigger: 'scheduled',
    });
    return {
      transition: this.#withLock(transition, arm.attributes, params),
      heard: { arm, other: expire ? 'Expire' : 'Deadline' },
    };
  }

  // ---------------------------------------------------------------- what is no arm

  completeWhen(item: CompleteWhen, state: string, number: number): TransitionModel {
    const { checker, file, source } = this.#places;
    checkAttributes(checker, file, item.attributes, 'a `complete when`');
    const condition = this.#places.bool(item.condition, `the condition of a \`complete when\` of state '${state}'`);
    const body = this.#places.completeWhen(item.body, state);
    if (mayStay(body.body.block)) checker.report(diagnose(completeWhenWithoutGoto, source, headOf(item), { state }));
    const finished = this.#finish({ ...item, name: headOf(item) }, state, body, {
      key: `${state}/complete ${number}`,
      kind: 'automatic',
      trigger: 'automatic',
    });
    return { ...finished, condition };
  }

  /** `Unfinished { … }` and `Unassigned { … }`. */
  missed(hook: HookBlock, state: string, slot: string): TransitionModel {
    const word = hook.word.name;
    const body = this.#places.arm(hook.body, `\`${word}\` of slot '${slot}'`);
    return this.#finish({ ...hook, name: hook.word }, state, body, {
      key: `${state}/${slot}/${word}`,
      kind: 'scheduled',
      trigger: 'scheduled',
      slot,
    });
  }

  // ---------------------------------------------------------------- parts

  #finish(
    at: {
      readonly start: number;
      readonly end: number;
      readonly name: { readonly start: number; readonly end: number };
    },
    from: string | undefined,
    body: RoutedBody,
    draft: Draft,
  ): TransitionModel {
    return {
      ...draft,
      ...(from === undefined ? {} : { from }),
      params: body.body.params,
      args: draft.args ?? [],
      targets: [...new Set(body.gotos.map((goto) => goto.state))],
      mayStay: mayStay(body.body.block),
      onExecute: body.body,
      span: spanOf(at),
      nameSpan: spanOf(at.name),
    };
  }

  #withLock(
    transition: TransitionModel,
    attributes: readonly Attribute[],
    params: readonly BodyParameter[],
  ): TransitionModel {
    const resourceLock = readResourceLock(this.#places, attributes, params);
    return resourceLock === undefined ? transition : { ...transition, resourceLock };
  }

  /** Parameters of an arm whose event is not known: as they are written. */
  #loose(written: readonly Parameter[] | undefined) {
    const { checker, file } = this.#places;
    const params: BodyParameter[] = (written ?? []).map((param) => ({
      name: param.name.name,
      type: param.type === undefined ? errorType : checker.resolveType(file, param.type),
      nameSpan: spanOf(param.name),
    }));
    return { params, args: params.map(() => 0) };
  }

  #noParameters(arm: Arm, what: string): readonly BodyParameter[] {
    const [first] = arm.params ?? [];
    if (first !== undefined) this.#wrongParameters(first, what, 'brings nothing with it', []);
    return [];
  }

  /** @param receives the arm gets exactly this exception, so its parameter may be of a base type; else it may be of a derived one */
  #exception(arm: Arm, name: string, receives: boolean): readonly BodyParameter[] {
    const { checker, file, source } = this.#places;
    const exception = checker.library(name);
    const [param, second] = arm.params ?? [];
    if (second !== undefined) {
      this.#wrongParameters(second, '`on fault`', 'brings one exception with it', ['Exception e']);
    }
    if (param === undefined) return [];
    let type: Type = exception;
    if (param.type !== undefined) {
      const declared = checker.resolveType(file, param.type);
      const { hierarchy } = checker.declarations.typing;
      const fits = receives
        ? hierarchy.isReferenceConvertible(exception, declared)
        : declared.kind !== 'nullable' && hierarchy.isException(declared);
      if (fits) type = declared;
      else if (declared.kind !== 'error') {
        checker.report(
          diagnose(typeMismatch, source, param.type, {
            problem: 'other',
            text: `what arrives here is an exception, and '${displayType(declared)}' ${receives ? `cannot hold a '${name}'` : 'is none'}`,
            help: `Write \`${name} ${param.name.name}\`.`,
          }),
        );
      }
    }
    return [{ name: param.name.name, type, nameSpan: spanOf(param.name) }];
  }

  #wrongParameters(at: Parameter, callee: string, detail: string, expected: readonly string[]): void {
    const { checker, source } = this.#places;
    checker.report(diagnose(wrongArguments, source, at, { problem: 'arguments', callee, detail, expected }));
  }
}

/** `complete when (…)` without its body: where it is told. */
function headOf(item: CompleteWhen): { readonly start: number; readonly end: number } {
  return { start: item.start, end: item.condition.end };
}
