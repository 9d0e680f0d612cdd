import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from './free-port.ts';

/** A running server. All URLs are those of its superuser. */
export type PostgresServer = Awaited<ReturnType<typeof requirePostgres>>;

/**
 * The folder of PostgreSQL's `initdb` and `postgres`: one on PATH, else the newest version at the usual
 * paths of distributions.
 */
function findPostgres(): string | undefined {
  const versioned = ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt', '/usr']
    .filter((parent) => existsSync(parent))
    .flatMap((parent) =>
      readdirSync(parent)
        .filter((name) => /^(?:postgresql@|pgsql-)?\d+(?:\.\d+)?$/.test(name))
        .sort((a, b) => Number(b.replace(/[^\d.]/g, '')) - Number(a.replace(/[^\d.]/g, '')))
        .map((name) => join(parent, name, 'bin')),
    );
  return [...(process.env.PATH ?? '').split(delimiter), ...versioned].find(
    (folder) =>
      folder !== '' && ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))),
  );
}

/**
 * Nothing waits for the disk, since the data is discarded, and nothing counts rows in the background:
 * the plan of a query must not depend on when it was asked for.
 */
const DISCARDABLE = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
};

/** @throws where no server binaries are found */
export async function requirePostgres(...[durability]: Parameters<typeof startPostgres>) {
  const postgres = await startPostgres(durability);
  if (postgres === undefined) {
    throw new Error('PostgreSQL: no server binaries found (install postgresql)');
  }
  return postgres;
}

/**
 * Starts a server in a new temporary folder on a free loopback port, with a generated password.
 * @param durability `durable` waits for the disk as in production, so that a crash loses nothing
 * @returns undefined where no server binaries are found
 * @throws when the binaries are there but do not start
 */
export async function startPostgres(durability: 'discardable' | 'durable' = 'discardable') {
  const binaries = findPostgres();
  if (binaries === undefined) return;
  const owner = process.getuid?.() === 0 ? unprivilegedUser() : undefined;
  const folder = mkdtempSync(join(tmpdir(), 'ligara-postgres-'));
  const data = join(folder, 'data');
  // `stop` does not run when the run is interrupted.
  let server: ChildProcess | undefined;
  let log = () => '';
  const abandon = () => {
    server?.kill('SIGQUIT');
    // The server removes this file last; until then it may write others into the folder.
    const pidFile = join(data, 'postmaster.pid');
    const clock = new Int32Array(new SharedArrayBuffer(4));
    for (let waits = 0; waits < 100 && existsSync(pidFile); waits++) Atomics.wait(clock, 0, 0, 20);
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', abandon);
  const exit = () => process.exit(1);
  // A signal without a handler ends a process without its exit handlers.
  const signals = (['SIGINT', 'SIGTERM', 'SIGHUP'] as const).filter(
    (signal) => process.listenerCount(signal) === 0,
  );
  for (const signal of signals) process.once(signal, exit);

  const passwordFile = join(folder, 'password');
  const password = randomBytes(18).toString('base64url');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (owner) for (const path of [folder, passwordFile]) chownSync(path, owner.uid, owner.gid);
  const options = { ...owner, cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C' } };
  const initialised = spawnSync(
    join(binaries, 'initdb'),
    [
      ...['--pgdata', data, '--pwfile', passwordFile],
      ...'--username=ligara --auth=scram-sha-256 --encoding=UTF8 --locale=C'.split(' '),
      ...'--no-sync --no-instructions'.split(' '),
      ...icuCollation(binaries),
    ],
    { ...options, encoding: 'utf8' },
  );
  if (initialised.status !== 0) {
    abandon();
    const reason = initialised.error?.message ?? initialised.stderr;
    throw new Error(`initdb failed, so PostgreSQL cannot be tested: ${reason}`);
  }

  const port = await freePort();
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    shared_buffers: '32MB',
    ...(durability === 'discardable' && DISCARDABLE),
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const url = `postgres://ligara:${password}@127.0.0.1:${port}/postgres`;
  const launch = async () => {
    const launched = spawn(join(binaries, 'postgres'), ['-D', data, ...flags], {
      ...options,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    server = launched;
    log = keepLast(launched, 1_000_000);
    await untilReady(url, launched, log);
  };
  const end = async (signal: 'SIGINT' | 'SIGQUIT') => {
    if (server === undefined || server.exitCode !== null) return;
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
  };
  await launch();

  return {
    /** Of the database `postgres`. */
    url,
    createDatabase: () => createDatabase(url),
    /** The end of what it wrote into its log since it was started: warnings, errors and their statements. */
    log: () => log(),
    /** Immediate shutdown, as by a power cut: the next start recovers as after a crash. */
    crash: () => end('SIGQUIT'),
    /** Restarts it on the same data and port, and waits until it accepts connections. */
    startAgain: launch,
    /** Removes its data, too. */
    stop: async () => {
      // Fast shutdown: open sessions are ended.
      await end('SIGINT');
      process.off('exit', abandon);
      for (const signal of signals) process.off(signal, exit);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Creates a database on a running server. It goes with the server: to drop one waits for every session of the
 * server, also for those that tests stall.
 *
 * @param url of any database of the server, as its superuser
 * @param options of the statement; without any the database is empty
 * @returns the new database's URL
 */
export async function createDatabase(url: string, options = ''): Promise<string> {
  const database = new URL(url);
  database.pathname = `/test_${randomBytes(6).toString('hex')}`;
  await execute(url, `create database ${database.pathname.slice(1)} ${options}`);
  return database.href;
}

async function execute(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** PostgreSQL refuses to run as root, the usual user in containers. */
function unprivilegedUser(): { uid: number; gid: number } {
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const account = ['postgres', 'nobody']
    .map((name) => accounts.find((fields) => fields[0] === name))
    .find((fields) => fields !== undefined);
  if (!account) throw new Error('No account "postgres" or "nobody" to run PostgreSQL under');
  return { uid: Number(account[2]), gid: Number(account[3]) };
}

/**
 * A linguistic collation where the version has ICU, as in production: a query that relies on byte order
 * should fail in tests.
 */
function icuCollation(binaries: string): string[] {
  const { stdout } = spawnSync(join(binaries, 'postgres'), ['--version'], { encoding: 'utf8' });
  const major = Number(/\(PostgreSQL\) (\d+)/.exec(stdout)?.[1]);
  return major >= 15 ? ['--locale-provider=icu', '--icu-locale=en'] : [];
}

function keepLast(server: ChildProcess, length: number): () => string {
  let text = '';
  server.stderr?.on('data', (bytes: Buffer) => {
    text = (text + bytes.toString()).slice(-length);
  });
  return () => text;
}

async function untilReady(url: string, server: ChildProcess, log: () => string): Promise<void> {
  const deadline = performance.now() + 60_000;
  for (;;) {
    try {
      return await execute(url, 'select 1');
    } catch (error) {
      if (server.exitCode !== null || performance.now() > deadline) {
        throw new Error(`PostgreSQL did not start:\n${log()}`, { cause: error });
      }
      await sleep(50);
    }
  }
}
