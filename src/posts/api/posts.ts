import { z } from '@hono/zod-openapi';
import { bearerToken, call, calls } from '../../accounts/api/call.ts';
import { findSession, type Session } from '../../accounts/sessions.ts';
import { text } from '../../server/fields.ts';
import { NOT_MODIFIED, TOO_MANY } from '../../server/http/common-schemas.ts';
import { encodeCursor, pageQuery } from '../../server/http/cursor.ts';
import { postNotFound, unwrap } from '../../server/http/error-responses.ts';
import { clientIp } from '../../server/http/requests.ts';
import { countSearch } from '../../server/limits/search-limit.ts';
import type { Site } from '../../site.ts';
import { LIMITS } from '../fields.ts';
import { isPublic } from '../post.ts';
import type { PostPage } from '../post-list.ts';
import { postNeighbours, publishedPost, publishedPosts } from '../public-posts.ts';
import { anyPost } from '../reading.ts';
import { findPostIdByAnySlug } from '../rows.ts';
import { postPageSchema, readPostSchema } from '../schemas.ts';

export const slugParam = z.object({
  slug: z.string().min(1).max(LIMITS.slug).describe('The address of the post'),
});

export const NOT_FOUND = 'There is no such post';

export const ofPost = { for: 'writer', params: slugParam, 404: NOT_FOUND } as const;

/** @throws a 404 for undefined */
export function orNoPost<T>(value: T | undefined, slug: string): T {
  if (value === undefined) throw postNotFound(slug);
  return value;
}

export async function idOf({ db: { query } }: Site, slug: string, etag: string | null | undefined) {
  const id = (await findPostIdByAnySlug(query, slug)) ?? etag?.split('.', 1)[0];
  if (id === undefined) throw postNotFound(slug);
  return id;
}

export const listQuery = pageQuery(100).extend({
  tag: text(LIMITS.tag).optional(),
  q: text(200).optional().describe('Words that a post must hold, the last may be half typed'),
});

export function presentPage<P extends PostPage>({ posts, total, next }: P) {
  return { posts: posts as P['posts'], total, nextCursor: encodeCursor(next) };
}

export function publicPosts(site: Site) {
  async function sessionOf(request: Request): Promise<Session | null> {
    const token = bearerToken(request);
    return token === null ? null : findSession(site, token);
  }

  return calls([
    call({
      get: '/blog/posts',
      summary: 'Published posts, newest first',
      description:
        'With `q`, a network may ask sixty times a minute; a valid bearer token, as often as it likes.',
      query: listQuery,
      200: [postPageSchema, 'A page of posts, without bodies'],
      304: NOT_MODIFIED,
      429: TOO_MANY,
    }).to(async ({ c, query: { cursor, ...filter } }) => {
      if (filter.q) {
        const isSignedIn = (await sessionOf(c.req.raw)) !== null;
        unwrap(countSearch(site, { ip: clientIp(c), isSignedIn }));
      }
      const page = await publishedPosts(site, { ...filter, after: cursor });
      c.header('Cache-Control', 'no-cache');
      return presentPage(page);
    }),
    call({
      get: '/blog/posts/:slug',
      summary: 'One post',
      description: 'A draft or a post that is not yet due is shown to a valid bearer token only.',
      for: 'token or not',
      params: slugParam,
      200: [readPostSchema, 'The post'],
      304: NOT_MODIFIED,
      404: NOT_FOUND,
    }).to(async ({ c, params: { slug } }) => {
      const session = await sessionOf(c.req.raw);
      const post = await (session === null ? publishedPost(site, slug) : anyPost(site, slug));
      if (post === null) throw postNotFound(slug);
      c.header('Cache-Control', session === null ? 'no-cache' : 'no-store');
      c.header('Vary', 'Authorization');
      if (!isPublic(post, site.now())) return post;
      return { ...post, neighbours: await postNeighbours(site, post) };
    }),
  ]);
}
