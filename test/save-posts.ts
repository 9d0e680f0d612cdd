import { randomUUID } from 'node:crypto';
import type { PostInput } from '../src/posts/post-input.ts';
import { findPostIdByAnySlug } from '../src/posts/rows.ts';
import { type Save, type SavedPost, type SaveOptions, save } from '../src/posts/saving.ts';
import { findLatest, noSuchPost, toVersionInput } from '../src/posts/stored-post.ts';
import type { Result } from '../src/server/failure.ts';
import type { Site } from '../src/site.ts';

/** The ways to save a post as the API has them. */

type Options = SaveOptions & { id?: string; wasPublic?: boolean; etag?: string | undefined };

export async function createPost(
  site: Site,
  { status, ...fields }: PostInput,
  { id = randomUUID(), ...options }: Options = {},
): Promise<Result<SavedPost>> {
  return save(site, id, { ...options, base: null, fields, publish: status });
}

export async function editPost(
  site: Site,
  slug: string,
  { status, ...fields }: PostInput,
  options: Options = {},
): Promise<Result<SavedPost>> {
  return saveBySlug(site, slug, options, { fields, publish: status });
}

export async function saveChanges(
  site: Site,
  slug: string,
  fields: Omit<PostInput, 'status'>,
  { publishAt = null, ...options }: Options & { publishAt?: string | null } = {},
): Promise<Result<SavedPost>> {
  const publish = publishAt === null ? 'unpublished' : { at: publishAt };
  return saveBySlug(site, slug, options, { fields, publish });
}

async function saveBySlug(
  site: Site,
  slug: string,
  { etag: base, ...options }: Options,
  wanted: Pick<Save, 'fields' | 'publish'>,
): Promise<Result<SavedPost>> {
  const id = await findPostIdByAnySlug(site.db.query, slug);
  return id === null ? noSuchPost(slug) : save(site, id, { ...options, base, ...wanted });
}

/** Publishes the unpublished changes to a post. */
export async function publishChanges(site: Site, slug: string, options: Options = {}) {
  const id = await findPostIdByAnySlug(site.db.query, slug);
  const latest = id === null ? null : await findLatest(site.db.query, id);
  if (!latest?.hasChanges) return noSuchPost(slug);
  const fields = toVersionInput(latest.row);
  const { etag } = latest.post;
  return saveBySlug(site, slug, { ...options, etag }, { fields, publish: 'published' });
}
