import { type Insertable, type Kysely, sql } from 'kysely';
import { recordPictureUses } from '../media/picture-uses.ts';
import type { RenderedBody } from '../rendering/body.ts';
import type { Engine } from '../server/db/connect.ts';
import type { Tables } from '../server/db/tables.ts';
import { etagOf, isPublic, type Post, type PostStatus } from './post.ts';
import { indexPost } from './post-index.ts';
import type { PostInput } from './post-input.ts';
import { NOT_FREED, type RenderedColumns, toAuthoredColumns, toPost } from './rows.ts';
import { hasChanges, type LockedPost } from './stored-post.ts';

export type VersionToWrite = {
  /** Its status says whether the version is public: now, or from its publish date on. */
  input: PostInput;
  rendered: RenderedColumns;
  /** Undefined where its molecules are those of the version shown before. */
  body?: Pick<RenderedBody, 'molecules'> | undefined;
  /** ISO 8601 in UTC. */
  at: string;
  /** The administrator's email; null for the program itself. */
  by: string | null;
  /** Unpublished changes that are public now, instead of a new version. */
  publishes?: number | undefined;
  /** Unpublished changes stay the latest version: they are not part of this one. */
  keepsChanges?: boolean | undefined;
};

/**
 * Adds a version to a post, or publishes one, and makes it the one that lists and pages show. Every write of a post ends
 * here or in {@link writeChanges}: the row of the post is locked first, then slugs, then pictures.
 *
 * @param current the locked post; a string is the id of a new one
 */
export async function writeVersion(
  trx: Kysely<Tables>,
  engine: Engine,
  current: LockedPost | string,
  save: VersionToWrite,
): Promise<Post> {
  const { input, rendered, body, at } = save;
  const before = typeof current === 'string' ? null : current;
  const id = typeof current === 'string' ? current : current.id;
  const version = save.publishes ?? before?.next_version ?? 1;
  const { slug, status } = input;
  const keptVersion = save.keepsChanges ? before?.latest_version : undefined;
  const columns = {
    slug,
    status,
    deleted_at: null,
    deleted_by: null,
    ...publicationColumns(input, at, before),
    latest_version: keptVersion ?? version,
    public_version: status === 'published' ? version : null,
    next_version: Math.max(before?.next_version ?? 1, version + 1),
  };
  if (before?.slug !== slug) await lockSlugs(trx, engine);
  if (before === null) {
    await trx
      .insertInto('posts')
      .values({ id, ...columns, created_at: at })
      .execute();
    await storeVersion(trx, { post_id: id, version, base_version: null }, save);
  } else {
    // Before it is public: a trigger counts each change of what is.
    await storeVersion(trx, { post_id: id, version, base_version: before.version }, save);
    await trx.updateTable('posts').set(columns).where('id', '=', id).execute();
    await dropStored(trx, before, columns);
    if (before.slug !== slug) await keepFormerSlug(trx, before);
  }
  await claimSlug(trx, slug);
  const { date } = columns;
  await indexPost(trx, { ...input, id, date, text: rendered.text ?? '' }, body);
  await recordPictureUses(trx, id);
  const authored = toAuthoredColumns(input);
  return toPost({ ...authored, ...rendered, id, slug, status, date, version, updated_at: at });
}

async function storeVersion(
  trx: Kysely<Tables>,
  key: VersionKey,
  save: VersionToWrite,
): Promise<void> {
  const published_at = save.input.status === 'published' ? save.at : null;
  if (save.publishes === undefined) {
    await insertVersion(trx, key, save, { published_at });
    return;
  }
  await trx
    .updateTable('post_versions')
    .set({ ...save.rendered, published_at, publish_at: null, problem: null })
    .where('post_id', '=', key.post_id)
    .where('version', '=', key.version)
    .execute();
}

type VersionRow = Insertable<Tables['post_versions']>;
type VersionKey = Required<Pick<VersionRow, 'post_id' | 'version' | 'base_version'>>;

async function insertVersion(
  trx: Kysely<Tables>,
  key: VersionKey,
  { input, rendered, at, by }: Omit<ChangesToWrite, 'publishAt'>,
  times: Pick<VersionRow, 'published_at' | 'publish_at'>,
): Promise<void> {
  await trx
    .insertInto('post_versions')
    .values({
      ...toAuthoredColumns(input),
      ...rendered,
      ...key,
      ...times,
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
  await trx
    .deleteFrom('former_slugs')
    .where('slug', '=', slug)
    .where('is_freed', '=', NOT_FREED)
    .execute();
}

export type ChangesToWrite = Pick<VersionToWrite, 'rendered' | 'at' | 'by'> & {
  input: Omit<PostInput, 'status'>;
  /** When they are to become public, ISO 8601 in UTC. */
  publishAt: string | null;
};

/**
 * Adds a version that is the latest text of a public post, and not public.
 *
 * @returns its number
 */
export async function writeChanges(
  trx: Kysely<Tables>,
  current: LockedPost,
  changes: ChangesToWrite,
): Promise<number> {
  const { id, next_version: version } = current;
  const key = { post_id: id, version, base_version: current.version };
  await insertVersion(trx, key, changes, { publish_at: changes.publishAt });
  await pointToLatest(trx, { ...current, next_version: version + 1 }, version);
  return version;
}

/** Makes the public version of a post the latest again. The changes stay in its history. */
export async function dropChanges(trx: Kysely<Tables>, current: LockedPost): Promise<void> {
  await pointToLatest(trx, current, current.version);
}

async function pointToLatest(trx: Kysely<Tables>, current: LockedPost, latest: number) {
  const { id, next_version, public_version } = current;
  await trx
    .updateTable('posts')
    .set({ latest_version: latest, next_version })
    .where('id', '=', id)
    .execute();
  await dropStored(trx, current, { latest_version: latest, public_version });
  await recordPictureUses(trx, id);
}

type Pointers = Pick<LockedPost, 'latest_version' | 'public_version'>;

/** Versions that are neither public nor the latest any more keep what was written, without HTML and times. */
async function dropStored(
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

async function keepFormerSlug(trx: Kysely<Tables>, { id, slug }: LockedPost): Promise<void> {
  await trx
    .insertInto('former_slugs')
    .values({ slug, post_id: id })
    // A post that was restored at this moment may have it as a former one: the current slug wins.
    .onConflict((conflict) =>
      conflict.column('slug').where('is_freed', '=', NOT_FREED).doUpdateSet({ post_id: id }),
    )
    .execute();
}

/** Whether a save that knows of `etag` leaves other unpublished changes of the post behind. */
export function leavesChanges(current: LockedPost, etag: string | undefined): boolean {
  return (
    hasChanges(current) && etag !== etagOf({ id: current.id, version: current.latest_version })
  );
}

type StoredPublication = Pick<Tables['posts'], 'date' | 'first_published_at'> & {
  status: PostStatus;
  created_at: string;
};

/**
 * The date and the first publication of a post that is saved at an instant. A scheduled post became
 * public at its date, without a save.
 *
 * @param current the stored post; null for a new one
 */
function publicationColumns(
  { status, publishDate }: PostInput,
  instant: string,
  current: StoredPublication | null,
) {
  const wasPublic = current !== null && isPublic(current, instant);
  const before = current?.first_published_at ?? (wasPublic ? current.date : null);
  const isPublished = isPublic({ status, date: publishDate ?? instant }, instant);
  const first = before ?? (isPublished ? instant : null);
  return {
    date: publishDate ?? first ?? current?.created_at ?? instant,
    first_published_at: first,
  };
}
