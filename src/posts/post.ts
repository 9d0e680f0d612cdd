/**
 * The shape of a post and the pure rules about it. Runs in the browser too, so that the admin form and the
 * server cannot disagree; `post-input.ts` validates input on the server alone.
 */

import type { ShownTerm } from '../science/glossary/term.ts';
import type { CitationStyle, Reference } from '../science/references/reference.ts';

import type { NamedAuthor } from './authors/author.ts';
import type { Notice } from './record/notice.ts';
import type { RecordMark } from './record/record-mark.ts';
import type { Statements } from './statements.ts';

export const POST_STATUSES = ['published', 'draft'] as const;
export type PostStatus = (typeof POST_STATUSES)[number];

export type Post = Statements & {
  id: string;
  slug: string;
  title: string;
  description: string;
  /**
   * The publish date, else the instant of the first publication; of a draft that was never public, the
   * instant of its creation. ISO 8601 in UTC.
   */
  date: string;
  updated_at: string;
  /** Minutes, at least 1. */
  readingTime: number;
  tags: string[];
  /** An http(s) URL, a path on this site, or empty. */
  coverImage: string;
  coverImageCaption: string;
  author: string;
  /** HTML or Markdown, byte for byte as the author wrote it. */
  content: string;
  /** `content` rendered and sanitized. */
  contentHtml: string;
  status: PostStatus;
  /** An ISO 8601 instant in UTC; null publishes at once. */
  publishDate: string | null;
  references: Reference[];
  citationStyle: CitationStyle;
  /** Marked as research: a scholarly article, for those who index and cite it. */
  isResearch: boolean;
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

/** The fields of a post that its author writes; each save keeps them as a revision. */
export type AuthoredFields = Omit<
  Post,
  'id' | 'date' | 'updated_at' | 'readingTime' | 'contentHtml' | 'version' | 'etag'
>;

export function authoredFields(post: ReadPost): AuthoredFields {
  const { id, date, updated_at, readingTime, contentHtml, version, etag, ...rest } = post;
  const { terms, neighbours, notices, records, authors, ...authored } = rest;
  return authored;
}

/** A post without its body and its statements, for lists. */
export type PostSummary = Omit<Post, 'content' | 'contentHtml' | keyof Statements>;

/** Maximum lengths in UTF-16 code units, and maximum counts; stated in the API document. */
export const LIMITS = {
  title: 300,
  slug: 200,
  description: 2_000,
  author: 200,
  url: 2_048,
  caption: 1_000,
  content: 2_000_000,
  tag: 100,
  tags: 50,
} as const;

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
