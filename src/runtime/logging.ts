/** `Log.*`: message templates with named holes, filled from the arguments in order (language.md §4). */
import type { LibraryKey } from '../ir/ir.ts';
import type { Host } from './host.ts';
import type { LogEntry } from './interpreter/host.ts';
import { holeText } from './library/format.ts';
import type { Value } from './library/values.ts';

type Implementation = (host: Host, ...args: Value[]) => Value;

const levels = { Debug: 'debug', Information: 'information', Warning: 'warning', Error: 'error' } as const;

export const logMembers: Readonly<Record<LibraryKey, Implementation>> = Object.fromEntries(
  Object.entries(levels).flatMap(([name, level]): [LibraryKey, Implementation][] => [
    [
      `Log.${name}(string,object[])`,
      (host, template, args) => write(host, level, null, template as string, args as Value[]),
    ],
    [
      `Log.${name}(Exception,string,object[])`,
      (host, thrown, template, args) => write(host, level, thrown, template as string, args as Value[]),
    ],
  ]),
);

function write(host: Host, level: LogEntry['level'], thrown: Value, template: string, args: Value[]): null {
  const message = render(host, template ?? '', args ?? []);
  host.log({ level, template: template ?? '', message, ...(thrown === null ? {} : { exception: thrown }) });
  return null;
}

const hole = /\{\{|\}\}|\{([^{},:]+)(?:,(-?\d+))?(?::([^{}]*))?\}/g;

/** A hole without an argument stays as it is written. */
export function render(host: Host, template: string, args: readonly Value[]): string {
  let next = 0;
  return template.replace(
    hole,
    (whole, name: string | undefined, width: string | undefined, format: string | undefined) => {
      if (name === undefined) return whole === '{{' ? '{' : '}';
      if (next >= args.length) return whole;
      return holeText(host, args[next++], 'object', Number(width ?? 0), format ?? null);
    },
  );
}
