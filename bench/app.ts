/**
 * Apps to measure with: valid, varied, about 40 bytes a line, spread over many files, the same for the same seed.
 * `npx tsx bench/app.ts FOLDER LINES` writes one.
 *
 * A file is one thing with its entity, helpers, class, client and two workflows. The second workflow calls a chain of helpers
 * through other files down to a client, guarded in most chains and left open in some: there are findings to explain, and much
 * more to acquit.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

export interface AppFile {
  readonly path: string;
  readonly text: string;
}

/** A file of the app: its number of `count`, and what it is about. */
interface Part {
  readonly n: number;
  readonly count: number;
  readonly name: string;
  readonly noun: string;
  /** From 0 up to but without `below`; the same for the same seed. */
  readonly pick: (below: number) => number;
}

/** One chain in this many is not guarded. */
const openEvery = 20;
const hops = 5;
const partsPerFolder = 25;

const nouns = [
  'CustomerOrder',
  'ReturnedParcel',
  'SupportTicket',
  'RoomBooking',
  'SupplierInvoice',
  'OverseasShipment',
  'VehicleLease',
  'InsuranceClaim',
  'BuildingPermit',
  'WorkshopRepair',
] as const;

/** Files of an app of about `lines` lines, in the order of their paths. */
export function generateApp(lines: number, seed = 1): readonly AppFile[] {
  const next = random(seed);
  const pick = (below: number): number => Math.floor(next() * below);
  const partAt = (n: number, count: number): Part => {
    const noun = nouns[pick(nouns.length)] as string;
    return { n, count, name: `${noun}${n}`, noun, pick };
  };
  const count = Math.max(1, Math.round(lines / textOf(partAt(1, 1)).split('\n').length));
  const parts = Array.from({ length: count }, (_, i) => partAt(i + 1, count));
  const files = parts.map((part) => ({
    path: `area${Math.floor(part.n / partsPerFolder)}/part${part.n}.osy`,
    text: textOf(part),
  }));
  return [{ path: 'app.osy', text: manifest }, { path: 'shared.osy', text: shared }, ...files];
}

/** Where the chains of helpers end: the file that the most others depend on. */
export const sharedPath = 'shared.osy';

const manifest = 'app Bench {\n  model "**/*.osy";\n}\n';

const shared = `[Principal] entity Person { [Required] string Email; bool Clerk; bool Boss; }
policy IsBoss => user != null && user.Boss;
class Note { public string Text; }

client NoteDesk {
  BaseUrl = "https://notes.example";
  [Post("/notes")] Note Send(Note body);
}
`;

function textOf(part: Part): string {
  return [model(part), helpers(part), summary(part), client(part), workflow(part), chain(part)].join('\n');
}

function model({ name, noun, pick }: Part): string {
  return `enum ${name}State { Draft, Open, Waiting, Closed, Refused }

/// One ${noun.toLowerCase()} of a customer, with what it costs.
[Unique(Number, "This number is taken.")]
entity ${name} {
  [Required("A number is needed."), MaxLength(40)] string Number;
  string? Note;
  int Quantity = ${pick(90)};
  [Min(0, "A price is not negative."), Precision(18, 2)] decimal Price = ${pick(900)}.50m;
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

function helpers({ name, pick }: Part): string {
  return `/// What the lines come to, with the rebates that hold for large amounts, as the books are kept.
public decimal Sum${name}(${name} row, decimal factor = 1.0m) {
  var total = 0m;
  foreach (var line in row.Lines.Where(l => l.Count > 0).OrderBy(l => l.Text)) {
    var rebate = line.Amount > 1000m && !row.Urgent ? line.Amount * 0.05m : 0m;
    total += line.Amount - rebate + (row.Quantity > 50 ? line.Count * 0.25m : line.Count);
    if (total < 0m) throw new ValidationException($"the sum of {row.Number} is negative: {total:N2}");
  }
  // Rounded as the books are kept.
  return Math.Round(total * factor, 2);
}

public string Describe${name}(${name} row) {
  var open = row.Lines.Count(l => l.Amount == 0m);
  var names = new List<string> { "first", "second" };
  for (var i = 0; i < open; i++) names.Add($"{row.Number}-{i:D3}: {row.Price,10:N2} at {row.ClosedAt ?? DateTime.UtcNow}");
  return open switch {
    0 when row.State == ${name}State.Closed => "complete and closed",
    > 10 => $"many ({open} of {row.Lines.Count()} lines are without an amount)",
    _ => string.Join(", ", names.Where(n => n.StartsWith(row.Number)).OrderBy(n => n).Take(3)),
  };
}

bool Fits${name}(${name} row) => row.Quantity < ${10 + pick(90)} && (row.Note ?? "").Length <= 200;
`;
}

function summary({ name, n }: Part): string {
  // The parts of a folder share an interface.
  const folder = Math.floor(n / partsPerFolder);
  const isFirst = n === 1 || n % partsPerFolder === 0;
  return `${isFirst ? `interface IPriced${folder} { decimal Price(); }\n\n` : ''}class ${name}Summary : IPriced${folder} {
  public string Number { get; set; }
  public decimal Total { get; set; } = 0m;
  private Dictionary<string, int> counts = new();
  public ${name}Summary(string number) { Number = number; }
  public decimal Price() => Total * 1.2m;
  public int Count(string key) {
    if (counts.TryGetValue(key, out var have)) counts[key] = have + 1;
    else counts[key] = 1;
    return counts[key];
  }
}

public decimal Weigh${name}(${name} row) {
  var summary = new ${name}Summary(row.Number) { Total = Sum${name}(row, factor: 2m) };
  IPriced${folder} priced = summary;
  switch (summary.Count(row.Number)) {
    case 0: return 0m;
    case > 5: return Math.Round(priced.Price() / 2, 2, MidpointRounding.AwayFromZero);
    default: return priced.Price();
  }
}
`;
}

function client({ name, noun, n, pick }: Part): string {
  return `class ${name}Notice { public string To; public string Text; public decimal Total; }
class ${name}Answer { public string Id; public bool Accepted; }

client ${name}Desk {
  BaseUrl = "https://${noun.toLowerCase()}${n}.example";
  Timeout = TimeSpan.FromSeconds(${5 + pick(20)});
  [Post("/notices")] ${name}Answer Send(${name}Notice body);
  [Get("/notices/{id}")] ${name}Answer Fetch(string id, [Query] int? page = null);
}

void Tell${name}(${name} row, string text) {
  try {
    var answer = ${name}Desk.Send(new ${name}Notice { To = row.Number, Text = text, Total = row.Total() });
    if (!answer.Accepted) { Log.Warning("the notice of {Number} was not accepted", row.Number); }
  }
  catch (Exception e) { Log.Error(e, "could not tell anybody of {Number}", row.Number); }
}
`;
}

function workflow({ name, pick }: Part): string {
  const hours = 2 + pick(70);
  return `workflow ${name}Run {
  Tracks = ${name}.State; Autostart = true; Initial = Draft;

  [Authorize(u => u != null && u.Clerk)] event Submit();
  [Authorize(IsBoss)] event Approve(string by);
  event Resume();

  state Draft {
    enter { this.Item.Note = "draft"; }
    subscribe Submit() as Submitted;
    on Submitted {
      when (Fits${name}(this.Item)) { goto Open; }
      when (this.Item.Urgent) { goto Waiting; }
      default { this.Item.Note = Describe${name}(this.Item); }
    }
  }

  state Waiting {
    on Resume { goto Open; }
    Expire { Within = TimeSpan.FromDays(${1 + pick(9)}); }
    on Expire { goto Refused; }
  }

  state Open {
    // Who is told has to approve of it, or to let it lie until it is refused.
    enter { Tell${name}(this.Item, $"opened {this.Item.Number} for {Weigh${name}(this.Item)}"); }
    subscribe Approve(string by) as Approval {
      Requires { Lines { Must = this.Item.Lines.Count() > 0; Message = "A line is needed."; } }
      Finished {
        Within = TimeSpan.FromHours(${hours});
        Remind Nudge(After = TimeSpan.FromHours(${Math.floor(hours / 2)})) { Log.Information("nudge"); }
        Unfinished { goto Refused; }
      }
    }
    on Approval(string by) {
      this.Item.ClosedAt = DateTime.UtcNow;
      if (by == "nobody" || this.Item.Price < 0m) { goto Refused; }
      goto Closed;
    }
  }

  terminal success Closed { }
  terminal error Refused { Message = "refused"; enter { Log.Warning("refused {N}", this.Item.Number); } }
}

public void Go${name}(${name} row) {
  ${name}Run.RaiseSubmit(row); ${name}Run.RaiseResume(row);
  ${name}Run.RaiseApprove(row, by: "somebody");
}
`;
}

/** Each hop calls one of another part, the last one the client of all. */
function chain({ n, count }: Part): string {
  const next = ((n * 7) % count) + 1;
  const helpers = Array.from({ length: hops }, (_, i) => {
    const hop = i + 1;
    const call =
      hop === hops ? 'NoteDesk.Send(new Note { Text = text });' : `Hop${next}x${hop + 1}(text + "${hop}", depth - 1);`;
    const guarded = hop === 2 && n % openEvery !== 0;
    const body = guarded ? `try { ${call} } catch (Exception e) { Log.Error(e, "hop ${hop} of {Text}", text); }` : call;
    return `public void Hop${n}x${hop}(string text, int depth) {
  if (depth < 0) { Log.Warning("the chain of {Text} is too long", text); return; }
  ${body}
}`;
  });
  return `${helpers.join('\n')}
enum Chain${n}State { First, Second, Last }
entity Chain${n} { string Text; Chain${n}State State; }

workflow Chain${n}Flow {
  Tracks = Chain${n}.State; Autostart = true; Initial = First;
  event Begin(); event End();
  state First { on Begin { goto Second; } }
  state Second {
    enter { Hop${n}x1(this.Item.Text, 9); }
    on End { goto Last; }
  }
  terminal success Last { }
}

public void BeginChain${n}(Chain${n} row) { Chain${n}Flow.RaiseBegin(row); }
public void EndChain${n}(Chain${n} row) { Chain${n}Flow.RaiseEnd(row); }
`;
}

/** A small random generator (mulberry32), so that every run measures the same text. */
function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function writeFiles(folder: string, files: readonly AppFile[]): void {
  for (const { path, text } of files) {
    const at = join(folder, path);
    mkdirSync(dirname(at), { recursive: true });
    writeFileSync(at, text);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [folder, lines] = process.argv.slice(2);
  if (folder === undefined || !(Number(lines) > 0)) {
    process.stderr.write('npx tsx bench/app.ts FOLDER LINES\n');
    process.exit(2);
  }
  const files = generateApp(Number(lines));
  writeFiles(folder, files);
  process.stdout.write(`${files.length} files in ${folder}\n`);
}
