import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startProductionSite } from '../../test/production-site.ts';
import { median } from '../harness/statistics.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';
import { recordResponse } from './recorded-response.ts';
import type { Row } from './row.ts';

const ROUNDS = 5;
const ROOT = join(import.meta.dirname, '../..');
const START_TIMEOUT_MS = 60_000;

/** Milliseconds from the start of a process until it is ready, and until a page has been received. */
type Times = { ready: number; page: number };

/**
 * How long `npm start` takes when nothing has changed since the last start, and with an empty `DATA_DIR`.
 * Everything is built and installed before.
 */
export async function measureStart(): Promise<Row[]> {
  const folder = temporaryFolder('bench-start');
  try {
    const site = await startProductionSite({ DATA_DIR: folder.path });
    const { address, environment } = site;
    await site.stop();
    const times: Times[] = [];
    // The first round fills the compile cache.
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
  const folder = temporaryFolder('bench-first-start');
  try {
    return await timeStart(address, { ...environment, DATA_DIR: folder.path });
  } finally {
    folder.remove();
  }
}

async function timeStart(address: string, environment: NodeJS.ProcessEnv): Promise<Times> {
  const started = performance.now();
  const child = spawn('npm', ['start', '--silent'], {
    cwd: ROOT,
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
    // npm does not forward its end to its child: the whole process group is signalled.
    detached: true,
  });
  const kill = () => endGroup(child, 'SIGKILL');
  process.once('exit', kill);
  try {
    await untilOk(`${address}/readyz`);
    const ready = performance.now() - started;
    await untilOk(`${address}/`);
    return { ready, page: performance.now() - started };
  } finally {
    process.off('exit', kill);
    endGroup(child, 'SIGTERM');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    await untilPortIsFree(address);
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
  const deadline = performance.now() + START_TIMEOUT_MS;
  while ((await statusOf(url)) !== 200) {
    if (performance.now() > deadline) throw new Error(`${url} did not answer within a minute`);
    await sleep(5);
  }
}

async function untilPortIsFree(address: string): Promise<void> {
  while ((await statusOf(`${address}/readyz`)) !== undefined) await sleep(20);
}

/** @returns undefined where no server listens */
async function statusOf(url: string): Promise<number | undefined> {
  try {
    return (await recordResponse(url)).status;
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
