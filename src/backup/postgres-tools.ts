import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { BackupError, codeOf } from './backup-error.ts';

type Tool = 'pg_dump' | 'pg_restore';

type ToolOptions = {
  /** A postgres:// address. */
  url: string;
  /** The major version of the server. */
  version: number;
  /** The file that is written or read. */
  file: string;
  /** A folder that nobody else can read, for the password. */
  folder: string;
  signal: AbortSignal;
};

/** Writes one moment of a database into a file that `pg_restore` reads. */
export async function dumpPostgres(call: ToolOptions, snapshot: string): Promise<void> {
  await run('pg_dump', call, [
    ...['--format=custom', '--compress=0', '--no-owner', '--no-privileges', '--no-comments'],
    ...['--lock-wait-timeout=60s', `--snapshot=${snapshot}`, `--file=${call.file}`],
  ]);
}

/** Fills an empty database, or leaves it as it was. */
export async function restorePostgres(call: ToolOptions): Promise<void> {
  await run('pg_restore', call, [
    ...['--exit-on-error', '--single-transaction', '--no-owner', '--no-privileges', call.file],
  ]);
}

async function run(tool: Tool, call: ToolOptions, args: readonly string[]): Promise<void> {
  const address = await connectionUrl(call);
  for (const program of await programPaths(tool, call.version)) {
    const outcome = await attempt(program, ['--no-password', `--dbname=${address}`, ...args], call);
    if (outcome === 'done') return;
  }
  throw new BackupError(
    `${tool} is missing: install PostgreSQL's client programs, version ${call.version} or newer (postgresql-client-${call.version} in Debian)`,
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
    const [words, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    if (code === 0) return 'done';
    const lines = words.trim().split('\n');
    const why = lines.find((line) => /error:/i.test(line)) ?? lines.at(-1);
    throw new BackupError(`${program} failed: ${why || `it ended with status ${code}`}`);
  } catch (error) {
    signal.throwIfAborted();
    if (codeOf(error) === 'ENOENT') return 'missing';
    throw error;
  }
}

/**
 * What the tools understand: the driver has two parameters of its own. A password would be seen by
 * everyone on the machine among the arguments, so it goes into a file.
 */
async function connectionUrl({ url, folder }: ToolOptions): Promise<string> {
  const address = new URL(url);
  address.searchParams.delete('uselibpqcompat');
  if (address.searchParams.get('sslmode') === 'no-verify') {
    address.searchParams.set('sslmode', 'require');
  }
  if (address.password === '') return address.href;
  const passwords = join(folder, 'passwords');
  const password = decodeURIComponent(address.password).replace(/[\\:]/g, '\\$&');
  await writeFile(passwords, `*:*:*:*:${password}\n`, { mode: 0o600 });
  address.password = '';
  address.searchParams.set('passfile', passwords);
  return address.href;
}

/**
 * Where a tool may be: of the server's version or the next newer one where distributions put several
 * side by side (older ones refuse the server, and much newer ones say what it does not understand),
 * else on the path.
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
