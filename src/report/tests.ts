/** `osy.tests/1` and its other forms (docs/formats.md). */
import type { TestResult } from '../testing/runner.ts';
import { type Style, wrap } from './style.ts';

export interface TestsJson {
  readonly format: 'osy.tests/1';
  readonly tests: readonly {
    readonly name: string;
    readonly file: string;
    readonly status: string;
    readonly message: string;
    readonly ms: number;
  }[];
  readonly summary: { readonly tests: number; readonly passed: number; readonly failed: number; readonly ms: number };
}

export function testsJson(results: readonly TestResult[]): TestsJson {
  const passed = results.filter((r) => r.status === 'passed').length;
  return {
    format: 'osy.tests/1',
    tests: results.map(({ name, file, status, message, ms }) => ({ name, file, status, message, ms: round(ms) })),
    summary: {
      tests: results.length,
      passed,
      failed: results.length - passed,
      ms: round(results.reduce((sum, r) => sum + r.ms, 0)),
    },
  };
}

export function testsPretty(results: readonly TestResult[], style: Style): string {
  const out: string[] = [];
  let file = '';
  for (const result of results) {
    if (result.file !== file) {
      file = result.file;
      out.push(style.strong(file));
    }
    const mark = result.status === 'passed' ? style.good('pass') : style.error('FAIL');
    out.push(`  ${mark} ${result.name} ${style.dim(`${round(result.ms)} ms`)}`);
    if (result.status === 'failed') {
      for (const line of wrap(result.message, style.width - 8)) out.push(`       ${line}`);
      for (const frame of result.stack) out.push(style.dim(`         at ${frame}`));
    }
  }
  const passed = results.filter((r) => r.status === 'passed').length;
  const failed = results.length - passed;
  out.push(failed === 0 ? style.good(`${passed} passed`) : style.error(`${passed} passed, ${failed} failed`));
  return `${out.join('\n')}\n`;
}

/** The Test Anything Protocol, version 14. */
export function testsTap(results: readonly TestResult[]): string {
  const lines = ['TAP version 14', `1..${results.length}`];
  results.forEach((r, i) => {
    const name = `${r.file} ${r.name}`.replace(/[\\#]/g, '\\$&');
    lines.push(`${r.status === 'passed' ? 'ok' : 'not ok'} ${i + 1} - ${name}`);
    if (r.status === 'failed')
      lines.push('  ---', `  message: ${JSON.stringify(r.message)}`, `  duration_ms: ${round(r.ms)}`, '  ...');
  });
  return `${lines.join('\n')}\n`;
}

/** JUnit's XML, one suite a file. */
export function testsJunit(results: readonly TestResult[]): string {
  const files = [...new Set(results.map((r) => r.file))];
  const suites = files.map((file) => {
    const own = results.filter((r) => r.file === file);
    const failures = own.filter((r) => r.status === 'failed').length;
    const cases = own.map((r) => {
      const head = `    <testcase classname="${xml(file)}" name="${xml(r.name)}" time="${seconds(r.ms)}"`;
      if (r.status === 'passed') return `${head}/>`;
      return `${head}>\n      <failure message="${xml(r.message)}">${xml([r.message, ...r.stack.map((f) => `  at ${f}`)].join('\n'))}</failure>\n    </testcase>`;
    });
    const time = seconds(own.reduce((sum, r) => sum + r.ms, 0));
    return `  <testsuite name="${xml(file)}" tests="${own.length}" failures="${failures}" time="${time}">\n${cases.join('\n')}\n  </testsuite>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join('\n')}\n</testsuites>\n`;
}

function round(ms: number): number {
  return Math.round(ms * 10) / 10;
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
};

/** Escapes text for XML 1.0; characters that it cannot hold become U+FFFD. */
function xml(text: string): string {
  return text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
    .replace(/[&<>"\n]/g, (c) => entities[c] as string);
}
