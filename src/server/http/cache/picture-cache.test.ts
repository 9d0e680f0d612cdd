import { expect, test } from 'vitest';
import type { Picture, ShareSubject } from '../../../media/share-images/share-image.ts';
import { cachePictures } from './picture-cache.ts';

const subjectOf = (title: string) => ({ title, name: '', site: { name: '', tagline: '' } });

/** Draws pictures of ten bytes, and records which; the cache has room for `count` of them. */
function drawing(count: number) {
  const maxBytes = Math.floor(count * (JSON.stringify(subjectOf('a')).length + 10));
  const drawn: string[] = [];
  const pictureOf = cachePictures(async (subject: ShareSubject): Promise<Picture> => {
    await Promise.resolve();
    drawn.push(subject.title);
    if (subject.title === 'broken') throw new Error('cannot be drawn');
    return new Uint8Array(10);
  }, maxBytes);
  return {
    drawn,
    ask: (title: string) => pictureOf(subjectOf(title)),
  };
}

test('a picture that many requests need at once is drawn once', async () => {
  const { drawn, ask } = drawing(9);
  const [first, second] = await Promise.all([ask('a'), ask('a'), ask('a')]);
  expect(second).toBe(first);
  expect(await ask('a')).toBe(first);
  expect(drawn).toEqual(['a']);
});

test('the least recently used picture is evicted when the cache is full', async () => {
  const { drawn, ask } = drawing(2.9);
  await ask('a');
  await ask('b');
  await ask('a');
  await ask('c');
  await ask('a');
  await ask('b');
  expect(drawn).toEqual(['a', 'b', 'c', 'b']);
  // One larger than the cache is drawn and not cached.
  const small = drawing(0.9);
  expect(await small.ask('a')).toHaveLength(10);
  await small.ask('a');
  expect(small.drawn).toEqual(['a', 'a']);
});

test('a picture that could not be drawn is drawn again', async () => {
  const { drawn, ask } = drawing(9);
  const failures = await Promise.allSettled([ask('broken'), ask('broken')]);
  expect(failures.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(ask('broken')).rejects.toThrow('cannot be drawn');
  expect(drawn).toEqual(['broken', 'broken']);
});
