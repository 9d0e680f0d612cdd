import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { lockDataDir } from '../../src/server/db/data-dir-lock.ts';
import { freePort } from '../free-port.ts';
import { test } from './page-test.ts';

/** Starts the site with settings that it should refuse; what is checked sooner is tested beside it. */
async function start(settings: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'ligara-refusal-'));
  const server = spawn(process.execPath, ['server.ts'], {
    cwd: join(import.meta.dirname, '../..'),
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PORT: `${await freePort()}`,
      DATA_DIR: folder,
      SEED_CONTENT: 'off',
      ...settings,
    },
  });
  const [output, [status]] = await Promise.all([server.stderr.toArray(), once(server, 'exit')]);
  rmSync(folder, { recursive: true, force: true });
  const lines = Buffer.concat(output).toString().split('\n');
  return { status, lines: lines.filter((line) => line !== '') };
}

async function listening<T extends Server>(server: T): Promise<T> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;

/** A database that lets nobody in, with PostgreSQL's own word for a wrong password. */
function refusingDatabase(): Promise<Server> {
  return listening(
    createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => {
        const fields = Buffer.from('SFATAL\0C28P01\0Mpassword authentication failed\0\0');
        const head = Buffer.alloc(5);
        head.write('E');
        head.writeInt32BE(fields.length + 4, 1);
        socket.end(Buffer.concat([head, fields]));
      });
    }),
  );
}

/** A store that knows nobody. */
function refusingStore(): Promise<Server> {
  return listening(
    createHttpServer((_request, response) => {
      const body = '<Error><Code>InvalidAccessKeyId</Code><Message>No such key</Message></Error>';
      response.writeHead(403, { 'Content-Type': 'application/xml' }).end(body);
    }),
  );
}

test.describe.configure({ timeout: 240_000 });

test('refused starts: each ends at once, with one line that names the setting and no secret', async () => {
  const [taken, database, store] = await Promise.all([
    listening(createServer()),
    refusingDatabase(),
    refusingStore(),
  ]);
  const served = mkdtempSync(join(tmpdir(), 'ligara-served-'));
  const lock = lockDataDir(served);
  const at = `127.0.0.1:${portOf(database)}`;
  const refusals: [settings: Record<string, string>, line: RegExp][] = [
    [{ PORT: `${portOf(taken)}` }, /^PORT \d+ is in use by another program/],
    [{ HOST: '192.0.2.1' }, /^HOST 192\.0\.2\.1 is not an address of this machine/],
    [{ METRICS_PORT: `${portOf(taken)}` }, /^METRICS_PORT \d+ is in use by another program/],
    [{ DATA_DIR: served }, /^DATA_DIR: another process is already using /],
    [{ DATABASE_URL: `postgres://site:hunter2@${at}/site` }, /^DATABASE_URL: .*\(28P01\)$/],
    [
      { S3_URL: `http://site:hunter2@127.0.0.1:${portOf(store)}/pictures` },
      /^S3_URL: the store refuses the key \(InvalidAccessKeyId\)$/,
    ],
  ];
  try {
    for (const [settings, line] of refusals) {
      const ended = await start(settings);
      expect([settings, ended]).toEqual([
        settings,
        { status: 1, lines: [expect.stringMatching(line)] },
      ]);
      expect(ended.lines[0]).not.toContain('hunter2');
    }
  } finally {
    for (const server of [taken, database, store]) server.close();
    lock?.release();
    rmSync(served, { recursive: true, force: true });
  }
});
