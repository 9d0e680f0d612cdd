import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** Each sends its next request as soon as it has received a response. */
export const CONNECTIONS = 32;

/** A request to be repeated, and the response of status 200 that it must receive. */
export type LoadTarget = {
  url: string;
  headers: Readonly<Record<string, string>>;
  /** Size of a response on the wire, headers included. */
  bytes: number;
};

/** `p99` in milliseconds. */
export type Load = { requestsPerSecond: number; p99: number };

type Count = {
  requests: number;
  bytes: number;
  seconds: number;
  p99: number;
  /** Responses with an unexpected status. */
  unexpected: number;
  /** Failed connections and missing responses. */
  failed: number;
};

const wrk = (process.env.PATH ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'wrk'))
  .find((path) => existsSync(path));

export const loadGenerator = `${wrk === undefined ? 'autocannon' : 'wrk'}, ${CONNECTIONS} connections`;

/**
 * Sends requests as fast as responses arrive, from a separate process: wrk where it is installed, which
 * uses far less of the processor, else autocannon.
 *
 * @throws when a response failed, or had another status or another length
 */
export async function load(target: LoadTarget, seconds: number): Promise<Load> {
  const count =
    wrk === undefined ? await autocannon(target, seconds) : await run(wrk, target, seconds);
  const { requests, bytes, unexpected, failed } = count;
  if (requests === 0 || unexpected > 0 || failed > 0) {
    throw new Error(
      `${target.url}: of ${requests} responses ${unexpected} have another status, ${failed} failed`,
    );
  }
  // A response that is in flight at the end counts as bytes and not as a response.
  const tolerance = CONNECTIONS * target.bytes + 0.01 * bytes;
  if (Math.abs(bytes - requests * target.bytes) > tolerance) {
    const mean = Math.round(bytes / requests);
    throw new Error(`${target.url}: a response has ${mean} bytes, ${target.bytes} expected`);
  }
  return { requestsPerSecond: requests / count.seconds, p99: count.p99 };
}

async function run(program: string, target: LoadTarget, seconds: number): Promise<Count> {
  const script = join(import.meta.dirname, 'load-report.lua');
  const flags = ['-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, '--timeout', '10s', '-s', script];
  const printed = await output(program, [...flags, ...headerFlags(target), target.url]);
  const { duration, p99, ...rest } = JSON.parse(lastLine(printed));
  return { ...rest, seconds: duration / 1e6, p99: p99 / 1e3 };
}

async function autocannon(target: LoadTarget, seconds: number): Promise<Count> {
  const program = fileURLToPath(import.meta.resolve('autocannon'));
  const flags = ['-j', '-n', '-c', `${CONNECTIONS}`, '-d', `${seconds}`, ...headerFlags(target)];
  const printed = await output(process.execPath, [program, ...flags, target.url]);
  const result = JSON.parse(lastLine(printed));
  const expected: number = result.statusCodeStats[200]?.count ?? 0;
  return {
    requests: result.requests.total,
    bytes: result.throughput.total,
    seconds: result.duration,
    p99: result.latency.p99,
    unexpected: result.requests.total - expected,
    failed: result.errors + result.timeouts,
  };
}

function headerFlags({ headers }: LoadTarget): string[] {
  return Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
}

async function output(program: string, args: readonly string[]): Promise<string> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${err || out}`);
  return out;
}

function lastLine(printed: string): string {
  return printed.trim().split('\n').at(-1) ?? '';
}
