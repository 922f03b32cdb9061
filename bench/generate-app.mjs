/**
 * Apps to measure lint with, and TypeScript of the same size: `node bench/generate-app.mjs FOLDER LINES [--typescript]`.
 *
 * A file is one thing with its entity, helpers, client and two workflows. The second workflow calls a chain of helpers that
 * leads through several files to a client, guarded in most chains and left open in some, so that there are findings to
 * explain and much more to acquit.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** One chain in this many is not guarded. */
const openEvery = 20;
const hops = 5;
const partsPerFolder = 25;

const nouns = ['Order', 'Parcel', 'Ticket', 'Booking', 'Invoice', 'Shipment', 'Lease', 'Claim', 'Permit', 'Repair'];
const nameOf = (n) => `${nouns[n % nouns.length]}${n}`;
const folderOf = (n) => `area${Math.floor(n / partsPerFolder)}`;

/** `{ path, text }` of an app of at least `lines` lines. */
export function appFiles(lines) {
  const files = [
    { path: 'app.osy', text: 'app Bench {\n  model "**/*.osy";\n}\n' },
    { path: 'chain-end.osy', text: chainEnd },
  ];
  const parts = Math.max(1, Math.round(lines / (part(1, 1).split('\n').length - 1)));
  for (let n = 1; n <= parts; n++) files.push({ path: `${folderOf(n)}/part${n}.osy`, text: part(n, parts) });
  return files;
}

const chainEnd = `class ChainNote { public string Text; }
client ChainDesk {
  BaseUrl = "https://chain.example";
  [Post("/notes")] ChainNote Send(ChainNote body);
}
`;

function part(n, parts) {
  const name = nameOf(n);
  return `${model(name, n)}\n${helpers(name, n)}\n${client(name, n)}\n${workflow(name, n)}\n${chain(n, parts)}`;
}

function model(name, n) {
  return `enum ${name}State { Draft, Open, Closed, Refused }

/// One of many, with what it costs.
[Unique(Number, "This number is taken.")]
entity ${name} {
  [Required("A number is needed."), MaxLength(40)] string Number;
  string? Note;
  int Quantity = ${n % 90};
  decimal Price = ${n % 900}.50m;
  bool Urgent;
  DateTime? ClosedAt;
  ${name}Line[] Lines;
  ${name}State State;
  decimal Total() => this.Quantity * this.Price;
  invariant Quantity >= 0 message "A quantity is not negative.";
}

entity ${name}Line {
  ${name} Parent;
  string Text;
  int Count = 1;
  decimal Amount;
}
`;
}

function helpers(name, n) {
  return `public decimal Sum${name}(${name} row, decimal factor = 1.0m) {
  var total = 0m;
  foreach (var line in row.Lines.Where(l => l.Count > 0).OrderBy(l => l.Text)) {
    if (line.Amount > 1000m && !row.Urgent) {
      total += line.Amount * 0.95m;
    } else {
      total += line.Amount;
    }
  }
  // Rounded as the books are kept.
  return Math.Round(total * factor, 2);
}

public string Describe${name}(${name} row) {
  var open = row.Lines.Count(l => l.Amount == 0m);
  var names = new List<string> { "first", "second" };
  for (var i = 0; i < open; i++) {
    names.Add($"{row.Number}-{i:D3}: {row.Price,10:N2}");
  }
  return open switch {
    0 => "complete",
    > 10 => $"many ({open})",
    _ => string.Join(", ", names.Take(3)),
  };
}

bool Fits${name}(${name} row) => row.Quantity < ${10 + (n % 80)} && (row.Note ?? "").Length <= 200;

class ${name}Summary {
  public string Number { get; set; }
  public decimal Total { get; set; } = 0m;
  private Dictionary<string, int> counts = new();
  public ${name}Summary(string number) { Number = number; }
  public void Count(string key) {
    if (counts.TryGetValue(key, out var have)) counts[key] = have + 1;
    else counts[key] = 1;
  }
}
`;
}

function client(name, n) {
  return `class ${name}Notice { public string To; public string Text; public decimal Total; }
class ${name}Answer { public string Id; public bool Accepted; }

client ${name}Desk {
  BaseUrl = "https://desk${n}.example";
  Timeout = TimeSpan.FromSeconds(${5 + (n % 20)});
  [Post("/notices")] ${name}Answer Send(${name}Notice body);
  [Get("/notices/{id}")] ${name}Answer Fetch(string id, [Query] int? page = null);
}

void Tell${name}(${name} row, string text) {
  try {
    var answer = ${name}Desk.Send(new ${name}Notice { To = row.Number, Text = text, Total = row.Total() });
    if (!answer.Accepted) { Log.Warning("not accepted: {Number}", row.Number); }
  }
  catch (Exception e) {
    Log.Error(e, "could not tell {Number}", row.Number);
  }
}
`;
}

function workflow(name, n) {
  return `workflow ${name}Run {
  Tracks = ${name}.State;
  Autostart = true;
  Initial = Draft;

  event Submit();
  event Approve(string by);

  state Draft {
    enter { this.Item.Note = "draft"; }
    subscribe Submit() as Submitted;
    on Submitted {
      if (Fits${name}(this.Item)) { goto Open; }
      this.Item.Note = Describe${name}(this.Item);
    }
  }

  state Open {
    enter { Tell${name}(this.Item, $"opened {this.Item.Number} for {Sum${name}(this.Item)}"); }
    subscribe Approve(string by) as Approval {
      Requires { Lines { Must = this.Item.Lines.Count() > 0; Message = "A line is needed."; } }
      Finished {
        Within = TimeSpan.FromHours(${2 + (n % 70)});
        Remind Nudge(After = TimeSpan.FromHours(1)) { Log.Information("nudge"); }
        Unfinished { goto Refused; }
      }
    }
    on Approval(string by) {
      this.Item.ClosedAt = DateTime.UtcNow;
      if (by == "nobody" || this.Item.Price < 0m) { goto Refused; }
      goto Closed;
    }
    Expire { Within = TimeSpan.FromDays(30); }
    on Expire { goto Refused; }
  }

  terminal success Closed { }
  terminal error Refused { Message = "refused"; enter { Log.Warning("refused {N}", this.Item.Number); } }
}
`;
}

/** Each hop calls one of another part, the last one the client. */
function chain(n, parts) {
  const next = ((n * 7) % parts) + 1;
  const out = [];
  for (let hop = 1; hop <= hops; hop++) {
    const last = hop === hops;
    const call = last
      ? 'ChainDesk.Send(new ChainNote { Text = text })'
      : `Hop${next}x${hop + 1}(text + "${hop}", depth - 1)`;
    const guarded = hop === 2 && n % openEvery !== 0;
    const line = guarded ? `try { ${call}; } catch (Exception e) { Log.Error(e, "hop ${hop}"); }` : `${call};`;
    out.push(`public void Hop${n}x${hop}(string text, int depth) {\n  if (depth < 0) { return; }\n  ${line}\n}\n`);
  }
  out.push(`enum Chain${n}State { First, Second, Last }
entity Chain${n} { string Text; Chain${n}State State; }
workflow Chain${n}Flow {
  Tracks = Chain${n}.State;
  Autostart = true;
  Initial = First;
  event Begin();
  event End();
  state First { on Begin { goto Second; } }
  state Second {
    enter { Hop${n}x1(this.Item.Text, 9); }
    on End { goto Last; }
  }
  terminal success Last { }
}
public void BeginChain${n}(Chain${n} row) { Chain${n}Flow.RaiseBegin(row); }
public void EndChain${n}(Chain${n} row) { Chain${n}Flow.RaiseEnd(row); }
`);
  return out.join('\n');
}

/** TypeScript of at least `lines` lines that asks of `tsc` what the app asks of `osy`: classes, functions, lists, calls. */
export function typescriptFiles(lines) {
  const files = [];
  for (let n = 1, have = 0; have < lines; n++) {
    const text = typescriptPart(n);
    files.push({ path: `${folderOf(n)}/part${n}.ts`, text });
    have += text.split('\n').length;
  }
  const config = {
    compilerOptions: { strict: true, target: 'ES2022', module: 'NodeNext', noEmit: true, types: [] },
    include: ['**/*.ts'],
  };
  return [{ path: 'tsconfig.json', text: JSON.stringify(config) }, ...files];
}

function typescriptPart(n) {
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

export function writeFiles(folder, files) {
  for (const { path, text } of files) {
    const at = join(folder, path);
    mkdirSync(dirname(at), { recursive: true });
    writeFileSync(at, text);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [folder, lines, language] = process.argv.slice(2);
  if (folder === undefined || !(Number(lines) > 0)) {
    process.stderr.write('node bench/generate-app.mjs FOLDER LINES [--typescript]\n');
    process.exit(2);
  }
  const files = language === '--typescript' ? typescriptFiles(Number(lines)) : appFiles(Number(lines));
  writeFiles(folder, files);
  process.stdout.write(`${files.length} files in ${folder}\n`);
}
