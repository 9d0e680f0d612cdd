import { ConfigError } from '../server/config.ts';
import { errorCode } from '../server/db/disk.ts';
import { UnknownDatabaseError } from '../server/db/migrate.ts';
import { describeOpeningFailure } from '../server/db/opening-failure.ts';
import { BusyError, PicturesUnavailableError } from '../server/failure.ts';
import { SourceError } from '../transfer/source.ts';

/** An error that the operator can fix; its message is one line. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}

/** Their messages are one line each. */
const KINDS = [
  ...[OperatorError, ConfigError, UnknownDatabaseError, PicturesUnavailableError, BusyError],
  SourceError,
];

/** By the code of the system, or the first two words of SQLite's. */
const REASONS: Record<string, string> = {
  EACCES: 'permission was denied',
  EDQUOT: 'the disk quota is used up',
  EEXIST: 'it already exists',
  EIO: 'the disk has failed',
  EISDIR: 'it is a folder',
  ENOENT: 'there is no such file or folder',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a file is in the place of a folder',
  EPERM: 'permission was denied',
  EROFS: 'the disk is read-only',
  SQLITE_FULL: 'the disk is full',
  // Of PostgreSQL.
  53100: 'the disk of the database is full',
  SQLITE_READONLY: 'the database cannot be written',
};

/** One line that names the setting or the path at fault; null for a bug. */
export function describeOperatorError(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (KINDS.some((kind) => error instanceof kind)) return error.message;
  const code = errorCode(error);
  const reason = REASONS[/^(?:(?:SQLITE_)?[A-Z]+|53100)/.exec(code)?.[0] ?? ''];
  if (reason !== undefined) {
    return `${'path' in error ? error.path : 'DATA_DIR'}: ${reason} (${code})`;
  }
  const failure = describeOpeningFailure(error);
  return failure && `${code.startsWith('SQLITE') ? 'DATA_DIR' : 'DATABASE_URL'}: ${failure}`;
}

/** Runs a program, whose files only their owner can read; an error that an operator can fix prints one line instead of a stack trace. */
export async function run(program: () => Promise<void>): Promise<void> {
  process.umask(0o077);
  try {
    await program();
  } catch (error) {
    console.error(describeOperatorError(error) ?? error);
    process.exitCode = 1;
  }
}
