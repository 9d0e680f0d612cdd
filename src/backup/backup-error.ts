import { PicturesUnavailableError } from '../domain/media/picture-store.ts';

/** What an operator can mend; its message is one line. */
export class BackupError extends Error {
  override name = 'BackupError';
}

const REASONS: Record<string, string> = {
  EACCES: 'there is no permission',
  EDQUOT: 'the disk quota is used up',
  EEXIST: 'there is one already',
  EFBIG: 'it would be larger than a file may be',
  EIO: 'the disk fails',
  EISDIR: 'it is a folder',
  ENOENT: 'there is no such file or folder',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'what should be a folder is a file',
  EPERM: 'there is no permission',
  EROFS: 'the disk is read-only',
  SQLITE_BUSY: 'another program has locked it',
  SQLITE_CANTOPEN: 'it cannot be opened',
  SQLITE_CORRUPT: 'it is damaged',
  SQLITE_FULL: 'the disk is full',
  SQLITE_IOERR: 'the disk fails',
  SQLITE_NOTADB: 'it is damaged, or is no database',
};

/** An error of the system or of the store of pictures that an operator can mend as a `BackupError`; any other as it is. */
export function toBackupError(what: string, error: unknown): unknown {
  if (error instanceof PicturesUnavailableError) {
    return new BackupError(`The place of pictures: ${error.message}`, { cause: error });
  }
  const code = codeOf(error);
  // SQLite's extended codes begin with the general one: `SQLITE_IOERR_WRITE`.
  const [general = ''] = /^SQLITE_[A-Z]+|^\w+/.exec(code) ?? [];
  const reason = REASONS[general];
  return reason === undefined
    ? error
    : new BackupError(`${what}: ${reason} (${code})`, { cause: error });
}

/** The code that the system or a driver has given to an error; empty when it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
