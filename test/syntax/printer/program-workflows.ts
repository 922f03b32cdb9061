import { StatementMaker } from './program-statements.ts';
import type { Tokens } from './program-tokens.ts';

/** Makes workflows (language.md §7–§9). */
export class WorkflowMaker extends StatementMaker {
  // ---------------------------------------------------------------- workflows

  protected workflow(head: Tokens): Tokens {
    return [...head, 'workflow', 'Flow', '{', ...this.many(1 + this.c.below(5), () => this.workflowItem()), '}'];
  }
  protected setting(): Tokens {
    return [this.c.of('Tracks', 'Within', 'Accrues', 'Message'), '=', ...this.expression(2), ';'];
  }
  protected settings(): Tokens {
    return ['{', ...this.many(this.c.below(3), () => this.setting()), '}'];
  }
  protected workflowItem(): Tokens {
    const { c } = this;
    switch (c.below(8)) {
      case 1:
        return [c.of('Deadline', 'ServiceHours'), ...this.settings()];
      case 2:
        return [...this.attributes(), 'event', this.name(), ...this.parameters(), ';'];
      case 3:
        return ['Start', ...this.block(2)];
      case 4:
        return this.arm_();
      case 5:
      case 6:
        return [...this.attributes(), 'state', this.name(), '{', ...this.many(c.below(4), () => this.stateItem()), '}'];
      case 7:
        return [
          'terminal',
          c.of('success', 'cancel', 'error'),
          this.name(),
          '{',
          ...this.many(c.below(2), () =>
            c.of<() => Tokens>(
              () => this.setting(),
              () => ['enter', ...this.block(1)],
            )(),
          ),
          '}',
        ];
      default:
        return this.setting();
    }
  }
  protected arm_(): Tokens {
    const { c } = this;
    return [
      ...this.attributes(),
      'on',
      ...c.of<Tokens>(
        [this.name()],
        [this.name(), ...this.parameters()],
        ['Expire'],
        ['fault', '(', 'Exception', 'e', ')'],
        ['Payment', 'failed', '(', 'Exception', 'e', ')'],
        ['Payment', 'succeeded'],
      ),
      ...this.block(2),
    ];
  }
  protected stateItem(): Tokens {
    const { c } = this;
    switch (c.below(7)) {
      case 1:
        return [c.of('enter', 'exit'), ...this.block(2)];
      case 2:
        return this.arm_();
      case 3:
        return [
          'subscribe',
          this.name(),
          ...c.of<Tokens>([], ['(', ')'], this.parameters()),
          ...this.maybe(() => ['as', this.name()]),
          ...(c.oneIn(2) ? ['{', ...this.many(c.below(4), () => this.slotItem()), '}'] : [';']),
        ];
      case 4:
        return ['complete', 'when', '(', ...this.expression(2), ')', ...this.block(2)];
      case 5:
        return ['child', 'Other', ...this.args(1, '(', ')', 1), 'as', 'Payment', ';'];
      case 6:
        return [c.of('Expire', 'dataStateMachine'), ...this.settings()];
      default:
        return this.setting();
    }
  }
  protected slotItem(): Tokens {
    const { c } = this;
    switch (c.below(3)) {
      case 1:
        return ['Requires', '{', ...this.many(c.below(3), () => [this.name(), ...this.settings()]), '}'];
      case 2:
        return [
          c.of('Assigned', 'Finished'),
          '{',
          ...this.many(c.below(3), () =>
            c.of<() => Tokens>(
              () => this.setting(),
              () => [c.of('enter', 'Unfinished', 'Unassigned'), ...this.block(1)],
              () => [
                'Remind',
                'Nudge',
                '(',
                ...this.list(0, 2, () => ['After', '=', ...this.expression(1)]),
                ')',
                ...this.block(1),
              ],
            )(),
          ),
          '}',
        ];
      default:
        return this.setting();
    }
  }
}
