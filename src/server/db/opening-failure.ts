import { errorCode } from './disk.ts';
import { isUnavailable } from './unavailable.ts';

const DAMAGED = /^(?:SQLITE_CORRUPT|SQLITE_NOTADB|XX00[12]$)/;
const LOCKED = /^SQLITE_(?:BUSY|LOCKED)/;
/** System errors, and PostgreSQL's for wrong credentials, unknown database or schema, and missing privileges. */
const REFUSED = /^(?:E(?!RR_)[A-Z0-9]+|28\w{3}|3D000|3F000|42501)$/;
/** Errors of the driver that have no code: a missing password, or TLS that the server does not support. */
const MESSAGES =
  /^(?:SASL:|The server does not support SSL|There was an error establishing an SSL)/;
const CERTIFICATE = /CERT|TLS|SSL/;

/**
 * Describes in one line, without values, why a database cannot be opened or used at the start.
 *
 * @returns null for an error that no operator can fix: a bug
 */
export function describeOpeningFailure(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const code = errorCode(error);
  if (DAMAGED.test(code))
    return `the database is damaged, or is not a database: restore a backup (${code})`;
  if (LOCKED.test(code)) return `another program has locked the database (${code})`;
  const isOperational =
    isUnavailable(error) ||
    REFUSED.test(code) ||
    CERTIFICATE.test(code) ||
    MESSAGES.test(error.message);
  return isOperational ? `the database cannot be opened (${code || error.message})` : null;
}
