/** What modules that `osy compile --emit ts` writes stand on; part of `osy/runtime`. */
export { bindApp } from './bind.ts';
export { AppError, networkFault, serviceRefusal } from './failures.ts';
export type {
  AppNames,
  Bytes,
  CorrelationOutcome,
  DateOnly,
  DateTime,
  Decimal,
  Dictionary,
  Json,
  List,
  MemberOf,
  Opaque,
  RaiseOptions,
  RaiseOutcome,
  Row as RowHandle,
  Rows,
  RunState,
  Supplied,
  TimeOnly,
  TimeSpan,
  UnitOfWorkHandle,
  WorkflowNames,
} from './types.ts';
