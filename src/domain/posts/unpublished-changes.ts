import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Tables } from '../../db/tables.ts';
import { inTransaction } from '../../db/transaction.ts';
import { fail, invalidField, type Result, succeed } from '../../failure.ts';
import { recordEvent } from '../audit.ts';
import type { AuditAction } from '../audit-actions.ts';
import { recordPictureUses, refuseRemovedPictures } from '../media/picture-uses.ts';
import { withTerms } from '../science/glossary/mention-rows.ts';
import {
  type ChangesRow,
  deleteChanges,
  isReplaced,
  NO_CHANGES,
  readChanges,
  replaced,
  toUnpublishedChanges,
  type UnpublishedChanges,
} from './changes-rows.ts';
import { isPublic, type Post } from './post.ts';
import type { PostInput } from './post-input.ts';
import type { PublicationCheck } from './publication-check.ts';
import { findPostId, findPostIdByAnySlug, toColumns } from './rows.ts';
import {
  RENDER_TIMED_OUT,
  recordAcknowledged,
  type SavedPost,
  type SaveOptions,
} from './saving.ts';
import { lockPost, noSuchPost, readPost, slugTaken, staleVersion } from './stored-post.ts';

type UnpublishedChangesDeps = {
  db: Database;
  /** The present instant, ISO 8601 in UTC. */
  now: () => string;
  check: PublicationCheck;
  defaultAuthor: string;
};

type SaveChangesOptions = Pick<SaveOptions, 'acknowledged' | 'recheck'> & {
  /** The administrator's email. */
  by: string;
  /** The version of the public post that was changed. */
  version?: number | undefined;
  /** The changes that these replace, null for none; undefined replaces whatever there is. */
  etag?: string | null | undefined;
  /** When to publish them, ISO 8601 in UTC; null for not by themselves. */
  publishAt: string | null;
};

/** Has what readers would miss in the text that was saved. */
type SavedChanges = UnpublishedChanges & Pick<SavedPost, 'findings'>;

type OpenedPost = { live: Post; existing: ChangesRow | null };

type DiscardOptions = Pick<SaveChangesOptions, 'by'> & { etag?: string | undefined };

/** Changes to public posts that are saved, shared and published later; the public post stays as it is. */
export function createUnpublishedChanges(deps: UnpublishedChangesDeps) {
  const { db, now, check, defaultAuthor } = deps;
  const { query } = db;

  /**
   * Saves changes to a public post, in place of those that there are. Fails as a conflict when the post is not
   * public, or it or its changes are not those that were edited; `current` is what was saved meanwhile.
   */
  async function saveChanges(
    slug: string,
    input: Omit<PostInput, 'status'>,
    options: SaveChangesOptions,
  ): Promise<Result<SavedChanges>> {
    const { by, publishAt, acknowledged } = options;
    const refusal = refuseTimes(input, publishAt, now());
    if (refusal !== null) return refusal;
    const checked = await check.renderAndCheck(input, { owner: by });
    await options.recheck?.();
    if (checked === null) return RENDER_TIMED_OUT;
    const { body, findings } = checked;
    // Refused when its publication is scheduled, not when it fails.
    const forbidden = publishAt === null ? null : check.refusePublication(input, findings, null);
    if (forbidden !== null) return forbidden;
    return inTransaction(query, async (trx): Promise<Result<SavedChanges>> => {
      const opened = await open(trx, slug);
      if (!opened.ok) return opened;
      const refused = await refuseSave(trx, opened.value, input, options);
      if (refused !== null) return refused;
      const { live } = opened.value;
      const published = { ...input, status: 'published' } as const;
      const { status: _, ...columns } = toColumns(published, body, defaultAuthor);
      const row: ChangesRow = {
        ...columns,
        post_id: live.id,
        etag: randomUUID(),
        base_version: live.version,
        tags: JSON.stringify(input.tags),
        saved_at: now(),
        saved_by: by,
        publish_at: publishAt,
        problem: null,
      };
      await trx
        .insertInto('unpublished_changes')
        .values(row)
        .onConflict((conflict) => conflict.column('post_id').doUpdateSet(row))
        .execute();
      await finish(trx, live, by, 'changes-saved');
      if (publishAt !== null) {
        await recordAcknowledged(trx, { at: now(), by, subject: live.slug, acknowledged });
      }
      return succeed({ ...toUnpublishedChanges(live, row), findings });
    });
  }

  /** Locks the post with the slug, and reads it and its changes. */
  async function open(trx: Kysely<Tables>, slug: string): Promise<Result<OpenedPost>> {
    const id = await findPostIdByAnySlug(trx, slug);
    const isThere = id !== null && (await lockPost(trx, db.engine, id)) !== undefined;
    if (!isThere) return noSuchPost(slug);
    return succeed({ live: await readPost(trx, id), existing: await readChanges(trx, id) });
  }

  async function refuseSave(
    trx: Kysely<Tables>,
    { live, existing }: OpenedPost,
    input: Omit<PostInput, 'status'>,
    { version, etag, publishAt }: SaveChangesOptions,
  ): Promise<Result<never> | null> {
    if (version !== undefined && version !== live.version) return staleVersion(trx, live.id);
    if (!isPublic(live, now())) return fail({ ...NOT_PUBLIC, current: live });
    if (isReplaced(existing, etag)) return replaced(live, existing);
    if (publishAt !== null && (await isSlugTaken(trx, live.id, input.slug))) {
      return slugTaken(input.slug);
    }
    return refuseRemovedPictures(trx, db.engine, input);
  }

  /** Writes what depends on the row: picture uses and the audit entry. */
  async function finish(
    trx: Kysely<Tables>,
    live: Post,
    actor: string,
    action: AuditAction,
  ): Promise<void> {
    await recordPictureUses(trx, live);
    await recordEvent(trx, { at: now(), actor, action, subject: live.slug });
  }

  /** The unpublished changes to the post with the slug; null for none, undefined without a post. */
  async function changesOf(slug: string): Promise<UnpublishedChanges | null | undefined> {
    const id = await findPostIdByAnySlug(query, slug);
    if (id === null) return undefined;
    const row = await readChanges(query, id);
    if (row === null) return null;
    const changes = toUnpublishedChanges(await readPost(query, id), row);
    return { ...changes, post: await withTerms(query, changes.post, row) };
  }

  async function discardChanges(slug: string, { by, etag }: DiscardOptions): Promise<Result<void>> {
    return inTransaction(query, async (trx): Promise<Result<void>> => {
      const opened = await open(trx, slug);
      if (!opened.ok) return opened;
      const { live, existing } = opened.value;
      if (existing === null) return NO_CHANGES;
      if (isReplaced(existing, etag)) return replaced(live, existing);
      await deleteChanges(trx, live.id, existing.etag);
      await finish(trx, live, by, 'changes-discarded');
      return succeed(undefined);
    });
  }

  return { saveChanges, changesOf, discardChanges };
}

const NOT_PUBLIC = {
  kind: 'conflict',
  detail: 'This post is not public: save the post itself.',
} as const;

function refuseTimes(
  { publishDate }: Pick<PostInput, 'publishDate'>,
  publishAt: string | null,
  instant: string,
): Result<never> | null {
  if (publishDate !== null && publishDate > instant) {
    const msg = 'A public post cannot have a publish date ahead: schedule the changes instead.';
    return invalidField('publishDate', msg, 'future');
  }
  return publishAt !== null && publishAt <= instant
    ? invalidField('publishAt', 'Must lie ahead', 'past')
    : null;
}

async function isSlugTaken(trx: Kysely<Tables>, id: string, slug: string): Promise<boolean> {
  const owner = await findPostId(trx, slug);
  return owner !== null && owner !== id;
}
