import { type Kysely, sql } from 'kysely';
import { recordPictureUses } from '../media/picture-uses.ts';
import type { RenderedBody } from '../rendering/body.ts';
import type { Engine } from '../server/db/connect.ts';
import type { Tables } from '../server/db/tables.ts';
import type { PostStatus } from './fields.ts';
import { isPublic, type Post } from './post.ts';
import { indexPost } from './post-index.ts';
import { type RenderedColumns, toAuthoredColumns, toPost } from './rows.ts';
import type { PostFields, Publication } from './saving.ts';
import type { LockedPost } from './stored-post.ts';

type VersionToWrite = {
  input: PostFields;
  publish: Publication;
  rendered: RenderedColumns;
  body: Pick<RenderedBody, 'molecules'>;
  /** ISO 8601 in UTC. */
  at: string;
  /** The administrator's email; null for the program itself. */
  by: string | null;
};

/**
 * Adds a version to a post, which is its latest one. The caller has locked the post, then pictures; slugs follow.
 *
 * @param before the locked post; null for a new one
 */
export async function writeVersion(
  trx: Kysely<Tables>,
  engine: Engine,
  id: string,
  before: LockedPost | null,
  save: VersionToWrite,
): Promise<Post> {
  const { input, publish, rendered } = save;
  const version = before?.next_version ?? 1;
  const post =
    publish === 'published' || publish === 'draft'
      ? await writeShown(trx, engine, { id, before, version, status: publish }, save)
      : await writeChanges(trx, { before, version }, save);
  await recordPictureUses(trx, id);
  const { slug } = input;
  const row = { ...toAuthoredColumns(input), ...rendered, ...post, id, slug, version };
  return toPost({ ...row, updated_at: save.at });
}

/** Writes the version that lists and pages show from now on. */
async function writeShown(
  trx: Kysely<Tables>,
  engine: Engine,
  shown: { id: string; before: LockedPost | null; version: number; status: PostStatus },
  save: VersionToWrite,
): Promise<Pick<Post, 'status' | 'date'>> {
  const { id, before, version, status } = shown;
  const { input, rendered, body, at } = save;
  const { slug } = input;
  const columns = {
    ...publicationColumns({ ...input, status }, at, before),
    slug,
    status,
    latest_version: version,
    next_version: version + 1,
    public_version: status === 'published' ? version : null,
  };
  if (before?.slug !== slug) await lockSlugs(trx, engine);
  if (before === null) {
    await trx
      .insertInto('posts')
      .values({ id, ...columns, created_at: at })
      .execute();
  }
  await insertVersion(trx, { id, before, version }, save);
  if (before !== null) {
    await trx.updateTable('posts').set(columns).where('id', '=', id).execute();
    await dropStored(trx, before, columns);
    if (before.slug !== slug) await keepFormerSlug(trx, before, at);
  }
  await claimSlug(trx, slug);
  await indexPost(trx, { ...input, id, text: rendered.text ?? '' }, body);
  return { status, date: columns.date };
}

/** Writes the latest version of a public post, which stays as it is. */
async function writeChanges(
  trx: Kysely<Tables>,
  { before, version }: { before: LockedPost | null; version: number },
  save: VersionToWrite,
): Promise<Pick<Post, 'status' | 'date'>> {
  if (before === null) throw new Error('A post that is not there has no changes');
  const { id } = before;
  await insertVersion(trx, { id, before, version }, save);
  const pointers = { latest_version: version, next_version: version + 1 };
  await trx.updateTable('posts').set(pointers).where('id', '=', id).execute();
  await dropStored(trx, before, { ...before, ...pointers });
  return { status: 'published', date: save.input.publishDate ?? before.date };
}

async function insertVersion(
  trx: Kysely<Tables>,
  { id, before, version }: { id: string; before: LockedPost | null; version: number },
  { input, publish, rendered, at, by }: VersionToWrite,
): Promise<void> {
  await trx
    .insertInto('post_versions')
    .values({
      ...toAuthoredColumns(input),
      ...rendered,
      post_id: id,
      version,
      base_version: before?.latest_version ?? null,
      published_at: publish === 'published' ? at : null,
      publish_at: typeof publish === 'object' ? publish.at : null,
      saved_at: at,
      saved_by: by,
    })
    .execute();
}

/**
 * Until the transaction ends, no other one gives a slug to a post or takes it away: two posts that exchange theirs would wait
 * for each other. SQLite's transactions exclude one another anyway.
 */
export async function lockSlugs(trx: Kysely<Tables>, engine: Engine): Promise<void> {
  if (engine === 'sqlite') return;
  await sql`select pg_advisory_xact_lock('posts'::regclass::oid::bigint)`.execute(trx);
}

/** Ends the redirect of a former slug that is a current one now. */
export async function claimSlug(trx: Kysely<Tables>, slug: string): Promise<void> {
  await trx.deleteFrom('former_slugs').where('slug', '=', slug).execute();
}

type Pointers = Pick<LockedPost, 'latest_version' | 'public_version'>;

/** Versions that are neither public nor the latest any more keep what was written, without HTML and times. */
export async function dropStored(
  trx: Kysely<Tables>,
  { id, ...before }: Pointers & { id: string },
  { latest_version, public_version }: Pointers,
): Promise<void> {
  const left = [before.latest_version, before.public_version].filter(
    (version) => version !== null && version !== latest_version && version !== public_version,
  );
  if (left.length === 0) return;
  await trx
    .updateTable('post_versions')
    .set({
      content_html: null,
      text: null,
      renderer: null,
      publish_at: null,
      problem: null,
    })
    .where('post_id', '=', id)
    .where('version', 'in', left as number[])
    .execute();
}

/** A slug that the public has never seen redirects nobody. */
async function keepFormerSlug(
  trx: Kysely<Tables>,
  { id, slug, ...post }: LockedPost,
  instant: string,
): Promise<void> {
  if (firstPublication(post, instant) === null) return;
  await trx
    .insertInto('former_slugs')
    .values({ slug, post_id: id })
    .onConflict((conflict) => conflict.column('slug').doUpdateSet({ post_id: id }))
    .execute();
}

type StoredPublication = Pick<Tables['posts'], 'date' | 'first_published_at'> & {
  status: PostStatus;
  created_at: string;
};

/** The instant of the first publication; null before. A scheduled post became public at its date, without a save. */
export function firstPublication(
  post: Omit<StoredPublication, 'created_at'>,
  instant: string,
): string | null {
  return post.first_published_at ?? (isPublic(post, instant) ? post.date : null);
}

/**
 * The date and the first publication of a post that is saved at an instant.
 *
 * @param current the stored post; null for a new one
 */
function publicationColumns(
  { status, publishDate }: Pick<Post, 'status' | 'publishDate'>,
  instant: string,
  current: StoredPublication | null,
) {
  const before = current && firstPublication(current, instant);
  const isPublished = isPublic({ status, date: publishDate ?? instant }, instant);
  const first = before ?? (isPublished ? instant : null);
  return {
    date: publishDate ?? first ?? current?.created_at ?? instant,
    first_published_at: first,
  };
}
