import { randomUUID } from 'node:crypto';
import type { Insertable, Kysely } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Tables } from '../../db/tables.ts';
import { type Result, succeed } from '../../failure.ts';
import { refuseRemovedPictures } from '../media/picture-uses.ts';
import type { AuthoredFields } from './post.ts';
import type { PostInput } from './post-input.ts';
import type { PublicationCheck } from './publication-check.ts';
import { toAuthoredColumns, toColumns } from './rows.ts';
import { finishSave, RENDER_TIMED_OUT } from './saving.ts';

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
};

/** Its unpublished changes. */
export type OtherSitesChanges = {
  input: PostInput;
  baseVersion: number;
  saved: string;
  publishAt: string | null;
  problem: string | null;
};

/** A version of it before the latest. */
export type OtherSitesVersion = AuthoredFields & { version: number; savedAt: string };

type TakingOverDeps = {
  db: Database;
  /** The present instant, ISO 8601 in UTC. */
  now: () => string;
  check: PublicationCheck;
  defaultAuthor: string;
};

/** Versions of one statement. */
const BATCH = 10;

/** Those before the latest, the newest first. */
export type EarlierVersions = AsyncIterable<OtherSitesVersion> | readonly OtherSitesVersion[];

export type WriteOver = (trx: Kysely<Tables>, versions: EarlierVersions) => Promise<Result<void>>;

/** Takes posts over from another site of this program, with their ids, dates and versions. */
export function createTakingOver({ db, now, check, defaultAuthor }: TakingOverDeps) {
  /**
   * Renders a post and its changes, and returns the function that writes them in the caller's transaction, with the
   * versions before the latest, the newest first. What was public there is public here, whatever is found in it.
   */
  async function prepareTakingOver(
    post: OtherSitesPost,
    { by }: { by: string | undefined },
  ): Promise<Result<WriteOver>> {
    const rendered = await check.renderAndCheck(post.input, { owner: by });
    if (rendered === null) return RENDER_TIMED_OUT;
    const changes = post.changes && (await changesRow(post.id, post.changes, by));
    if (changes?.ok === false) return changes;
    return succeed(async (trx, versions) => {
      const refusal = await refuseRemovedPictures(trx, db.engine, post.input);
      if (refusal !== null) return refusal;
      const { id, input, version, date, created, updated, firstPublished } = post;
      await trx
        .insertInto('posts')
        .values({
          id,
          ...toColumns(input, rendered.body, defaultAuthor),
          version,
          date,
          first_published_at: firstPublished,
          created_at: created,
          updated_at: updated,
        })
        .execute();
      if (changes) await trx.insertInto('unpublished_changes').values(changes.value).execute();
      const { body } = rendered;
      const audit = { action: 'post-created', takenOverAt: now() } as const;
      await finishSave(trx, db.engine, { id, input, body, by, ...audit });
      await writeVersions(trx, id, versions);
      return succeed(undefined);
    });
  }

  async function changesRow(
    id: string,
    { input, baseVersion, saved, publishAt, problem }: OtherSitesChanges,
    by: string | undefined,
  ): Promise<Result<Insertable<Tables['unpublished_changes']>>> {
    const rendered = await check.renderAndCheck(input, { owner: by });
    if (rendered === null) return RENDER_TIMED_OUT;
    const { status: _, ...columns } = toColumns(input, rendered.body, defaultAuthor);
    return succeed({
      ...columns,
      post_id: id,
      etag: randomUUID(),
      base_version: baseVersion,
      tags: JSON.stringify(input.tags),
      saved_at: saved,
      saved_by: null,
      publish_at: publishAt,
      problem,
    });
  }

  return { prepareTakingOver };
}

async function writeVersions(
  trx: Kysely<Tables>,
  id: string,
  versions: EarlierVersions,
): Promise<void> {
  let rows: Insertable<Tables['post_revisions']>[] = [];
  for await (const { version, savedAt, tags, ...authored } of versions) {
    const columns = toAuthoredColumns(authored);
    const saved = { version, saved_at: savedAt, saved_by: null, tags: JSON.stringify(tags) };
    rows.push({ ...columns, post_id: id, ...saved });
    if (rows.length < BATCH) continue;
    await trx.insertInto('post_revisions').values(rows).execute();
    rows = [];
  }
  if (rows.length > 0) await trx.insertInto('post_revisions').values(rows).execute();
}
