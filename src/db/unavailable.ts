/**
 * What drivers say when the database cannot do now what it could do before: it is gone, full, locked
 * or read-only. By the classes of https://www.sqlite.org/rescode.html and of PostgreSQL's appendix A.
 */
const SQLITE = /^SQLITE_(?:BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN|NOMEM|PROTOCOL)/;
/** Connection exceptions, too few resources, and an operator who intervened. */
const POSTGRES = /^(?:08|53|57P|58)\w{2,3}$/;
/** A standby, and a server that was made read-only. */
const READ_ONLY = '25006';
const NETWORK = /^(?:ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** Disks that are full, failing, read-only or not ours, and too many open files: mails are files, too. */
const DISK = /^(?:ENOSPC|EDQUOT|EIO|EROFS|EACCES|EPERM|ESTALE|EMFILE|ENFILE)$/;
/** The driver's own errors have no code. */
const WORDS =
  /timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error/;

/** Whether an error means that the database or the disk is out of reach or takes nothing, rather than a mistake. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isUnavailable);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return (
    SQLITE.test(code) ||
    POSTGRES.test(code) ||
    code === READ_ONLY ||
    NETWORK.test(code) ||
    DISK.test(code) ||
    WORDS.test(error.message) ||
    isUnavailable(error.cause)
  );
}
