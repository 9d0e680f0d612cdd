import { expect, test } from 'vitest';
import { aPost } from '../../../test/a-post.ts';
import { postInputSchema } from '../post-input.ts';
import { draftOfValues, isSame, newPostValues, valuesOfPost } from './post-form-values.ts';

const origin = 'https://ligara.example';

const post = aPost({
  date: '2026-01-15T14:30:45.123Z',
  publishDate: '2026-01-15T14:30:45.123Z',
  readingTime: 3,
  tags: ['assays'],
  coverImage: '/images/covers/ic50.png',
  coverImageCaption: 'A curve',
  author: 'Ligara AI',
  content: 'Line one\r\n\r\nLine two  ',
  status: 'draft',
  references: [
    { title: '', url: 'https://doi.example/1', description: '', type: 'research paper' },
  ],
  version: 4,
});

test('opening a post and saving it unchanged changes nothing in it', () => {
  const values = valuesOfPost(post, origin);
  const draft = draftOfValues(values, origin, post.publishDate);
  const { id, date, updated_at, readingTime, contentHtml, version, etag, ...written } = post;
  expect(draft).toEqual(written);
});

test('a new post can be sent once it has a title, a slug and content', () => {
  const values = { ...newPostValues('Ligara AI'), title: 'A', slug: 'a', content: 'Text' };
  expect(postInputSchema.parse(draftOfValues(values, origin, null))).toMatchObject({
    title: 'A',
    status: 'published',
    author: 'Ligara AI',
    publishDate: null,
    citationStyle: 'numbered',
    isResearch: false,
  });
});

test('an author is warned about lost changes only when there are some', () => {
  const values = valuesOfPost(post, origin);
  expect(isSame(values, valuesOfPost(structuredClone(post), origin))).toBe(true);
  expect(isSame(values, { ...values, tags: ['assays', 'binding'] })).toBe(false);
  expect(isSame(values, { ...values, content: 'Line one\n\nLine two  ' })).toBe(false);
});
