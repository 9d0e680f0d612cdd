import { chmodSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { makeFolder } from '../../test/make-folder.ts';
import { startObjectStore } from '../../test/s3-server.ts';
import { ConfigError, parseConfig } from '../server/config.ts';
import { openSite } from './boot.ts';
import { describeReadable } from './open-storage.ts';

async function refusalOf(env: Record<string, string>): Promise<string> {
  const outcome = await openSite(parseConfig(env)).catch((error: unknown) => error);
  if (!(outcome instanceof ConfigError)) throw new Error('It was not refused', { cause: outcome });
  return outcome.message;
}

describe('a start', () => {
  it('opens a site that answers, in a data folder that it makes', async () => {
    const site = await openSite(parseConfig({ DATA_DIR: join(makeFolder(), 'data') }));
    expect(await site.isDatabaseReady()).toBe(true);
    expect(await site.services.posts.postStats()).toEqual({ total: 0, published: 0, drafts: 0 });
    await site.close();
    expect(await site.isDatabaseReady()).toBe(false);
  });

  it('names a data folder that others can open, in one line', () => {
    const config = parseConfig({ DATA_DIR: makeFolder() });
    expect(describeReadable(config)).toEqual([]);
    for (const mode of [0o755, 0o750, 0o701]) {
      chmodSync(config.dataDir, mode);
      expect(describeReadable(config)).toEqual([expect.stringMatching(/^DATA_DIR: .*chmod 700 /)]);
    }
  });

  it('says in one line that PostgreSQL is not there, without the password', async () => {
    // The discard port, on which no service listens.
    const line = await refusalOf({ DATABASE_URL: 'postgres://site:s3cret@127.0.0.1:9/site' });
    expect(line).toBe('DATABASE_URL: the database cannot be opened (ECONNREFUSED)');
  });

  const server = inject('postgresUrl');

  it.skipIf(server === undefined)(
    'says in one line what PostgreSQL rejects: a password, no password, a database, TLS',
    async () => {
      const refusals: [parts: Partial<URL>, reason: RegExp][] = [
        [{ password: 's3cret' }, /\(28P01\)$/],
        [{ password: '' }, /\(SASL: .*password.*\)$/],
        [{ pathname: '/nothing' }, /\(3D000\)$/],
        [{ search: '?sslmode=verify-full' }, /SSL/],
      ];
      for (const [parts, reason] of refusals) {
        const url = Object.assign(new URL(server ?? ''), parts);
        const line = await refusalOf({ DATABASE_URL: url.href, DATA_DIR: makeFolder() });
        expect(line).toMatch(/^DATABASE_URL: the database cannot be opened \(.*\)$/);
        expect(line).toMatch(reason);
        expect(line).not.toContain('s3cret');
      }
    },
  );

  it('says in one line that the data folder is none', async () => {
    const file = join(makeFolder(), 'file');
    writeFileSync(file, '');
    for (const DATA_DIR of [file, join(file, 'data')]) {
      expect(await refusalOf({ DATA_DIR })).toMatch(/^DATA_DIR: .*\(\w+\)$/);
    }
  });

  it('says in one line that there can be no folder for pictures', async () => {
    const folder = makeFolder();
    writeFileSync(join(folder, 'media'), '');
    expect(await refusalOf({ DATA_DIR: folder })).toBe(
      'DATA_DIR: the folder for pictures cannot be created (EEXIST)',
    );
  });

  it('says in one line what is wrong with the picture storage, without the secret', async () => {
    const { url, stop } = await startObjectStore();
    const DATA_DIR = makeFolder();
    const site = await openSite(parseConfig({ DATA_DIR, S3_URL: url }));
    await site.close();
    expect(await refusalOf({ DATA_DIR, S3_URL: url.replace('S3RVER:', 'other:') })).toBe(
      'S3_URL: the store refuses the key (InvalidAccessKeyId)',
    );
    expect(await refusalOf({ DATA_DIR, S3_URL: url.replace('/pictures/', '/others/') })).toBe(
      'S3_URL: there is no bucket others (NoSuchBucket)',
    );
    await stop();
    expect(await refusalOf({ DATA_DIR, S3_URL: url })).toMatch(
      /^S3_URL: the store of pictures cannot be used \(\w+\)$/,
    );
  });

  it('says in one line that the file in it is not a database, and leaves it alone', async () => {
    const folder = makeFolder();
    const file = join(folder, 'ligara.sqlite');
    const notes = 'My notes, not a database. '.repeat(100);
    writeFileSync(file, notes);
    expect(await refusalOf({ DATA_DIR: folder })).toBe(
      'DATA_DIR: the database is damaged, or is not a database: restore a backup (SQLITE_NOTADB)',
    );
    expect(readFileSync(file, 'utf8')).toBe(notes);
  });

  it('says in one line that the database was cut off, wherever that was', async () => {
    const folder = makeFolder();
    const file = join(folder, 'ligara.sqlite');
    const site = await openSite(parseConfig({ DATA_DIR: folder }));
    await site.close();
    const { size } = statSync(file);
    for (const part of [0.9, 0.5, 0.1, 4096 / size, 1000 / size, 10 / size]) {
      truncateSync(file, Math.floor(size * part));
      expect(await refusalOf({ DATA_DIR: folder })).toMatch(
        /^DATA_DIR: the database is damaged, or is not a database: restore a backup \(SQLITE_\w+\)$/,
      );
    }
  });

  it('says in one line that pages of the database were overwritten', async () => {
    const folder = makeFolder();
    const file = join(folder, 'ligara.sqlite');
    const site = await openSite(parseConfig({ DATA_DIR: folder }));
    await site.close();
    const bytes = readFileSync(file);
    bytes.fill(0xff, 100, bytes.length);
    writeFileSync(file, bytes);
    expect(await refusalOf({ DATA_DIR: folder })).toMatch(
      /^DATA_DIR: the database is damaged, .*SQLITE_CORRUPT/,
    );
  });

  it('says in one line that another program has locked the database', async () => {
    const folder = makeFolder();
    const other = new SQLite(join(folder, 'ligara.sqlite'));
    onTestFinished(() => void other.close());
    other.exec('begin exclusive; create table other (text)');
    expect(await refusalOf({ DATA_DIR: folder })).toBe(
      'DATA_DIR: another program has locked the database (SQLITE_BUSY)',
    );
  });

  it.each(['/proc/no/such/place', '/proc', '/dev/null'])(
    'says in one line that %s can be no data folder, instead of hanging',
    async (DATA_DIR) => {
      expect(await refusalOf({ DATA_DIR })).toMatch(/^DATA_DIR: .*\(\w+\)$/);
    },
  );
});
