/** Who writes posts: people, and groups that sign as one. Runs in the browser too. */

import type { z } from 'zod';
import { byName } from '../fields.ts';
import type { ReadPost } from '../post.ts';
import type {
  authorInputSchema,
  authorSchema,
  listedAuthorSchema,
  namedAuthorSchema,
} from './author-input.ts';

export const AUTHOR_KINDS = ['person', 'group'] as const;

/** What a citation names an author by: the name as posts have it, a person's family name as it stands in it, URLs. */
export const CITED_TEXTS = ['name', 'familyName', 'orcid', 'affiliation'] as const;
export const AUTHOR_TEXTS = [...CITED_TEXTS, 'biography', 'picture', 'link'] as const;

export type AuthorFields = z.output<typeof authorInputSchema>;

export type Author = z.output<typeof authorSchema>;

export type ListedAuthor = z.output<typeof listedAuthorSchema>;

export type NamedAuthor = z.output<typeof namedAuthorSchema>;

/** Maximum lengths in UTF-16 code units, and maximum counts. */
export const AUTHOR_LIMITS = {
  name: 200,
  affiliation: 200,
  biography: 2_000,
  authors: 500,
} as const;

export const NEW_AUTHOR: AuthorFields = { kind: 'person', ...byName(AUTHOR_TEXTS, () => '') };

export function authorPath({ slug }: Pick<Author, 'slug'>): string {
  return `/authors/${slug}`;
}

/** The names in a byline, `Ada Berg, Ben Cole & Cy Dahl`, at even places, and what separates them at odd ones. */
export function splitByline(byline: string): string[] {
  return byline.split(/(\s*[,;&]\s*(?:and\s+)?|\s+and\s+)/);
}

export function nameKey(name: string): string {
  return oneLine(name).normalize('NFC').toLowerCase();
}

/** The names in a byline, each with its record where there is one. One name may contain what separates names. */
export function namesIn<T>(byline: string, find: (key: string) => T | undefined) {
  const whole = oneLine(byline);
  const isOne = find(nameKey(whole)) !== undefined;
  const names = splitByline(whole).filter((name, at) => at % 2 === 0 && name !== '');
  return (isOne ? [whole] : names).map((name) => ({ name, record: find(nameKey(name)) }));
}

export function namesOf({ author, authors = [] }: Pick<ReadPost, 'author' | 'authors'>) {
  const records = new Map(authors.map((record) => [nameKey(record.name), record]));
  return namesIn(author, (key) => records.get(key));
}

export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}
