/** `docs/library.md` is what the generator makes of the library's declarations today, and names every member of them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { libraryPage } from '../../scripts/library-page.ts';
import { allLibraryTypes } from '../../src/semantics/library/index.ts';

const root = join(import.meta.dirname, '../..');
const { path, text } = libraryPage();

/** The declaration of a type on the page. */
function block(name: string): string {
  const begin = text.indexOf(`\n### \`${name}\`\n`);
  return begin < 0 ? '' : text.slice(begin, text.indexOf('\n```\n', begin));
}

describe('docs/library.md', () => {
  it('is current', () => {
    expect(readFileSync(join(root, path), 'utf8'), 'run: node scripts/generate-docs.mjs').toBe(text);
  });

  it('names every type, and each of its members', () => {
    for (const { name, typeParams, members, enumMembers } of allLibraryTypes()) {
      const own = block(typeParams.length === 0 ? name : `${name}<${typeParams.join(', ')}>`);
      expect(own, name).not.toBe('');
      for (const member of members.filter((each) => each.kind === 'method' || each.kind === 'property')) {
        expect(own, `${name}.${member.name}`).toMatch(new RegExp(` ${member.name}(?:<[^>]*>)?(?:\\(| \\{)`));
      }
      for (const member of enumMembers) expect(own).toContain(`  ${member.name} = ${member.value},`);
    }
  });

  it('writes declarations as C# does', () => {
    expect(block('List<T>')).toContain('\nclass List<T> : IList<T>, IReadOnlyList<T> {\n  List();\n');
    expect(block('List<T>')).toContain('\n  T this[Index index] { get; set; }\n');
    expect(block('Enumerable')).toContain(
      '\n  IEnumerable<R> Select<T, R>(this IEnumerable<T> source, Func<T, R> selector);\n',
    );
    expect(block('TimeSpan')).toContain('\n  static bool operator <=(TimeSpan left, TimeSpan right);\n');
    expect(block('string')).toContain('\n  string[] Split(char separator, StringSplitOptions options = 0);\n');
    expect(block('Http')).toContain('\n  [network] HttpResponse Get(string url);\n');
    expect(block('int')).toContain('static bool TryParse(string? s, out int result);');
  });

  it('links to headings that there are', () => {
    const anchors = [...text.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor]) => anchor);
    const headings = [...text.matchAll(/^### (.+)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replaceAll(' ', '-')
        .replace(/[^\w-]/g, ''),
    );
    expect(anchors.length).toBeGreaterThan(50);
    for (const anchor of anchors) expect(headings).toContain(anchor);
  });
});
