import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startProductionSite } from '../../test/production-site.ts';
import { ask } from './answer.ts';
import { median } from './measure.ts';
import type { Row } from './row.ts';
import { temporaryFolder } from './temporary-folder.ts';

const ROUNDS = 5;
const ROOT = join(import.meta.dirname, '../..');
const MOST_MS = 60_000;

/** From the start of a process: milliseconds until it says that it is ready, and until a page came. */
type Times = { ready: number; page: number };

/**
 * How long a site takes to start: as `npm start` when nothing has changed since the last time, and the
 * first time, when it makes its database. Both with what is built and installed.
 */
export async function measureStart(): Promise<Row[]> {
  const folder = temporaryFolder('start');
  try {
    const site = await startProductionSite({ DATA_DIR: folder.path });
    const { address, environment } = site;
    await site.stop();
    const times: Times[] = [];
    // The first round fills the cache of compiled modules.
    for (let round = 0; round <= ROUNDS; round++) {
      const measured = await timeStart(address, environment);
      if (round > 0) times.push(measured);
    }
    return [
      ...rowsOf('npm start, nothing changed', times, 1500),
      ...rowsOf('npm start, the first time', [await timeFirstStart(address, environment)]),
    ];
  } finally {
    folder.remove();
  }
}

async function timeFirstStart(address: string, environment: NodeJS.ProcessEnv): Promise<Times> {
  const folder = temporaryFolder('first-start');
  try {
    return await timeStart(address, { ...environment, DATA_DIR: folder.path });
  } finally {
    folder.remove();
  }
}

async function timeStart(address: string, environment: NodeJS.ProcessEnv): Promise<Times> {
  const began = performance.now();
  const child = spawn('npm', ['start', '--silent'], {
    cwd: ROOT,
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
    // npm tells what it started nothing of its own end: the whole group is ended.
    detached: true,
  });
  const abandon = () => endGroup(child, 'SIGKILL');
  process.once('exit', abandon);
  try {
    await untilOk(`${address}/readyz`);
    const ready = performance.now() - began;
    await untilOk(`${address}/`);
    return { ready, page: performance.now() - began };
  } finally {
    process.off('exit', abandon);
    endGroup(child, 'SIGTERM');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    await untilGone(address);
  }
}

function endGroup({ pid }: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function untilOk(url: string): Promise<void> {
  const deadline = performance.now() + MOST_MS;
  while ((await statusOf(url)) !== 200) {
    if (performance.now() > deadline) throw new Error(`${url} did not answer within a minute`);
    await sleep(5);
  }
}

/** The port must be free before the next start. */
async function untilGone(address: string): Promise<void> {
  while ((await statusOf(`${address}/readyz`)) !== undefined) await sleep(20);
}

/** @returns undefined where nobody listens */
async function statusOf(url: string): Promise<number | undefined> {
  try {
    return (await ask(url)).status;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ECONNREFUSED' || code === 'ECONNRESET') return undefined;
    throw error;
  }
}

function rowsOf(what: string, times: readonly Times[], atMost?: number): Row[] {
  const row = (until: string, figures: readonly number[]): Row => ({
    part: 'start',
    what: `${what}, ${until}`,
    figure: median(figures),
    unit: 'ms',
    target: atMost === undefined ? undefined : { atMost },
  });
  return [
    row(
      'until ready',
      times.map(({ ready }) => ready),
    ),
    row(
      'until the first page',
      times.map(({ page }) => page),
    ),
  ];
}
