import { expect, test } from 'vitest';
import type { Picture, ShareSubject } from '../../../media/share-images/share-image.ts';
import { cachePictures } from './picture-cache.ts';

const subjectOf = (title: string) => ({ title, name: '', site: { name: '', tagline: '' } });

test('a picture that many requests need at once is drawn once', async () => {
  const drawn: string[] = [];
  const pictureOf = cachePictures(async (subject: ShareSubject): Promise<Picture> => {
    await Promise.resolve();
    drawn.push(subject.title);
    return new Uint8Array(10);
  }, 1000);
  const ask = (title: string) => pictureOf(subjectOf(title));
  const [first, second] = await Promise.all([ask('a'), ask('a'), ask('a')]);
  expect(second).toBe(first);
  expect(await ask('a')).toBe(first);
  expect(drawn).toEqual(['a']);
});
