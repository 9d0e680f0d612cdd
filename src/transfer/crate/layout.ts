import { type BodyFormat, detectFormat } from '../../rendering/body.ts';

/** Where an export keeps what, and the program that made it. Paths below `media/` are those of the site. */
export const PROGRAM = 'ligara-site';

/** Raised when an older version of the program could not read an export. */
export const FORMAT = 2;

export const PATHS = {
  header: 'export.json',
  /** RO-Crate 1.1, section 3: at the root. */
  metadata: 'ro-crate-metadata.json',
  /** Has the form of RFC 8493, section 2.1.3, which `sha256sum -c` reads. */
  manifest: 'manifest-sha256.txt',
  /** What is known of each post before its text is read, one line of JSON for each. */
  posts: 'posts.jsonl',
  glossary: 'glossary.json',
  /** Exports of older versions of this program lack it. */
  authors: 'authors.json',
  redirects: 'redirects.csv',
  pictures: 'media/pictures.jsonl',
  attachments: 'media/attachments.jsonl',
} as const;

const ENDINGS: Record<BodyFormat, string> = { markdown: 'md', html: 'html' };

export function postPath(slug: string, content: string): string {
  return `posts/${slug}.${ENDINGS[detectFormat(content)]}`;
}

/** @param slug of the post that the changes are to */
export function changesPath(slug: string, content: string): string {
  return `changes/${slug}.${ENDINGS[detectFormat(content)]}`;
}

/** Every version of a post but the one that is shown, which is the post, and its unpublished changes. */
export function versionsPath(slug: string): string {
  return `versions/${slug}.jsonl`;
}

export function referencesPath(slug: string): string {
  return `references/${slug}.json`;
}

/** Returns true for the paths that `postPath` and `changesPath` return, for a text of either format. */
export function isPathOf(slug: string, folder: 'posts' | 'changes', path: string): boolean {
  return Object.values(ENDINGS).some((ending) => path === `${folder}/${slug}.${ending}`);
}

/** @param url of a picture or attachment on the site */
export function mediaPath(url: string): string {
  return url.slice(1);
}
