/** Generated apps for measurements: valid, varied, about 45 bytes a line, spread over many files. */

/** A small random generator (mulberry32), so that every run measures the same text. */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

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
];

interface Part {
  readonly n: number;
  readonly noun: string;
  readonly next: () => number;
}

const capital = (part: Part): string => `${part.noun}${part.n}`;

function model(part: Part): string {
  const name = capital(part);
  return `enum ${name}State { Draft, Open, Waiting, Closed, Refused }

/// One ${part.noun.toLowerCase()} of a customer, with what it costs.
[Unique(Number, "This number is taken.")]
entity ${name} {
  [Required("A number is needed."), MaxLength(40)] string Number;
  string? Note;
  int Quantity = ${Math.floor(part.next() * 90)};
  [Min(0, "A price is not negative."), Precision(2)] decimal Price = ${Math.floor(part.next() * 900)}.50m;
  bool Urgent;
  [Immutable] DateTime? ClosedAt;
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

function helpers(part: Part): string {
  const name = capital(part);
  return `public decimal Sum${name}(${name} row, decimal factor = 1.0m) {
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

bool Fits${name}(${name} row) => row.Quantity < ${10 + Math.floor(part.next() * 90)} && (row.Note ?? "").Length <= 200;

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

function client(part: Part): string {
  const name = capital(part);
  return `class ${name}Notice { public string To; public string Text; public decimal Total; }
class ${name}Answer { public string Id; public bool Accepted; }

client ${name}Desk {
  BaseUrl = "https://${part.noun.toLowerCase()}${part.n}.example";
  Timeout = TimeSpan.FromSeconds(${5 + Math.floor(part.next() * 20)});
  [Post("/notices")] ${name}Answer Send(${name}Notice body);
  [Get("/notices/{id}")] ${name}Answer Fetch(string id, [Query] int? page = null);
}

void Tell${name}(${name} row, string text) {
  try {
    var answer = ${name}Desk.Send(new ${name}Notice { To = row.Number, Text = text, Total = row.Total() });
    if (!answer.Accepted) { Log.Warning("not accepted: {Number}", row.Number); }
  }
  catch (NetworkException e) {
    Log.Error(e, "could not tell {Number}", row.Number);
  }
}

`;
}

function workflow(part: Part): string {
  const name = capital(part);
  const hours = 1 + Math.floor(part.next() * 70);
  return `workflow ${name}Run {
  Tracks = ${name}.State; Autostart = true; Initial = Draft;

  [Authorize(u => u != null && u.Clerk)] event Submit();
  [Authorize(u => u != null && u.Boss)] event Approve(string by);
  event Withdraw(string reason);

  state Draft {
    enter { this.Item.Note = "draft"; }
    subscribe Submit() as Submitted;
    on Submitted {
      when (Fits${name}(this.Item)) { goto Open; }
      default { this.Item.Note = "too large"; }
    }
  }

  state Open {
    enter { Tell${name}(this.Item, $"opened {this.Item.Number}"); }
    subscribe Approve(string by) as Approval {
      Requires { Lines { Must = this.Item.Lines.Count() > 0; Message = "A line is needed."; } }
      Finished {
        Within = TimeSpan.FromHours(${hours}); Accrues = false;
        Remind Nudge(After = TimeSpan.FromHours(${Math.ceil(hours / 2)})) { Log.Information("nudge"); }
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

/** Files of an app of at least `lines` lines. */
export function generateApp(lines: number, seed = 1): { readonly path: string; readonly text: string }[] {
  const next = random(seed);
  const files: { path: string; text: string }[] = [];
  let have = 0;
  for (let n = 1; have < lines; n++) {
    const part: Part = { n, noun: nouns[Math.floor(next() * nouns.length)] as string, next };
    const text = model(part) + helpers(part) + client(part) + workflow(part);
    files.push({ path: `part${n}.osy`, text });
    have += text.split('\n').length;
  }
  return files;
}
