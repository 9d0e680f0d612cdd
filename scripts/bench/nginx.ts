import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../test/free-port.ts';
import { type Answer, ask, headerOf } from './answer.ts';
import type { StaticServers } from './bare.ts';
import { findProgram } from './find-program.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** What nginx writes by itself. */
const ITS_OWN = new Set(['content-type', 'content-length', 'transfer-encoding']);

/**
 * Starts nginx with one worker, with a port for each answer. The body lies in a file as it is sent,
 * compressed already: Debian's package has no module for brotli.
 *
 * @returns undefined where nginx is not installed
 */
export async function startNginx(answers: readonly Answer[]): Promise<StaticServers | undefined> {
  const program = findProgram('nginx');
  if (program === undefined) return undefined;
  const folder = temporaryFolder('nginx');
  // Started by root, its worker is somebody else.
  chmodSync(folder.path, 0o755);
  const sites: string[] = [];
  const addresses: string[] = [];
  for (const [number, answer] of answers.entries()) {
    const port = await freePort();
    writeFileSync(join(folder.path, `${number}`), answer.body);
    sites.push(siteOf(answer, port, folder.path, number));
    addresses.push(`http://127.0.0.1:${port}/`);
  }
  const file = join(folder.path, 'nginx.conf');
  writeFileSync(file, configuration(folder.path, sites));
  const server = spawn(program, ['-p', folder.path, '-c', file, '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const end = () => server.kill('SIGTERM');
  process.once('exit', end);
  const ended = once(server, 'exit');
  const complaints = text(server.stderr);
  const stop = async () => {
    end();
    await ended;
    process.off('exit', end);
    folder.remove();
  };
  await Promise.race([
    untilAnswered(addresses),
    ended.then(async () => {
      throw new Error(`nginx did not start: ${await complaints}`);
    }),
  ]);
  return { addresses, stop };
}

function configuration(folder: string, sites: readonly string[]): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  return `daemon off;
worker_processes 1;
pid ${join(folder, 'nginx.pid')};
events { worker_connections 256; }
http {
  access_log off;
  server_tokens off;
  sendfile on;
  tcp_nopush on;
  etag off;
  open_file_cache max=100;
  keepalive_requests 1000000000;
  ${temporary.join('\n  ')}
  ${sites.join('\n  ')}
}
`;
}

function siteOf(answer: Answer, port: number, folder: string, number: number): string {
  const headers = answer.headers
    .filter(([name]) => !ITS_OWN.has(name.toLowerCase()))
    .map(([name, value]) => `add_header ${name} ${quoted(value)};`);
  return `server {
    listen 127.0.0.1:${port};
    root ${folder};
    types { }
    default_type ${quoted(headerOf(answer, 'Content-Type') ?? 'text/html')};
    ${headers.join('\n    ')}
    location = / { try_files /${number} =404; }
  }`;
}

function quoted(value: string): string {
  return `"${value.replace(/["\\]/g, '\\$&')}"`;
}

async function untilAnswered(addresses: readonly string[]): Promise<void> {
  for (const address of addresses) {
    while (!(await answers(address))) await sleep(20);
  }
}

async function answers(address: string): Promise<boolean> {
  try {
    return (await ask(address)).status === 200;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') return false;
    throw error;
  }
}
