/** `Incident` as bodies see it. */
import type { IncidentRecord } from '../stores/records.ts';
import { utc } from './library/date-format.ts';
import { DateTimeValue } from './library/dates.ts';
import { type ClassInfo, Instance } from './library/values.ts';

const members = [
  ['Id', 'string'],
  ['Transition', 'string?'],
  ['Step', 'string?'],
  ['Body', 'string?'],
  ['Type', 'string'],
  ['Message', 'string'],
  ['Stack', 'string'],
  ['At', 'DateTime'],
] as const;

export const incidentClass: ClassInfo = {
  name: 'Incident',
  base: undefined,
  is: new Set(['Incident']),
  fields: members.map(([name, t]) => ({ name, t, json: name })),
  overrides: new Map(),
};

export function incidentValue(incident: IncidentRecord): Instance {
  return new Instance(incidentClass, {
    Id: String(incident.seq),
    Transition: incident.transition || null,
    Step: incident.step || null,
    Body: incident.body || null,
    Type: incident.type,
    Message: incident.message,
    Stack: incident.stack.map((frame) => `   at ${frame}`).join('\n'),
    At: DateTimeValue.ofTicks(incident.at, utc),
  });
}
