import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeFolder } from '../../../test/make-folder.ts';
import { lockDataDir } from './disk.ts';

/** A process of its own that locks the directory and says so. */
async function lockElsewhere(folder: string) {
  const module = JSON.stringify(join(import.meta.dirname, 'disk.ts'));
  const program = `
    import { lockDataDir } from ${module};
    globalThis.lock = lockDataDir(process.argv[1]);
    console.log(globalThis.lock === null ? 'refused' : 'locked');
    setInterval(() => undefined, 1000);
  `;
  const other = spawn(process.execPath, ['--input-type=module', '--eval', program, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void other.kill('SIGKILL'));
  const [answer] = await once(other.stdout.setEncoding('utf8'), 'data');
  return { other, answer: String(answer).trim() };
}

test('a second process cannot serve the same data, whose changes it would not see, until the first ends or is killed', async () => {
  const folder = makeFolder();
  const lock = lockDataDir(folder);
  expect(lock).not.toBeNull();
  expect((await lockElsewhere(folder)).answer).toBe('refused');
  lock?.release();
  const { other, answer } = await lockElsewhere(folder);
  expect(answer).toBe('locked');
  expect(lockDataDir(folder)).toBeNull();
  other.kill('SIGKILL');
  await once(other, 'exit');
  const next = lockDataDir(folder);
  expect(next).not.toBeNull();
  next?.release();
});
