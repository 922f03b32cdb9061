import { StoreConflict, StoreError } from '../contract.ts';

/** A failure as the thread tells it: PostgreSQL's SQLSTATE, or a code of Node.js, and where it was met. */
export interface ThreadFault {
  readonly code: string;
  readonly message: string;
  /** While connecting; in a request, whose outcome is then unknown; or an answer of the server. */
  readonly at: 'connecting' | 'request' | 'server';
}

/** Raised by `refuse` of the schema: a record was not as it was read. */
export const conflictState = 'OS001';

/** What PostgreSQL says, said for the one who named the database; `name` holds no credentials. */
export function faultError(fault: ThreadFault, name: string): Error {
  const { code, message } = fault;
  if (fault.at === 'connecting') return connectError(fault, name);
  if (fault.at === 'request') {
    return new StoreError(
      'lost',
      `the connection to ${name} was lost; what was being written is there whole, or not at all`,
    );
  }
  switch (code) {
    case conflictState:
      return new StoreConflict(`another process has changed the same ${message} first`);
    // unique_violation, serialization_failure, deadlock_detected
    case '23505':
      return new StoreConflict('another process has taken the same key first');
    case '40001':
    case '40P01':
      return new StoreConflict('another process has changed the same records first');
    case '55P03':
    case '57014':
      return new StoreError('locked', `${name} is locked by another process`);
    case '25006':
      return new StoreError('read-only', `${name} cannot be written: it is read-only`);
    case '42501':
      return new StoreError('read-only', `${name} cannot be written: its user lacks the privilege (${message})`);
    case '53100':
    case '53200':
      return new StoreError('full', `there is no room left to write ${name}`);
    case '57P01':
    case '57P02':
      return new StoreError('lost', `${name} is being shut down`);
    default:
      return new StoreError('broken', `${name} cannot be used: ${message} (${code})`);
  }
}

function connectError({ code, message }: ThreadFault, name: string): StoreError {
  switch (code) {
    case '28P01':
    case '28000':
      return new StoreError('unreadable', `${name} refuses the user name or the password`);
    case '3D000':
      return new StoreError('unreadable', `there is no such database: ${name}`);
    case '53300':
      return new StoreError('locked', `${name} takes no more connections`);
    case '57P03':
      return new StoreError('unreadable', `${name} is starting up or shutting down`);
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StoreError('unreadable', `${name} cannot be reached: its host is not known`);
    case 'ECONNREFUSED':
      return new StoreError('unreadable', `${name} cannot be reached: nothing listens there`);
    default:
      return new StoreError(
        'unreadable',
        `${name} cannot be reached: ${/password/i.test(message) ? 'its answer cannot be read' : message}`,
      );
  }
}
