import { publishDateField, publishInstant } from '../../admin/publish-date.ts';
import { type AuthoredFields, FIELD_NAMES, NEW_POST, pickFields } from '../fields.ts';
import type { FullPostDraft } from '../post-input.ts';

/** The cover is an absolute URL, also for a picture of this site. */
export type PostFormValues = Omit<AuthoredFields, 'publishDate'> & {
  /** The value of a datetime-local input, in the browser's time zone. */
  publishDate: string;
};

/** The values in React's state: all but the text, which would be too slow there. */
export type FieldValues = Omit<PostFormValues, 'content'>;

export function newPostValues(author: string): PostFormValues {
  return valuesOfPost({ ...NEW_POST, author }, '');
}

/** @param origin the origin of this site, for pictures that are stored as paths */
export function valuesOfPost(post: AuthoredFields, origin: string): PostFormValues {
  return {
    ...pickFields(post, FIELD_NAMES),
    coverImage: coverField(post.coverImage, origin),
    publishDate: publishDateField(post.publishDate),
  };
}

/** @param storedPublishDate so that an unchanged one stays exact */
export function draftOfValues(
  values: PostFormValues,
  origin: string,
  storedPublishDate: string | null,
): FullPostDraft {
  return {
    ...values,
    coverImage: storedCover(values.coverImage, origin),
    publishDate: publishInstant(values.publishDate, storedPublishDate),
  };
}

export function isSame(a: PostFormValues, b: PostFormValues): boolean {
  return (Object.keys(a) as (keyof PostFormValues)[]).every((key) => isEqual(a[key], b[key]));
}

function isEqual(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b));
}

/** The form's URL input takes absolute URLs only; the API stores a picture of this site as a path. */

export function coverField(stored: string, origin: string): string {
  return isPath(stored) ? origin + stored : stored;
}

export function storedCover(field: string, origin: string): string {
  const url = field.trim();
  const path = url.startsWith(origin) ? url.slice(origin.length) : '';
  return isPath(path) ? path : url;
}

/** `//host` is a URL of another host. */
function isPath(url: string): boolean {
  return /^\/(?!\/)/.test(url);
}
