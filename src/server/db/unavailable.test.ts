import { describe, expect, it } from 'vitest';
import { isUnavailable } from './unavailable.ts';

const coded = (code: string) => Object.assign(new Error('x'), { code });

describe('a database that cannot be used now', () => {
  it.each([
    'SQLITE_BUSY',
    'SQLITE_BUSY_SNAPSHOT',
    'SQLITE_FULL',
    'SQLITE_IOERR_WRITE',
    'SQLITE_READONLY',
    'SQLITE_READONLY_DBMOVED',
    'SQLITE_CANTOPEN',
    'SQLITE_LOCKED',
    '57P01',
    '57P03',
    '53100',
    '53300',
    '08006',
    '58030',
    '25006',
    'ENOSPC',
    'EIO',
    'EDQUOT',
    'EROFS',
    'EMFILE',
    'SQLITE_PROTOCOL',
    'ECONNREFUSED',
    'ECONNRESET',
    'ETIMEDOUT',
    'ENOTFOUND',
    'EPIPE',
  ])('is told by %s', (code) => {
    expect(isUnavailable(coded(code))).toBe(true);
    expect(isUnavailable(new Error('wrapped', { cause: coded(code) }))).toBe(true);
    expect(isUnavailable(new AggregateError([coded(code)]))).toBe(true);
  });

  it.each(['Connection terminated unexpectedly', 'timeout exceeded when trying to connect'])(
    'is told by "%s"',
    (message) => {
      expect(isUnavailable(new Error(message))).toBe(true);
    },
  );

  it.each([
    coded('SQLITE_CONSTRAINT_UNIQUE'),
    coded('SQLITE_ERROR'),
    coded('SQLITE_CORRUPT'),
    coded('23505'),
    coded('42601'),
    coded('ENOENT'),
    new TypeError('x is not a function'),
    'ECONNREFUSED',
    undefined,
  ])('is not blamed for a mistake of ours: %o', (error) => {
    expect(isUnavailable(error)).toBe(false);
  });
});
