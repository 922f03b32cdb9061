/** Apps written in Osy, compiled as `osy test` compiles them. */

import type { Definition } from '../../../src/definition/document.ts';
import { lower } from '../../../src/definition/lowering.ts';
import { VirtualClock } from '../../../src/runtime/clock.ts';
import type { Engine } from '../../../src/runtime/engine.ts';
import { openEngine } from '../../../src/runtime/open.ts';
import type { EngineOptions } from '../../../src/runtime/options.ts';
import { check } from '../../../src/semantics/check.ts';
import { SourceFile } from '../../../src/source/source.ts';
import { morning } from './support.ts';

export function compile(text: string): Definition {
  const program = check([new SourceFile('app.osy', text)]);
  const errors = program.diagnostics.filter((d) => d.level === 'error');
  if (errors.length > 0) throw new Error(errors.map((d) => d.message).join('\n'));
  return lower(program, { compiler: 'osy test', tests: true });
}

export function engineOf(text: string, options: EngineOptions = {}): Engine {
  return openEngine(compile(text), { clock: new VirtualClock(morning), ...options });
}
