import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { makeFolder } from '../../../test/make-folder.ts';
import { BackupError } from './backup-error.ts';
import { dumpPostgres } from './postgres-tools.ts';

// No distribution has a folder for it, so that tools are looked for on the path.
const version = 999;
const { signal } = new AbortController();

afterEach(() => void vi.unstubAllEnvs());

/** A folder with a `pg_dump` that does what a shell says. */
function makeTool(commands: string): { folder: string; file: string } {
  const folder = makeFolder();
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'pg_dump'), `#!/bin/sh\n${commands}\n`, { mode: 0o700 });
  vi.stubEnv('PATH', `${bin}:/usr/bin:/bin`);
  return { folder, file: join(folder, 'database.dump') };
}

describe("PostgreSQL's client programs", () => {
  it('do not get the password on their command line', async () => {
    const { folder, file } = makeTool(`printf '%s\\n' "$@" > "$(dirname "$0")/../arguments"`);
    const url = 'postgres://site:s3c%3Aret@db.test:5433/site?sslmode=no-verify&uselibpqcompat=true';
    await dumpPostgres({ url, version, file, signal }, '00000003-1');
    const args = readFileSync(join(folder, 'arguments'), 'utf8');
    expect(args).not.toContain('s3c');
    const address = new URL(/^--dbname=(.*)$/m.exec(args)?.[1] ?? '');
    expect(address.host).toBe('db.test:5433');
    expect(address.username).toBe('site');
    const passwords = join(folder, 'passwords');
    expect(Object.fromEntries(address.searchParams)).toEqual({
      sslmode: 'require',
      passfile: passwords,
    });
    expect(readFileSync(passwords, 'utf8')).toBe('*:*:*:*:s3c\\:ret\n');
    expect(statSync(passwords).mode & 0o777).toBe(0o600);
  });

  it('that fail say why in one line, those that are missing what to install', async () => {
    const { folder, file } = makeTool('echo "ERROR: it is away" >&2; echo "More" >&2; exit 1');
    const call = { url: 'postgres://db.test/site', version, file, signal };
    const failed = dumpPostgres(call, '00000003-1');
    await expect(failed).rejects.toThrow(/^pg_dump failed: ERROR: it is away$/);
    await expect(failed).rejects.toBeInstanceOf(BackupError);
    vi.stubEnv('PATH', folder);
    const missing = dumpPostgres(call, '00000003-1');
    await expect(missing).rejects.toThrow(/^pg_dump is missing\. Install .*postgresql-client-999/);
    await expect(missing).rejects.toBeInstanceOf(BackupError);
  });
});
