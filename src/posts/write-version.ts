import type { Kysely, Updateable } from 'kysely';
import { describePictures, recordPictureUses } from '../media/picture-uses.ts';
import type { RenderedBody } from '../rendering/body.ts';
import type { Engine } from '../server/db/connect.ts';
import type { Tables } from '../server/db/tables.ts';
import { lockTransaction } from '../server/db/transaction.ts';
import type { PostStatus } from './fields.ts';
import { isPublic, type Post } from './post.ts';
import { indexPost } from './post-index.ts';
import { toAuthoredColumns, toPost, toRenderedColumns } from './rows.ts';
import type { Publication, Save } from './saving.ts';
import type { LockedPost } from './stored-post.ts';

/**
 * Adds a version to a post, which is its latest one. Slugs are locked first, then the row of the post, then pictures.
 *
 * @param before the locked post; undefined for a new one
 */
export async function writeVersion(
  trx: Kysely<Tables>,
  id: string,
  before: LockedPost | undefined,
  { fields, publish, at, by }: Pick<Save, 'fields' | 'publish' | 'by'> & { at: string },
  body: RenderedBody,
): Promise<Post> {
  const { slug, publishDate } = fields;
  const version = before?.next_version ?? 1;
  const columns = { ...toAuthoredColumns(fields), ...toRenderedColumns(id, body) };
  const pointers = { latest_version: version, next_version: version + 1 };
  const shown = shownColumns(publish, { slug, publishDate, version, at }, before);
  if (before === undefined && shown !== null) {
    const post = { id, ...pointers, ...shown, created_at: at };
    await trx.insertInto('posts').values(post).execute();
  }
  await trx
    .insertInto('post_versions')
    .values({
      ...columns,
      post_id: id,
      version,
      base_version: before?.latest_version ?? null,
      published_at: publish === 'published' ? at : null,
      publish_at: typeof publish === 'object' ? publish.at : null,
      saved_at: at,
      saved_by: by ?? null,
    })
    .execute();
  if (before !== undefined) await point(trx, before, { ...pointers, ...shown });
  if (shown !== null) {
    if (before !== undefined && before.slug !== slug) await keepFormerSlug(trx, before, at);
    await claimSlug(trx, slug);
    await indexPost(trx, { ...fields, id, text: columns.text ?? '' }, body);
  }
  await recordPictureUses(trx, id);
  await describePictures(trx, body.html);
  const { status, date } = shown ?? {
    status: 'published',
    date: publishDate ?? before?.date ?? at,
  };
  return toPost({ ...columns, id, slug, status, date, version, updated_at: at });
}

/** Slugs are given to posts one after another, so that each is free when it is taken. */
export function lockSlugs(trx: Kysely<Tables>, engine: Engine): Promise<void> {
  return lockTransaction(trx, engine, 'slugs');
}

/** Ends the redirect of a former slug that is a current one now. */
export async function claimSlug(trx: Kysely<Tables>, slug: string): Promise<void> {
  await trx.deleteFrom('former_slugs').where('slug', '=', slug).execute();
}

/** A slug that the public has never seen redirects nobody. */
async function keepFormerSlug(trx: Kysely<Tables>, post: LockedPost, instant: string) {
  if (firstPublication(post, instant) === null) return;
  const former = { slug: post.slug, post_id: post.id };
  await trx
    .insertInto('former_slugs')
    .values(former)
    .onConflict((conflict) => conflict.column('slug').doUpdateSet(former))
    .execute();
}

type Pointers = Pick<LockedPost, 'latest_version' | 'public_version'>;

/** Updates a post. Versions to which it points no more keep what was written, without HTML and times. */
export async function point(
  trx: Kysely<Tables>,
  { id, ...before }: Pointers & { id: string },
  columns: Updateable<Tables['posts']>,
): Promise<void> {
  await trx.updateTable('posts').set(columns).where('id', '=', id).execute();
  const { latest_version, public_version } = { ...before, ...columns };
  const left = [before.latest_version, before.public_version].filter(
    (version) => version !== null && version !== latest_version && version !== public_version,
  );
  if (left.length === 0) return;
  await trx
    .updateTable('post_versions')
    .set({ content_html: null, text: null, renderer: null, publish_at: null, problem: null })
    .where('post_id', '=', id)
    .where('version', 'in', left as number[])
    .execute();
}

type StoredPublication = Pick<Tables['posts'], 'date' | 'first_published_at'> & {
  status: PostStatus;
};

/** The instant of the first publication; null before. A scheduled post became public at its date, without a save. */
export function firstPublication(post: StoredPublication, instant: string): string | null {
  return post.first_published_at ?? (isPublic(post, instant) ? post.date : null);
}

/** What lists and pages show from now on; null where they show what they did. */
function shownColumns(
  publish: Publication,
  saved: Pick<Post, 'slug' | 'publishDate' | 'version'> & { at: string },
  before: LockedPost | undefined,
) {
  if (publish !== 'published' && publish !== 'draft') return null;
  const { slug, publishDate, version, at } = saved;
  const isPublished = isPublic({ status: publish, date: publishDate ?? at }, at);
  const first = (before && firstPublication(before, at)) ?? (isPublished ? at : null);
  return {
    slug,
    status: publish,
    public_version: publish === 'published' ? version : null,
    date: publishDate ?? first ?? before?.created_at ?? at,
    first_published_at: first,
  };
}
