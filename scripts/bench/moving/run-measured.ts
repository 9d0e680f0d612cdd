import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { memoryKib, residentMegabytes } from '../../harness/process-memory.ts';

const SAMPLE_EVERY_MS = 100;

export type Measured = {
  out: string;
  seconds: number;
  /** The program's own resident memory at its peak, in megabytes. */
  peak: number;
  /** The same with the processes that it starts for pictures. */
  peakOfAll: number;
};

/** The settings that say where a site is. */
export type Site = { DATA_DIR: string; DATABASE_URL?: string };

/** Runs a program of `scripts/` on a site. @throws when it fails */
export async function runMeasured(script: string, argument: string, site: Site): Promise<Measured> {
  const path = join(import.meta.dirname, '../..', script);
  const env = { ...process.env, ...site };
  const started = performance.now();
  const child = spawn(process.execPath, [path, argument], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const pid = child.pid ?? 0;
  let [peak, peakOfAll] = [0, 0];
  const sampling = setInterval(() => {
    peak = Math.max(peak, ((memoryKib(pid, 'VmHWM') ?? 0) * 1024) / 1e6);
    peakOfAll = Math.max(
      peakOfAll,
      orZero(() => residentMegabytes(pid)),
    );
  }, SAMPLE_EVERY_MS);
  const [out, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  clearInterval(sampling);
  if (code !== 0) throw new Error(`${script} ended with ${code}: ${out}`);
  return { out, peak, peakOfAll, seconds: (performance.now() - started) / 1000 };
}

/** A process may end between two looks at it. */
function orZero(look: () => number): number {
  try {
    return look() || 0;
  } catch {
    return 0;
  }
}
