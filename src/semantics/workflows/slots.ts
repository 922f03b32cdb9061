/** `subscribe Event() as Slot { … }`: who may answer, what must hold, and its milestones (language.md §7.3, §8). */
import { duplicateItem, misplacedItem, missingSetting, unknownEvent } from '../../diagnostics/catalogue/workflows.ts';
import { diagnose } from '../../diagnostics/diagnostic.ts';
import { nearest } from '../../diagnostics/suggestions.ts';
import type { Body } from '../../ir/ir.ts';
import type { SlotModel, TimerModel, TransitionModel } from '../../ir/model.ts';
import type { HookBlock, Milestone, Reminder, Requirement, SlotDeclaration } from '../../syntax/tree.ts';
import { checkAttributes } from '../attributes.ts';
import type { BodyParameter } from '../body-request.ts';
import type { EventSymbol } from '../symbols.ts';
import { eventParameters, matchParameters } from './parameters.ts';
import { type Places, spanOf } from './places.ts';
import { Settings } from './settings.ts';
import { readClock } from './timers.ts';
import type { Transitions } from './transitions.ts';

export interface ReadSlot {
  readonly model: SlotModel;
  /** In source order. */
  readonly timers: readonly TimerModel[];
  readonly transitions: readonly TransitionModel[];
}

/** The event that a slot waits for; reported where there is none. */
export function slotEvent(places: Places, slot: SlotDeclaration): EventSymbol | undefined {
  const { checker, source, workflow } = places;
  const name = slot.event.name;
  const event = workflow.events.get(name);
  if (event === undefined && name !== '') {
    checker.report(
      diagnose(unknownEvent, source, slot.event, {
        name,
        workflow: workflow.name,
        nearest: nearest(name, workflow.events.keys()),
      }),
    );
  }
  return event;
}

export function readSlot(
  places: Places,
  transitions: Transitions,
  slot: SlotDeclaration,
  state: string,
  event: EventSymbol | undefined,
  hasServiceHours: boolean,
): ReadSlot {
  const reader = new SlotReader(places, transitions, slot, state, hasServiceHours);
  return reader.read(event);
}

class SlotReader {
  readonly #places: Places;
  readonly #transitions: Transitions;
  readonly #slot: SlotDeclaration;
  readonly #state: string;
  readonly #hasServiceHours: boolean;
  readonly #timers: TimerModel[] = [];
  readonly #made: TransitionModel[] = [];
  readonly #reminders = new Set<string>();

  constructor(
    places: Places,
    transitions: Transitions,
    slot: SlotDeclaration,
    state: string,
    hasServiceHours: boolean,
  ) {
    this.#places = places;
    this.#transitions = transitions;
    this.#slot = slot;
    this.#state = state;
    this.#hasServiceHours = hasServiceHours;
  }

  get #describe(): string {
    return `slot '${this.#slot.name.name}'`;
  }

  read(event: EventSymbol | undefined): ReadSlot {
    const { checker, file } = this.#places;
    const slot = this.#slot;
    checkAttributes(checker, file, slot.attributes, this.#describe);
    const settings = new Settings({ checker, file, describe: this.#describe }, slot.settings, ['Candidates']);
    const candidates = settings.value('Candidates');
    const matched =
      event && (slot.params?.length ? matchParameters(this.#places, slot.params, event) : eventParameters(event));
    const params = matched?.params ?? [];
    const milestones = new Map<
      string,
      { readonly enter?: Body; readonly timer?: string; readonly span: readonly [number, number] }
    >();
    const requires = slot.requires.flatMap((each) => this.#requirement(each, params) ?? []);
    for (const milestone of slot.milestones) {
      const word = milestone.word.name;
      if (milestones.has(word)) this.#twice(milestone.word, word);
      else milestones.set(word, this.#milestone(milestone));
    }
    const assigned = milestones.get('Assigned');
    const finished = milestones.get('Finished');
    return {
      model: {
        name: slot.name.name,
        event: slot.event.name,
        ...(candidates === undefined
          ? {}
          : { candidates: this.#places.about(candidates, checker.principal(), `\`Candidates\` of ${this.#describe}`) }),
        requires,
        ...(assigned === undefined ? {} : { assigned }),
        ...(finished === undefined ? {} : { finished }),
        span: spanOf(slot),
        nameSpan: spanOf(slot.name),
      },
      timers: this.#timers,
      transitions: this.#made,
    };
  }

  #requirement(requirement: Requirement, params: readonly BodyParameter[]): SlotModel['requires'][number] | undefined {
    const { checker, file, source } = this.#places;
    const name = requirement.name.name;
    const describe = `requirement '${name}' of ${this.#describe}`;
    const settings = new Settings({ checker, file, describe }, requirement.settings, ['Must', 'Message']);
    for (const [setting, why, example] of [
      ['Must', 'it is what has to hold', 'Must = this.Item.Card != null;'],
      ['Message', 'it is what people are told when the requirement is not met', 'Message = "A loan needs a card.";'],
    ] as const) {
      if (!settings.isMissing(setting)) continue;
      checker.report(diagnose(missingSetting, source, requirement.name, { name: setting, of: describe, why, example }));
    }
    const must = settings.value('Must');
    const message = settings.value('Message');
    const mustBody = must && this.#places.bool(must, `\`Must\` of ${describe}`, params);
    const messageBody = message && this.#places.text(message, `\`Message\` of ${describe}`, params);
    if (mustBody === undefined || messageBody === undefined) return undefined;
    return { name, must: mustBody, message: messageBody, span: spanOf(requirement) };
  }

  #milestone(milestone: Milestone) {
    const word = milestone.word.name as 'Assigned' | 'Finished';
    const missedWord = word === 'Assigned' ? 'Unassigned' : 'Unfinished';
    const key = `${this.#state}/${this.#slot.name.name}/${word}`;
    const { checker, source } = this.#places;
    const clock = readClock(this.#places, {
      settings: milestone.settings,
      due: 'Within',
      describe: `\`${word}\` of ${this.#describe}`,
      needed: undefined,
      hasServiceHours: this.#hasServiceHours,
    });
    const hooks = new Map<string, HookBlock>();
    for (const hook of milestone.hooks) {
      const name = hook.word.name;
      if (name !== 'enter' && name !== missedWord) {
        checker.report(
          diagnose(misplacedItem, source, hook.word, {
            what: `\`${name} { }\``,
            place: `\`${word}\` of ${this.#describe}`,
            why: `when its time is up, \`${missedWord} { }\` runs`,
            instead: `Write \`${missedWord} { … }\`, or move it to the other milestone.`,
          }),
        );
      } else if (hooks.has(name)) this.#twice(hook.word, name);
      else hooks.set(name, hook);
    }
    const enter = hooks.get('enter');
    const missed = hooks.get(missedWord);
    const transition = missed && this.#transitions.missed(missed, this.#state, this.#slot.name.name);
    if (transition !== undefined) this.#made.push(transition);
    if (clock.within !== undefined) {
      this.#timers.push({
        key,
        kind: word === 'Assigned' ? 'assigned' : 'finished',
        slot: this.#slot.name.name,
        within: clock.within,
        accrues: clock.accrues,
        ...(transition === undefined ? {} : { transition: transition.key }),
        span: spanOf(milestone),
      });
    }
    const enterBody = enter && this.#places.milestoneEnter(enter.body, this.#slot.name.name, word);
    for (const reminder of milestone.reminders) this.#reminder(reminder);
    return {
      ...(enterBody === undefined ? {} : { enter: enterBody }),
      ...(clock.within === undefined ? {} : { timer: key }),
      span: spanOf(milestone),
    };
  }

  #reminder(reminder: Reminder): void {
    const name = reminder.name.name;
    const { checker, file } = this.#places;
    const describe = `reminder '${name}' of ${this.#describe}`;
    checkAttributes(checker, file, reminder.attributes, describe);
    if (this.#reminders.has(name)) this.#twice(reminder.name, name);
    const clock = readClock(this.#places, {
      settings: reminder.settings,
      due: 'After',
      repeats: true,
      describe,
      needed: reminder.name,
      hasServiceHours: this.#hasServiceHours,
    });
    const body = this.#places.remind(reminder.body, name);
    if (this.#reminders.has(name)) return;
    this.#reminders.add(name);
    const key = `${this.#state}/${this.#slot.name.name}/${name}`;
    this.#made.push({
      key,
      kind: 'scheduled',
      trigger: 'scheduled',
      from: this.#state,
      slot: this.#slot.name.name,
      params: [],
      args: [],
      targets: [],
      mayStay: true,
      onExecute: body,
      span: spanOf(reminder),
      nameSpan: spanOf(reminder.name),
    });
    if (clock.within === undefined) return;
    this.#timers.push({
      key,
      kind: 'remind',
      slot: this.#slot.name.name,
      within: clock.within,
      ...(clock.thenEvery === undefined ? {} : { thenEvery: clock.thenEvery }),
      accrues: clock.accrues,
      transition: key,
      span: spanOf(reminder),
    });
  }

  #twice(at: { readonly start: number; readonly end: number }, word: string): void {
    const { checker, source } = this.#places;
    checker.report(diagnose(duplicateItem, source, at, { word, place: this.#describe }));
  }
}
