/**
 * What drivers say when the database cannot do now what it could do before: it is gone, full, locked
 * or read-only. By the classes of https://www.sqlite.org/rescode.html and of PostgreSQL's appendix A.
 */
const SQLITE = /^SQLITE_(?:BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN|NOMEM|PROTOCOL)/;
/** Connection exceptions, too few resources, and an operator who intervened. */
const POSTGRES = /^(?:08|53|57P|58)\w{2,3}$/;
/**
 * A standby or a server that was made read-only, a transaction that stood still, a statement that took too long or
 * waited too long for a lock, a deadlock.
 */
const OTHER_POSTGRES = /^(?:25006|25P03|40001|40P01|55P03|57014)$/;
const NETWORK = /^(?:ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** Disks that are full, failing, read-only or not ours, and too many open files: mails are files, too. */
const DISK = /^(?:ENOSPC|EDQUOT|EIO|EROFS|EACCES|EPERM|ESTALE|EMFILE|ENFILE)$/;
/** The driver's own errors have no code. */
const MESSAGES =
  /timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error/;

/** Whether an error means that the database or the disk is out of reach or takes nothing, rather than a mistake. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isUnavailable);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return (
    SQLITE.test(code) ||
    POSTGRES.test(code) ||
    OTHER_POSTGRES.test(code) ||
    NETWORK.test(code) ||
    DISK.test(code) ||
    MESSAGES.test(error.message) ||
    isUnavailable(error.cause)
  );
}

/**
 * Whether the connection was lost while a statement was under way. What a statement writes outside of a transaction,
 * or a commit, may then have been written.
 */
export function isOutcomeUnknown(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  const isConnecting = 'syscall' in error && error.syscall === 'connect';
  return (
    (/^(?:ETIMEDOUT|ECONNRESET|EPIPE)$/.test(code) && !isConnecting) ||
    error.message.startsWith('Connection terminated unexpectedly') ||
    isOutcomeUnknown(error.cause)
  );
}
