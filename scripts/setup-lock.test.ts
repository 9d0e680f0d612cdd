import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { makeFolder } from '../test/make-folder.ts';
import { withLock } from './setup-lock.mjs';

function lockPath(): string {
  const folder = makeFolder();
  return join(folder, 'lock');
}

test('a setup waits for another one that is at work instead of spoiling it', async () => {
  const path = lockPath();
  writeFileSync(path, `${process.ppid}`);
  const order: string[] = [];
  const second = withLock(
    path,
    (holder) => order.push(`wait for ${holder === process.ppid ? 'the other' : holder}`),
    async () => {
      order.push('work');
    },
  );
  await sleep(250);
  order.push('the other ends');
  rmSync(path);
  await second;
  expect(order).toEqual(['wait for the other', 'the other ends', 'work']);
});

test('a setup that was killed does not keep the next one waiting forever', async () => {
  const path = lockPath();
  const { pid } = spawnSync(process.execPath, ['--version']);
  writeFileSync(path, `${pid}`);
  const onWait = vi.fn();
  const work = vi.fn(async () => undefined);
  await withLock(path, onWait, work);
  expect(work).toHaveBeenCalledOnce();
  expect(onWait).not.toHaveBeenCalled();
});

test('a setup that failed lets the next one try', async () => {
  const path = lockPath();
  const failing = withLock(path, vi.fn(), () => Promise.reject(new Error('no network')));
  await expect(failing).rejects.toThrow('no network');
  const onWait = vi.fn();
  await withLock(path, onWait, async () => undefined);
  expect(onWait).not.toHaveBeenCalled();
});
