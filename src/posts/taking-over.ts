import type { Insertable, Kysely } from 'kysely';
import { recordEvent } from '../accounts/audit.ts';
import { recordPictureUses, refuseRemovedPictures } from '../media/picture-uses.ts';
import type { Database } from '../server/db/connect.ts';
import type { Tables } from '../server/db/tables.ts';
import { type Result, succeed } from '../server/failure.ts';
import type { AuthoredFields } from './post.ts';
import { indexPost } from './post-index.ts';
import type { PostInput } from './post-input.ts';
import type { Notice } from './record/notice.ts';
import { writeNotices } from './record/notices.ts';
import { type StoredRecord, takeOverRecords } from './record/records.ts';
import { toAuthoredColumns, toRenderedColumns } from './rows.ts';
import type { PostSaving, PreparedPost } from './saving.ts';
import { claimSlug, lockSlugs } from './write-version.ts';

/** A post as another site of this program has it. Instants are ISO 8601 in UTC. */
export type OtherSitesPost = {
  id: string;
  input: PostInput;
  version: number;
  date: string;
  created: string;
  updated: string;
  /** When it was first public; null for never. */
  firstPublished: string | null;
  changes: OtherSitesChanges | null;
  notices: Notice[];
  /** When those last changed; null for never. */
  noticedAt: string | null;
  records: StoredRecord[];
};

/** Its unpublished changes. */
export type OtherSitesChanges = {
  input: PostInput;
  baseVersion: number;
  saved: string;
  publishAt: string | null;
  problem: string | null;
};

/** Another version of it. */
export type OtherSitesVersion = AuthoredFields & { version: number; savedAt: string };

type TakingOverDeps = Pick<PostSaving, 'preparePost'> & {
  db: Database;
  /** The current instant, ISO 8601 in UTC. */
  now: () => string;
};

/** Versions of one statement. */
const BATCH = 10;

/** Those that are neither the post nor its changes, the newest first. */
export type OtherVersions = AsyncIterable<OtherSitesVersion> | readonly OtherSitesVersion[];

/** @returns the numbers of the frozen versions that are left out, since another text than theirs came */
export type WriteOver = (trx: Kysely<Tables>, versions: OtherVersions) => Promise<Result<number[]>>;

/** Takes posts over from another site of this program, with their ids, dates and versions. */
export function createTakingOver({ db, now, preparePost }: TakingOverDeps) {
  /**
   * Renders a post and its changes, and returns the function that writes them in the caller's transaction, with its other
   * versions, the newest first. What was public there is public here, whatever is found in it.
   */
  async function prepareTakingOver(post: OtherSitesPost): Promise<Result<WriteOver>> {
    const unchecked = { by: undefined, becomesPublic: null };
    const prepared = await preparePost(post.input, unchecked);
    if (!prepared.ok) return prepared;
    const changed = post.changes && (await preparePost(post.changes.input, unchecked));
    if (changed?.ok === false) return changed;
    return succeed(async (trx, versions) => {
      const refusal = await refuseRemovedPictures(trx, db.engine, prepared.value.input);
      if (refusal !== null) return refusal;
      await writeOver(trx, post, { ...prepared.value, changed: changed?.value ?? null, versions });
      const { id, notices, noticedAt, records, updated } = post;
      if (noticedAt !== null || notices.length > 0) {
        await writeNotices(trx, { id }, notices, noticedAt ?? updated);
      }
      const refused = await takeOverRecords(trx, id, records);
      if (records.length > refused.length) await recordPictureUses(trx, id);
      const event = { action: 'post-created', subject: prepared.value.input.slug } as const;
      await recordEvent(trx, { ...event, at: now(), actor: null });
      return succeed(refused);
    });
  }

  async function writeOver(
    trx: Kysely<Tables>,
    { id, version, date, created, updated, firstPublished, changes }: OtherSitesPost,
    {
      input,
      body,
      changed,
      versions,
    }: PreparedPost & { changed: PreparedPost | null; versions: OtherVersions },
  ): Promise<void> {
    const { slug, status } = input;
    const isPublic = status === 'published';
    await lockSlugs(trx, db.engine);
    await trx
      .insertInto('posts')
      .values({
        id,
        slug,
        status,
        date,
        created_at: created,
        first_published_at: firstPublished,
        latest_version: version,
        public_version: isPublic ? version : null,
        next_version: version + 1,
      })
      .execute();
    const rendered = toRenderedColumns(id, body);
    await trx
      .insertInto('post_versions')
      .values({ ...toRow(id, { ...input, version, savedAt: updated }), ...rendered })
      .execute();
    // Discarded changes are newer than the public version.
    const newest = Math.max(version, await writeVersions(trx, id, versions));
    const last = changes === null ? newest : newest + 1;
    if (changes !== null && changed !== null) {
      const { publishAt, problem } = changes;
      await trx
        .insertInto('post_versions')
        .values({
          ...toRow(id, { ...changed.input, version: last, savedAt: changes.saved }),
          // A draft has no changes: former exports may have some, which are one of its versions.
          ...(isPublic && toRenderedColumns(id, changed.body)),
          ...(isPublic && { publish_at: publishAt, problem }),
          base_version: changes.baseVersion,
          published_at: null,
        })
        .execute();
    }
    await trx
      .updateTable('posts')
      .set({
        next_version: last + 1,
        ...(isPublic && changes !== null && { latest_version: last }),
      })
      .where('id', '=', id)
      .execute();
    await claimSlug(trx, slug);
    await indexPost(trx, db.engine, { ...input, id, date, text: rendered.text ?? '' }, body);
    await recordPictureUses(trx, id);
  }

  return { prepareTakingOver };
}

/** A version that was saved on the other site: nobody here did. */
function toRow(id: string, { version, savedAt, status, ...authored }: OtherSitesVersion) {
  return {
    ...toAuthoredColumns(authored),
    post_id: id,
    version,
    saved_at: savedAt,
    published_at: status === 'published' ? savedAt : null,
  } satisfies Insertable<Tables['post_versions']>;
}

/** @returns the number of the newest; 0 for none */
async function writeVersions(
  trx: Kysely<Tables>,
  id: string,
  versions: OtherVersions,
): Promise<number> {
  let newest = 0;
  let rows: Insertable<Tables['post_versions']>[] = [];
  for await (const version of versions) {
    newest = Math.max(newest, version.version);
    rows.push(toRow(id, version));
    if (rows.length < BATCH) continue;
    await trx.insertInto('post_versions').values(rows).execute();
    rows = [];
  }
  if (rows.length > 0) await trx.insertInto('post_versions').values(rows).execute();
  return newest;
}
