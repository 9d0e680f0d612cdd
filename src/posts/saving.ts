import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { recordEvent } from '../accounts/audit.ts';
import type { AuditAction } from '../accounts/audit-actions.ts';
import { keepAccount } from '../accounts/people.ts';
import { refuseRemovedPictures } from '../media/picture-uses.ts';
import type { RenderedBody } from '../rendering/body.ts';
import type { Engine } from '../server/db/connect.ts';
import { changed } from '../server/db/public-views.ts';
import type { Tables } from '../server/db/tables.ts';
import { inTransaction } from '../server/db/transaction.ts';
import { fail, invalidField, type Result, succeed } from '../server/failure.ts';
import type { Site } from '../site.ts';
import type { Finding } from '../text/finding.ts';
import { isPublic, type Post } from './post.ts';
import type { PostInput } from './post-input.ts';
import { type CheckedPost, refusePublication, renderAndCheck } from './publication-check.ts';
import { findPostId, toRenderedColumns } from './rows.ts';
import {
  conflictIfSlugTaken,
  type LockedPost,
  lockPost,
  lockTrashed,
  NO_SUCH_POST,
  readLatest,
  refuseStale,
  slugTaken,
} from './stored-post.ts';
import { writeVersion } from './write-version.ts';

/** What an author writes, without whether the public sees it. */
export type PostFields = Omit<PostInput, 'status'>;

/**
 * Whether the public sees what is saved: `published` from its publish date on, `draft` not. The others save changes to a
 * public post, which stays as it is: `unpublished`, or until an instant (ISO 8601 in UTC).
 */
export type Publication = 'published' | 'draft' | 'unpublished' | { at: string };

export type SaveOptions = {
  /** The administrator's email; undefined when the program itself saves. */
  by?: string | undefined;
  /** Called when the text is rendered, before anything is written; throws when the writer may not save it any more. */
  recheck?: (() => Promise<void>) | undefined;
  /** Codes of the warnings that the writer has seen before publishing. */
  acknowledged?: readonly string[] | undefined;
};

type Save = SaveOptions & {
  /** The etag of the version that was edited; null for a new post. Undefined replaces whatever there is. */
  base: string | null | undefined;
  fields: PostFields;
  publish: Publication;
  /** It was public elsewhere: findings do not keep it from being public here. */
  wasPublic?: boolean | undefined;
  /** By default that of an edit. */
  action?: AuditAction | undefined;
};

/** A post as a save returns it: with what its readers would miss in the text that was saved. */
export type SavedPost = Post & Pick<RenderedBody, 'findings'>;

type Written = {
  post: SavedPost;
  /** The public may see another page than before. */
  isSeen: boolean;
};

export type WritePost = (trx: Kysely<Tables>) => Promise<Result<Written>>;

/**
 * Saves a post: every version is written here. Fails as a conflict when its slug is taken, or when the latest version is not
 * the one that was edited; `current` is what was saved meanwhile.
 */
export async function save(site: Site, id: string, wanted: Save): Promise<Result<SavedPost>> {
  const prepared = await prepareSave(site, id, wanted);
  if (!prepared.ok) return prepared;
  const { query } = site.db;
  const saved = await conflictIfSlugTaken(query, wanted.fields.slug, prepared.value);
  if (!saved.ok) {
    const isCurrentTold = 'current' in saved.failure && saved.failure.current !== undefined;
    if (wanted.base !== null || isCurrentTold) return saved;
    // A concurrent request may have created the post, with its slug.
    return (await inTransaction(query, (trx) => refuseExisting(trx, site, id))) ?? saved;
  }
  if (saved.value.isSeen) site.postChanged();
  return succeed(saved.value.post);
}

/** Renders a post and returns the function that writes it in the caller's transaction. */
export async function prepareSave(
  site: Site,
  id: string,
  wanted: Save,
): Promise<Result<WritePost>> {
  const { publish, wasPublic = false, by, recheck } = wanted;
  const refusal = refuseTimes(wanted, site.now());
  if (refusal !== null) return refusal;
  const becomesPublic = publish !== 'draft' && publish !== 'unpublished' && !wasPublic;
  const prepared = await preparePost(site, wanted.fields, {
    by,
    recheck,
    // Scheduled changes are refused when their publication is scheduled, not when it fails.
    becomesPublic: becomesPublic ? { id: publish === 'published' ? id : null } : null,
  });
  if (!prepared.ok) return prepared;
  return succeed(async (trx) => {
    // Who was removed since `recheck` schedules nothing.
    const isPerson = by !== undefined && recheck !== undefined;
    if (isPerson && !(await keepAccount(trx, site.db.engine, by))) return NOT_SIGNED_IN;
    const current = await lockPost(trx, site.db.engine, id);
    const refused = await refuseSave(site, trx, { id, current }, wanted);
    return refused ?? succeed(await write(site, trx, { id, current }, wanted, prepared.value));
  });
}

/** The same for a new post that was public elsewhere, as its status says. */
export function prepareMoved(site: Site, { status, ...fields }: PostInput) {
  const wanted = { base: null, fields, publish: status, wasPublic: true };
  return prepareSave(site, randomUUID(), wanted);
}

type Target = { id: string; current: LockedPost | undefined };

async function refuseSave(
  { now, db: { engine } }: Site,
  trx: Kysely<Tables>,
  { id, current }: Target,
  { base, fields, publish }: Save,
): Promise<Result<never> | null> {
  const refused =
    base === null
      ? await refuseSecond(trx, engine, { id, current })
      : await refuseBase(trx, current, base);
  if (refused !== null) return refused;
  if (isUnpublished(publish) && current !== undefined && !isPublic(current, now())) {
    return fail({ ...NOT_PUBLIC, current: await readLatest(trx, current) });
  }
  if (typeof publish === 'object') {
    const owner = await findPostId(trx, fields.slug);
    if (owner !== null && owner !== id) return slugTaken(fields.slug);
  }
  return refuseRemovedPictures(trx, engine, fields);
}

async function refuseExisting(
  trx: Kysely<Tables>,
  { db: { engine } }: Site,
  id: string,
): Promise<Result<never> | null> {
  const current = await lockPost(trx, engine, id);
  return current === undefined ? null : refuseSecond(trx, engine, { id, current });
}

/** One id makes one post. */
async function refuseSecond(
  trx: Kysely<Tables>,
  engine: Engine,
  { id, current }: Target,
): Promise<Result<never> | null> {
  if (current !== undefined) {
    return fail({ ...ALREADY_SAVED, current: await readLatest(trx, current) });
  }
  return (await lockTrashed(trx, engine, id)) === undefined ? null : DELETED_SINCE;
}

async function refuseBase(
  trx: Kysely<Tables>,
  current: LockedPost | undefined,
  base: string | undefined,
): Promise<Result<never> | null> {
  if (current === undefined) return NO_SUCH_POST;
  return refuseStale(trx, current, base, current.latest_version);
}

async function write(
  { now, db: { engine } }: Site,
  trx: Kysely<Tables>,
  { id, current }: Target,
  { publish, acknowledged, action, ...save }: Save,
  { input, body, findings }: PreparedPost,
): Promise<Written> {
  const at = now();
  const by = save.by ?? null;
  const post = await writeVersion(trx, engine, id, current ?? null, {
    input,
    publish,
    rendered: toRenderedColumns(id, body),
    body,
    at,
    by,
  });
  const subject = isUnpublished(publish) ? (current?.slug ?? post.slug) : post.slug;
  const event = { at, actor: by, subject };
  await recordEvent(trx, { ...event, action: action ?? actionOf(publish, current) });
  const isAcknowledged = publish === 'published' || typeof publish === 'object';
  if (isAcknowledged && acknowledged !== undefined && acknowledged.length > 0) {
    const detail = acknowledged.join(', ');
    await recordEvent(trx, { ...event, action: 'warnings-acknowledged', detail });
  }
  const isSeen =
    publish === 'published' || (publish === 'draft' && current?.status === 'published');
  if (isSeen) await changed(trx);
  return { post: { ...post, findings }, isSeen };
}

function actionOf(publish: Publication, current: LockedPost | undefined): AuditAction {
  if (current === undefined) return 'post-created';
  return isUnpublished(publish) ? 'changes-saved' : 'post-edited';
}

/** Whether a save leaves the public version as it is. */
export function isUnpublished(publish: Publication): boolean {
  return publish === 'unpublished' || typeof publish === 'object';
}

function refuseTimes({ fields, publish }: Save, instant: string): Result<never> | null {
  if (isUnpublished(publish) && fields.publishDate !== null && fields.publishDate > instant) {
    const msg =
      'A public post cannot have a publish date in the future. Schedule the changes instead.';
    return invalidField('publishDate', msg, 'future');
  }
  return typeof publish === 'object' && publish.at <= instant
    ? invalidField('publishAt', 'Must be in the future', 'past')
    : null;
}

/** A text that may be saved. Input without an author has the default one. */
export type PreparedPost<Input = PostFields> = {
  input: Input;
  body: RenderedBody;
  findings: Finding[];
};

type PrepareOptions = Pick<SaveOptions, 'by' | 'recheck'> & {
  /** Null for a text that does not become public: findings do not keep it from being saved. */
  becomesPublic: { id: string | null } | null;
};

/**
 * Renders and checks a text. Fails for a body that cannot be rendered, or is to become public although findings forbid
 * it.
 */
export async function preparePost<Input extends PostFields>(
  site: Site,
  input: Input,
  { by, recheck, becomesPublic }: PrepareOptions,
): Promise<Result<PreparedPost<Input>>> {
  const checked = await renderAndCheck(site, input, { owner: by });
  await recheck?.();
  if (checked === null) return RENDER_TIMED_OUT;
  const { body, findings } = checked;
  const refusal =
    becomesPublic &&
    (await refusePublication(input, findings, () => readPublished(site, becomesPublic.id)));
  // A removed picture is a dead link, too: its own answer says what to do.
  if (refusal)
    return (await refuseRemovedPictures(site.db.query, site.db.engine, input)) ?? refusal;
  const author = input.author.trim() === '' ? site.defaultAuthor : input.author;
  return succeed({ input: { ...input, author }, body, findings });
}

/** What of a post is public, now or from its date on; null where nothing is. */
async function readPublished(
  { db: { query } }: Site,
  id: string | null,
): Promise<CheckedPost | null> {
  const row = await query
    .selectFrom('current_posts')
    .select(['content', 'references', 'cover_image as coverImage'])
    .where('id', '=', id ?? '')
    .where('status', '=', 'published')
    .executeTakeFirst();
  return row === undefined ? null : { ...row, references: JSON.parse(row.references) };
}

export const RENDER_TIMED_OUT = invalidField(
  'content',
  'This text could not be rendered in time. Simplify its markup.',
  'render_timeout',
);

const NOT_SIGNED_IN = fail({ kind: 'unauthenticated', detail: 'Not signed in.' });

const ALREADY_SAVED = { kind: 'conflict', detail: 'This post has already been saved.' } as const;

const DELETED_SINCE = fail({
  kind: 'conflict',
  detail: 'This post was saved and has since been deleted. Restore it from the trash.',
});

const NOT_PUBLIC = {
  kind: 'conflict',
  detail: 'This post is not public. Save the post itself.',
} as const;
