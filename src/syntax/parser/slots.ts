import { T } from '../tokens.ts';
import type { HookBlock, Milestone, Parameter, Reminder, Requirement, Setting, SlotDeclaration } from '../tree.ts';
import type { Head } from './attributes.ts';
import { Form, WorkflowItemParser } from './workflow-items.ts';

const inSlot = new Set([Form.Setting, Form.Requires, Form.Milestone]);
const inMilestone = new Set([Form.Setting, Form.Hook, Form.Reminder]);

/** Slots with their requirements, milestones and reminders (language.md §7.1, §8). */
export abstract class SlotParser extends WorkflowItemParser {
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
    const form = this.itemForm(inSlot, 'a slot');
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
        const form = this.itemForm(inMilestone, 'a milestone');
        this.pick<void>(0, form === Form.Hook ? 1 : form === Form.Reminder ? 2 : 0, [
          () => void settings.push(this.plain(head, this.SUBRULE(this.setting))),
          () => void hookBlocks.push(this.plain(head, this.SUBRULE(this.hook))),
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
