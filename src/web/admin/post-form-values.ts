import type { Post, PostStatus, Reference } from '../../domain/posts/post.ts';
import type { PostDraft } from '../../domain/posts/post-input.ts';
import { coverField, storedCover } from './cover-url.ts';
import { publishDateField, publishInstant } from './publish-date.ts';

/** What the post form holds, each value as its control shows it. */
export type PostFormValues = {
  title: string;
  slug: string;
  description: string;
  content: string;
  /** An absolute address, also for a picture of this site. */
  coverImage: string;
  coverImageCaption: string;
  tags: string[];
  references: Reference[];
  status: PostStatus;
  author: string;
  /** Minutes in the reader's zone, as a datetime-local input has them. */
  publishDate: string;
};

/** What the form holds in React's state: all but the text, which would be too slow there. */
export type FieldValues = Omit<PostFormValues, 'content'>;

export function newPostValues(author: string): PostFormValues {
  return {
    title: '',
    slug: '',
    description: '',
    content: '',
    coverImage: '',
    coverImageCaption: '',
    tags: [],
    references: [],
    status: 'published',
    author,
    publishDate: '',
  };
}

/** What an author writes of a post. */
type AuthoredFields = Omit<
  Post,
  'id' | 'date' | 'updated_at' | 'readingTime' | 'contentHtml' | 'version'
>;

/** @param origin the origin of this site, for pictures that are stored as paths */
export function valuesOfPost(post: AuthoredFields, origin: string): PostFormValues {
  return {
    title: post.title,
    slug: post.slug,
    description: post.description,
    content: post.content,
    coverImage: coverField(post.coverImage, origin),
    coverImageCaption: post.coverImageCaption,
    tags: post.tags,
    references: post.references,
    status: post.status,
    author: post.author,
    publishDate: publishDateField(post.publishDate),
  };
}

/**
 * The request body of specification section 7.
 *
 * @param storedPublishDate what `publishDate` was made from, so that an untouched one stays exact
 */
export function draftOfValues(
  values: PostFormValues,
  origin: string,
  storedPublishDate: string | null,
): PostDraft {
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
