import { isUnavailable } from './unavailable.ts';

const DAMAGED = /^(?:SQLITE_CORRUPT|SQLITE_NOTADB|XX00[12]$)/;
const LOCKED = /^SQLITE_(?:BUSY|LOCKED)/;
/** The system's, and PostgreSQL's for wrong credentials, no such database, no schema, and missing privileges. */
const REFUSED = /^(?:E(?!RR_)[A-Z0-9]+|28\w{3}|3D000|3F000|42501)$/;
/** The driver's errors without a code: a missing password, and TLS that the server does not offer. */
const MESSAGES =
  /^(?:SASL:|The server does not support SSL|There was an error establishing an SSL)/;
const CERTIFICATE = /CERT|TLS|SSL/;

/**
 * Why a database cannot be opened or used at the start, in one line without values.
 *
 * @returns null for an error that no operator can mend: a bug
 */
export function describeOpeningFailure(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (DAMAGED.test(code)) return `the database is damaged, or is none: restore a backup (${code})`;
  if (LOCKED.test(code)) return `another program has locked the database (${code})`;
  const isMendable =
    isUnavailable(error) ||
    REFUSED.test(code) ||
    CERTIFICATE.test(code) ||
    MESSAGES.test(error.message);
  return isMendable ? `the database cannot be opened (${code || error.message})` : null;
}
