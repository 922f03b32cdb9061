/** Checkstyle's XML, which most CI servers and review tools read. */
import type { Level } from '../diagnostics/diagnostic.ts';
import type { LintReport } from './lint-report.ts';
import { xmlAttribute } from './xml.ts';

const severities: Readonly<Record<Level, string>> = {
  error: 'error',
  must: 'error',
  should: 'warning',
  consider: 'info',
};

export function checkstyleReport(report: LintReport): string {
  const byFile = new Map<string, string[]>();
  const add = (file: string, line: string): void => {
    const lines = byFile.get(file);
    if (lines === undefined) byFile.set(file, [line]);
    else lines.push(line);
  };
  for (const { diagnostic: d } of report.findings) {
    const { line, column } = d.file.position(d.span.start);
    add(
      d.file.path,
      `    <error line="${line}" column="${column}" severity="${severities[d.level]}" message="${xmlAttribute(d.message)}" source="osy.${d.name}"/>`,
    );
  }
  for (const note of report.notes) {
    add(note.file ?? '.', `    <error severity="error" message="${xmlAttribute(note.message)}" source="osy.input"/>`);
  }
  const files = [...byFile].map(
    ([file, lines]) => `  <file name="${xmlAttribute(file)}">\n${lines.join('\n')}\n  </file>\n`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<checkstyle version="4.3">\n${files.join('')}</checkstyle>\n`;
}
