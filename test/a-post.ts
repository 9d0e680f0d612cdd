import { etagOf, type Post } from '../src/posts/post.ts';
import { postInputSchema } from '../src/posts/post-input.ts';

/** A published post; fields that are not named are plain. */
export function aPost(fields: Partial<Post> = {}): Post {
  const post = {
    ...postInputSchema.parse({ title: 'A post', slug: 'a-post', content: 'Text' }),
    id: '0190a8a4-0000-7000-8000-000000000000',
    date: '2026-03-01T00:00:00.000Z',
    updated_at: '2026-03-01T00:00:00.000Z',
    readingTime: 1,
    contentHtml: '<p>Text</p>',
    version: 1,
    ...fields,
  };
  return { etag: etagOf(post), ...post };
}
