import { expect, test } from 'vitest';
import { aPost } from '../../../test/a-post.ts';
import { coverField, isSame, storedCover, valuesOfPost } from './post-form-values.ts';

const origin = 'https://ligara.example';

test('an author is warned about lost changes only when there are some', () => {
  const post = aPost({ tags: ['assays'], content: 'Line one\r\n\r\nLine two  ' });
  const values = valuesOfPost(post, origin);
  expect(isSame(values, valuesOfPost(structuredClone(post), origin))).toBe(true);
  expect(isSame(values, { ...values, tags: ['assays', 'binding'] })).toBe(false);
  expect(isSame(values, { ...values, content: 'Line one\n\nLine two  ' })).toBe(false);
});

test('a cover of this site is stored as a path, and passes the URL check of the form; any other stays as it was', () => {
  const path = '/images/covers/ic50.png';
  expect(coverField(path, origin)).toBe(`https://ligara.example${path}`);
  for (const stored of [
    '',
    path,
    '/images/µ%20m.png?size=2#top',
    'https://pictures.example/a.png',
    'https://ligara.example.elsewhere.example/a.png',
  ]) {
    expect(storedCover(coverField(stored, origin), origin)).toBe(stored);
  }
  expect(storedCover(` https://ligara.example${path} `, origin)).toBe(path);
  // As a path it would lead to another site.
  const url = 'https://ligara.example//elsewhere.example/a.png';
  expect(storedCover(url, origin)).toBe(url);
});
