import { errorCode } from './disk.ts';

/**
 * Error codes of a database that is unreachable, full, locked or read-only: result codes of
 * https://www.sqlite.org/rescode.html, and classes of PostgreSQL's appendix A.
 */
const SQLITE = /^SQLITE_(?:FULL|IOERR|READONLY|CANTOPEN|NOMEM|PROTOCOL)/;
/** Connection exception, insufficient resources, operator intervention, system error. */
const POSTGRES = /^(?:08|53|57P|58)\w{2,3}$/;
/** Read-only transaction (a standby), idle-in-transaction timeout. */
const OTHER_POSTGRES = /^(?:25006|25P03)$/;
/** Locked by others, or too slow: of PostgreSQL serialization failure, deadlock, lock timeout, statement timeout. */
const BUSY = /^(?:SQLITE_(?:BUSY|LOCKED)\w*|40001|40P01|55P03|57014)$/;
const NETWORK = /^(?:ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** A full, failing, read-only or inaccessible disk, and too many open files: mails are files, too. */
const DISK = /^(?:ENOSPC|EDQUOT|EIO|EROFS|EACCES|EPERM|ESTALE|EMFILE|ENFILE)$/;
/** Errors of the driver that have no code. */
const MESSAGES =
  /timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error/;

/** Undefined table and column: a newer program beside this one has migrated the database. */
const OTHER_SCHEMA = /^(?:42P01|42703)$/;

/** `unanswered`: what was written may have been saved all the same; otherwise, nothing was. */
export type Outage = 'busy' | 'unanswered' | 'unreachable' | 'migrated';

/** Null for any other error, which is a bug. */
export function outageOf(error: unknown): Outage | null {
  if (isOutcomeUnknown(error)) return 'unanswered';
  if (isBusy(error)) return 'busy';
  if (error instanceof Error && OTHER_SCHEMA.test(errorCode(error))) return 'migrated';
  return isUnavailable(error) ? 'unreachable' : null;
}

function isBusy(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return BUSY.test(errorCode(error)) || isBusy(error.cause);
}

export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isUnavailable);
  const code = errorCode(error);
  return (
    BUSY.test(code) ||
    SQLITE.test(code) ||
    POSTGRES.test(code) ||
    OTHER_POSTGRES.test(code) ||
    NETWORK.test(code) ||
    DISK.test(code) ||
    MESSAGES.test(error.message) ||
    isUnavailable(error.cause)
  );
}

/** A single write or a commit may then have succeeded. */
export function isOutcomeUnknown(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = errorCode(error);
  const isConnecting = 'syscall' in error && error.syscall === 'connect';
  return (
    (/^(?:ETIMEDOUT|ECONNRESET|EPIPE)$/.test(code) && !isConnecting) ||
    error.message.startsWith('Connection terminated unexpectedly') ||
    isOutcomeUnknown(error.cause)
  );
}
