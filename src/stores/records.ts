/** All records of a store; see `records/record.ts` for what a record is. */
export * from './records/delivery.ts';
export * from './records/history.ts';
export * from './records/keys.ts';
export * from './records/record.ts';
export * from './records/row.ts';
export * from './records/run.ts';
export * from './records/timer.ts';
