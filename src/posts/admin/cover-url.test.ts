import { expect, test } from 'vitest';
import { coverField, storedCover } from './cover-url.ts';

const origin = 'https://ligara.example';

test('a picture of this site passes the URL check of the form', () => {
  expect(coverField('/images/covers/ic50.png', origin)).toBe(
    'https://ligara.example/images/covers/ic50.png',
  );
});

test.each([
  '',
  '/images/covers/ic50.png',
  '/images/µ%20m.png?size=2#top',
  'https://pictures.example/a.png',
  'https://ligara.example.elsewhere.example/a.png',
])('an untouched cover "%s" is stored as it was', (stored) => {
  expect(storedCover(coverField(stored, origin), origin)).toBe(stored);
});

test('a cover survives a move to another domain when it is a picture of this site', () => {
  expect(storedCover(' https://ligara.example/images/a.png ', origin)).toBe('/images/a.png');
});

test('a URL that would lead to another site as a path stays absolute', () => {
  expect(storedCover('https://ligara.example//elsewhere.example/a.png', origin)).toBe(
    'https://ligara.example//elsewhere.example/a.png',
  );
});
