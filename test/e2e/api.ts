import { type APIRequestContext, expect } from '@playwright/test';
import type { Post, ReadPost } from '../../src/posts/post.ts';
import type { PostDraft } from '../../src/posts/post-input.ts';
import { tokenOf } from './sites.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type Api = ReturnType<typeof signedInApi>;

/** A slug that no other test uses. */
export function freshSlug(name: string): string {
  return `${name}-${crypto.randomUUID().slice(0, 8)}`;
}

/** The API as the administrator of the run calls it. */
export function signedInApi(request: APIRequestContext, baseURL: string) {
  const token = tokenOf(baseURL);
  /** Answers the body; fails where the call does. */
  async function call<T>(method: Method, path: string, data?: object): Promise<T> {
    const headers = { Authorization: `Bearer ${token}` };
    const answer = await request.fetch(`${baseURL}${path}`, { method, headers, data });
    const text = await answer.text();
    expect(answer.ok(), `${method} ${path}: ${answer.status()} ${text.slice(0, 500)}`).toBe(true);
    return text === '' ? (undefined as T) : JSON.parse(text);
  }
  return {
    token,
    call,
    /** Creates a post of its own slug, with defaults for what is not given. */
    async writePost({ slug = freshSlug('post'), ...draft }: Partial<PostDraft> = {}) {
      const data = { title: `Post ${slug}`, content: 'Text.', slug, ...draft };
      // Findings are of the save, not of the post.
      const { findings: _, ...post } = await call<Post & { findings: unknown }>(
        'POST',
        '/api/admin/blog/posts',
        data,
      );
      return post as Post;
    },
    readPost: (slug: string) => call<ReadPost>('GET', `/api/blog/posts/${slug}`),
    /** What people with a name have sent by a form. */
    async inquiriesOf(name: string) {
      type Found = { inquiries: { id: string }[] };
      const { inquiries } = await call<Found>(
        'GET',
        `/api/admin/inquiries?q=${encodeURIComponent(name)}`,
      );
      return Promise.all(
        inquiries.map(({ id }) => call<object>('GET', `/api/admin/inquiries/${id}`)),
      );
    },
  };
}
