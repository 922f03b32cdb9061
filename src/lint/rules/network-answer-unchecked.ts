import { networkAnswerUnchecked } from '../../diagnostics/catalogue/network.ts';
import type { Finding } from '../finding.ts';

export const networkAnswers: Finding = {
  rules: [networkAnswerUnchecked],
  look(context) {
    for (const { of, unchecked } of context.network.bodies) {
      const seen = new Set<string>();
      for (const fact of unchecked) {
        const key = `${fact.own.file}:${fact.own.span[0]}-${fact.own.span[1]}`;
        if (seen.has(key)) continue;
        seen.add(key);
        context.report(
          networkAnswerUnchecked,
          fact.own,
          { body: of.describe, chain: context.chainText(fact) },
          { chain: context.chain(fact) },
        );
      }
    }
  },
};
