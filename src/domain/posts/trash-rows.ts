import type { Kysely, Selectable } from 'kysely';
import type { Engine } from '../../db/connect.ts';
import type { Tables } from '../../db/tables.ts';
import { parseMentions, recordTerms } from '../science/glossary/mention-rows.ts';
import {
  readShownMolecules,
  recordMolecules,
  removeMolecules,
  type ShownMolecule,
  shownKeys,
} from '../science/molecules/post-molecules.ts';
import { readSearchText, readTags, writeSearch, writeTags } from './rows.ts';

/** What becomes of the rows of each table that refer to a post in the trash. */
export const TRASHED_TABLES = {
  post_tags: 'snapshot',
  post_search: 'snapshot',
  post_addresses: 'snapshot',
  post_creations: 'snapshot',
  unpublished_changes: 'snapshot',
  post_revisions: 'trashed_revisions',
  post_pictures: 'trashed_pictures',
  post_molecules: 'snapshot',
  post_terms: 'snapshot',
  preview_links: 'ended',
  // Without a foreign key: they wait for their post.
  redirects: 'stay',
  import_items: 'stay',
  // Issues were sent; they know the post by its id, which it keeps.
  newsletter_issues: 'stay',
  // A letter that is due says that its post was deleted.
  scheduled_issues: 'stay',
} as const satisfies Partial<Record<keyof Tables, string>>;

type Row<Name extends keyof Tables> = Selectable<Tables[Name]>;

/** A deleted post and what refers to it, as JSON; revisions and picture uses have tables of their own. */
type Snapshot = {
  post: Row<'posts'>;
  tags: string[];
  /** The text of the search index, which rendering would give again. */
  text: string;
  formerSlugs: string[];
  creations: Pick<Row<'post_creations'>, 'key' | 'fingerprint'>[];
  changes: Row<'unpublished_changes'> | null;
  /** The molecules themselves are kept, which end with the last post that shows them. Undefined in old snapshots. */
  molecules?: ShownMolecule[];
};

/** Moved from table to table: together they may be larger than a process's memory. */
const REVISION_COLUMNS = [
  'post_id',
  'version',
  'saved_at',
  'saved_by',
  'slug',
  'title',
  'description',
  'author',
  'cover_image',
  'cover_image_caption',
  'tags',
  'status',
  'publish_date',
  'references',
  'citation_style',
  'is_research',
  'content',
] as const satisfies (keyof Tables['post_revisions'])[];

/** Moves a locked post into the trash. */
export async function moveToTrash(
  trx: Kysely<Tables>,
  engine: Engine,
  id: string,
  { at, actor }: { at: string; actor: string | null },
): Promise<void> {
  const snapshot = await takeSnapshot(trx, id);
  const { slug, title, status, date } = snapshot.post;
  await trx
    .insertInto('trashed_posts')
    .values({
      id,
      slug,
      title,
      status,
      date,
      deleted_at: at,
      deleted_by: actor,
      snapshot: JSON.stringify(snapshot),
    })
    .execute();
  await trx
    .insertInto('trashed_revisions')
    .columns(REVISION_COLUMNS)
    .expression((eb) =>
      eb.selectFrom('post_revisions').select(REVISION_COLUMNS).where('post_id', '=', id),
    )
    .execute();
  await trx
    .insertInto('trashed_pictures')
    .columns(['post_id', 'picture_id'])
    .expression((eb) =>
      eb.selectFrom('post_pictures').select(['post_id', 'picture_id']).where('post_id', '=', id),
    )
    .execute();
  const molecules = await shownKeys(trx, id);
  await trx.deleteFrom('posts').where('id', '=', id).execute();
  await removeMolecules({ trx, engine }, molecules);
}

async function takeSnapshot(trx: Kysely<Tables>, id: string): Promise<Snapshot> {
  const tagsOf = await readTags(trx, [id]);
  const formerSlugs = await trx
    .selectFrom('post_addresses')
    .select('slug')
    .where('post_id', '=', id)
    .orderBy('slug')
    .execute();
  const changes = await trx
    .selectFrom('unpublished_changes')
    .selectAll()
    .where('post_id', '=', id)
    .executeTakeFirst();
  return {
    post: await trx.selectFrom('posts').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    tags: tagsOf(id),
    text: await readSearchText(trx, id),
    formerSlugs: formerSlugs.map(({ slug }) => slug),
    creations: await trx
      .selectFrom('post_creations')
      .select(['key', 'fingerprint'])
      .where('post_id', '=', id)
      .execute(),
    changes: changes ?? null,
    molecules: await readShownMolecules(trx, id),
  };
}

/** Reads a post in the trash, and lets no other transaction restore it; null when it is not there. */
export async function lockTrashed(
  trx: Kysely<Tables>,
  engine: Engine,
  id: string,
): Promise<Snapshot | null> {
  const row = await trx
    .selectFrom('trashed_posts')
    .select('snapshot')
    .where('id', '=', id)
    .$if(engine === 'postgres', (rows) => rows.forUpdate())
    .executeTakeFirst();
  return row === undefined ? null : JSON.parse(row.snapshot);
}

/** Writes a locked post of the trash back, with a slug that may be another one. */
export async function bringBack(
  trx: Kysely<Tables>,
  engine: Engine,
  snapshot: Snapshot,
  slug: string,
  instant: string,
): Promise<{ lostSlugs: string[] }> {
  const { post, tags, text, creations, changes, molecules } = atSlug(snapshot, slug, instant);
  const { id } = post;
  await trx.insertInto('posts').values(post).execute();
  await writeTags(trx, id, tags);
  // Without them, the post is rendered again: it has no version of its render.
  if (molecules !== undefined) await recordMolecules({ trx, engine }, id, molecules);
  await writeSearch(trx, id, { ...post, tags, text });
  // The present slug of a post beats the former one of another.
  await trx.deleteFrom('post_addresses').where('slug', '=', slug).execute();
  const lostSlugs = await writeFormerSlugs(trx, id, [
    ...snapshot.formerSlugs.filter((former) => former !== slug),
    ...(slug === snapshot.post.slug ? [] : [snapshot.post.slug]),
  ]);
  if (creations.length > 0) {
    await trx
      .insertInto('post_creations')
      .values(creations.map((creation) => ({ ...creation, post_id: id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  if (changes !== null) await trx.insertInto('unpublished_changes').values(changes).execute();
  await trx
    .insertInto('post_revisions')
    .columns(REVISION_COLUMNS)
    .expression((eb) =>
      eb.selectFrom('trashed_revisions').select(REVISION_COLUMNS).where('post_id', '=', id),
    )
    .execute();
  await trx
    .insertInto('post_pictures')
    .columns(['post_id', 'picture_id'])
    .expression((eb) =>
      eb.selectFrom('trashed_pictures').select(['post_id', 'picture_id']).where('post_id', '=', id),
    )
    .execute();
  await recordTerms(trx, id, parseMentions(post.mentions));
  await trx.deleteFrom('trashed_posts').where('id', '=', id).execute();
  return { lostSlugs };
}

/** The snapshot with another slug, as an edit; changes are not published whose time has come meanwhile. */
function atSlug(snapshot: Snapshot, slug: string, instant: string): Snapshot {
  const { post, changes } = snapshot;
  const isRenamed = slug !== post.slug;
  const version = post.version + (isRenamed ? 1 : 0);
  return {
    ...snapshot,
    post: { ...post, slug, version, updated_at: isRenamed ? instant : post.updated_at },
    changes: changes && {
      ...changes,
      slug: changes.slug === post.slug ? slug : changes.slug,
      base_version: changes.base_version === post.version ? version : changes.base_version,
      problem:
        changes.publish_at !== null && changes.publish_at <= instant
          ? (changes.problem ?? MISSED)
          : changes.problem,
    },
  };
}

const MISSED = 'Their time came while the post was in the trash.';

/** @returns those that other posts have, now or formerly */
async function writeFormerSlugs(
  trx: Kysely<Tables>,
  id: string,
  slugs: readonly string[],
): Promise<string[]> {
  if (slugs.length === 0) return [];
  const living = await trx.selectFrom('posts').select('slug').where('slug', 'in', slugs).execute();
  const free = slugs.filter((slug) => !living.some((post) => post.slug === slug));
  if (free.length === 0) return [...slugs];
  const written = await trx
    .insertInto('post_addresses')
    .values(free.map((slug) => ({ slug, post_id: id })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('slug')
    .execute();
  return slugs.filter((slug) => !written.some((row) => row.slug === slug));
}
