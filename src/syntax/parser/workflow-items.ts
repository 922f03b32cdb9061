import { nearest } from '../../diagnostics/suggestions.ts';
import { isName, T } from '../tokens.ts';
import type { HookBlock, Setting, SettingsBlock } from '../tree.ts';
import type { Head } from './attributes.ts';
import { kindSet } from './lookahead.ts';
import { MemberParser } from './members.ts';

const hooks = kindSet(T.Start, T.Enter, T.Exit, T.Unassigned, T.Unfinished);
/** Words that are followed by a name: where `{` stands instead, the name is missing. */
const needsName = kindSet(T.On, T.Event, T.State, T.Terminal, T.Subscribe, T.Child, T.Remind);
/** What an item of a workflow, a state, a slot or a milestone is, by its first words. */
export enum Form {
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
/** The words that begin an item of each form, for "did you mean". */
const wordsOf: Partial<Record<Form, readonly string[]>> = {
  [Form.SettingsBlock]: ['Deadline', 'ServiceHours', 'Expire', 'dataStateMachine'],
  [Form.Hook]: ['Start', 'enter', 'exit', 'Unassigned', 'Unfinished'],
  [Form.Arm]: ['on'],
  [Form.Event]: ['event'],
  [Form.State]: ['state'],
  [Form.Terminal]: ['terminal'],
  [Form.Slot]: ['subscribe'],
  [Form.CompleteWhen]: ['complete'],
  [Form.Child]: ['child'],
  [Form.Requires]: ['Requires'],
  [Form.Milestone]: ['Assigned', 'Finished'],
  [Form.Reminder]: ['Remind'],
};

/** Which part of a workflow stands here, and the parts that are the same everywhere (language.md §7). */
export abstract class WorkflowItemParser extends MemberParser {
  /**
   * The form of the item the parser stands at, if it is one of `allowed`. Anything else is an error; then the answer is
   * `Setting`, whose rule reads nothing more.
   */
  protected itemForm(allowed: ReadonlySet<Form>, place: string): Form {
    if (this.RECORDING_PHASE) return Form.Setting;
    const form = this.#formOf();
    if (allowed.has(form)) return form;
    const what = called[form];
    const meant = what === undefined && isName(this.tok) ? this.#meant(allowed) : '';
    if (what !== undefined) this.fail(`${what} belongs into ${belongs[form]}, not into ${place}`);
    else if (isName(this.tok) && this.peek(1) === T.OpenBrace)
      this.fail(`\`${this.shown(this.pos)}\` is no part of ${place}${meant}`);
    else if (form === Form.Hook) this.fail(`\`${this.shown(this.pos)}\` is no part of ${place}`);
    else this.fail(`expected a part of ${place}, found ${this.describe(this.pos)}${meant}`);
    return Form.Setting;
  }

  /** The word that was meant by the name here, as the end of a sentence. */
  #meant(allowed: ReadonlySet<Form>): string {
    const words = [...allowed].flatMap((form) => wordsOf[form] ?? []);
    const word = nearest(this.nameAt(this.pos), words);
    return word === undefined ? '' : ` — did you mean \`${word}\`?`;
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
  protected plain<N>(head: Head, node: N): N {
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
}
