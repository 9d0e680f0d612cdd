import type { Site } from '../site.ts';
import { LIMITS } from './fields.ts';

/** Form values that were typed and not saved yet, stored apart from the posts: one draft for each post, tab and administrator. */
export type Draft = {
  /** Made by the tab that types. */
  tab: string;
  values: Record<string, unknown>;
  /** The etag of the version that is edited; null for a new post. */
  base: string | null;
  /** ISO 8601 in UTC. */
  savedAt: string;
};

/** A draft without its values, for lists. */
export type DraftSummary = {
  /** The id of the post, also of one that was never saved. */
  post: string;
  title: string;
  /** Null for a new post and for a deleted one. */
  slug: string | null;
  savedAt: string;
};

/** Who has unsaved text of a post, the latest first. */
export type Writers = { email: string; savedAt: string }[];

/** Stores a draft in place of the former one of the tab, and says who else has unsaved text of the post. */
export async function saveDraft(
  site: Site,
  owner: string,
  post: string,
  { tab, values, base }: Omit<Draft, 'savedAt'>,
): Promise<{ savedAt: string; writers: Writers }> {
  const savedAt = site.now();
  const row = { base, title: titleOf(values), values: JSON.stringify(values), saved_at: savedAt };
  await site.db.query
    .insertInto('drafts')
    .values({ owner, post_id: post, tab, ...row })
    .onConflict((former) => former.columns(['owner', 'post_id', 'tab']).doUpdateSet(row))
    .execute();
  return { savedAt, writers: await otherWriters(site, owner, post) };
}

/** The drafts of one post of an administrator, the latest first, and who else has some. */
export async function readDrafts(
  site: Site,
  owner: string,
  post: string,
): Promise<{ drafts: Draft[]; writers: Writers }> {
  const rows = await site.db.query
    .selectFrom('drafts')
    .select(['tab', 'values', 'base', 'saved_at as savedAt'])
    .where('owner', '=', owner)
    .where('post_id', '=', post)
    .orderBy('saved_at', 'desc')
    .execute();
  const drafts = rows.map(({ values, ...row }) => ({ ...row, values: JSON.parse(values) }));
  return { drafts, writers: await otherWriters(site, owner, post) };
}

async function otherWriters({ db }: Site, owner: string, post: string): Promise<Writers> {
  return db.query
    .selectFrom('drafts')
    .select(({ fn }) => ['owner as email', fn.max('saved_at').as('savedAt')])
    .where('post_id', '=', post)
    .where('owner', '!=', owner)
    .groupBy('owner')
    .orderBy('savedAt', 'desc')
    .execute();
}

/** The administrator's drafts, one for each post, the latest first. */
export async function listDrafts({ db: { query } }: Site, owner: string): Promise<DraftSummary[]> {
  const rows = await query
    .selectFrom('drafts')
    .leftJoin('current_posts', 'current_posts.id', 'drafts.post_id')
    .select(['drafts.post_id as post', 'drafts.title', 'slug', 'saved_at as savedAt'])
    .where('owner', '=', owner)
    .orderBy('saved_at', 'desc')
    .orderBy('post_id')
    .execute();
  const posts = new Set<string>();
  return rows.filter(({ post }) => !posts.has(post) && posts.add(post));
}

/** @param tab undefined discards those of all tabs */
export async function discardDrafts(
  { db: { query } }: Site,
  owner: string,
  post: string,
  tab: string | undefined,
): Promise<void> {
  await query
    .deleteFrom('drafts')
    .where('owner', '=', owner)
    .where('post_id', '=', post)
    .$if(tab !== undefined, (drafts) => drafts.where('tab', '=', tab ?? ''))
    .execute();
}

/** NUL is removed: PostgreSQL cannot store it. */
function titleOf({ title }: Record<string, unknown>): string {
  return typeof title === 'string' ? title.slice(0, LIMITS.title).replaceAll('\0', '') : '';
}
