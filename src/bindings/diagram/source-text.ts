/** What the author wrote, as a label holds it: on one line, without what everybody knows. */
import type { Body, Expr, IrSpan } from '../../ir/ir.ts';
import type { Program } from '../../semantics/program.ts';

export class SourceText {
  readonly #program: Program;

  constructor(program: Program) {
    this.#program = program;
  }

  /** On one line, `this.Item.` left out, at most `longest` characters. */
  short(file: number, span: IrSpan, longest = 48): string {
    const text = (this.#program.files[file]?.text ?? '')
      .slice(span[0], span[1])
      .replace(/\/\/[^\n]*/g, '')
      .replace(/\s+/g, ' ')
      .replaceAll('this.Item.', '')
      .trim();
    const characters = [...text];
    return characters.length <= longest ? text : `${characters.slice(0, longest - 1).join('')}…`;
  }

  /** An evaluated setting: the expression that it returns. */
  setting(body: Body, longest?: number): string {
    const [first] = body.block;
    const span = first?.k === 'return' && first.e !== undefined ? first.e.s : body.span;
    return this.short(body.file, span, longest);
  }

  /** How long, as people say it: `14 days`, `2 hours`; the author's words where it is computed. */
  duration(body: Body): string {
    const [first] = body.block;
    const known = first?.k === 'return' && first.e !== undefined ? constantDuration(first.e) : undefined;
    return known ?? this.setting(body, 40);
  }
}

const units: Readonly<Record<string, string>> = {
  FromDays: 'day',
  FromHours: 'hour',
  FromMinutes: 'minute',
  FromSeconds: 'second',
};

function constantDuration(e: Expr): string | undefined {
  if (e.k !== 'lib') return undefined;
  if (e.m === 'TimeSpan.Zero') return 'no time';
  const unit = units[/^TimeSpan\.(\w+)\(/.exec(e.m)?.[1] ?? ''];
  const [argument] = e.args;
  if (unit === undefined || argument?.k !== 'const' || typeof argument.v !== 'number') return undefined;
  return `${argument.v} ${unit}${argument.v === 1 ? '' : 's'}`;
}
