/** SARIF 2.1.0: valid against its schema, and holding what its readers look for. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import type { Log, Run } from 'sarif';
import { describe, expect, it } from 'vitest';
import { allRules } from '../../src/diagnostics/catalogue/index.ts';
import { sarifReport } from '../../src/report/sarif.ts';
import { clean, nasty, sample } from './sample.ts';

const schemaPath = createRequire(import.meta.url)
  .resolve('@microsoft/jest-sarif')
  .replace(/lib[\\/]index\.js$/, 'lib/schemas/sarif-2.1.0-rtm.5.json');
// A schema of draft 4, of which it uses nothing that later drafts read otherwise but the name of its id.
const { $schema: _, id: __, ...schema } = JSON.parse(readFileSync(schemaPath, 'utf8'));
const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
ajv.addFormat('uri', /^[a-z][a-z0-9+.-]*:[^\s%]*(?:%[0-9A-F]{2}[^\s%]*)*$/i);
ajv.addFormat('uri-reference', /^[^\s%\\]*(?:%[0-9A-F]{2}[^\s%\\]*)*$/i);
ajv.addFormat('date-time', true);
const valid = ajv.compile(schema);

const runOf = (text: string): Run => (JSON.parse(text) as Log).runs[0] as Run;
const run = runOf(sarifReport(sample));

it.each([
  ['findings of every kind', sample],
  ['nothing', clean],
])('a report of %s is valid', (_, report) => {
  valid(JSON.parse(sarifReport(report)));
  expect(valid.errors ?? []).toEqual([]);
});

describe('rules', () => {
  it('are all there, each with its texts, level and page', () => {
    expect(run.tool.driver.rules?.map((r) => r.id)).toEqual(allRules.map((r) => r.code));
    for (const rule of run.tool.driver.rules ?? []) {
      expect(rule.shortDescription?.text).toMatch(/[.!?]$/);
      expect(rule.help?.text).toBeTruthy();
      expect(rule.properties?.['page']).toBe(`docs/findings/${rule.name}.md`);
    }
  });

  it('are pointed at by results', () => {
    for (const result of run.results ?? [])
      expect(run.tool.driver.rules?.[result.ruleIndex as number]?.id).toBe(result.ruleId);
  });
});

describe('results', () => {
  const [error, fault, cycle, empty] = run.results ?? [];

  it('have levels, places, symbols and fingerprints', () => {
    expect(run.results?.map((r) => r.level)).toEqual(['error', 'error', 'warning', 'note']);
    expect(run.columnKind).toBe('utf16CodeUnits');
    expect(error?.message.text).toBe(nasty);
    expect(error?.locations?.[0]).toEqual({
      physicalLocation: {
        artifactLocation: { uri: 'flows/%C3%A4%20b%231%25.osy', uriBaseId: '%SRCROOT%' },
        region: { startLine: 2, startColumn: 1, endLine: 2, endColumn: 7 },
      },
      logicalLocations: [{ fullyQualifiedName: 'F()' }],
    });
    expect(error?.partialFingerprints).toEqual({ 'osyFinding/v1': 'syntax-error00000000000000000000' });
  });

  it('show a chain as a code flow, in order', () => {
    const flow = fault?.codeFlows?.[0]?.threadFlows[0]?.locations.map((l) => l.location?.message?.text);
    expect(flow).toEqual(['Send', 'Mailer.Deliver']);
  });

  it('show labels as related locations, and fixes', () => {
    expect(cycle?.relatedLocations?.[0]).toMatchObject({ id: 1, message: { text: 'and back' } });
    expect(empty?.fixes?.[0]?.artifactChanges[0]?.replacements[0]).toEqual({
      deletedRegion: { startLine: 2, startColumn: 1, endLine: 2, endColumn: 1 },
      insertedContent: { text: 'Log();' },
    });
  });
});

it('what could not be read is a notification of the tool', () => {
  expect(run.invocations?.[0]?.toolExecutionNotifications?.[0]?.message.text).toContain('permission denied');
});
