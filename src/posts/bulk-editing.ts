import { type Failure, fail, type Result, succeed } from '../server/failure.ts';
import type { Site } from '../site.ts';
import { editFields, type FieldEdit } from './editing.ts';
import { addTag, LIMITS, tagKey } from './post.ts';
import type { PostInput } from './post-input.ts';
import { refusePublication, renderAndCheck } from './publication-check.ts';
import { type AdminPostSummary, readAdminSummaries } from './reading.ts';
import { RENDER_TIMED_OUT, type SaveOptions } from './saving.ts';
import { removeVersion } from './trash.ts';

export const BULK_TAG_ACTIONS = ['add-tag', 'remove-tag'] as const;
export const BULK_STATUS_ACTIONS = ['publish', 'make-draft', 'move-to-trash'] as const;

/** What is done to each of several posts. */
export type BulkAction =
  | { kind: (typeof BULK_TAG_ACTIONS)[number]; tag: string }
  | { kind: (typeof BULK_STATUS_ACTIONS)[number] };

/** A post as it was read. */
export type PostToChange = { id: string; version: number };

/** Posts of one request. */
export const MAX_BULK_POSTS = 100;

export const BULK_OUTCOMES = ['changed', 'unchanged', 'conflict', 'missing', 'refused'] as const;

export type BulkResult = {
  id: string;
  /**
   * `unchanged`: it was so already. `conflict`: it was changed since that version. `missing`: it was deleted. Only
   * `changed` has changed the post.
   */
  outcome: (typeof BULK_OUTCOMES)[number];
  /** Why it was not changed, as a sentence; null otherwise. */
  detail: string | null;
  /** The post as it is now; null when it is deleted. */
  post: AdminPostSummary | null;
};

/**
 * Changes posts in their order. Idempotent: repeated, it finds what it has changed as it shall be.
 *
 * @throws when the database fails, or `recheck` does before a post; the posts before that are changed
 */
export async function changePosts(
  site: Site,
  posts: readonly PostToChange[],
  action: BulkAction,
  { by, recheck }: { by: string } & Pick<SaveOptions, 'recheck'>,
): Promise<BulkResult[]> {
  const outcomes: Omit<BulkResult, 'post'>[] = [];
  let denial: unknown = null;
  try {
    for (const { id, version } of posts) {
      denial = await denialOf(recheck);
      if (denial !== null) break;
      const changed = await change(site, id, action, { by, version });
      outcomes.push({ id, ...outcomeOf(changed) });
      if (isSeen(changed, action)) site.postChanged();
    }
  } catch (cause) {
    if (outcomes.length === 0) throw cause;
    // Not as an error of the database, whose response says that nothing was saved.
    throw new Error(`The database failed after ${outcomes.length} posts`, { cause });
  }
  return withPosts(site, outcomes, denial);
}

/** @throws `denial`, if there is one */
async function withPosts(
  { db: { query } }: Site,
  outcomes: readonly Omit<BulkResult, 'post'>[],
  denial: unknown,
): Promise<BulkResult[]> {
  if (denial !== null) throw denial;
  const ids = outcomes.map(({ id }) => id);
  const stored = await readAdminSummaries(query, ids);
  const byId = new Map(stored.map((post) => [post.id, post]));
  return outcomes.map((outcome) => ({ ...outcome, post: byId.get(outcome.id) ?? null }));
}

async function change(
  site: Site,
  id: string,
  action: BulkAction,
  options: { by: string; version: number },
): Promise<Result<{ isChanged: boolean; wasPublished: boolean }>> {
  if (action.kind === 'move-to-trash') return removeVersion(site, id, options);
  const refusal = action.kind === 'publish' ? await refuseDraft(site, id, options) : null;
  if (refusal !== null) return refusal;
  return editFields(site, id, (post) => fieldsAfter(action, post), options);
}

/** Checks a draft in the version that is to be published, outside of the transaction that publishes it. */
async function refuseDraft(
  site: Site,
  id: string,
  { by, version }: { by: string; version: number },
): Promise<Result<never> | null> {
  const row = await site.db.query
    .selectFrom('current_posts')
    .select(['content', 'references', 'citation_style', 'is_research'])
    .where('id', '=', id)
    .where('version', '=', version)
    .where('status', '=', 'draft')
    .executeTakeFirst();
  if (row === undefined) return null;
  const post = {
    content: row.content,
    references: JSON.parse(row.references),
    citationStyle: row.citation_style,
    isResearch: row.is_research === 1,
  };
  const checked = await renderAndCheck(site, post, { owner: by });
  return checked === null
    ? RENDER_TIMED_OUT
    : refusePublication(post, checked.findings, async () => null);
}

function isSeen(
  changed: Result<{ isChanged: boolean; wasPublished: boolean }>,
  { kind }: BulkAction,
): boolean {
  if (!changed.ok || !changed.value.isChanged) return false;
  return changed.value.wasPublished || kind === 'publish';
}

async function denialOf(recheck: SaveOptions['recheck']): Promise<unknown> {
  try {
    await recheck?.();
    return null;
  } catch (error) {
    return error;
  }
}

/** Null when the post is so already. Tags are the same in any letter case. */
function fieldsAfter(action: BulkAction, { tags, status }: PostInput): Result<FieldEdit> | null {
  switch (action.kind) {
    case 'add-tag':
      if (tags.some((tag) => tagKey(tag) === tagKey(action.tag.trim()))) return null;
      return tags.length < LIMITS.tags
        ? succeed({ tags: addTag(tags, action.tag) })
        : TOO_MANY_TAGS;
    case 'remove-tag': {
      const kept = tags.filter((tag) => tagKey(tag) !== tagKey(action.tag.trim()));
      return kept.length === tags.length ? null : succeed({ tags: kept });
    }
    case 'publish':
      return status === 'published' ? null : succeed({ status: 'published' });
    case 'make-draft':
      return status === 'draft' ? null : succeed({ status: 'draft' });
    default:
      return null;
  }
}

const TOO_MANY_TAGS = fail({ kind: 'conflict', detail: `It already has ${LIMITS.tags} tags.` });

function outcomeOf(
  changed: Result<{ isChanged: boolean }>,
): Pick<BulkResult, 'outcome' | 'detail'> {
  if (changed.ok)
    return { outcome: changed.value.isChanged ? 'changed' : 'unchanged', detail: null };
  const { failure } = changed;
  if (failure.kind === 'not-found') return { outcome: 'missing', detail: failure.detail };
  const isStale = failure.kind === 'conflict' && failure.current !== undefined;
  return { outcome: isStale ? 'conflict' : 'refused', detail: sentence(failure) };
}

function sentence(failure: Failure): string {
  return 'issues' in failure ? failure.issues.map(({ msg }) => msg).join(' ') : failure.detail;
}
