import type { Kysely } from 'kysely';
import { recordEvent } from '../accounts/audit.ts';
import { refuseRemovedPictures } from '../media/picture-uses.ts';
import type { Tables } from '../server/db/tables.ts';
import { inTransaction } from '../server/db/transaction.ts';
import { fail, type Result, succeed } from '../server/failure.ts';
import type { Site } from '../site.ts';
import type { PostInput } from './post-input.ts';
import { findPostIdByAnySlug } from './rows.ts';
import { preparePost, type SavedPost, type SaveOptions, writePost } from './saving.ts';
import {
  conflictIfSlugTaken,
  hasChanges,
  type LockedPost,
  lockPost,
  NO_SUCH_POST,
  noSuchPost,
  refuseOtherPost,
  refuseStale,
  staleVersion,
} from './stored-post.ts';
import { readVersion, renderedColumnsOf, toVersionInput } from './version-rows.ts';
import { leavesChanges, writeVersion } from './write-version.ts';

type EditOptions = SaveOptions & {
  /** Of the version that the edit is based on. */
  etag?: string | undefined;
  /**
   * The etag of the unpublished changes that the edit contains: they end with it. Other ones stay; of a post that becomes a
   * draft they are in its history.
   */
  changes?: string | undefined;
};

/** Fields that are edited without the text. */
export type FieldEdit = Partial<Pick<PostInput, 'tags' | 'status'>>;

/**
 * Replaces a post. When `etag` is not the current one, fails with a conflict that carries the current
 * post. The former slug still leads to the post.
 */
export async function editPost(
  site: Site,
  slug: string,
  input: PostInput,
  { by, etag, changes, acknowledged, recheck }: EditOptions = {},
): Promise<Result<SavedPost>> {
  const id = await findPostIdByAnySlug(site.db.query, slug);
  if (id === null) return noSuchPost(slug);
  const isPublished = input.status === 'published';
  const becomesPublic = isPublished ? { id } : null;
  const prepared = await preparePost(site, input, { by, recheck, becomesPublic });
  if (!prepared.ok) return prepared;
  const edited = await conflictIfSlugTaken(site.db.query, input.slug, async (trx) => {
    const current = await lockPost(trx, site.db.engine, id);
    if (current === undefined) return noSuchPost(slug);
    const stale = (await refuseStale(trx, current, etag)) ?? refuseOtherPost(current.id, changes);
    if (stale !== null) return stale;
    const keepsChanges = isPublished && leavesChanges(current, changes);
    const options = { by, action: 'post-edited', acknowledged, keepsChanges } as const;
    const post = await writePost(site, trx, current, prepared.value, options);
    const isSeen = isPublished || current.status === 'published';
    return post.ok ? succeed({ post: post.value, isSeen }) : post;
  });
  if (!edited.ok) return edited;
  if (edited.value.isSeen) site.postChanged();
  return succeed(edited.value.post);
}

/**
 * Edits fields of a post other than its text, which is not rendered again. Does nothing when they are so already,
 * also for an older version: that makes a repeated request harmless.
 *
 * @param edit the fields as they shall be; null when they are so already
 */
export async function editFields(
  site: Site,
  id: string,
  edit: (post: PostInput) => Result<FieldEdit> | null,
  { by, version }: { by: string; version: number },
): Promise<Result<{ isChanged: boolean; wasPublished: boolean }>> {
  return inTransaction(site.db.query, async (trx) => {
    const current = await lockPost(trx, site.db.engine, id);
    if (current === undefined) return NO_SUCH_POST;
    const wasPublished = current.status === 'published';
    const row = await readVersion(trx, current);
    const input = { ...toVersionInput(row), status: current.status };
    const edited = edit(input);
    if (edited === null) return succeed({ isChanged: false, wasPublished });
    if (version !== current.version) return staleVersion(trx, id);
    if (!edited.ok) return edited;
    const written = await writeFields(site, trx, current, { ...input, ...edited.value }, row, by);
    return written ?? succeed({ isChanged: true, wasPublished });
  });
}

/** @returns the refusal; null when the fields were written */
async function writeFields(
  { now, db: { engine } }: Site,
  trx: Kysely<Tables>,
  current: LockedPost,
  input: PostInput,
  row: Awaited<ReturnType<typeof readVersion>>,
  by: string,
): Promise<Result<never> | null> {
  // They could not be published any more: they change the version before the edit.
  if (hasChanges(current)) return HAS_CHANGES;
  const refusal = await refuseRemovedPictures(trx, engine, input);
  if (refusal !== null) return refusal;
  const at = now();
  const rendered = renderedColumnsOf(row);
  const post = await writeVersion(trx, engine, current, { input, rendered, at, by });
  await recordEvent(trx, { at, actor: by, action: 'post-edited', subject: post.slug });
  return null;
}

const HAS_CHANGES = fail({
  kind: 'conflict',
  detail: 'It has unpublished changes. Publish or discard them first.',
});
