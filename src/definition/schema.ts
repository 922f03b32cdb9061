/** The published JSON Schema of the definition: one file, shipped in `schemas/` and read from there. */
import { readFileSync } from 'node:fs';

const fileName = 'schemas/osy.pipeline-1.schema.json';

/**
 * Reads the schema. It lies beside `src` in the repository and beside `dist` in the package.
 * @throws Error when the installation is incomplete
 */
export function readSchema(): Readonly<Record<string, unknown>> {
  for (const up of ['../', '../../', '../../../']) {
    try {
      return JSON.parse(readFileSync(new URL(up + fileName, import.meta.url), 'utf8')) as Record<string, unknown>;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  throw new Error(`${fileName} is missing from this installation of osy`);
}
