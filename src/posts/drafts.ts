import { z } from 'zod';
import { isShallow } from '../server/fields.ts';
import { instant } from '../server/http/common-schemas.ts';
import type { Site } from '../site.ts';
import { LIMITS } from './fields.ts';
import { etagSchema } from './schemas.ts';

const tab = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[\w-]+$/)
  .describe('Made by the tab');

export const newDraftSchema = z
  .object({
    tab,
    values: z
      .record(z.string(), z.unknown())
      .refine(isShallow, 'Is nested too deeply')
      .describe('The form’s values as the form has them; they are not checked'),
    base: etagSchema
      .regex(/^[\w.-]*$/)
      .nullable()
      .describe('Of the version that is edited; null: a new post'),
  })
  .meta({ id: 'NewDraft' });

export const draftSchema = newDraftSchema.extend({ savedAt: instant }).meta({ id: 'Draft' });

export const writersSchema = z
  .array(z.object({ email: z.string(), savedAt: instant }))
  .describe('Who else has unsaved text of the post, the latest first');

export const draftSummarySchema = z
  .object({
    post: z.uuid().describe('The id of the post, also of one that was never saved'),
    title: z.string().describe('The title among the values; may be empty'),
    slug: z.string().nullable().describe('Null for a new post and for a deleted one'),
    savedAt: instant,
  })
  .meta({ id: 'DraftSummary' });

export type Draft = z.output<typeof draftSchema>;
export type DraftSummary = z.output<typeof draftSummarySchema>;
export type Writers = z.output<typeof writersSchema>;

export async function saveDraft(
  site: Site,
  owner: string,
  post: string,
  { tab, values, base }: Omit<Draft, 'savedAt'>,
): Promise<{ savedAt: string; writers: Writers }> {
  const savedAt = site.now();
  const written = typeof values.title === 'string' ? values.title : '';
  // NUL is removed: PostgreSQL cannot store it.
  const title = written.slice(0, LIMITS.title).replaceAll('\0', '');
  const row = { base, title, values: JSON.stringify(values), saved_at: savedAt };
  await site.db.query
    .insertInto('drafts')
    .values({ owner, post_id: post, tab, ...row })
    .onConflict((former) => former.columns(['owner', 'post_id', 'tab']).doUpdateSet(row))
    .execute();
  return { savedAt, writers: await otherWriters(site, owner, post) };
}

export async function readDrafts(site: Site, owner: string, post: string) {
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
