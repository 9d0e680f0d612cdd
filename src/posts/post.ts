/**
 * Runs in the browser too, so that the admin form and the server cannot disagree; `post-input.ts`
 * validates input on the server alone.
 */

import type { z } from 'zod';
import { LIMITS } from './fields.ts';
import type { postSchema, postSummarySchema, readPostSchema } from './schemas.ts';

/** The content itself is kept byte for byte as the author wrote it. */
export type Post = z.output<typeof postSchema>;

export const OTHER_POST_DETAIL =
  'This post was renamed or deleted, and another post has its address now. Open the list of posts to find it.';

/** Opaque to clients. */
export function etagOf({ id, version }: Pick<Post, 'id' | 'version'>): string {
  return `${id}.${version}`;
}

export function versionOf(etag: string): number {
  return Number(etag.slice(etag.lastIndexOf('.') + 1));
}

/** A post as its page shows it. The order of `terms` is that of `contentHtml`, the order of `authors` that of its byline. */
export type ReadPost = z.output<typeof readPostSchema>;

/** The public posts before and after a post in the list of posts, newest first; null at its ends. */
export type Neighbours = NonNullable<ReadPost['neighbours']>;

export type PostSummary = z.output<typeof postSummarySchema>;

export const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

export function isSlug(text: string): boolean {
  return SLUG.test(text);
}

/**
 * The slug that a title suggests (specification section 5): lower case; characters other than a–z,
 * digits, white space and hyphens removed; runs of white space become a hyphen; runs of hyphens
 * become one; the ends trimmed. Empty when nothing is left.
 */
export function slugify(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9\s-]/g, '')
    .trim()
    .replace(/\s+/g, '-')
    .replace(/-+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, LIMITS.slug)
    .replace(/-$/, '');
}

export function tagKey(tag: string): string {
  return tag.normalize('NFC').toLowerCase();
}

export function addTag(tags: readonly string[], tag: string): string[] {
  const trimmed = tag.trim();
  const isRepeated = tags.some((other) => tagKey(other) === tagKey(trimmed));
  return trimmed === '' || isRepeated ? [...tags] : [...tags, trimmed];
}

/** True if the public may see the post at an instant (ISO 8601 in UTC). */
export function isPublic(post: Pick<Post, 'status' | 'date'>, now: string): boolean {
  return post.status === 'published' && post.date <= now;
}

/** When the post last changed for the public: at an edit, or when it became due. */
export function lastModified({ date, updated_at }: Pick<Post, 'date' | 'updated_at'>): string {
  return date > updated_at ? date : updated_at;
}
