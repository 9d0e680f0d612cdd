import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { makeFolder } from '../../test/make-folder.ts';
import { startObjectStore } from '../../test/s3-server.ts';
import { postStats } from '../posts/reading.ts';
import { parseConfig } from '../server/config.ts';
import { openSite } from './boot.ts';
import { lockSqliteData } from './open-storage.ts';
import { describeOperatorError } from './operator-error.ts';

async function refusalOf(env: Record<string, string>): Promise<string> {
  const outcome = await openSite(parseConfig(env)).catch((error: unknown) => error);
  const line = describeOperatorError(outcome);
  if (line === null) throw new Error('It was not refused', { cause: outcome });
  return line;
}

describe('a start', () => {
  it('opens a site that answers, in a data folder that it makes', async () => {
    const site = await openSite(parseConfig({ DATA_DIR: join(makeFolder(), 'data') }));
    expect(await site.site.db.isReady()).toBe(true);
    expect(await postStats(site.site)).toEqual({ total: 0, published: 0, drafts: 0, scheduled: 0 });
    await site.close();
    expect(await site.site.db.isReady()).toBe(false);
  });

  it('says in one line that another process serves this data folder', () => {
    const config = parseConfig({ DATA_DIR: makeFolder() });
    const lock = lockSqliteData(config);
    onTestFinished(() => lock?.release());
    expect(() => lockSqliteData(config)).toThrow(/^DATA_DIR: another process is already using /);
  });

  it('says in one line that PostgreSQL is not there, without the password', async () => {
    // The discard port, on which no service listens.
    const line = await refusalOf({ DATABASE_URL: 'postgres://site:s3cret@127.0.0.1:9/site' });
    expect(line).toBe('DATABASE_URL: connect ECONNREFUSED 127.0.0.1:9 (ECONNREFUSED)');
  });

  const server = inject('postgresUrl');

  it.skipIf(server === undefined)(
    'says in one line what PostgreSQL rejects: a password, no password, a database, TLS',
    async () => {
      const refusals: [parts: Partial<URL>, reason: RegExp][] = [
        [{ password: 's3cret' }, /\(28P01\)$/],
        [{ password: '' }, /SASL: .*password/],
        [{ pathname: '/nothing' }, /\(3D000\)$/],
        [{ search: '?sslmode=verify-full' }, /SSL/],
      ];
      for (const [parts, reason] of refusals) {
        const url = Object.assign(new URL(server ?? ''), parts);
        const line = await refusalOf({ DATABASE_URL: url.href, DATA_DIR: makeFolder() });
        expect(line).toMatch(/^DATABASE_URL: /);
        expect(line).toMatch(reason);
        expect(line).not.toContain('s3cret');
      }
    },
  );

  it('says in one line that there can be no data folder, or none for pictures in it, instead of hanging', async () => {
    const file = join(makeFolder(), 'file');
    writeFileSync(file, '');
    const impossible = ['/proc/no/such/place', '/proc', '/dev/null'];
    for (const DATA_DIR of [file, join(file, 'data'), ...impossible]) {
      expect(await refusalOf({ DATA_DIR })).toMatch(/^(?:DATA_DIR: .*\(\w+\)|E\w+: .*')$/);
    }
    const folder = makeFolder();
    writeFileSync(join(folder, 'media'), '');
    expect(await refusalOf({ DATA_DIR: folder })).toBe(
      `EEXIST: file already exists, mkdir '${join(folder, 'media')}'`,
    );
  });

  it('says in one line what is wrong with the picture storage, without the secret', async () => {
    const { url, stop } = await startObjectStore();
    const DATA_DIR = makeFolder();
    const site = await openSite(parseConfig({ DATA_DIR, S3_URL: url }));
    await site.close();
    expect(await refusalOf({ DATA_DIR, S3_URL: url.replace('S3RVER:', 'other:') })).toBe(
      'S3_URL: Pictures cannot be stored or read (InvalidAccessKeyId)',
    );
    expect(await refusalOf({ DATA_DIR, S3_URL: url.replace('/pictures/', '/others/') })).toBe(
      'S3_URL: Pictures cannot be stored or read (NoSuchBucket)',
    );
    await stop();
    expect(await refusalOf({ DATA_DIR, S3_URL: url })).toMatch(
      /^S3_URL: Pictures cannot be stored or read \(\w+\)$/,
    );
  });

  it('says in one line that the database was cut off or overwritten, wherever that was, or is something else, and leaves it alone', async () => {
    const folder = makeFolder();
    const file = join(folder, 'ligara.sqlite');
    await (await openSite(parseConfig({ DATA_DIR: folder }))).close();
    const damaged = /^DATA_DIR: .*(?:malformed|not a database).* \(SQLITE_\w+\)$/;
    const bytes = readFileSync(file);
    for (const part of [
      0.9,
      0.5,
      0.1,
      4096 / bytes.length,
      1000 / bytes.length,
      10 / bytes.length,
    ]) {
      truncateSync(file, Math.floor(bytes.length * part));
      expect(await refusalOf({ DATA_DIR: folder })).toMatch(damaged);
    }
    writeFileSync(file, bytes.fill(0xff, 100));
    expect(await refusalOf({ DATA_DIR: folder })).toMatch(damaged);
    const notes = 'My notes, not a database. '.repeat(100);
    writeFileSync(file, notes);
    expect(await refusalOf({ DATA_DIR: folder })).toMatch(/\(SQLITE_NOTADB\)$/);
    expect(await refusalOf({ DATA_DIR: folder })).toMatch(damaged);
    // It is left alone.
    expect(readFileSync(file, 'utf8')).toBe(notes);
  });

  it('says in one line that another program has locked the database', async () => {
    const folder = makeFolder();
    const other = new SQLite(join(folder, 'ligara.sqlite'));
    onTestFinished(() => void other.close());
    other.exec('begin exclusive; create table other (text)');
    expect(await refusalOf({ DATA_DIR: folder })).toBe(
      'DATA_DIR: database is locked (SQLITE_BUSY)',
    );
  });
});
