/** The files of a new app. */

export interface TemplateFile {
  /** With `/`, below the app's folder. */
  readonly path: string;
  readonly text: string;
}

export function templateFiles(app: string): readonly TemplateFile[] {
  return [
    { path: 'app.osy', text: manifest(app) },
    { path: 'parcel.osy', text: workflow },
    { path: 'carrier.osy', text: client },
    { path: 'parcel.test.osy', text: tests },
    { path: 'play.script', text: script },
    { path: 'README.md', text: readme(app) },
    { path: '.github/workflows/osy.yml', text: ci },
    { path: '.gitignore', text: gitignore },
  ];
}

const manifest = (app: string): string => `app ${app} {
  model "*.osy";
  tests "*.test.osy";
  egress "api.carrier.example";
}
`;

const workflow = `/// Where a parcel stands. \`ParcelFlow\` autostarts, so its \`Initial\` is the first value of \`Parcel.Status\`.
enum ParcelStatus { Packed, Unbooked, Sent, Delivered, Lost }

entity Parcel {
  [Required, MaxLength(200)] string Address;
  string? TrackingNumber;
  DateTime? SentAt;
  ParcelStatus Status;
}

/// From the packing table to somebody's door.
workflow ParcelFlow {
  Tracks = Parcel.Status;
  Autostart = true;
  Initial = Packed;

  event Arrive();

  // The carrier is called in a transaction of its own, so that whoever creates the row need not wait for it.
  state Packed {
    Expire { Within = TimeSpan.Zero; }
    on Expire { if (Book(this.Item)) { goto Sent; } goto Unbooked; }
  }

  state Unbooked {
    Expire { Within = TimeSpan.FromMinutes(30); }
    on Expire { goto Packed; }
  }

  state Sent {
    enter { this.Item.SentAt = DateTime.UtcNow; }
    on Arrive { goto Delivered; }
    Expire { Within = TimeSpan.FromDays(14); }
    on Expire { goto Lost; }
  }

  terminal success Delivered { }
  terminal error Lost { Message = "the parcel did not arrive within two weeks"; }
}

/// Packs a parcel; \`osy run . Pack --arg address="1 Main Street"\` calls it.
public Parcel Pack(string address) => new Parcel { Address = address };

public void Arrive(Parcel parcel) { ParcelFlow.RaiseArrive(parcel); }
`;

const client = `class Order { public string Address; }
class Booking { public string Number; }

client Carrier {
  BaseUrl = "https://api.carrier.example";
  Timeout = TimeSpan.FromSeconds(10);
  [Post("/bookings")] Booking Book(Order body);
}

/// The guard lives here, in the one place that knows what a failed booking means: the parcel waits and is tried again.
bool Book(Parcel parcel) {
  try {
    parcel.TrackingNumber = Carrier.Book(new Order { Address = parcel.Address }).Number;
    return true;
  } catch (Exception e) {
    Log.Error(e, "no booking for {Address}", parcel.Address);
    return false;
  }
}
`;

const tests = `[Test]
void AParcelArrives() {
  Carrier.Book.Stub(order => new Booking { Number = "T-1" });
  var parcel = Pack("1 Main Street");
  UnitOfWork.Commit();
  Workflow.Settle(parcel);
  Assert.Equal(ParcelStatus.Sent, parcel.Status);
  Assert.Equal("T-1", parcel.TrackingNumber);
  Arrive(parcel);
  Assert.Equal(ParcelStatus.Delivered, parcel.Status);
}

[Test]
void ACarrierThatIsDownIsAskedAgain() {
  Carrier.Book.Fails(new NetworkException("connection refused"));
  var parcel = Pack("1 Main Street");
  UnitOfWork.Commit();
  Workflow.Settle(parcel);
  Assert.Equal(ParcelStatus.Unbooked, parcel.Status);
  Carrier.Book.Stub(order => new Booking { Number = "T-2" });
  TestClock.Advance(TimeSpan.FromMinutes(30));
  Assert.Equal(ParcelStatus.Sent, parcel.Status);
}

[Test]
void AParcelThatDoesNotArriveIsLost() {
  Carrier.Book.Stub(order => new Booking { Number = "T-3" });
  var parcel = Pack("1 Main Street");
  UnitOfWork.Commit();
  TestClock.Advance(TimeSpan.FromDays(15));
  Assert.Equal(ParcelStatus.Lost, parcel.Status);
}
`;

const script = `// Three days in the life of a parcel. Nothing here reaches the network: the carrier is stubbed.
TestClock.Set(new DateTime(2026, 3, 2, 9, 0, 0));
Carrier.Book.Stub(order => new Booking { Number = "T-1" });

var parcel = Pack("1 Main Street");
UnitOfWork.Commit();

TestClock.Advance(TimeSpan.FromDays(3));
Arrive(parcel);
UnitOfWork.Commit();

Log.Information("{Address}: {Status}", parcel.Address, parcel.Status);
`;

const readme = (app: string): string => `# ${app}

A parcel from the packing table to somebody's door, as an Osy workflow.

| file | holds |
|---|---|
| \`app.osy\` | the app's name, which files belong to it, which hosts it may reach |
| \`parcel.osy\` | the entity and its workflow |
| \`carrier.osy\` | the carrier's HTTP interface and the one place that calls it |
| \`parcel.test.osy\` | tests: time and the network are theirs to set |
| \`play.script\` | a run to watch |

\`\`\`
osy lint                                  find defects
osy test                                  run the tests
osy run . --script play.script --trace    watch every step of a run
osy graph                                 draw the workflow
osy compile -o ${app}.osy.json            write the document that runs
\`\`\`

\`.github/workflows/osy.yml\` lints, tests and compiles every push. It takes \`osy\` from where the repository's variable
\`OSY_PACKAGE\` says.
`;

const ci = `name: osy
on: [push, pull_request]
jobs:
  check:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 22
      # Where your team takes osy from: a tarball, a git URL, or a package of your registry (Settings → Variables).
      - run: npm install --global "\${{ vars.OSY_PACKAGE }}"
      - run: osy lint --format github
      - run: osy test
      - run: osy compile -o build/
`;

const gitignore = `build/
*.db
*.db-*
`;
