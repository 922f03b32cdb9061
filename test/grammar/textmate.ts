/** The TextMate grammar, run by the library that editors run it with. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import oniguruma from 'vscode-oniguruma';
import textmate, { type IGrammar, type IToken } from 'vscode-textmate';

const grammarPath = join(import.meta.dirname, '../../grammar/osy.tmLanguage.json');

export async function loadGrammar(): Promise<IGrammar> {
  const wasm = createRequire(import.meta.url).resolve('vscode-oniguruma/release/onig.wasm');
  await oniguruma.loadWASM(new Uint8Array(readFileSync(wasm)).buffer);
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () => textmate.parseRawGrammar(readFileSync(grammarPath, 'utf8'), grammarPath),
  });
  const grammar = await registry.loadGrammar('source.osy');
  if (grammar === null) throw new Error('the grammar has another scope than source.osy');
  return grammar;
}

export interface ScopedLine {
  readonly text: string;
  readonly tokens: readonly IToken[];
}

/** Every line with its tokens. */
export function scopesOf(grammar: IGrammar, text: string): readonly ScopedLine[] {
  let state = textmate.INITIAL;
  return text.split('\n').map((line) => {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
    state = ruleStack;
    return { text: line, tokens };
  });
}
