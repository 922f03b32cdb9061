import { isName, T } from '../tokens.ts';
import type {
  Arm,
  ChildDeclaration,
  CompleteWhen,
  EventDeclaration,
  HookBlock,
  Milestone,
  Parameter,
  Reminder,
  Requirement,
  Setting,
  SettingsBlock,
  SlotDeclaration,
  StateDeclaration,
  StateItem,
  WorkflowDeclaration,
  WorkflowItem,
} from '../tree.ts';
import { kindSet } from './lookahead.ts';
import { type Head, MemberParser } from './members.ts';

const hooks = kindSet(T.Start, T.Enter, T.Exit, T.Unassigned, T.Unfinished);
/** Words that are followed by a name: where `{` stands instead, the name is missing. */
const needsName = kindSet(T.On, T.Event, T.State, T.Terminal, T.Subscribe, T.Child, T.Remind);
const outcomes = ['succeeded', 'cancelled', 'failed'] as const;
const endings = ['success', 'cancel', 'error'] as const;
type Ending = (typeof endings)[number];

/** What an item of a workflow, a state, a slot or a milestone is, by its first words. */
enum Form {
  Setting,
  SettingsBlock,
  Hook,
  Arm,
  Event,
  State,
  Terminal,
  Slot,
  CompleteWhen,
  Child,
  Requires,
  Milestone,
  Reminder,
  Other,
}
const inWorkflow = new Set([
  Form.Setting,
  Form.SettingsBlock,
  Form.Hook,
  Form.Arm,
  Form.Event,
  Form.State,
  Form.Terminal,
]);
const inState = new Set([
  Form.Setting,
  Form.SettingsBlock,
  Form.Hook,
  Form.Arm,
  Form.Slot,
  Form.CompleteWhen,
  Form.Child,
]);
const inSlot = new Set([Form.Setting, Form.Requires, Form.Milestone]);
const inMilestone = new Set([Form.Setting, Form.Hook, Form.Reminder]);
const called: Partial<Record<Form, string>> = {
  [Form.Arm]: 'an arm',
  [Form.Event]: 'an event',
  [Form.State]: 'a state',
  [Form.Terminal]: 'a terminal',
  [Form.Slot]: 'a `subscribe`',
  [Form.CompleteWhen]: '`complete when`',
  [Form.Child]: 'a `child`',
  [Form.Requires]: '`Requires`',
  [Form.Milestone]: 'a milestone',
  [Form.Reminder]: 'a `Remind`',
};
const belongs: Partial<Record<Form, string>> = {
  [Form.Arm]: 'a workflow or a state',
  [Form.Event]: 'a workflow',
  [Form.State]: 'a workflow',
  [Form.Terminal]: 'a workflow',
  [Form.Slot]: 'a state',
  [Form.CompleteWhen]: 'a state',
  [Form.Child]: 'a state',
  [Form.Requires]: 'a slot (`subscribe … { }`)',
  [Form.Milestone]: 'a slot (`subscribe … { }`)',
  [Form.Reminder]: '`Finished { }` or `Assigned { }`',
};

/** Workflows and all that is in them (language.md §7–§9). Each word is a word only in its place; elsewhere it names. */
export abstract class WorkflowParser extends MemberParser {
  /** Token of the workflow's `{`, for what depends on the events it declares. */
  #workflow = -1;

  readonly workflowDeclaration = this.RULE('workflowDeclaration', (head: Head): WorkflowDeclaration => {
    this.eat(T.Workflow);
    const name = this.name('a workflow');
    const open = this.pos;
    const items: WorkflowItem[] = [];
    this.#workflow = open;
    this.#eventsOf = -1;
    if (this.need(T.OpenBrace, 'after the name of the workflow') || this.panicAt < 0)
      this.parseItems(open, () => this.parseWorkflowItem(items), 2);
    return { kind: 'WorkflowDeclaration', ...this.declared(head), name, items };
  });

  protected parseWorkflowItem(items: WorkflowItem[]): void {
    const head = this.parseHead();
    const form = this.#form(inWorkflow, 'a workflow');
    const ARGS: [Head] = [head];
    const add = (item: WorkflowItem): void => void items.push(item);
    this.pick<void>(6, form, [
      () => add(this.#plain(head, this.SUBRULE(this.setting))),
      () => add(this.#plain(head, this.SUBRULE(this.settingsBlock))),
      () => add(this.#plain(head, this.SUBRULE(this.hook))),
      () => add(this.SUBRULE(this.arm, { ARGS })),
      () => add(this.SUBRULE(this.eventDeclaration, { ARGS })),
      () => add(this.SUBRULE(this.stateDeclaration, { ARGS })),
      () => add(this.SUBRULE(this.terminalDeclaration, { ARGS })),
    ]);
  }

  // ---------------------------------------------------------------- which item

  /**
   * The form of the item the parser stands at, if it is one of `allowed`. Anything else is an error; then the answer is
   * `Setting`, whose rule reads nothing more.
   */
  #form(allowed: ReadonlySet<Form>, place: string): Form {
    if (this.RECORDING_PHASE) return Form.Setting;
    const form = this.#formOf();
    if (allowed.has(form)) return form;
    const what = called[form];
    if (what !== undefined) this.fail(`${what} belongs into ${belongs[form]}, not into ${place}`);
    else if (isName(this.tok) && this.peek(1) === T.OpenBrace)
      this.fail(`\`${this.shown(this.pos)}\` is no part of ${place}`);
    else if (form === Form.Hook) this.fail(`\`${this.shown(this.pos)}\` is no part of ${place}`);
    else this.fail(`expected a part of ${place}, found ${this.describe(this.pos)}`);
    return Form.Setting;
  }

  #formOf(): Form {
    const next = this.peek(1);
    if (!isName(this.tok)) return Form.Other;
    if (next === T.Equals) return Form.Setting;
    if (next === T.OpenBrace && !needsName[this.tok]) {
      if (hooks[this.tok] === 1) return Form.Hook;
      if (this.tok === T.Requires) return Form.Requires;
      if (this.tok === T.Assigned || this.tok === T.Finished) return Form.Milestone;
      return this.#isSettingsWord() ? Form.SettingsBlock : Form.Other;
    }
    switch (this.tok) {
      case T.On:
        return Form.Arm;
      case T.Event:
        return Form.Event;
      case T.State:
        return Form.State;
      case T.Terminal:
        return Form.Terminal;
      case T.Subscribe:
        return Form.Slot;
      case T.Complete:
        return Form.CompleteWhen;
      case T.Child:
        return Form.Child;
      case T.Remind:
        return Form.Reminder;
      default:
        // a word whose `{` is missing
        if (hooks[this.tok] === 1) return Form.Hook;
        if (this.tok === T.Requires) return Form.Requires;
        if (this.tok === T.Assigned || this.tok === T.Finished) return Form.Milestone;
        return this.#isSettingsWord() ? Form.SettingsBlock : isName(next) ? Form.Other : Form.Setting;
    }
  }

  #isSettingsWord(): boolean {
    return (
      this.tok === T.Deadline ||
      this.tok === T.Expire ||
      this.isWordAt(this.pos, 'ServiceHours') ||
      this.isWordAt(this.pos, 'dataStateMachine')
    );
  }

  /** Settings and hooks take no attributes. */
  #plain<N>(head: Head, node: N): N {
    const [first] = head.attributes;
    if (first !== undefined)
      this.reportAt(first, 'an attribute cannot stand here: it belongs before an event, an arm, a state or a slot');
    return node;
  }

  // ---------------------------------------------------------------- settings

  /** `Name = e;` */
  readonly setting = this.RULE('setting', (): Setting => {
    const start = this.here();
    const name = this.name('a setting');
    this.need(T.Equals, 'after the name of the setting');
    const value = this.SUBRULE(this.expression);
    this.semicolon('after this setting');
    return { kind: 'Setting', start, end: this.end(), name, value };
  });

  readonly settingsBlock = this.RULE('settingsBlock', (): SettingsBlock => {
    const start = this.here();
    const word = this.name('a block');
    const settings = this.parseSettings(`\`${word.name}\``);
    return { kind: 'SettingsBlock', start, end: this.end(), word, settings };
  });

  /** `{ Name = e; … }` */
  protected parseSettings(place: string): readonly Setting[] {
    const open = this.pos;
    const settings: Setting[] = [];
    if (this.need(T.OpenBrace, `after ${place}`) || this.panicAt < 0)
      this.parseItems(open, () => {
        settings.push(this.SUBRULE7(this.setting));
      });
    return settings;
  }

  readonly hook = this.RULE('hook', (): HookBlock => {
    const start = this.here();
    const word = this.name('a block');
    const body = this.SUBRULE(this.block);
    return { kind: 'HookBlock', start, end: this.end(), word, body };
  });

  // ---------------------------------------------------------------- events and arms

  readonly eventDeclaration = this.RULE('eventDeclaration', (head: Head): EventDeclaration => {
    this.eat(T.Event);
    const name = this.name('an event');
    const params: readonly Parameter[] = this.SUBRULE(this.parameters);
    this.semicolon('after the event');
    return { kind: 'EventDeclaration', ...this.declared(head), name, params };
  });

  readonly arm = this.RULE('arm', (head: Head): Arm => {
    this.eat(T.On);
    const form = this.#armForm();
    const name = this.name('an arm');
    const outcome = this.when(0, form === 'child', () => this.name('an outcome'));
    const params = this.when(1, this.at(T.OpenParen), () => this.SUBRULE(this.parameters) as readonly Parameter[]);
    const body = this.SUBRULE(this.block);
    return { kind: 'Arm', ...this.declared(head), form, name, outcome, params, body };
  });

  #armForm(): Arm['form'] {
    const next = this.peek(1);
    if (isName(next) && outcomes.some((outcome) => this.isWordAt(this.pos + 1, outcome))) return 'child';
    if (this.tok === T.Fault) return next === T.OpenParen || !this.#declaresEvent(T.Fault) ? 'fault' : 'event';
    if (next === T.OpenParen) return 'event';
    if (this.tok === T.Expire) return this.#declaresEvent(T.Expire) ? 'event' : 'expire';
    if (this.tok === T.Deadline) return this.#declaresEvent(T.Deadline) ? 'event' : 'deadline';
    return 'event';
  }

  /** Does the workflow declare an event of that name? Asked only where the name is also a word. */
  #declaresEvent(word: T): boolean {
    if (this.#eventsOf !== this.#workflow) {
      this.#eventsOf = this.#workflow;
      this.#events.clear();
      const close = this.match[this.#workflow] as number;
      const end = close < 0 ? this.count : close;
      for (let at = this.#workflow; at < end; at++)
        if (this.kindAt(at) === T.Event && this.kindAt(at + 2) === T.OpenParen) this.#events.add(this.kindAt(at + 1));
    }
    return this.#events.has(word);
  }
  #eventsOf = -1;
  /** Kinds of the names of the workflow's events. */
  readonly #events = new Set<T>();

  // ---------------------------------------------------------------- states

  readonly stateDeclaration = this.RULE('stateDeclaration', (head: Head): StateDeclaration => {
    this.eat(T.State);
    return this.#stateRest(head, 'a state', undefined);
  });

  /** `terminal success|cancel|error Name { … }` */
  readonly terminalDeclaration = this.RULE('terminalDeclaration', (head: Head): StateDeclaration => {
    this.eat(T.Terminal);
    const ending = endings.find((word) => this.isWordAt(this.pos, word));
    if (ending === undefined && !this.RECORDING_PHASE) {
      const at = this.pos;
      if (isName(this.tok) && this.peek(1) === T.OpenBrace)
        this.report(
          this.starts[at] as number,
          this.ends[at] as number,
          'a terminal is `terminal success`, `terminal cancel` or `terminal error`, then its name',
        );
      else this.fail('a terminal is `terminal success`, `terminal cancel` or `terminal error`, then its name');
    } else this.name('a terminal');
    return this.#stateRest(head, 'a terminal', ending ?? 'success');
  });

  #stateRest(head: Head, what: string, terminal: Ending | undefined): StateDeclaration {
    const name = this.name(what);
    const open = this.pos;
    const items: StateItem[] = [];
    if (
      this.need(T.OpenBrace, `after the name of ${what === 'a state' ? 'the state' : 'the terminal'}`) ||
      this.panicAt < 0
    )
      this.parseItems(open, () => this.parseStateItem(items), 1);
    return { kind: 'StateDeclaration', ...this.declared(head), terminal, name, items };
  }

  protected parseStateItem(items: StateItem[]): void {
    const head = this.parseHead();
    const form = this.#form(inState, 'a state');
    const choice = form === Form.Slot ? 4 : form === Form.CompleteWhen ? 5 : form === Form.Child ? 6 : form;
    const ARGS: [Head] = [head];
    const add = (item: StateItem): void => void items.push(item);
    this.pick<void>(5, choice, [
      () => add(this.#plain(head, this.SUBRULE(this.setting))),
      () => add(this.#plain(head, this.SUBRULE(this.settingsBlock))),
      () => add(this.#plain(head, this.SUBRULE(this.hook))),
      () => add(this.SUBRULE(this.arm, { ARGS })),
      () => add(this.SUBRULE(this.slot, { ARGS })),
      () => add(this.SUBRULE(this.completeWhen, { ARGS })),
      () => add(this.SUBRULE(this.childDeclaration, { ARGS })),
    ]);
  }

  /** `complete when (c) { … }` */
  readonly completeWhen = this.RULE('completeWhen', (head: Head): CompleteWhen => {
    this.eat(T.Complete);
    this.need(T.When, 'after `complete`');
    const condition = this.parseCondition('complete when');
    const body = this.SUBRULE(this.block);
    return { kind: 'CompleteWhen', ...this.declared(head), condition, body };
  });

  /** `child Flow(row) as Name;` */
  readonly childDeclaration = this.RULE('childDeclaration', (head: Head): ChildDeclaration => {
    this.eat(T.Child);
    const workflow = this.SUBRULE(this.qualifiedName);
    const args = this.at(T.OpenParen) || this.RECORDING_PHASE ? this.SUBRULE(this.argumentList) : [];
    if (args.length === 0 && !this.RECORDING_PHASE && this.panicAt < 0 && this.kindAt(this.pos - 1) !== T.CloseParen)
      this.fail(`a child needs its row: \`child ${workflow.parts.at(-1)?.name}(row) as Name;\``);
    this.need(T.As, 'and a name after the child');
    const name = this.name('a child');
    this.semicolon('after the child');
    return { kind: 'ChildDeclaration', ...this.declared(head), workflow, args, name };
  });

  // ---------------------------------------------------------------- slots

  /** `subscribe Event(params) as Slot { … }`, or `…;` */
  readonly slot = this.RULE('slot', (head: Head): SlotDeclaration => {
    this.eat(T.Subscribe);
    const event = this.name('a `subscribe`');
    const params = this.when(0, this.at(T.OpenParen), () => this.SUBRULE(this.parameters) as readonly Parameter[]);
    const slotName = this.when(1, this.at(T.As), () => {
      this.eat(T.As);
      return this.name('a slot');
    });
    const settings: Setting[] = [];
    const requires: Requirement[] = [];
    const milestones: Milestone[] = [];
    const open = this.pos;
    this.pick<void>(0, this.at(T.OpenBrace) ? 0 : 1, [
      () => {
        this.eat(T.OpenBrace);
        this.parseItems(open, () => this.#slotItem(settings, requires, milestones));
      },
      () => this.semicolon('or `{ … }` after the slot'),
    ]);
    return {
      kind: 'SlotDeclaration',
      ...this.declared(head),
      event,
      params,
      name: slotName ?? event,
      settings,
      requires,
      milestones,
    };
  });

  #slotItem(settings: Setting[], requires: Requirement[], milestones: Milestone[]): void {
    const form = this.#form(inSlot, 'a slot');
    this.pick<void>(1, form === Form.Requires ? 1 : form === Form.Milestone ? 2 : 0, [
      () => void settings.push(this.SUBRULE(this.setting)),
      () => this.SUBRULE(this.requirements, { ARGS: [requires] }),
      () => void milestones.push(this.SUBRULE(this.milestone)),
    ]);
  }

  /** `Requires { Name { Must = …; Message = …; } }` */
  readonly requirements = this.RULE('requirements', (requires: Requirement[]): void => {
    this.eat(T.Requires);
    const open = this.pos;
    if (this.need(T.OpenBrace, 'after `Requires`') || this.panicAt < 0)
      this.parseItems(open, () => {
        const requirement = this.SUBRULE(this.requirement);
        if (!this.RECORDING_PHASE) requires.push(requirement);
      });
  });

  readonly requirement = this.RULE('requirement', (): Requirement => {
    const start = this.here();
    const name = this.name('a requirement');
    const settings = this.parseSettings('the name of the requirement');
    return { kind: 'Requirement', start, end: this.end(), name, settings };
  });

  /** `Assigned { … }`, `Finished { … }` */
  readonly milestone = this.RULE('milestone', (): Milestone => {
    const start = this.here();
    const word = this.name('a milestone');
    const open = this.pos;
    const settings: Setting[] = [];
    const hookBlocks: HookBlock[] = [];
    const reminders: Reminder[] = [];
    if (this.need(T.OpenBrace, `after \`${word.name}\``) || this.panicAt < 0)
      this.parseItems(open, () => {
        const head = this.parseHead();
        const form = this.#form(inMilestone, 'a milestone');
        this.pick<void>(0, form === Form.Hook ? 1 : form === Form.Reminder ? 2 : 0, [
          () => void settings.push(this.#plain(head, this.SUBRULE(this.setting))),
          () => void hookBlocks.push(this.#plain(head, this.SUBRULE(this.hook))),
          () => void reminders.push(this.SUBRULE(this.reminder, { ARGS: [head] })),
        ]);
      });
    return { kind: 'Milestone', start, end: this.end(), word, settings, hooks: hookBlocks, reminders };
  });

  /** `Remind Name(After = …, ThenEvery = …) { … }` */
  readonly reminder = this.RULE('reminder', (head: Head): Reminder => {
    this.eat(T.Remind);
    const name = this.name('a `Remind`');
    const open = this.pos;
    const settings: Setting[] = [];
    if (this.need(T.OpenParen, 'after the name of the reminder')) {
      this.when(0, !this.at(T.CloseParen), () =>
        this.commaList(0, () => {
          const start = this.here();
          const key = this.name('a setting');
          this.need(T.Equals, 'after the name of the setting');
          const value = this.SUBRULE(this.expression);
          settings.push({ kind: 'Setting', start, end: this.end(), name: key, value });
        }),
      );
      this.closeParen(open);
      this.recoverAt(open);
    }
    const body = this.SUBRULE(this.block);
    return { kind: 'Reminder', ...this.declared(head), name, settings, body };
  });
}
