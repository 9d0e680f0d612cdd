/**
 * The shape of a post and the pure rules about it. Runs in the browser too, so that the admin form and the
 * server cannot disagree; `post-input.ts` validates input on the server alone.
 */

import type { ShownTerm } from '../science/glossary/term.ts';
import type { NamedAuthor } from './authors/author.ts';
import { type AuthoredFields, LIMITS, type StatementName } from './fields.ts';
import type { Notice } from './record/notice.ts';
import type { RecordMark } from './record/record-mark.ts';

export type Post = AuthoredFields & {
  id: string;
  /**
   * The publish date, else the instant of the first publication; of a draft that was never public, the
   * instant of its creation. ISO 8601 in UTC.
   */
  date: string;
  updated_at: string;
  /** Minutes, at least 1. */
  readingTime: number;
  /** `content` rendered and sanitized. The content itself is kept byte for byte as the author wrote it. */
  contentHtml: string;
  /** Grows with every edit. */
  version: number;
  /** {@link etagOf} */
  etag: string;
};

/** Told to who writes to a post at whose address another one is by now. */
export const OTHER_POST_DETAIL =
  'This post was renamed or deleted, and another post has its address now. Open the list of posts to find it.';

/** Names a post in one of its versions, for a write that is based on it. Opaque to clients. */
export function etagOf({ id, version }: Pick<Post, 'id' | 'version'>): string {
  return `${id}.${version}`;
}

/** The number of the version that an etag names. */
export function versionOf(etag: string): number {
  return Number(etag.slice(etag.lastIndexOf('.') + 1));
}

/** What is linked beside a post. */
export type Neighbour = { id: string; slug: string; title: string };

/** The public posts before and after a post in the list of posts, newest first; null at its ends. */
export type Neighbours = { newer: Neighbour | null; older: Neighbour | null };

/** A post as its page shows it. */
export type ReadPost = Post & {
  /** The order is that of `contentHtml`; undefined where it mentions none. */
  terms?: ShownTerm[] | undefined;
  /** Those in its byline who have a record, in its order; undefined for none. */
  authors?: NamedAuthor[] | undefined;
  /** What is said of a public post since it was published, by date; undefined for nothing. */
  notices?: Notice[] | undefined;
  /** Its frozen versions, the oldest first; undefined for none. */
  records?: RecordMark[] | undefined;
  /** The neighbours of a public post; undefined where they were not asked for. */
  neighbours?: Neighbours | undefined;
};

/** A post without its body and its statements, for lists. */
export type PostSummary = Omit<Post, 'content' | 'contentHtml' | StatementName>;

/** The lifetimes that a preview link may have, in days. */
export const PREVIEW_DAYS = [1, 7, 30] as const;
export type PreviewDays = (typeof PREVIEW_DAYS)[number];

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

/** The same for tags that differ by case alone. */
export function tagKey(tag: string): string {
  return tag.normalize('NFC').toLowerCase();
}

/** Adds a trimmed tag; ignores an empty or repeated one, also in another case. */
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
