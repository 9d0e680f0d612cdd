import { expect, test } from 'vitest';
import type { Picture, ShareSubject } from '../../domain/share-images/share-image.ts';
import { cachePictures } from './picture-cache.ts';

/** Draws pictures of ten bytes, and records which. */
function drawing(maxBytes: number) {
  const drawn: string[] = [];
  const pictureOf = cachePictures(async (subject: ShareSubject): Promise<Picture> => {
    await Promise.resolve();
    drawn.push(subject.title);
    if (subject.title === 'broken') throw new Error('cannot be drawn');
    return new Uint8Array(10);
  }, maxBytes);
  return {
    drawn,
    ask: (title: string) => pictureOf({ title, name: '', site: { name: '', tagline: '' } }),
  };
}

test('a picture that many requests need at once is drawn once', async () => {
  const { drawn, ask } = drawing(100);
  const [first, second] = await Promise.all([ask('a'), ask('a'), ask('a')]);
  expect(second).toBe(first);
  expect(await ask('a')).toBe(first);
  expect(drawn).toEqual(['a']);
});

test('the least recently used picture is evicted when the cache is full', async () => {
  const { drawn, ask } = drawing(29);
  await ask('a');
  await ask('b');
  await ask('a');
  await ask('c');
  await ask('a');
  await ask('b');
  expect(drawn).toEqual(['a', 'b', 'c', 'b']);
});

test('a picture larger than the cache is drawn and not cached', async () => {
  const { drawn, ask } = drawing(9);
  expect(await ask('a')).toHaveLength(10);
  await ask('a');
  expect(drawn).toEqual(['a', 'a']);
});

test('a picture that could not be drawn is drawn again', async () => {
  const { drawn, ask } = drawing(100);
  const failures = await Promise.allSettled([ask('broken'), ask('broken')]);
  expect(failures.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(ask('broken')).rejects.toThrow('cannot be drawn');
  expect(drawn).toEqual(['broken', 'broken']);
});
