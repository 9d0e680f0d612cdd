import { caller, type OutputOf } from '../../admin/caller.ts';
import type { adminPosts } from '../api/admin-posts.ts';
import type { PostStatus } from '../fields.ts';

export type PostPage = OutputOf<typeof adminPosts, 'GET', '/admin/blog/posts'>;

/** An empty value matches any post. */
export type PostFilter = { q: string; status: PostStatus | 'scheduled' | 'changes' | 'trash' | '' };

/** Posts per page: more than a screen shows, few enough to arrive at once. */
const POSTS_PAGE = 50;

export function listPosts({ q, status }: PostFilter, cursor?: string) {
  return caller<typeof adminPosts>()('GET', '/admin/blog/posts', {
    query: { q, status: status === 'trash' ? '' : status, cursor, limit: POSTS_PAGE },
  });
}
