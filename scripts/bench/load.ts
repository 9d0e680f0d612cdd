import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** Each sends its next request as soon as it has received a response. */
const CONNECTIONS = 32;

export type LoadTarget = { url: string; encoding: string; bytes: number };

/** `p99` in milliseconds. */
export type Load = { requestsPerSecond: number; p99: number };

/** `unexpected` responses have another status than 2xx; of `failed` ones there was none. */
type Count = Record<'requests' | 'bytes' | 'seconds' | 'p99' | 'unexpected' | 'failed', number>;

const wrk = (process.env.PATH ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'wrk'))
  .find((path) => existsSync(path));

export const loadGenerator = wrk === undefined ? 'autocannon' : 'wrk';

/**
 * Sends requests as fast as responses arrive, from a separate process: wrk where it is installed, which
 * uses far less of the processor, else autocannon.
 *
 * @throws when a response failed, or had another status or another length
 */
export async function load(target: LoadTarget, seconds: number): Promise<Load> {
  const count = await (wrk === undefined ? autocannon(target, seconds) : run(wrk, target, seconds));
  const { requests, bytes, unexpected, failed } = count;
  // A response that is in flight at the end counts as bytes and not as a response.
  const tolerance = CONNECTIONS * target.bytes + 0.01 * bytes;
  const isWhole = Math.abs(bytes - requests * target.bytes) <= tolerance;
  if (requests === 0 || unexpected > 0 || failed > 0 || !isWhole) {
    throw new Error(`${target.url}: other responses than expected: ${JSON.stringify(count)}`);
  }
  return { requestsPerSecond: requests / count.seconds, p99: count.p99 };
}

async function run(program: string, { url, encoding }: LoadTarget, seconds: number) {
  const script = join(import.meta.dirname, 'load-report.lua');
  const flags = ['-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, '--timeout', '10s', '-s', script];
  return (await output(program, [...flags, '-H', `Accept-Encoding: ${encoding}`, url])) as Count;
}

async function autocannon({ url, encoding }: LoadTarget, seconds: number): Promise<Count> {
  const program = fileURLToPath(import.meta.resolve('autocannon'));
  const flags = ['-j', '-n', '-c', `${CONNECTIONS}`, '-d', `${seconds}`];
  const header = ['-H', `Accept-Encoding: ${encoding}`];
  const result = await output(process.execPath, [program, ...flags, ...header, url]);
  const { requests, throughput, duration, latency, non2xx, errors, timeouts } = result;
  return {
    requests: requests.total,
    bytes: throughput.total,
    seconds: duration,
    p99: latency.p99,
    unexpected: non2xx,
    failed: errors + timeouts,
  };
}

async function output(program: string, args: string[]) {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${err || out}`);
  return JSON.parse(out.trim().split('\n').at(-1) ?? '');
}
