/** States and terminals with everything in them (language.md §7.1). */
import {
  duplicateArm,
  duplicateItem,
  duplicateSlot,
  misplacedItem,
  unknownSetting,
} from '../../diagnostics/catalogue/workflows.ts';
import { diagnose } from '../../diagnostics/diagnostic.ts';
import { nearest } from '../../diagnostics/suggestions.ts';
import type { StateModel, TimerModel, TransitionModel } from '../../ir/model.ts';
import type {
  ChildDeclaration,
  HookBlock,
  Node,
  Setting,
  SettingsBlock,
  SlotDeclaration,
  StateDeclaration,
  StateItem,
} from '../../syntax/tree.ts';
import { checkAttributes } from '../attributes.ts';
import type { EventSymbol } from '../symbols.ts';
import { readChild } from './children.ts';
import { readAwaitAcknowledgement, readDataStateMachine } from './node-settings.ts';
import { type Places, type RoutedBody, spanOf } from './places.ts';
import { Settings } from './settings.ts';
import { readSlot, slotEvent } from './slots.ts';
import { readClock } from './timers.ts';
import { type Heard, Transitions } from './transitions.ts';

export interface ReadState {
  readonly model: StateModel;
  readonly transitions: readonly TransitionModel[];
  /** `enter` of a state that is no terminal. */
  readonly enter: RoutedBody | undefined;
}

export function readState(
  places: Places,
  state: StateDeclaration,
  initial: string | undefined,
  hasServiceHours: boolean,
): ReadState {
  return new StateReader(places, state, hasServiceHours).read(initial);
}

/** Reports arms that answer the same thing in one place. */
export function reportDuplicateArms(places: Places, heard: readonly Heard[], place: string): void {
  const { checker, source } = places;
  const first = new Map<string, number>();
  for (const [i, later] of heard.entries()) {
    const [asksFor, answers] = thingsOf(later);
    const same = asksFor.flatMap((thing) => first.get(thing) ?? []);
    for (const thing of answers) if (!first.has(thing)) first.set(thing, i);
    if (same.length === 0) continue;
    const earlier = heard[Math.min(...same)] as Heard;
    const name = later.arm.form === 'event' ? later.arm.name.name : (later.other as string);
    const earlierName = earlier.arm.form === 'event' ? earlier.arm.name.name : earlier.other;
    checker.report(
      diagnose(
        duplicateArm,
        source,
        later.arm.name,
        { name, place, event: name === earlierName ? undefined : later.event },
        { related: [{ file: source, span: earlier.arm.name, message: 'the other arm' }] },
      ),
    );
  }
}

/**
 * Keys of what an arm answers. Two arms answer the same where one asks for a key that the other answers: an arm for an event
 * answers every slot of it too, two slots of one event are two things.
 */
function thingsOf({ event, slot, other }: Heard): readonly [asksFor: readonly string[], answers: readonly string[]] {
  if (other !== undefined) return [[`other ${other}`], [`other ${other}`]];
  const any = event === undefined ? [] : [`any of ${event}`];
  const whole = event === undefined ? [] : [`event ${event}`];
  if (slot === undefined) return [any, [...any, ...whole]];
  return [
    [`slot ${slot}`, ...whole],
    [`slot ${slot}`, ...any],
  ];
}

class StateReader {
  readonly #places: Places;
  readonly #state: StateDeclaration;
  readonly #hasServiceHours: boolean;
  readonly #transitions: Transitions;
  readonly #hooks = new Map<string, HookBlock>();
  readonly #blocks = new Map<string, SettingsBlock>();
  readonly #settings: Setting[] = [];
  readonly #slots = new Map<string, { readonly slot: SlotDeclaration; readonly event: EventSymbol | undefined }>();
  #child: ChildDeclaration | undefined;

  constructor(places: Places, state: StateDeclaration, hasServiceHours: boolean) {
    this.#places = places;
    this.#state = state;
    this.#hasServiceHours = hasServiceHours;
    this.#transitions = new Transitions(places);
  }

  get #name(): string {
    return this.#state.name.name;
  }

  get #describe(): string {
    return `${this.#state.terminal === undefined ? 'state' : 'terminal'} '${this.#name}'`;
  }

  read(initial: string | undefined): ReadState {
    const { checker, file } = this.#places;
    const state = this.#state;
    const { terminal } = state;
    checkAttributes(checker, file, state.attributes, this.#describe, ['AwaitAcknowledgement']);
    const items = state.items.filter((item) => this.#collect(item));
    const settings = new Settings(
      { checker, file, describe: this.#describe },
      this.#settings,
      terminal === undefined ? [] : ['Message'],
    );

    const slots: StateModel['slots'][number][] = [];
    const timers: TimerModel[] = [];
    const transitions: TransitionModel[] = [];
    const keys = new Set<string>();
    const add = (transition: TransitionModel): void => {
      transitions.push(transition);
      keys.add(transition.key);
    };
    const auto: string[] = [];
    const heard: Heard[] = [];
    const armState = {
      name: this.#name,
      slots: new Map([...this.#slots].map(([name, { event }]) => [name, event])),
      child: this.#child,
    };
    let answersExpire = false;
    for (const item of items) {
      if (item.kind === 'Arm') {
        const read = this.#transitions.arm(item, armState);
        if (read.heard !== undefined) heard.push(read.heard);
        if (read.transition !== undefined && !keys.has(read.transition.key)) {
          add(read.transition);
          answersExpire ||= item.form === 'expire';
        }
      } else if (item.kind === 'SlotDeclaration') {
        const event = this.#slots.get(item.name.name)?.event;
        const read = readSlot(this.#places, this.#transitions, item, this.#name, event, this.#hasServiceHours);
        slots.push(read.model);
        timers.push(...read.timers);
        read.transitions.forEach(add);
      } else if (item.kind === 'CompleteWhen') {
        const transition = this.#transitions.completeWhen(item, this.#name, auto.length + 1);
        auto.push(transition.key);
        add(transition);
      } else if (item.kind === 'SettingsBlock' && item.word.name === 'Expire') {
        timers.push(...this.#expire(item));
      }
    }
    reportDuplicateArms(this.#places, heard, this.#describe);

    const enter = this.#hooks.get('enter');
    const exit = this.#hooks.get('exit');
    const routed = enter && terminal === undefined ? this.#places.enter(enter.body, this.#name) : undefined;
    const onEntry = enter && terminal !== undefined ? this.#places.terminalEnter(enter.body, this.#name) : routed?.body;
    const onExit = exit && this.#places.exit(exit.body, this.#name);
    const message = settings.value('Message');
    const messageBody = message && this.#places.text(message, `\`Message\` of ${this.#describe}`);
    const machine = this.#blocks.get('dataStateMachine');
    const acknowledgement = readAwaitAcknowledgement(this.#places, state);
    const child = this.#child && readChild(this.#places, this.#child);
    const model: StateModel = {
      name: this.#name,
      stateType: terminal !== undefined ? 3 : this.#name === initial ? 1 : this.#child !== undefined ? 4 : 2,
      ...(terminal === undefined
        ? {}
        : { terminal: { outcome: terminal, ...(messageBody === undefined ? {} : { message: messageBody }) } }),
      ...(onEntry === undefined ? {} : { onEntry }),
      ...(onExit === undefined ? {} : { onExit }),
      slots,
      timers: timers.map((timer) =>
        timer.kind === 'expire' && answersExpire ? { ...timer, transition: timer.key } : timer,
      ),
      auto,
      ...(child === undefined ? {} : { child }),
      ...(acknowledgement === undefined ? {} : { awaitAcknowledgement: acknowledgement }),
      ...(machine === undefined ? {} : { dataStateMachine: readDataStateMachine(this.#places, machine, this.#name) }),
      span: spanOf(state),
      nameSpan: spanOf(state.name),
    };
    return { model, transitions, enter: routed };
  }

  /** Sorts an item in; false where it is reported and left out. */
  #collect(item: StateItem): boolean {
    if (this.#state.terminal !== undefined && this.#misplacedInTerminal(item)) return false;
    switch (item.kind) {
      case 'Setting':
        this.#settings.push(item);
        return true;
      case 'HookBlock':
        if (item.word.name !== 'enter' && item.word.name !== 'exit') return this.#unknownWord(item.word);
        return this.#once(this.#hooks, item.word.name, item);
      case 'SettingsBlock':
        if (item.word.name !== 'Expire' && item.word.name !== 'dataStateMachine') return this.#unknownWord(item.word);
        return this.#once(this.#blocks, item.word.name, item);
      case 'SlotDeclaration':
        return this.#collectSlot(item);
      case 'ChildDeclaration':
        if (this.#child !== undefined) return this.#twice(item.name, 'child');
        this.#child = item;
        return true;
      case 'Arm':
      case 'CompleteWhen':
        return true;
    }
  }

  #collectSlot(slot: SlotDeclaration): boolean {
    const { checker, source, workflow } = this.#places;
    const name = slot.name.name;
    const first = workflow.slots.get(name);
    if (first !== undefined && first.slot !== slot) {
      checker.report(
        diagnose(
          duplicateSlot,
          source,
          slot.name,
          { slot: name, workflow: workflow.name, state: first.state.name.name },
          { related: [{ file: source, span: first.slot.name, message: 'opened here first' }] },
        ),
      );
      // A slot of this state all the same, so that its arm is not unknown on top.
      if (!this.#slots.has(name)) this.#slots.set(name, { slot, event: slotEvent(this.#places, slot) });
      return false;
    }
    this.#slots.set(name, { slot, event: slotEvent(this.#places, slot) });
    return true;
  }

  #expire(block: SettingsBlock): readonly TimerModel[] {
    const clock = readClock(this.#places, {
      settings: block.settings,
      due: 'Within',
      describe: `\`Expire\` of ${this.#describe}`,
      needed: block.word,
      hasServiceHours: this.#hasServiceHours,
    });
    if (clock.within === undefined) return [];
    return [
      {
        key: `${this.#name}/Expire`,
        kind: 'expire',
        within: clock.within,
        accrues: clock.accrues,
        span: spanOf(block),
      },
    ];
  }

  #misplacedInTerminal(item: StateItem): boolean {
    const found = terminalMisfit(item);
    if (found === undefined) return false;
    const { checker, source } = this.#places;
    checker.report(
      diagnose(misplacedItem, source, found.at, {
        what: found.what,
        place: this.#describe,
        why: 'a terminal is where runs stop, so nothing that comes later can reach it',
        instead: "Move it into a `state`, or do the work in the terminal's `enter { }`.",
      }),
    );
    return true;
  }

  #unknownWord(word: { readonly name: string } & Node): false {
    const { checker, source } = this.#places;
    const known = ['enter', 'exit', 'Expire', 'dataStateMachine'];
    if (word.name === '') return false;
    checker.report(
      diagnose(unknownSetting, source, word, {
        name: word.name,
        of: this.#describe,
        nearest: nearest(word.name, known),
        known,
      }),
    );
    return false;
  }

  #once<T extends { readonly word: Node }>(map: Map<string, T>, name: string, item: T): boolean {
    if (map.has(name)) return this.#twice(item.word, name);
    map.set(name, item);
    return true;
  }

  #twice(at: Node, word: string): false {
    const { checker, source } = this.#places;
    checker.report(diagnose(duplicateItem, source, at, { word, place: this.#describe }));
    return false;
  }
}

function terminalMisfit(item: StateItem): { readonly what: string; readonly at: Node } | undefined {
  switch (item.kind) {
    case 'Setting':
    case 'HookBlock':
      return undefined;
    case 'SettingsBlock':
      return item.word.name === 'dataStateMachine' ? undefined : { what: `\`${item.word.name}\``, at: item.word };
    case 'Arm':
      return item.form === 'fault' ? undefined : { what: `an \`on ${item.name.name}\` arm`, at: item.name };
    case 'SlotDeclaration':
      return { what: 'a `subscribe`', at: item.name };
    case 'CompleteWhen':
      return { what: 'a `complete when`', at: { start: item.start, end: item.condition.end } };
    case 'ChildDeclaration':
      return { what: 'a `child`', at: item.name };
  }
}
