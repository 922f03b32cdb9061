/** A network finding prints the hops from the body's own call to the network call (findings.md, "Network findings"). */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import { lint } from '../../src/lint/lint.ts';
import { prettyFinding } from '../../src/report/findings-pretty.ts';
import { plainStyle } from '../../src/report/style.ts';
import { check } from '../../src/semantics/check.ts';
import { findingsRoot, placeOf, readApp } from './fixture.ts';

function findingsOf(fixture: string, name: string): readonly Diagnostic[] {
  const path = join(findingsRoot, fixture);
  const root = fixture.endsWith('.osy') ? join(path, '..') : path;
  return lint(check(readApp(path, root))).filter((d) => d.name === name);
}

/** `Inform run.osy:3 → …` */
function chainOf(d: Diagnostic): string {
  return (d.chain ?? [])
    .map((hop) => `${hop.name} ${hop.file.path}:${hop.file.position(hop.span.start).line}`)
    .join(' → ');
}

describe('the chain of a finding', () => {
  it('goes hop by hop through functions of several files and namespaces', () => {
    const [found] = findingsOf('network-fault-unhandled/bad-05-four-files-deep', 'network-fault-unhandled');
    expect(found && chainOf(found)).toBe(
      'Inform claim.osy:23 → Dispatch letters.osy:7 → Franked post.osy:8 → Outbox.Hand post.osy:11 → PostOffice.Send wire.osy:11',
    );
    expect(found?.message).toContain('by Inform → Dispatch → Franked → Outbox.Hand → PostOffice.Send.');
    expect(found && prettyFinding(found, plainStyle)).toContain('→ PostOffice.Send  wire.osy:11:23');
  });

  it('names constructors, properties, operators and defaults as a person does', () => {
    const chains = (fixture: string): readonly string[] =>
      findingsOf(`network-fault-unhandled/${fixture}.osy`, 'network-fault-unhandled').map((d) =>
        (d.chain ?? []).map((hop) => hop.name).join(' → '),
      );
    const members = chains('bad-06-members-of-classes');
    expect(members).toContain('Market.Today → Exchange.Ask');
    expect(members).toContain('new Futures → new Futures → new Contract → new Ticket → Exchange.Ask');
    expect(chains('bad-15-what-a-body-creates')).toContain('new Record → Record.No → new Stamp → Numbers.Take');
    expect(chains('bad-07-dispatch')).toContain('Van.Bring → Carrier.Take');
    expect(chains('bad-10-lambdas-and-method-groups')).toContain('Taken → Meters.Read');
  });

  it('begins at the finding, and ends at the network', () => {
    const deep = {
      'network-fault-unhandled': 'bad-05-four-files-deep',
      'network-refusal-unhandled': 'bad-3-four-files-deep',
      'network-answer-unchecked': 'bad-3-four-files-deep',
    };
    for (const [name, fixture] of Object.entries(deep)) {
      const [found] = findingsOf(`${name}/${fixture}`, name);
      const [first, ...rest] = found?.chain ?? [];
      expect(first && `${first.file.path}:${first.file.position(first.span.start).line}`).toBe(found && placeOf(found));
      expect(rest.length).toBeGreaterThanOrEqual(4);
      expect(rest.at(-1)?.name).toMatch(/^(PostOffice\.Send|Office\.Declare|Http\.Post)$/);
    }
  });

  it('stands at the later call, too, where an effect is repeated', () => {
    const [found] = findingsOf('effect-repeats-on-retry/bad-3-four-files-deep', 'effect-repeats-on-retry');
    expect(found && chainOf(found)).toBe(
      'Announce run.osy:13 → Hand announce.osy:1 → Posted hand.osy:1 → Depot.Announce depot.osy:8',
    );
    expect(found?.related?.map((label) => `${label.file.position(label.span.start).line} ${label.message}`)).toEqual([
      '14 the later call',
    ]);
  });
});
