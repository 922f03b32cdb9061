/** The engine's refusals (pipeline.md §11): exceptions of the app's world, with a code where the page gives one. */
import { exception } from './library/exceptions.ts';
import type { ExceptionValue } from './library/values.ts';

/** Every code of pipeline.md §11. */
export const refusalCodes = [
  'Instance:100017',
  'Instance:100018',
  'Instance:100019',
  'Instance:100025',
  'Instance:100027',
  'Instance:100029',
  'Instance:100031',
  'Transition:100004',
  'Transition:100014',
  'Transition:100017',
  'Transition:100020',
  'Transition:100021',
  'Transition:100024',
  'Execution:200002',
  'Execution:200010',
  'Execution:200011',
  'Execution:200012',
  'Execution:200013',
] as const;
export type RefusalCode = (typeof refusalCodes)[number];

export function refusal(code: RefusalCode, message: string, inner: ExceptionValue | null = null): ExceptionValue {
  return exception('WorkflowException', `${message} (${code})`, inner, { Code: code });
}

/** The code of an engine's refusal; undefined for any other exception. */
export function refusalCode(error: unknown): string | undefined {
  const e = error as ExceptionValue | null;
  return e?.type === 'WorkflowException' ? (e.fields['Code'] as string) : undefined;
}
