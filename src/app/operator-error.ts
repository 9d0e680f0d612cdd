import { ConfigError } from '../server/config.ts';
import { errorCode } from '../server/db/disk.ts';
import { UnknownDatabaseError } from '../server/db/migrate.ts';
import { isUnavailable } from '../server/db/unavailable.ts';
import { BusyError, PicturesUnavailableError } from '../server/failure.ts';
import { SourceError } from '../transfer/source.ts';

export class OperatorError extends Error {
  override name = 'OperatorError';
}

/** Their messages are one line each. */
const KINDS = [
  ...[OperatorError, ConfigError, UnknownDatabaseError, PicturesUnavailableError, BusyError],
  SourceError,
];

/** Of Node.js about files and certificates, SQLite about a damaged file, PostgreSQL about credentials and privileges. */
const OPERATIONAL =
  /^(?:E(?!RR_)[A-Z0-9]+|SQLITE_(?:CORRUPT|NOTADB)\w*|XX00[12]|28\w{3}|3D000|3F000|42501)$|CERT|TLS|SSL/;
/** Of PostgreSQL's driver, without a code. */
const MESSAGES =
  /^(?:SASL:|The server does not support SSL|There was an error establishing an SSL)/;

/** One line in the system's own words, with the setting at fault; null for a bug. */
export function describeOperatorError(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (KINDS.some((kind) => error instanceof kind)) return error.message;
  const code = errorCode(error);
  const isOperational = isUnavailable(error) || OPERATIONAL.test(code);
  if (!isOperational && !MESSAGES.test(error.message)) return null;
  const [message = ''] = error.message.split('\n');
  // Node.js begins with the code and ends with the path of the file.
  if (message.startsWith(`${code}: `)) return message;
  const setting = code.startsWith('SQLITE') ? 'DATA_DIR' : 'DATABASE_URL';
  return `${setting}: ${message || 'the database cannot be reached'}${code && ` (${code})`}`;
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
