/** A folder of its own for a test, and `osy` run in it without a process. */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach } from 'vitest';
import { main } from '../../src/cli/main.ts';
import type { Terminal } from '../../src/cli/terminal.ts';
import type { LintJson } from '../../src/report/lint-json.ts';
import { plainStyle } from '../../src/report/style.ts';

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export class Folder {
  readonly path = realpathSync(mkdtempSync(join(tmpdir(), 'osy-lint-')));

  constructor(files: Readonly<Record<string, string | Uint8Array>> = {}) {
    open.push(this);
    this.write(files);
  }

  write(files: Readonly<Record<string, string | Uint8Array>>): void {
    for (const [name, content] of Object.entries(files)) {
      const path = this.at(name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content);
    }
  }

  at(name: string): string {
    return join(this.path, name);
  }

  read(name: string): string {
    return readFileSync(this.at(name), 'utf8');
  }

  async osy(...args: readonly string[]): Promise<Ran> {
    return this.osyWith('', ...args);
  }

  async osyWith(stdin: string, ...args: readonly string[]): Promise<Ran> {
    const printed = { out: '', err: '' };
    const code = await main(args, testTerminal(this.path, printed, stdin));
    return { code, ...printed };
  }

  /** `lint --format json` with its document read. */
  async lint(...args: readonly string[]): Promise<Ran & { readonly json: LintJson; readonly told: readonly string[] }> {
    const ran = await this.osy('lint', '--format', 'json', ...args);
    const json = JSON.parse(ran.out) as LintJson;
    const told = json.findings.map((f) => `${f.file}:${f.start.line} ${f.level} ${f.name}`);
    return { ...ran, json, told };
  }
}

const open: Folder[] = [];

afterEach(() => {
  for (const folder of open.splice(0)) rmSync(folder.path, { recursive: true, force: true });
});

export function testTerminal(cwd: string, printed: { out: string; err: string }, stdin = ''): Terminal {
  return {
    out: (text) => {
      printed.out += text;
    },
    err: (text) => {
      printed.err += text;
    },
    cwd,
    style: plainStyle,
    errStyle: plainStyle,
    interactive: false,
    readStdin: async () => Buffer.from(stdin),
  };
}

/** A client, two helpers of which one is guarded, and a workflow whose `enter` calls `call`. */
export function app(call = 'Send(this.Item);', more = ''): Readonly<Record<string, string>> {
  return {
    'app.osy': 'app Shop {\n  model "*.osy";\n}\n',
    'mail.osy': `class Mail { public string To; }
class Sent { public string Id; }

client Mailer {
  BaseUrl = "https://mail.example";
  [Post("/send")] Sent Deliver(Mail body);
}

public void Send(Order order) {
  Mailer.Deliver(new Mail { To = order.Number });
}

public void SendSafely(Order order) {
  try { Mailer.Deliver(new Mail { To = order.Number }); }
  catch (Exception e) { Log.Error(e, "not sent"); }
}
`,
    'order.osy': `enum OrderState { Open, Waiting, Done }

entity Order {
  string Number;
  OrderState State;
}

workflow OrderFlow {
  Tracks = Order.State;
  Autostart = true;
  Initial = Open;

  event Go();
  event Finish();

  state Open {
    on Go { goto Waiting; }
  }

  state Waiting {
    enter { ${call} }
    on Finish { goto Done; }
  }

  terminal success Done { }
}

public void Go(Order order) { OrderFlow.RaiseGo(order); }
public void Finish(Order order) { OrderFlow.RaiseFinish(order); }
${more}`,
  };
}
