import type { Definition } from '../definition/document.ts';
import { Engine } from './engine.ts';
import { CompiledProgram } from './interpreter/program.ts';
import type { EngineOptions } from './options.ts';

/**
 * An engine for a definition, its bodies compiled by the interpreter when they first run.
 * @throws Error when the definition's pipeline names an unknown step; StoreError when the store is another app's
 */
export function openEngine(definition: Definition, options: EngineOptions = {}): Engine {
  return new Engine(definition, options.program ?? new CompiledProgram(definition), options);
}
