import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { recordEvent } from '../accounts/audit.ts';
import type { AuditAction } from '../accounts/audit-actions.ts';
import { keepAccount } from '../accounts/people.ts';
import {
  describePictures,
  recordPictureUses,
  refuseRemovedPictures,
} from '../media/picture-uses.ts';
import type { RenderedBody } from '../rendering/body.ts';
import { changed } from '../server/db/public-views.ts';
import type { Tables } from '../server/db/tables.ts';
import { inTransaction } from '../server/db/transaction.ts';
import { fail, invalidField, type Result, succeed } from '../server/failure.ts';
import type { Site } from '../site.ts';
import type { Finding } from '../text/finding.ts';
import type { AuthoredFields, PostFields } from './fields.ts';
import { isPublic, type Post } from './post.ts';
import { indexPost } from './post-index.ts';
import { refusePublication, renderAndCheck } from './publication-check.ts';
import { findPostId, toAuthoredColumns, toPost, toRenderedColumns } from './rows.ts';
import {
  claimSlug,
  conflictWith,
  firstPublication,
  type LockedPost,
  lockAnyPost,
  lockPost,
  lockSlugs,
  point,
  refuseStale,
} from './stored-post.ts';

/**
 * Whether the public sees what is saved: `published` from its publish date on, `draft` not. The others save changes to a
 * public post, which stays as it is: `unpublished`, or until an instant (ISO 8601 in UTC).
 */
export type Publication = 'published' | 'draft' | 'unpublished' | { at: string };

export type SaveOptions = {
  /** The administrator's email; undefined when the program itself saves. */
  by?: string;
  /** Called when the text is rendered, before anything is written; throws when the writer may not save it any more. */
  recheck?: () => Promise<void>;
  /** Codes of the warnings that the writer has seen before publishing. */
  acknowledged?: readonly string[];
};

export type Save = SaveOptions & {
  /** The etag of the version that was edited; null for a new post. Undefined replaces whatever there is. */
  base: string | null | undefined;
  fields: PostFields;
  publish: Publication;
  /** It was public elsewhere: findings do not keep it from being public here. */
  wasPublic?: boolean;
  action?: AuditAction;
};

/** A post as a save returns it: with what its readers would miss in the text that was saved. */
export type SavedPost = Post & { findings: Finding[] };

export type WritePost = (trx: Kysely<Tables>) => Promise<Result<SavedPost>>;

/**
 * Saves a post: every version is written here. Fails as a conflict when its slug is taken, or when the latest version is not
 * the one that was edited; `current` is what was saved meanwhile.
 */
export async function save(site: Site, id: string, wanted: Save): Promise<Result<SavedPost>> {
  const prepared = await prepareSave(site, id, wanted);
  if (!prepared.ok) return prepared;
  const saved = await inTransaction(site.db.query, prepared.value);
  if (saved.ok) site.postChanged();
  return saved;
}

export async function prepareSave(
  site: Site,
  id: string,
  wanted: Save,
): Promise<Result<WritePost>> {
  const { fields, publish, wasPublic = false, by, recheck } = wanted;
  const { engine, query } = site.db;
  const refusal = refuseTimes(wanted, site.now());
  if (refusal !== null) return refusal;
  const rendered = await renderAndCheck(site, fields, { owner: by });
  await recheck?.();
  if (!rendered.ok) return rendered;
  // Scheduled changes are refused when their publication is scheduled, not when it fails.
  if (publish !== 'draft' && publish !== 'unpublished' && !wasPublic) {
    const replaced = publish === 'published' ? id : null;
    const refused = await refusePublication(site, replaced, fields, rendered.value.findings);
    // A removed picture is a dead link, too: its own answer says what to do.
    if (refused !== null) return (await refuseRemovedPictures(query, engine, fields)) ?? refused;
  }
  return succeed(async (trx) => {
    // Who was removed since `recheck` schedules nothing.
    const isPerson = by !== undefined && recheck !== undefined;
    if (isPerson && !(await keepAccount(trx, engine, by))) return NOT_SIGNED_IN;
    if (publish !== 'unpublished') await lockSlugs(trx, engine);
    const current = await lockPost(trx, engine, id);
    const refused =
      (await refuseBase(site, trx, id, current, wanted)) ??
      (await refuseTakenSlug(trx, id, wanted)) ??
      (await refuseRemovedPictures(trx, engine, fields));
    if (refused !== null) return refused;
    const author = fields.author.trim() === '' ? site.defaultAuthor : fields.author;
    const save = { ...wanted, fields: { ...fields, author }, at: site.now() };
    const post = await writeVersion(trx, id, current, save, rendered.value.body);
    await recordSave(trx, current, post, save);
    const isWithdrawn = publish === 'draft' && current?.status === 'published';
    if (publish === 'published' || isWithdrawn) await changed(trx);
    return succeed({ ...post, findings: rendered.value.findings });
  });
}

/** The same for a new post that was public elsewhere, as its status says. */
export function prepareMoved(site: Site, { status, ...fields }: AuthoredFields) {
  const wanted = { base: null, fields, publish: status, wasPublic: true };
  return prepareSave(site, randomUUID(), wanted);
}

/** Refuses a save that is based on another version than the latest one. */
async function refuseBase(
  { now, db: { engine } }: Site,
  trx: Kysely<Tables>,
  id: string,
  current: LockedPost | undefined,
  { base, publish }: Save,
): Promise<Result<never> | null> {
  if (current === undefined) {
    if (base !== null) return fail({ kind: 'not-found', detail: 'There is no such post.' });
    return (await lockAnyPost(trx, engine, id)) === undefined ? null : DELETED_SINCE;
  }
  // One id makes one post.
  if (base === null) return conflictWith(trx, id, 'This post has already been saved.');
  const stale = await refuseStale(trx, current, base, current.latest_version);
  if (stale !== null) return stale;
  return isChange(publish) && !isPublic(current, now())
    ? conflictWith(trx, id, 'This post is not public. Save the post itself.')
    : null;
}

async function refuseTakenSlug(
  trx: Kysely<Tables>,
  id: string,
  { fields: { slug }, publish }: Save,
): Promise<Result<never> | null> {
  const owner = publish === 'unpublished' ? null : await findPostId(trx, slug);
  if (owner === null || owner === id) return null;
  const detail = `The slug "${slug}" is already used by another post.`;
  return fail({ kind: 'conflict', detail });
}

/**
 * Slugs are locked first, then the row of the post, then pictures.
 *
 * @param before the locked post; undefined for a new one
 */
async function writeVersion(
  trx: Kysely<Tables>,
  id: string,
  before: LockedPost | undefined,
  { fields, publish, at, by }: Pick<Save, 'fields' | 'publish' | 'by'> & { at: string },
  body: RenderedBody,
): Promise<Post> {
  const { slug, publishDate } = fields;
  const version = before?.next_version ?? 1;
  const columns = { ...toAuthoredColumns(fields), ...toRenderedColumns(id, body) };
  const pointers = { latest_version: version, next_version: version + 1 };
  const shown = shownColumns(publish, { slug, publishDate, version, at }, before);
  if (before === undefined && shown !== null) {
    const post = { id, ...pointers, ...shown, created_at: at };
    await trx.insertInto('posts').values(post).execute();
  }
  await trx
    .insertInto('post_versions')
    .values({
      ...columns,
      post_id: id,
      version,
      base_version: before?.latest_version ?? null,
      published_at: publish === 'published' ? at : null,
      publish_at: typeof publish === 'object' ? publish.at : null,
      saved_at: at,
      saved_by: by ?? null,
    })
    .execute();
  if (before !== undefined) await point(trx, before, { ...pointers, ...shown });
  if (shown !== null) {
    if (before !== undefined && before.slug !== slug) await keepFormerSlug(trx, before, at);
    await claimSlug(trx, slug);
    await indexPost(trx, { ...fields, id, text: columns.text ?? '' }, body);
  }
  await recordPictureUses(trx, id);
  await describePictures(trx, body.html);
  const { status, date } = shown ?? {
    status: 'published',
    date: publishDate ?? before?.date ?? at,
  };
  return toPost({ ...columns, id, slug, status, date, version, updated_at: at });
}

async function recordSave(
  trx: Kysely<Tables>,
  before: LockedPost | undefined,
  post: Post,
  { at, by, publish, acknowledged = [], action }: Save & { at: string },
): Promise<void> {
  const event = {
    at,
    actor: by ?? null,
    subject: (isChange(publish) && before?.slug) || post.slug,
  };
  const edit = isChange(publish) ? 'changes-saved' : 'post-edited';
  await recordEvent(trx, { ...event, action: action ?? (before ? edit : 'post-created') });
  if (acknowledged.length > 0 && publish !== 'draft' && publish !== 'unpublished') {
    const detail = acknowledged.join(', ');
    await recordEvent(trx, { ...event, action: 'warnings-acknowledged', detail });
  }
}

/** Whether a save leaves the public version as it is. */
function isChange(publish: Publication): boolean {
  return publish === 'unpublished' || typeof publish === 'object';
}

function refuseTimes({ fields, publish }: Save, instant: string): Result<never> | null {
  if (isChange(publish) && fields.publishDate !== null && fields.publishDate > instant) {
    const msg =
      'A public post cannot have a publish date in the future. Schedule the changes instead.';
    return invalidField('publishDate', msg, 'future');
  }
  return typeof publish === 'object' && publish.at <= instant
    ? invalidField('publishAt', 'Must be in the future', 'past')
    : null;
}

const NOT_SIGNED_IN = fail({ kind: 'unauthenticated', detail: 'Not signed in.' });

const DELETED_SINCE = fail({
  kind: 'conflict',
  detail: 'This post was saved and has since been deleted. Restore it from the trash.',
});

/** A slug that the public has never seen redirects nobody. */
async function keepFormerSlug(trx: Kysely<Tables>, post: LockedPost, instant: string) {
  if (firstPublication(post, instant) === null) return;
  const former = { slug: post.slug, post_id: post.id };
  await trx
    .insertInto('former_slugs')
    .values(former)
    .onConflict((conflict) => conflict.column('slug').doUpdateSet(former))
    .execute();
}

/** What lists and pages show from now on; null where they show what they did. */
function shownColumns(
  publish: Publication,
  saved: Pick<Post, 'slug' | 'publishDate' | 'version'> & { at: string },
  before: LockedPost | undefined,
) {
  if (publish !== 'published' && publish !== 'draft') return null;
  const { slug, publishDate, version, at } = saved;
  const isPublished = isPublic({ status: publish, date: publishDate ?? at }, at);
  const first = (before && firstPublication(before, at)) ?? (isPublished ? at : null);
  return {
    slug,
    status: publish,
    public_version: publish === 'published' ? version : null,
    date: publishDate ?? first ?? before?.created_at ?? at,
    first_published_at: first,
  };
}
