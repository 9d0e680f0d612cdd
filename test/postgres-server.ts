import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import pg from 'pg';
import { freePort } from './free-port.ts';

/** A running server. All URLs are those of its superuser. */
export type PostgresServer = Awaited<ReturnType<typeof requirePostgres>>;

/** The folder of PostgreSQL's programs: one on PATH, else the newest version where distributions have it. */
function findPostgres(): string | undefined {
  const version = (folder: string) => Number(/[\d.]+/.exec(folder)?.[0]);
  const versioned = globSync([
    '/usr/lib/postgresql/*/bin',
    '/usr/pgsql-*/bin',
    '/{opt/homebrew,usr/local}/opt/postgresql@*/bin',
  ]).sort((a, b) => version(b) - version(a));
  return [...(process.env.PATH ?? '').split(delimiter), ...versioned].find((folder) =>
    ['initdb', 'pg_ctl', 'postgres'].every((name) => existsSync(join(folder, name))),
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
  const [data, log] = [join(folder, 'data'), join(folder, 'log')];
  const passwordFile = join(folder, 'password');
  const password = randomBytes(18).toString('base64url');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (owner) for (const path of [folder, passwordFile]) chownSync(path, owner.uid, owner.gid);
  const env = { PATH: process.env.PATH, LC_ALL: 'C' };

  function run(program: string, args: string[]): void {
    const options = { ...owner, cwd: folder, env, encoding: 'utf8' as const };
    const { status, error, stderr } = spawnSync(join(binaries ?? '', program), args, options);
    if (status === 0) return;
    const written = existsSync(log) ? readFileSync(log, 'utf8') : '';
    throw new Error(`${program} failed: ${error?.message ?? stderr}\n${written}`);
  }
  const control = (...args: string[]) => run('pg_ctl', ['--pgdata', data, '--wait', ...args]);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const abandon = () => {
    if (existsSync(join(data, 'postmaster.pid'))) control('stop', '--mode=immediate');
    remove();
  };
  process.once('exit', abandon);

  run('initdb', [
    ...['--pgdata', data, '--pwfile', passwordFile],
    ...'--username=ligara --auth=scram-sha-256 --encoding=UTF8 --locale=C'.split(' '),
    // Linguistic, as in production: a query that relies on byte order should fail in tests.
    ...'--locale-provider=icu --icu-locale=en --no-sync --no-instructions'.split(' '),
  ]);
  const port = await freePort();
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    shared_buffers: '32MB',
    ...(durability === 'discardable' && DISCARDABLE),
  };
  const flags = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  const launch = () => control('start', '--log', log, '--options', flags.join(' '));
  launch();

  const url = `postgres://ligara:${password}@127.0.0.1:${port}/postgres`;
  return {
    /** Of the database `postgres`. */
    url,
    createDatabase: () => createDatabase(url),
    /** What it wrote into its log: warnings, errors and their statements. */
    log: () => readFileSync(log, 'utf8'),
    /** Immediate shutdown, as by a power cut: the next start recovers as after a crash. */
    crash: () => control('stop', '--mode=immediate'),
    /** Restarts it on the same data and port. */
    startAgain: launch,
    /** Ends open sessions, and removes its data, too. */
    stop: async () => {
      process.off('exit', abandon);
      control('stop', '--mode=fast');
      remove();
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
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const creation = client.query(`create database ${database.pathname.slice(1)} ${options}`);
  await creation.finally(() => client.end());
  return database.href;
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
