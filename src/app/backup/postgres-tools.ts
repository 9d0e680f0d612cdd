import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { errorCode } from '../../server/db/error-code.ts';
import { BackupError } from './backup-error.ts';

type ToolOptions = {
  /** postgres:// */
  url: string;
  /** The major version of the server. */
  version: number;
  /** In a private folder, which also gets the password file. */
  file: string;
  signal: AbortSignal;
};

const DUMP_ARGUMENTS = [
  '--format=custom',
  '--compress=0',
  '--no-owner',
  '--no-privileges',
  '--no-comments',
  '--lock-wait-timeout=60s',
];

/** Dumps an exported snapshot in the custom format of `pg_restore`. */
export async function dumpPostgres(options: ToolOptions, snapshot: string): Promise<void> {
  const args = [...DUMP_ARGUMENTS, `--snapshot=${snapshot}`, `--file=${options.file}`];
  await run('pg_dump', options, args);
}

/** Fills an empty database in one transaction. */
export async function restorePostgres(options: ToolOptions): Promise<void> {
  const flags = ['--exit-on-error', '--single-transaction', '--no-owner', '--no-privileges'];
  await run('pg_restore', options, [...flags, options.file]);
}

async function run(tool: 'pg_dump' | 'pg_restore', options: ToolOptions, args: readonly string[]) {
  const { version, signal } = options;
  // Where distributions have several versions: others may use commands that the server does not know.
  const program =
    [`/usr/lib/postgresql/${version}/bin/${tool}`, `/usr/pgsql-${version}/bin/${tool}`].find(
      existsSync,
    ) ?? tool;
  const target = await connectionUrl(options);
  try {
    await promisify(execFile)(program, ['--no-password', `--dbname=${target}`, ...args], {
      signal,
    });
  } catch (error) {
    signal.throwIfAborted();
    if (errorCode(error) === 'ENOENT') {
      throw new BackupError(
        `${tool} is missing. Install PostgreSQL's client programs, version ${version} or newer (postgresql-client-${version} in Debian)`,
        { cause: error },
      );
    }
    const lines = (error as { stderr: string }).stderr.trim().split('\n');
    const why = lines.find((line) => /error:/i.test(line)) ?? lines.at(-1);
    throw new BackupError(`${program} failed: ${why || `status ${errorCode(error)}`}`, {
      cause: error,
    });
  }
}

/**
 * The URL without parameters that only the driver knows. Arguments of a process are visible to everyone on the
 * machine, so the password goes into a file.
 */
async function connectionUrl({ url, file }: ToolOptions): Promise<string> {
  const target = new URL(url);
  target.searchParams.delete('uselibpqcompat');
  if (target.searchParams.get('sslmode') === 'no-verify') {
    target.searchParams.set('sslmode', 'require');
  }
  if (target.password === '') return target.href;
  const passwordFile = join(dirname(file), 'passwords');
  const password = decodeURIComponent(target.password).replace(/[\\:]/g, '\\$&');
  await writeFile(passwordFile, `*:*:*:*:${password}\n`, { mode: 0o600 });
  target.password = '';
  target.searchParams.set('passfile', passwordFile);
  return target.href;
}
