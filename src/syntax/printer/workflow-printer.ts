import { T } from '../tokens.ts';
import type {
  Arm,
  ChildDeclaration,
  HookBlock,
  Milestone,
  Reminder,
  Setting,
  SettingsBlock,
  SlotDeclaration,
  StateDeclaration,
  StateItem,
  WorkflowDeclaration,
  WorkflowItem,
} from '../tree.ts';
import { cat, type Doc } from './doc.ts';
import { type Item, MemberPrinter } from './member-printer.ts';

/** Workflows, states, arms, slots (language.md §7–§9). */
export abstract class WorkflowPrinter extends MemberPrinter {
  protected workflow(w: WorkflowDeclaration): Doc {
    const head = this.head(w, () => this.flat(w.name.end));
    return cat(head, ' ', this.body(w.items.map((item) => this.#item(item))));
  }

  #item(item: WorkflowItem | StateItem): Item {
    return { start: item.start, print: () => this.#print(item) };
  }

  #print(item: WorkflowItem | StateItem): Doc {
    switch (item.kind) {
      case 'Setting':
        return this.setting(item);
      case 'SettingsBlock':
        return this.#settingsBlock(item);
      case 'HookBlock':
        return this.#hook(item);
      case 'EventDeclaration':
        return cat(
          this.head(item, () => cat(this.flat(item.name.end), this.params(item.params))),
          this.tok(T.Semicolon),
        );
      case 'Arm':
        return this.#arm(item);
      case 'StateDeclaration':
        return this.#state(item);
      case 'SlotDeclaration':
        return this.#slot(item);
      case 'CompleteWhen': {
        const head = this.head(item, () =>
          cat(this.tok(T.Complete), ' ', this.tok(T.When), ' ', this.condition(item.condition)),
        );
        return cat(head, ' ', this.block(item.body, head));
      }
      case 'ChildDeclaration':
        return this.#child(item);
    }
  }

  // ---------------------------------------------------------------- settings

  /** `Name = e;` */
  protected setting(setting: Setting): Doc {
    return cat(this.tok(), this.initial(setting.value), this.tok(T.Semicolon));
  }
  protected settings(settings: readonly Setting[]): readonly Item[] {
    return settings.map((setting) => ({ start: setting.start, print: () => this.setting(setting) }));
  }
  #settingsBlock(block: SettingsBlock): Doc {
    return cat(this.tok(), ' ', this.body(this.settings(block.settings)));
  }
  #hook(hook: HookBlock): Doc {
    return cat(this.tok(), ' ', this.block(hook.body));
  }

  // ---------------------------------------------------------------- states and arms

  #state(state: StateDeclaration): Doc {
    const head = this.head(state, () => this.flat(state.name.end));
    return cat(head, ' ', this.body(state.items.map((item) => this.#item(item))));
  }

  /** `on X(params)`, `on X failed (params)`, `on fault (params)` */
  #arm(arm: Arm): Doc {
    const head = this.head(arm, () => {
      const words = this.flat(arm.outcome?.end ?? arm.name.end);
      if (arm.params === undefined) return words;
      const isApart = arm.form === 'child' || arm.form === 'fault';
      return cat(words, isApart ? ' ' : this.nothing(), this.params(arm.params));
    });
    return cat(head, ' ', this.block(arm.body, head));
  }

  #child(child: ChildDeclaration): Doc {
    const head = this.head(child, () =>
      cat(this.flat(child.workflow.end), this.args(child.args), ' ', this.tok(T.As), ' ', this.flat(child.name.end)),
    );
    return cat(head, this.tok(T.Semicolon));
  }

  // ---------------------------------------------------------------- slots

  #slot(slot: SlotDeclaration): Doc {
    const head = this.head(slot, () => {
      const event = this.flat(slot.event.end);
      const params = slot.params === undefined ? this.nothing() : this.params(slot.params);
      const name = this.at(T.As) ? cat(' ', this.flat(slot.name.end)) : this.nothing();
      return cat(event, params, name);
    });
    if (this.at(T.Semicolon)) return cat(head, this.tok());
    const items = [
      ...this.settings(slot.settings),
      ...slot.milestones.map((milestone) => ({ start: milestone.start, print: () => this.#milestone(milestone) })),
    ];
    const requirements = (): Doc | undefined => (this.at(T.Requires) ? this.#requirements(slot) : undefined);
    return cat(head, ' ', this.body(items, requirements));
  }

  /** `Requires { … }`, of which a slot may have several; the tree keeps what is in them. */
  #requirements(slot: SlotDeclaration): Doc {
    const word = this.tok(T.Requires);
    const items = slot.requires.map((requirement) => ({
      start: requirement.start,
      print: () => cat(this.tok(), ' ', this.body(this.settings(requirement.settings))),
    }));
    return cat(word, ' ', this.body(items));
  }

  #milestone(milestone: Milestone): Doc {
    const word = this.tok();
    const items: readonly Item[] = [
      ...this.settings(milestone.settings),
      ...milestone.hooks.map((hook) => ({ start: hook.start, print: () => this.#hook(hook) })),
      ...milestone.reminders.map((reminder) => ({ start: reminder.start, print: () => this.#reminder(reminder) })),
    ];
    return cat(word, ' ', this.body(items));
  }

  /** `Remind Name(After = …, ThenEvery = …) { … }` */
  #reminder(reminder: Reminder): Doc {
    const head = this.head(reminder, () => {
      const name = this.flat(reminder.name.end);
      const settings = this.soft(() =>
        this.commaLines(reminder.settings, (setting) => cat(this.tok(), this.initial(setting.value))),
      );
      return cat(name, settings);
    });
    return cat(head, ' ', this.block(reminder.body, head));
  }
}
