import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { FLAGS, MALLOC } from '../scripts/serving.mjs';
import { SETTING_NAMES } from '../src/server/config.ts';
import { freePort } from './free-port.ts';

/** All settings of a built site at an address, so that none of the developer's leaks in. */
export function settingsOf(address: string, settings: Readonly<Record<string, string>>) {
  return {
    // An empty one counts as not set.
    ...Object.fromEntries(SETTING_NAMES.map((name) => [name, ''])),
    NODE_ENV: 'production',
    PORT: new URL(address).port,
    PUBLIC_URL: address,
    SEED_CONTENT: 'on',
    LIVE_FORMS: 'off',
    // One that begins after the start would take processor time of what is tested.
    BACKUPS: 'off',
    LOG_LEVEL: 'warn',
    ...settings,
  };
}

/** The production build in a process of its own, with the flags of `npm start` and the sample posts. */
export type ProductionSite = Awaited<ReturnType<typeof startProductionSite>>;

/**
 * Starts the built site on a loopback port with a new database.
 *
 * @param settings override the default ones; `PORT` where it must be known before
 * @throws when it is not ready within a minute
 */
export async function startProductionSite(settings: Readonly<Record<string, string>> = {}) {
  const port = settings.PORT ?? `${await freePort()}`;
  const address = `http://127.0.0.1:${port}`;
  const folder = mkdtempSync(join(tmpdir(), 'ligara-site-'));
  const administrator = {
    email: 'admin@ligara.example',
    password: randomBytes(18).toString('base64url'),
  };
  const environment = {
    ...process.env,
    ...MALLOC,
    NODE_COMPILE_CACHE: join(import.meta.dirname, '../node_modules/.cache/node'),
    ...settingsOf(address, {
      DATA_DIR: folder,
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
      ...settings,
    }),
  };
  const launch = () =>
    spawn(process.execPath, [...FLAGS, 'server.ts'], {
      cwd: join(import.meta.dirname, '..'),
      stdio: ['ignore', 'ignore', 'inherit'],
      env: environment,
    });
  let server = launch();
  // For a process that exits before `stop`.
  const abandon = () => {
    server.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  process.once('exit', abandon);
  const stop = async () => {
    process.off('exit', abandon);
    await end(server, 'SIGTERM');
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  const untilReady = async () => {
    const deadline = performance.now() + 60_000;
    while (!(await isReady(address))) {
      if (server.exitCode !== null || performance.now() > deadline) {
        await stop();
        throw new Error('The site did not start: is it built? (npm run build)');
      }
      await sleep(100);
    }
  };
  await untilReady();
  return {
    /** Without a trailing slash. */
    address,
    administrator,
    dataDir: folder,
    /** The id of the current server process. */
    pid: () => server.pid ?? Number.NaN,
    /** Kills the process: nothing is drained or flushed. */
    crash: () => end(server, 'SIGKILL'),
    /** Restarts it on the same data and port. */
    startAgain: () => {
      server = launch();
      return untilReady();
    },
    /** Ends the site and removes its data. */
    stop,
  };
}

async function end(server: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null || !server.kill(signal)) return;
  await once(server, 'exit');
}

async function isReady(address: string): Promise<boolean> {
  try {
    return (await fetch(`${address}/readyz`)).ok;
  } catch {
    // The server does not listen yet.
    return false;
  }
}
