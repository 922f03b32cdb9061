/** A folder as it may be found: 2 000 files, some of which cannot be read, links in a circle, a file that never rests. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { Folder } from './lint-support.ts';

/** Makes a file that nobody can read, be it root. */
function unreadable(folder: Folder, name: string): void {
  if (process.getuid?.() === 0) {
    // Permissions do not hold for root: a file of the kernel's that gives an error instead of text.
    symlinkSync('/proc/self/mem', folder.at(name));
  } else {
    writeFileSync(folder.at(name), 'enum X { A }');
    chmodSync(folder.at(name), 0);
  }
}

it('2 000 files of all kinds: what can be read is linted, the rest is named', async () => {
  const folder = new Folder();
  for (let i = 0; i < 2000; i++) {
    const name = `part${i % 20}/deep${i % 7}/f${i}.osy`;
    if (i % 250 === 1) folder.write({ [name]: Uint8Array.of(0x65, 0x0a, 0xc3, 0x28) });
    else if (i % 500 === 2) folder.write({ [name]: Uint8Array.of(0xff, 0xfe, 0x65, 0) });
    else if (i % 500 === 3) folder.write({ [name]: Uint8Array.of(0x65, 0, 0x66) });
    else folder.write({ [name]: `enum Enum${i} { A, B }\n` });
  }
  unreadable(folder, 'part0/secret.osy');
  mkdirSync(folder.at('loop/in'), { recursive: true });
  symlinkSync('..', folder.at('loop/in/up'));
  symlinkSync('../loop', folder.at('part1/round'));
  symlinkSync('itself.osy', folder.at('loop/itself.osy'));
  symlinkSync('nowhere.osy', folder.at('loop/dangling.osy'));
  symlinkSync('/dev/zero', folder.at('loop/endless.osy'));
  execFileSync('mkfifo', [folder.at('loop/pipe.osy')]);
  mkdirSync(folder.at('loop/folder.osy'));
  folder.write({ 'loop/wrong.osy': 'enum Twice { A, A }', 'part19/app.osy': 'app Inner { }' });
  symlinkSync('nowhere.osy', folder.at('part19/gone.osy'));

  const { code, json, told, err } = await folder.lint();
  expect(told).toEqual(['loop/wrong.osy:1 error duplicate-declaration']);
  expect(code).toBe(1);
  const kinds = json.notes.map((note) => /is not UTF-8|UTF-16|binary|cannot be read/.exec(note.message)?.[0]);
  const count = (kind: string) => kinds.filter((each) => each === kind).length;
  expect(count('is not UTF-8')).toBe(8);
  expect(count('UTF-16')).toBe(4);
  expect(count('binary')).toBe(4);
  expect(json.notes.flatMap((n) => (/cannot be read/.test(n.message) ? [n.file] : []))).toEqual([
    'loop/dangling.osy',
    'loop/endless.osy',
    'loop/itself.osy',
    'loop/pipe.osy',
    'part0/secret.osy',
    'part19/gone.osy',
  ]);
  expect(json.summary.files).toBe(2000 - 16 + 2);
  expect(err.split('\n')).toHaveLength(json.notes.length + 1);

  writeFileSync(folder.at('loop/wrong.osy'), 'enum Twice { A, B }');
  expect((await folder.lint()).code).toBe(2);
});

it('a file that grows all the while does not keep a run from ending, and is never half read', async () => {
  const folder = new Folder({ 'a.osy': 'enum A { B }\n' });
  const path = folder.at('growing.osy');
  writeFileSync(path, '// a line of a log that is no source\n'.repeat(50_000));
  const worker = new Worker(
    `const { appendFileSync } = require('node:fs');
     const { workerData } = require('node:worker_threads');
     for (;;) appendFileSync(workerData, '// more\\n');`,
    { eval: true, workerData: path },
  );
  try {
    const size = statSync(path).size;
    while (statSync(path).size === size) await new Promise((done) => setTimeout(done, 5));
    const { code, json, told } = await folder.lint();
    expect(told).toEqual([]);
    // Whether it is caught growing is a matter of luck; lint-steady.test.ts leaves nothing to it.
    expect(code).toBe(json.notes.length === 0 ? 0 : 2);
  } finally {
    await worker.terminate();
  }
});
