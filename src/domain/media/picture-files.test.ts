import { mkdir, mkdtemp, readdir, readFile, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { createPictureFiles, sweepPictureFiles } from './picture-files.ts';

const ID = 'a'.repeat(32);
const HOUR_MS = 3_600_000;

let root = '';

beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ligara-files-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  root = join(folder, 'data', 'media');
});

const filesOf = (text: string) => new Map([['1.webp', Buffer.from(text)]]);

it('a picture is there with all its files, or not at all', async () => {
  const files = createPictureFiles(root);
  expect(await files.has(ID)).toBe(false);
  await files.put(ID, filesOf('one'));
  expect(await files.has(ID)).toBe(true);
  expect(await readFile(join(root, ID, '1.webp'), 'utf8')).toBe('one');

  const unwritable = new Map([
    ['1.webp', Buffer.from('x')],
    ['no/such/place', Buffer.from('y')],
  ]);
  await expect(files.put('b'.repeat(32), unwritable)).rejects.toThrow('ENOENT');
  expect(await readdir(root)).toEqual([ID]);

  await files.remove(ID);
  await files.remove(ID);
  expect(await readdir(root)).toEqual([]);
});

it('a picture that two processes put there stays as the first left it', async () => {
  const [one, other] = [createPictureFiles(root), createPictureFiles(root)];
  await one.put(ID, filesOf('one'));
  await other.put(ID, filesOf('other'));
  expect(await readFile(join(root, ID, '1.webp'), 'utf8')).toBe('one');
  expect(await readdir(root)).toEqual([ID]);
});

it('what a crash has left goes at a start, pictures and work under way stay', async () => {
  await createPictureFiles(root).put(ID, filesOf('one'));
  const now = Date.now();
  const [stale, fresh] = [join(root, '.unfinished-stale'), join(root, '.unfinished-fresh')];
  await Promise.all([mkdir(stale), mkdir(fresh)]);
  await utimes(stale, new Date(now), new Date(now - 2 * HOUR_MS));
  await utimes(join(root, ID), new Date(now), new Date(now - 2 * HOUR_MS));
  await sweepPictureFiles(root, now);
  expect((await readdir(root)).sort()).toEqual(['.unfinished-fresh', ID]);
});
