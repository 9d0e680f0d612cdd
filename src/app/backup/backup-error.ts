import { errorCode } from '../../server/db/error-code.ts';
import { PicturesUnavailableError } from '../../server/failure.ts';

/** An error that the operator can fix; its message is one line. */
export class BackupError extends Error {
  override name = 'BackupError';
}

const REASONS: Record<string, string> = {
  EACCES: 'permission was denied',
  EDQUOT: 'the disk quota is used up',
  EEXIST: 'it already exists',
  EFBIG: 'the file would be too large',
  EIO: 'the disk has failed',
  EISDIR: 'it is a folder',
  ENOENT: 'there is no such file or folder',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a file is in the place of a folder',
  EPERM: 'permission was denied',
  EROFS: 'the disk is read-only',
  SQLITE_BUSY: 'another program has locked it',
  SQLITE_CANTOPEN: 'it cannot be opened',
  SQLITE_CORRUPT: 'it is damaged',
  SQLITE_FULL: 'the disk is full',
  SQLITE_IOERR: 'the disk has failed',
  SQLITE_NOTADB: 'it is damaged, or is not a database',
};

/** Turns errors of the system and the picture store that an operator can fix into a `BackupError`; returns others as they are. */
export function toBackupError(what: string, error: unknown): unknown {
  if (error instanceof PicturesUnavailableError) {
    return new BackupError(`Picture storage: ${error.message}`, { cause: error });
  }
  const code = errorCode(error);
  // SQLite's extended codes start with the primary one: `SQLITE_IOERR_WRITE`.
  const [primary = ''] = /^SQLITE_[A-Z]+|^\w+/.exec(code) ?? [];
  const reason = REASONS[primary];
  return reason === undefined
    ? error
    : new BackupError(`${what}: ${reason} (${code})`, { cause: error });
}
