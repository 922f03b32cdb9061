/** TypeScript of the size of an app, that asks of `tsc` what the app asks of `osy`: classes, functions, lists, calls. */
import type { AppFile } from './app.ts';

const partsPerFolder = 25;
const folderOf = (n: number): string => `area${Math.floor(n / partsPerFolder)}`;

/** A project of at least `lines` lines with its `tsconfig.json`. */
export function generateTypescript(lines: number): readonly AppFile[] {
  const files: AppFile[] = [];
  for (let n = 1, have = 0; have < lines; n++) {
    const text = textOf(n);
    files.push({ path: `${folderOf(n)}/part${n}.ts`, text });
    have += text.split('\n').length;
  }
  const config = {
    compilerOptions: { strict: true, target: 'ES2022', module: 'NodeNext', noEmit: true, types: [] },
    include: ['**/*.ts'],
  };
  return [{ path: 'tsconfig.json', text: JSON.stringify(config) }, ...files];
}

function textOf(n: number): string {
  const before = n === 1 ? undefined : n - 1;
  const imported =
    before === undefined
      ? ''
      : `import { sumPart${before}, type Part${before} } from '../${folderOf(before)}/part${before}.js';\n`;
  return `${imported}
export type Part${n}State = 'draft' | 'open' | 'waiting' | 'closed' | 'refused';

export interface Part${n}Line { text: string; count: number; amount: number }

export class Part${n} {
  number = '';
  note: string | undefined;
  quantity = ${n % 90};
  price = ${n % 900}.5;
  urgent = false;
  closedAt: Date | undefined;
  lines: Part${n}Line[] = [];
  state: Part${n}State = 'draft';

  total(): number {
    return this.quantity * this.price;
  }

  describe(): string {
    const open = this.lines.filter((line) => line.amount === 0).length;
    const names = ['first', 'second'];
    for (let i = 0; i < open; i++) {
      names.push(\`\${this.number}-\${i}: \${this.price.toFixed(2)}\`);
    }
    switch (open) {
      case 0:
        return 'complete';
      case 1:
        return \`one (\${open})\`;
      default:
        return names.slice(0, 3).join(', ');
    }
  }
}

export function sumPart${n}(row: Part${n}, factor = 1): number {
  let total = 0;
  for (const line of row.lines.filter((l) => l.count > 0).sort((a, b) => (a.text < b.text ? -1 : 1))) {
    if (line.amount > 1000 && !row.urgent) {
      total += line.amount * 0.95;
    } else {
      total += line.amount;
    }
  }
  return Math.round(total * factor * 100) / 100;
}

export function advancePart${n}(row: Part${n}, event: { kind: 'submit' } | { kind: 'approve'; by: string }): Part${n}State {
  try {
    if (event.kind === 'submit') {
      row.state = row.quantity < ${10 + (n % 80)} && (row.note ?? '').length <= 200 ? 'open' : 'refused';
    } else if (event.by === 'nobody' || row.price < 0) {
      row.state = 'refused';
    } else {
      row.closedAt = new Date();
      row.state = 'closed';
    }
  } catch (error) {
    throw new Error(\`could not advance \${row.number}\`, { cause: error });
  }
  return row.state;
}

export class Part${n}Summary {
  readonly #counts = new Map<string, number>();
  constructor(readonly number: string) {}
  count(key: string): void {
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }
  get total(): number {
    return [...this.#counts.values()].reduce((sum, each) => sum + each, 0);
  }
}
${before === undefined ? '' : `\nexport function both${n}(a: Part${n}, b: Part${before}): number {\n  return sumPart${n}(a) + sumPart${before}(b, 0.5);\n}\n`}`;
}
