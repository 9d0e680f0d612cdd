import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { errorCode } from '../../server/db/error-code.ts';
import { BackupError } from './backup-error.ts';

type Tool = 'pg_dump' | 'pg_restore';

type ToolOptions = {
  /** postgres:// */
  url: string;
  /** The major version of the server. */
  version: number;
  file: string;
  /** A private folder, for the password file. */
  folder: string;
  signal: AbortSignal;
};

/** Dumps an exported snapshot in the custom format of `pg_restore`. */
export async function dumpPostgres(options: ToolOptions, snapshot: string): Promise<void> {
  await run('pg_dump', options, [
    '--format=custom',
    '--compress=0',
    '--no-owner',
    '--no-privileges',
    '--no-comments',
    '--lock-wait-timeout=60s',
    `--snapshot=${snapshot}`,
    `--file=${options.file}`,
  ]);
}

/** Fills an empty database in one transaction. */
export async function restorePostgres(options: ToolOptions): Promise<void> {
  await run('pg_restore', options, [
    '--exit-on-error',
    '--single-transaction',
    '--no-owner',
    '--no-privileges',
    options.file,
  ]);
}

async function run(tool: Tool, options: ToolOptions, args: readonly string[]): Promise<void> {
  const target = await connectionUrl(options);
  for (const program of await programPaths(tool, options.version)) {
    const outcome = await attempt(
      program,
      ['--no-password', `--dbname=${target}`, ...args],
      options,
    );
    if (outcome === 'done') return;
  }
  throw new BackupError(
    `${tool} is missing: install PostgreSQL's client programs, version ${options.version} or newer (postgresql-client-${options.version} in Debian)`,
  );
}

async function attempt(
  program: string,
  args: readonly string[],
  { signal }: ToolOptions,
): Promise<'done' | 'missing'> {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], signal });
  try {
    // A process that could not be started has no streams.
    await once(child, 'spawn');
    const [output, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    if (code === 0) return 'done';
    const lines = output.trim().split('\n');
    const why = lines.find((line) => /error:/i.test(line)) ?? lines.at(-1);
    throw new BackupError(`${program} failed: ${why || `it ended with status ${code}`}`);
  } catch (error) {
    signal.throwIfAborted();
    if (errorCode(error) === 'ENOENT') return 'missing';
    throw error;
  }
}

/**
 * The URL without parameters that only the driver knows. Arguments of a process are visible to everyone on the
 * machine, so the password goes into a file.
 */
async function connectionUrl({ url, folder }: ToolOptions): Promise<string> {
  const target = new URL(url);
  target.searchParams.delete('uselibpqcompat');
  if (target.searchParams.get('sslmode') === 'no-verify') {
    target.searchParams.set('sslmode', 'require');
  }
  if (target.password === '') return target.href;
  const passwordFile = join(folder, 'passwords');
  const password = decodeURIComponent(target.password).replace(/[\\:]/g, '\\$&');
  await writeFile(passwordFile, `*:*:*:*:${password}\n`, { mode: 0o600 });
  target.password = '';
  target.searchParams.set('passfile', passwordFile);
  return target.href;
}

/**
 * Paths of a tool, best first: in the folders of distributions, the server's version, then newer ones in order
 * (older ones reject the server, and much newer ones use commands it does not know); else on the PATH.
 */
async function programPaths(tool: Tool, version: number): Promise<string[]> {
  const installed = await readdir('/usr/lib/postgresql').catch((): string[] => []);
  const versions = installed.map(Number).filter((each) => each >= version);
  return [
    ...versions.sort((a, b) => a - b).map((each) => `/usr/lib/postgresql/${each}/bin/${tool}`),
    `/usr/pgsql-${version}/bin/${tool}`,
    tool,
  ];
}
