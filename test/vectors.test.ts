import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runVectors } from '../src/cli/eval/vectors.ts';

const folder = join(import.meta.dirname, '../fixtures/vectors');

// Each value was printed by a C# runtime (fixtures/vectors): what is checked and run here has to print the same.
describe('Osy answers as C# does', () => {
  for (const name of readdirSync(folder).sort()) {
    it(name.replace('.jsonl', ''), () => {
      const text = readFileSync(join(folder, name), 'utf8');
      const total = text.split('\n').filter((line) => line !== '').length;
      expect(runVectors(text, name)).toEqual({ total, failures: [] });
    });
  }
});
