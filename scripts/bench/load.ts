import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { findProgram } from './find-program.ts';

/** As many as are open at once, each asking anew as soon as it is answered. */
export const CONNECTIONS = 32;

/** What is asked for again and again, and what every answer must be. */
export type Question = {
  url: string;
  headers: Readonly<Record<string, string>>;
  status: number;
  /** Of a whole answer on the wire, headers included. */
  bytes: number;
};

/** 99 of 100 answers took at most `p99` milliseconds. */
export type Load = { requestsPerSecond: number; p99: number };

type Count = {
  requests: number;
  bytes: number;
  seconds: number;
  p99: number;
  /** Answers with another status than the one that is expected. */
  refused: number;
  /** Connections that failed and answers that did not come. */
  broken: number;
};

const wrk = findProgram('wrk');

/** For the table. */
export const loadGenerator = `${wrk === undefined ? 'autocannon' : 'wrk'}, ${CONNECTIONS} connections`;

/**
 * Asks as fast as the answers come, from a process of its own: wrk where it is installed, which takes
 * far less of the processor, else autocannon.
 *
 * @throws when an answer failed, had another status or another length
 */
export async function load(question: Question, seconds: number): Promise<Load> {
  const count =
    wrk === undefined ? await autocannon(question, seconds) : await run(wrk, question, seconds);
  const { requests, bytes, refused, broken } = count;
  if (requests === 0 || refused > 0 || broken > 0) {
    throw new Error(`${question.url}: of ${requests} answers ${refused} refuse, ${broken} failed`);
  }
  // What is on its way when the time is over is counted as bytes and not as an answer.
  const tolerance = CONNECTIONS * question.bytes + 0.01 * bytes;
  if (Math.abs(bytes - requests * question.bytes) > tolerance) {
    const mean = Math.round(bytes / requests);
    throw new Error(`${question.url}: an answer has ${mean} bytes, ${question.bytes} expected`);
  }
  return { requestsPerSecond: requests / count.seconds, p99: count.p99 };
}

async function run(program: string, question: Question, seconds: number): Promise<Count> {
  const script = join(import.meta.dirname, 'load-report.lua');
  const flags = ['-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, '--timeout', '10s', '-s', script];
  const counted = await output(program, [...flags, ...headerFlags(question), question.url]);
  const { duration, p99, ...rest } = JSON.parse(lastLine(counted));
  return { ...rest, seconds: duration / 1e6, p99: p99 / 1e3 };
}

async function autocannon(question: Question, seconds: number): Promise<Count> {
  const program = fileURLToPath(import.meta.resolve('autocannon'));
  const flags = ['-j', '-n', '-c', `${CONNECTIONS}`, '-d', `${seconds}`, ...headerFlags(question)];
  const counted = await output(process.execPath, [program, ...flags, question.url]);
  const result = JSON.parse(lastLine(counted));
  const expected: number = result.statusCodeStats[question.status]?.count ?? 0;
  return {
    requests: result.requests.total,
    bytes: result.throughput.total,
    seconds: result.duration,
    p99: result.latency.p99,
    refused: result.requests.total - expected,
    broken: result.errors + result.timeouts,
  };
}

function headerFlags({ headers }: Question): string[] {
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
