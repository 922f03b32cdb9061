import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SourceFile } from '../../src/source/source.ts';

export const fixtures = fileURLToPath(new URL('../../fixtures/', import.meta.url));

/** Every `.osy` file under a folder of `fixtures/`, without a byte-order mark, in order of their paths. */
export function filesUnder(folder: string): SourceFile[] {
  return readdirSync(join(fixtures, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.osy'))
    .sort()
    .map((path) => new SourceFile(path, readFileSync(join(fixtures, folder, path), 'utf8').replace(/^\ufeff/, '')));
}
