import type { Kysely } from 'kysely';
import { recordEvent } from '../accounts/audit.ts';
import { refuseRemovedPictures } from '../media/picture-uses.ts';
import type { Tables } from '../server/db/tables.ts';
import { inTransaction } from '../server/db/transaction.ts';
import { type Failure, fail, invalidField, type Result, succeed } from '../server/failure.ts';
import { attemptEach } from '../server/recurring-job.ts';
import type { Site } from '../site.ts';
import { etagOf, isPublic, type Post, type ReadPost } from './post.ts';
import type { PostInput } from './post-input.ts';
import { completePost, findPostId, findPostIdByAnySlug, toRenderedColumns } from './rows.ts';
import {
  preparePost,
  recordAcknowledged,
  type SavedPost,
  type SaveOptions,
  writePost,
} from './saving.ts';
import {
  conflictIfSlugTaken,
  findPost,
  hasChanges,
  type LockedPost,
  lockPost,
  NO_SUCH_POST,
  noSuchPost,
  readPost,
  refuseOtherPost,
  refuseStale,
  slugTaken,
  staleVersion,
} from './stored-post.ts';
import {
  readVersion,
  selectChanges,
  selectLatestVersions,
  toVersionInput,
  type VersionRow,
} from './version-rows.ts';
import { dropChanges, writeChanges } from './write-version.ts';

/** What a list says of unpublished changes. */
export type ChangesSummary = {
  /** ISO 8601 in UTC. */
  savedAt: string;
  /** The email of an administrator; null for the program itself. */
  savedBy: string | null;
  /** When they are to be published, ISO 8601 in UTC; null: not scheduled. */
  publishAt: string | null;
  /** Why publishing at that time failed; null while nothing failed. */
  problem: string | null;
};

/** The latest version of a public post, when it is not the public one. */
export type UnpublishedChanges = ChangesSummary & {
  /** Of their version: it differs after every save. */
  etag: string;
  /** The post as the changes make it; its `version` and `etag` are those of the post which they change. */
  post: ReadPost;
};

type ChangesInput = Omit<PostInput, 'status'>;

type SaveChangesOptions = Pick<SaveOptions, 'acknowledged' | 'recheck'> & {
  /** The administrator's email. */
  by: string;
  /** The etag of the public post that was changed. */
  etag?: string | undefined;
  /** The etag of the changes that these replace, null for none; undefined replaces whatever there is. */
  replaces?: string | null | undefined;
  /** When to publish them, ISO 8601 in UTC; null: not scheduled. */
  publishAt: string | null;
};

/** Has what readers would miss in the text that was saved. */
type SavedChanges = UnpublishedChanges & Pick<SavedPost, 'findings'>;

type DiscardOptions = Pick<SaveChangesOptions, 'by'> & { etag?: string | undefined };

/** A locked post with its unpublished changes; null for none. */
type OpenedPost = { current: LockedPost; changes: VersionRow | null };

/**
 * Saves changes to a public post, in place of those that there are. Fails as a conflict when the post is not
 * public, or it or its changes are not those that were edited; `current` is what was saved meanwhile.
 */
export async function saveChanges(
  site: Site,
  slug: string,
  input: ChangesInput,
  options: SaveChangesOptions,
): Promise<Result<SavedChanges>> {
  const { by, publishAt, acknowledged, recheck } = options;
  const refusal = refuseTimes(input, publishAt, site.now());
  if (refusal !== null) return refusal;
  // Refused when its publication is scheduled, not when it fails.
  const becomesPublic = publishAt === null ? null : { id: null };
  const prepared = await preparePost(site, input, { by, recheck, becomesPublic });
  if (!prepared.ok) return prepared;
  const { body, findings } = prepared.value;
  return inTransaction(site.db.query, async (trx): Promise<Result<SavedChanges>> => {
    const opened = await open(site, trx, slug);
    if (!opened.ok) return opened;
    const { current } = opened.value;
    const refused = await refuseSave(site, trx, opened.value, input, options);
    if (refused !== null) return refused;
    const at = site.now();
    const rendered = toRenderedColumns(current.id, body);
    const written = { input: prepared.value.input, rendered, at, by, publishAt };
    const version = await writeChanges(trx, current, written);
    const event = { at, actor: by, subject: current.slug };
    await recordEvent(trx, { ...event, action: 'changes-saved' });
    if (publishAt !== null) await recordAcknowledged(trx, event, acknowledged);
    const row = await readVersion(trx, { id: current.id, version });
    return succeed({ ...toUnpublishedChanges(await readPost(trx, current.id), row), findings });
  });
}

/** Locks the post with the slug, and reads its changes. */
async function open(
  { db: { engine } }: Site,
  trx: Kysely<Tables>,
  slug: string,
): Promise<Result<OpenedPost>> {
  const id = await findPostIdByAnySlug(trx, slug);
  const current = id === null ? undefined : await lockPost(trx, engine, id);
  if (current === undefined) return noSuchPost(slug);
  return succeed({ current, changes: await readChanges(trx, current) });
}

async function refuseSave(
  { now, db: { engine } }: Site,
  trx: Kysely<Tables>,
  { current, changes }: OpenedPost,
  input: ChangesInput,
  { etag, replaces, publishAt }: SaveChangesOptions,
): Promise<Result<never> | null> {
  const stale = await refuseStale(trx, current, etag);
  if (stale !== null) return stale;
  if (!isPublic(current, now())) {
    return fail({ ...NOT_PUBLIC, current: await readPost(trx, current.id) });
  }
  const other = await refuseReplaced(trx, current.id, changes, replaces);
  if (other !== null) return other;
  if (publishAt !== null && (await isSlugTaken(trx, current.id, input.slug))) {
    return slugTaken(input.slug);
  }
  return refuseRemovedPictures(trx, engine, input);
}

/** The unpublished changes to the post with the slug; null for none, undefined without a post. */
export async function changesOf(
  { db: { query } }: Site,
  slug: string,
): Promise<UnpublishedChanges | null | undefined> {
  const id = await findPostIdByAnySlug(query, slug);
  if (id === null) return undefined;
  const row = await readChangesOf(query, id);
  if (row === null) return null;
  const live = await findPost(query, id);
  // Deleted since its slug was looked up.
  if (live === null) return undefined;
  const changes = toUnpublishedChanges(live, row);
  return { ...changes, post: await completePost(query, changes.post) };
}

/** Makes the public text the latest again. */
export async function discardChanges(
  site: Site,
  slug: string,
  { by, etag }: DiscardOptions,
): Promise<Result<void>> {
  return inTransaction(site.db.query, async (trx): Promise<Result<void>> => {
    const opened = await open(site, trx, slug);
    if (!opened.ok) return opened;
    const { current, changes } = opened.value;
    if (changes === null) return NO_CHANGES;
    const other = await refuseReplaced(trx, current.id, changes, etag);
    if (other !== null) return other;
    await dropChanges(trx, current);
    const event = { actor: by, action: 'changes-discarded', subject: current.slug } as const;
    await recordEvent(trx, { ...event, at: site.now() });
    return succeed(undefined);
  });
}

/** Makes the changes public now, if they change the public version. */
export async function publishChanges(
  site: Site,
  slug: string,
  { by, etag, recheck }: DiscardOptions & Pick<SaveOptions, 'recheck'>,
): Promise<Result<SavedPost>> {
  const id = await findPostIdByAnySlug(site.db.query, slug);
  if (id === null) return noSuchPost(slug);
  const row = await readChangesOf(site.db.query, id);
  if (row === null) return NO_CHANGES;
  return (
    (await refuseReplaced(site.db.query, id, row, etag)) ?? publish(site, row, { by, recheck })
  );
}

/** Moves the pointer under the lock of the post: of several processes, one publishes them. */
async function publish(
  site: Site,
  row: VersionRow,
  { by, recheck }: Pick<SaveOptions, 'by' | 'recheck'>,
): Promise<Result<SavedPost>> {
  const { post_id: id, slug, version } = row;
  const input = { ...toVersionInput(row), status: 'published' } as const;
  const prepared = await preparePost(site, input, { by, recheck, becomesPublic: { id } });
  if (!prepared.ok) return prepared;
  const published = await conflictIfSlugTaken(site.db.query, slug, async (trx) => {
    const current = await lockPost(trx, site.db.engine, id);
    if (current === undefined) return noSuchPost(slug);
    const changes = await readChanges(trx, current);
    // Restored at another slug, they have that one.
    if (changes?.version !== version || changes.slug !== slug) return replaced(trx, id, changes);
    if (changes.base_version !== current.version) return staleVersion(trx, id);
    const options = { by, action: 'changes-published', publishes: version } as const;
    return writePost(site, trx, current, prepared.value, options);
  });
  if (published.ok) site.postChanged();
  return published;
}

/**
 * Publishes the changes whose time has come. Those that cannot be published stay, with the reason, and are not
 * tried again. Idempotent, and safe in several processes at once.
 *
 * @throws AggregateError of those that failed unexpectedly, after all were tried: they are tried again
 */
export async function publishDueChanges(site: Site): Promise<void> {
  const due = await selectChanges(site.db.query)
    .select('post_id')
    .where('publish_at', '<=', site.now())
    .where('problem', 'is', null)
    .orderBy('publish_at')
    .execute();
  await attemptEach(
    due,
    ({ post_id }) => publishDue(site, post_id),
    'Changes could not be published',
  );
}

async function publishDue(site: Site, id: string): Promise<void> {
  const row = await readChangesOf(site.db.query, id);
  // They may have been rescheduled since the list was read.
  if (row?.publish_at == null || row.publish_at > site.now()) return;
  const published = await publish(site, row, { by: row.saved_by ?? undefined });
  if (published.ok) return;
  await site.db.query
    .updateTable('post_versions')
    .set({ problem: inWords(published.failure) })
    .where('post_id', '=', id)
    .where('version', '=', row.version)
    .where('published_at', 'is', null)
    .execute();
}

/** The unpublished changes of a locked post; null for none. */
async function readChanges(trx: Kysely<Tables>, post: LockedPost): Promise<VersionRow | null> {
  if (!hasChanges(post)) return null;
  return readVersion(trx, { id: post.id, version: post.latest_version });
}

/** The unpublished changes of a post that is not in the trash; null for none. */
export async function readChangesOf(query: Kysely<Tables>, id: string): Promise<VersionRow | null> {
  const row = await selectChanges(query)
    .selectAll('post_versions')
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** Loads the summaries of posts' changes, and of drafts that were held; returns a lookup by post id. */
export async function readChangesSummaries(
  query: Kysely<Tables>,
  ids: readonly string[],
): Promise<(id: string) => ChangesSummary | null> {
  if (ids.length === 0) return () => null;
  const rows = await selectLatestVersions(query)
    .select(['id', 'saved_at', 'saved_by', 'publish_at', 'problem'])
    .where('id', 'in', ids)
    .where(({ eb, or, ref }) =>
      or([eb('latest_version', '<>', ref('public_version')), eb('problem', 'is not', null)]),
    )
    .execute();
  const changes = new Map(rows.map((row) => [row.id, toChangesSummary(row)]));
  return (id) => changes.get(id) ?? null;
}

function toChangesSummary(
  row: Pick<VersionRow, 'saved_at' | 'saved_by' | 'publish_at' | 'problem'>,
): ChangesSummary {
  return {
    savedAt: row.saved_at,
    savedBy: row.saved_by,
    publishAt: row.publish_at,
    problem: row.problem,
  };
}

export function toUnpublishedChanges(live: Post, row: VersionRow): UnpublishedChanges {
  const version = row.base_version ?? live.version;
  return {
    ...toChangesSummary(row),
    etag: etagOf({ id: live.id, version: row.version }),
    post: {
      ...live,
      ...toVersionInput(row),
      date: row.publish_date ?? live.date,
      updated_at: row.saved_at,
      readingTime: row.reading_time,
      contentHtml: row.content_html ?? '',
      version,
      etag: etagOf({ id: live.id, version }),
    },
  };
}

const NO_CHANGES = fail({
  kind: 'not-found',
  detail: 'This post has no unpublished changes.',
});

const NOT_PUBLIC = {
  kind: 'conflict',
  detail: 'This post is not public. Save the post itself.',
} as const;

/** Refuses a write to other changes than the etag names; undefined names none. */
async function refuseReplaced(
  query: Kysely<Tables>,
  id: string,
  changes: VersionRow | null,
  etag: string | null | undefined,
): Promise<Result<never> | null> {
  const stored = changes && etagOf({ id, version: changes.version });
  if (etag === undefined || etag === stored) return null;
  return refuseOtherPost(id, etag) ?? replaced(query, id, changes);
}

/** The conflict of changes that are not the ones that were read. */
async function replaced(
  query: Kysely<Tables>,
  id: string,
  changes: VersionRow | null,
): Promise<Result<never>> {
  const live = await findPost(query, id);
  if (live === null) return NO_SUCH_POST;
  return fail({
    kind: 'conflict',
    detail:
      changes === null
        ? 'The unpublished changes were published or discarded in the meantime.'
        : 'Someone else has saved unpublished changes to this post in the meantime.',
    current: changes === null ? live : toUnpublishedChanges(live, changes),
  });
}

function refuseTimes(
  { publishDate }: Pick<PostInput, 'publishDate'>,
  publishAt: string | null,
  instant: string,
): Result<never> | null {
  if (publishDate !== null && publishDate > instant) {
    const msg =
      'A public post cannot have a publish date in the future. Schedule the changes instead.';
    return invalidField('publishDate', msg, 'future');
  }
  return publishAt !== null && publishAt <= instant
    ? invalidField('publishAt', 'Must be in the future', 'past')
    : null;
}

async function isSlugTaken(trx: Kysely<Tables>, id: string, slug: string): Promise<boolean> {
  const owner = await findPostId(trx, slug);
  return owner !== null && owner !== id;
}

function inWords(failure: Failure): string {
  return 'issues' in failure ? failure.issues.map(({ msg }) => msg).join(' ') : failure.detail;
}
