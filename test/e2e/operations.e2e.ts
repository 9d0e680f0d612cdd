import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
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

test.describe.configure({ timeout: 240_000 });

test('refused starts: each ends at once, with one line that names the setting and no secret', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  // `src/app/boot.test.ts` has what else is refused.
  const refusals: [settings: Record<string, string>, line: RegExp][] = [
    [{ PORT: `${port}` }, /^HOST and PORT: .*EADDRINUSE/],
    [{ DATABASE_URL: 'postgres://site:hunter2@127.0.0.1:9/site' }, /^DATABASE_URL: .*\(\w+\)$/],
  ];
  try {
    await Promise.all(
      refusals.map(async ([settings, line]) => {
        const ended = await start(settings);
        expect([settings, ended]).toEqual([
          settings,
          { status: 1, lines: [expect.stringMatching(line)] },
        ]);
        expect(ended.lines[0]).not.toContain('hunter2');
      }),
    );
  } finally {
    taken.close();
  }
});
