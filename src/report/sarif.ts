/** SARIF 2.1.0, as GitHub code scanning and others read it. */
import type {
  ArtifactLocation,
  CodeFlow,
  Location,
  Log,
  Notification,
  PhysicalLocation,
  Region,
  ReportingDescriptor,
  Result,
  Fix as SarifFix,
} from 'sarif';
import { allRules } from '../diagnostics/catalogue/index.ts';
import type { Diagnostic, Fix, Level, Rule } from '../diagnostics/diagnostic.ts';
import type { SourceFile, Span } from '../source/source.ts';
import type { NoteJson } from './findings-json.ts';
import type { LintReport, ReportedFinding } from './lint-report.ts';

const levels: Readonly<Record<Level, 'error' | 'warning' | 'note'>> = {
  error: 'error',
  must: 'error',
  should: 'warning',
  consider: 'note',
};

/** The folder that paths are relative to: where `osy` was started. A viewer may put its own in this place. */
const sourceRoot = '%SRCROOT%';

const ruleIndices: ReadonlyMap<string, number> = new Map(allRules.map((rule, i) => [rule.code, i]));

export function sarifReport(report: LintReport): string {
  const log: Log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'osy', semanticVersion: report.version, rules: allRules.map(descriptor) } },
        columnKind: 'utf16CodeUnits',
        originalUriBaseIds: { [sourceRoot]: { description: { text: 'The folder in which osy was started.' } } },
        invocations: [{ executionSuccessful: true, toolExecutionNotifications: report.notes.map(notification) }],
        results: report.findings.map(result),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

/**
 * `helpUri` has to be absolute, and where the pages are published is not ours to say: the page's path in this package goes
 * into the properties, and what it comes to into `help`.
 */
function descriptor(rule: Rule): ReportingDescriptor {
  const help = typeof rule.help === 'string' ? rule.help : undefined;
  const summary = sentence(rule.summary);
  return {
    id: rule.code,
    name: rule.name,
    shortDescription: { text: summary },
    fullDescription: { text: help === undefined ? summary : `${summary} ${help}` },
    help: { text: help ?? summary, markdown: `**${rule.name}** (${rule.level}): ${help ?? summary}` },
    defaultConfiguration: { level: levels[rule.level] },
    properties: {
      page: `docs/findings/${rule.name}.md`,
      level: rule.level,
      tags: [rule.level === 'error' ? 'compile' : 'lint'],
    },
  };
}

function sentence(summary: string): string {
  const text = `${summary.charAt(0).toUpperCase()}${summary.slice(1)}`;
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function result({ diagnostic: d, symbol, fingerprint }: ReportedFinding): Result {
  const index = ruleIndices.get(d.code);
  const related = (d.related ?? []).map((label, i): Location => ({ id: i + 1, ...location(label, label.message) }));
  return {
    ruleId: d.code,
    ...(index === undefined ? {} : { ruleIndex: index }),
    level: levels[d.level],
    message: { text: d.help === undefined ? d.message : `${d.message}\n${d.help}` },
    locations: [
      {
        ...location(d),
        ...(symbol === '' ? {} : { logicalLocations: [{ fullyQualifiedName: symbol }] }),
      },
    ],
    ...(related.length === 0 ? {} : { relatedLocations: related }),
    ...(d.chain === undefined || d.chain.length === 0 ? {} : { codeFlows: [codeFlow(d, d.chain)] }),
    ...(d.fix === undefined ? {} : { fixes: [fixOf(d.fix)] }),
    partialFingerprints: { 'osyFinding/v1': fingerprint },
    properties: { name: d.name, level: d.level },
  };
}

function codeFlow(d: Diagnostic, chain: NonNullable<Diagnostic['chain']>): CodeFlow {
  const locations = chain.map((hop, i) => ({
    location: location(hop, hop.name),
    nestingLevel: i,
    importance: i === 0 || i === chain.length - 1 ? ('essential' as const) : ('important' as const),
  }));
  return { message: { text: `How ${d.name} comes about` }, threadFlows: [{ locations }] };
}

function fixOf(fix: Fix): SarifFix {
  const files = [...new Set(fix.edits.map((edit) => edit.file))];
  return {
    description: { text: fix.title },
    artifactChanges: files.map((file) => ({
      artifactLocation: artifact(file.path),
      replacements: fix.edits
        .filter((edit) => edit.file === file)
        .map((edit) => ({ deletedRegion: region(file, edit.span), insertedContent: { text: edit.newText } })),
    })),
    properties: { safe: fix.safe },
  };
}

function notification(note: NoteJson): Notification {
  const at = note.file === null ? {} : { locations: [{ physicalLocation: { artifactLocation: artifact(note.file) } }] };
  return { level: 'error', message: { text: note.message }, ...at };
}

function location(at: { readonly file: SourceFile; readonly span: Span }, message?: string): Location {
  const physicalLocation: PhysicalLocation = {
    artifactLocation: artifact(at.file.path),
    region: region(at.file, at.span),
  };
  return { physicalLocation, ...(message === undefined ? {} : { message: { text: message } }) };
}

function region(file: SourceFile, span: Span): Region {
  const start = file.position(span.start);
  const end = file.position(Math.max(span.start, span.end));
  return { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column };
}

function artifact(path: string): ArtifactLocation {
  // A drive or a leading slash makes the path absolute: then no base may stand beside it.
  const absolute = /^(?:[A-Za-z]:)?\//.test(path);
  if (absolute) return { uri: `file://${path.startsWith('/') ? '' : '/'}${encoded(path)}` };
  return { uri: encoded(path), uriBaseId: sourceRoot };
}

function encoded(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
