import { expect, it } from 'vitest';
import { isUnavailable } from './unavailable.ts';

const coded = (code: string) => Object.assign(new Error('x'), { code });

const CODES =
  `SQLITE_BUSY SQLITE_BUSY_SNAPSHOT SQLITE_FULL SQLITE_IOERR_WRITE SQLITE_READONLY SQLITE_READONLY_DBMOVED
  SQLITE_CANTOPEN SQLITE_LOCKED SQLITE_PROTOCOL 57P01 57P03 53100 53300 08006 58030 25006 ENOSPC EIO EDQUOT EROFS
  EMFILE ECONNREFUSED ECONNRESET ETIMEDOUT ENOTFOUND EPIPE`.split(/\s+/);

it.each(CODES)('a database that cannot be used now is told by %s', (code) => {
  expect(isUnavailable(coded(code))).toBe(true);
  expect(isUnavailable(new Error('wrapped', { cause: coded(code) }))).toBe(true);
  expect(isUnavailable(new AggregateError([coded(code)]))).toBe(true);
});

it.each(['Connection terminated unexpectedly', 'timeout exceeded when trying to connect'])(
  'a database that cannot be used now is told by "%s"',
  (message) => expect(isUnavailable(new Error(message))).toBe(true),
);

const MISTAKES = 'SQLITE_CONSTRAINT_UNIQUE SQLITE_ERROR SQLITE_CORRUPT 23505 42601 ENOENT';

it.each([
  ...MISTAKES.split(' ').map(coded),
  new TypeError('x is not a function'),
  'ECONNREFUSED',
  undefined,
])('a database is not blamed for a mistake of ours: %o', (error) => {
  expect(isUnavailable(error)).toBe(false);
});
