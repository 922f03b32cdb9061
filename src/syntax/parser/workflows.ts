import { nearest } from '../../diagnostics/suggestions.ts';
import { isName, T } from '../tokens.ts';
import type {
  Arm,
  ChildDeclaration,
  CompleteWhen,
  EventDeclaration,
  Parameter,
  StateDeclaration,
  StateItem,
  WorkflowDeclaration,
  WorkflowItem,
} from '../tree.ts';
import type { Head } from './attributes.ts';
import { SlotParser } from './slots.ts';
import { Form } from './workflow-items.ts';

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
const outcomes = ['succeeded', 'cancelled', 'failed'] as const;
const endings = ['success', 'cancel', 'error'] as const;
type Ending = (typeof endings)[number];

/** Workflows, their states, events and arms (language.md §7–§9). Each word is a word only in its place. */
export abstract class WorkflowParser extends SlotParser {
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
    const form = this.itemForm(inWorkflow, 'a workflow');
    const ARGS: [Head] = [head];
    const add = (item: WorkflowItem): void => void items.push(item);
    this.pick<void>(6, form, [
      () => add(this.plain(head, this.SUBRULE(this.setting))),
      () => add(this.plain(head, this.SUBRULE(this.settingsBlock))),
      () => add(this.plain(head, this.SUBRULE(this.hook))),
      () => add(this.SUBRULE(this.arm, { ARGS })),
      () => add(this.SUBRULE(this.eventDeclaration, { ARGS })),
      () => add(this.SUBRULE(this.stateDeclaration, { ARGS })),
      () => add(this.SUBRULE(this.terminalDeclaration, { ARGS })),
    ]);
  }

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
    if (ending === undefined && !this.RECORDING_PHASE) this.#refuseEnding();
    else this.name('a terminal');
    return this.#stateRest(head, 'a terminal', ending ?? 'success');
  });

  #refuseEnding(): void {
    const shape = 'a terminal is `terminal success`, `terminal cancel` or `terminal error`, then its name';
    if (!isName(this.tok)) {
      this.fail(shape);
      return;
    }
    const at = this.pos;
    const isMisspelt = isName(this.peek(1));
    const meant = isMisspelt ? nearest(this.nameAt(at), endings) : undefined;
    const { start, end } = this.spanOf(at);
    this.complain(start, end, meant === undefined ? shape : `${shape}: did you mean \`${meant}\`?`);
    if (isMisspelt) this.next();
  }

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
    const form = this.itemForm(inState, 'a state');
    const choice = form === Form.Slot ? 4 : form === Form.CompleteWhen ? 5 : form === Form.Child ? 6 : form;
    const ARGS: [Head] = [head];
    const add = (item: StateItem): void => void items.push(item);
    this.pick<void>(5, choice, [
      () => add(this.plain(head, this.SUBRULE(this.setting))),
      () => add(this.plain(head, this.SUBRULE(this.settingsBlock))),
      () => add(this.plain(head, this.SUBRULE(this.hook))),
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
}
