import type { EscapeFact } from '../../analysis/network.ts';
import { networkFaultUnhandled, networkRefusalUnhandled } from '../../diagnostics/catalogue/network.ts';
import type { Finding } from '../finding.ts';

/**
 * `network-fault-unhandled` and, where that is not reported for a call, `network-refusal-unhandled`: once per body and
 * first call of a chain, at the body's own call.
 */
export const networkEscapes: Finding = {
  rules: [networkFaultUnhandled, networkRefusalUnhandled],
  look(context) {
    for (const { of, escapes } of context.network.bodies) {
      const calls = new Map<string, { fault?: EscapeFact; refusal?: EscapeFact }>();
      for (const exit of escapes) {
        if (exit.kind === 'fault' && exit.deliberate && of.remembers) continue;
        const key = `${exit.own.file}:${exit.own.span[0]}-${exit.own.span[1]}`;
        const call = calls.get(key) ?? {};
        calls.set(key, call);
        if (exit.kind === 'fault') call.fault ??= exit;
        else call.refusal ??= exit;
      }
      for (const { fault, refusal } of calls.values()) {
        const fact = fault ?? refusal;
        if (fact === undefined) continue;
        const rule = fact === fault ? networkFaultUnhandled : networkRefusalUnhandled;
        context.report(
          rule,
          fact.own,
          { body: of.describe, chain: context.chainText(fact) },
          { chain: context.chain(fact) },
        );
      }
    }
  },
};
