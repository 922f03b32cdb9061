import { rule } from '../diagnostic.ts';

/** Text that does not follow the grammar. The parser words each sentence, since only it knows what it was reading. */
export const syntaxError = rule<{ readonly sentence: string }>({
  code: 'OSY1001',
  name: 'syntax-error',
  level: 'error',
  summary: 'The text does not follow the grammar of Osy.',
  message: (p) => p.sentence,
});
