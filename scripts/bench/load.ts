import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Each sends its next request as soon as it has received a response. */
const CONNECTIONS = 32;

export type LoadTarget = { url: string; encoding: string; bytes: number };

/** `p99` in milliseconds. */
export type Load = { requestsPerSecond: number; p99: number };

/** `unexpected` responses have another status than 2xx; of `failed` ones there was none. */
type Count = Record<'requests' | 'bytes' | 'seconds' | 'p99' | 'unexpected' | 'failed', number>;

/**
 * Sends requests as fast as responses arrive, by wrk: what is written for Node.js takes more of the processor than the
 * server does.
 *
 * @throws when wrk is not installed, or a response failed or had another status or another length
 */
export async function load(target: LoadTarget, seconds: number): Promise<Load> {
  const count = await run(target, seconds);
  const { requests, bytes, unexpected, failed } = count;
  // A response that is in flight at the end counts as bytes and not as a response.
  const tolerance = CONNECTIONS * target.bytes + 0.01 * bytes;
  const isWhole = Math.abs(bytes - requests * target.bytes) <= tolerance;
  if (requests === 0 || unexpected > 0 || failed > 0 || !isWhole) {
    throw new Error(`${target.url}: other responses than expected: ${JSON.stringify(count)}`);
  }
  return { requestsPerSecond: requests / count.seconds, p99: count.p99 };
}

async function run({ url, encoding }: LoadTarget, seconds: number): Promise<Count> {
  const script = join(import.meta.dirname, 'load-report.lua');
  const flags = ['-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, '--timeout', '10s', '-s', script];
  const header = ['-H', `Accept-Encoding: ${encoding}`];
  const { stdout } = await promisify(execFile)('wrk', [...flags, ...header, url]);
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
}
