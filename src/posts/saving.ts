import type { Kysely } from 'kysely';
import { recordEvent } from '../accounts/audit.ts';
import type { AuditAction } from '../accounts/audit-actions.ts';
import { refuseRemovedPictures } from '../media/picture-uses.ts';
import type { RenderedBody } from '../rendering/body.ts';
import type { Tables } from '../server/db/tables.ts';
import { invalidField, type Result, succeed } from '../server/failure.ts';
import type { Site } from '../site.ts';
import type { Finding } from '../text/finding.ts';
import type { Post } from './post.ts';
import type { PostInput } from './post-input.ts';
import { type CheckedPost, refusePublication, renderAndCheck } from './publication-check.ts';
import { toRenderedColumns } from './rows.ts';
import type { LockedPost } from './stored-post.ts';
import { type VersionToWrite, writeVersion } from './write-version.ts';

export type SaveOptions = {
  /** The administrator's email; undefined when the program itself saves. */
  by?: string | undefined;
  /** Called when the text is rendered, before anything is written; throws when the writer may not save it any more. */
  recheck?: (() => Promise<void>) | undefined;
  /** Codes of the warnings that the writer has seen before publishing. */
  acknowledged?: readonly string[] | undefined;
};

/** A post as a save returns it: with what its readers would miss in the text that was saved. */
export type SavedPost = Post & Pick<RenderedBody, 'findings'>;

/** A text that may be saved. Input without an author has the default one. */
export type PreparedPost<Input = PostInput> = {
  input: Input;
  body: RenderedBody;
  findings: Finding[];
};

type PrepareOptions = Pick<SaveOptions, 'by' | 'recheck'> & {
  /** Null for a text that does not become public: findings do not keep it from being saved. */
  becomesPublic: { id: string | null } | null;
};

type WriteOptions = Pick<SaveOptions, 'acknowledged'> &
  Pick<VersionToWrite, 'publishes' | 'keepsChanges'> & {
    by: string | undefined;
    action: AuditAction;
  };

/**
 * Renders and checks a text. Fails for a body that cannot be rendered, or is to become public although findings forbid
 * it.
 */
export async function preparePost<Input extends Omit<PostInput, 'status'>>(
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

/**
 * Writes a prepared post, with its audit entries. Fails when it uses a picture that was removed.
 *
 * @param current the locked post; a string is the id of a new one
 * @throws the database's error when its slug is taken
 */
export async function writePost(
  { now, db: { engine } }: Site,
  trx: Kysely<Tables>,
  current: LockedPost | string,
  { input, body, findings }: PreparedPost,
  { by, action, acknowledged, ...options }: WriteOptions,
): Promise<Result<SavedPost>> {
  const refusal = await refuseRemovedPictures(trx, engine, input);
  if (refusal !== null) return refusal;
  const id = typeof current === 'string' ? current : current.id;
  const at = now();
  const rendered = toRenderedColumns(id, body);
  const post = await writeVersion(trx, engine, current, {
    ...options,
    input,
    rendered,
    body,
    at,
    by: by ?? null,
  });
  const event = { at, actor: by ?? null, subject: post.slug };
  await recordEvent(trx, { ...event, action });
  if (post.status === 'published') await recordAcknowledged(trx, event, acknowledged);
  return succeed({ ...post, findings });
}

/** Records the warnings in spite of which a text becomes public, now or at its time. */
export async function recordAcknowledged(
  trx: Kysely<Tables>,
  event: { at: string; actor: string | null; subject: string },
  acknowledged: readonly string[] = [],
): Promise<void> {
  if (acknowledged.length === 0) return;
  const detail = acknowledged.join(', ');
  await recordEvent(trx, { ...event, action: 'warnings-acknowledged', detail });
}

export const RENDER_TIMED_OUT = invalidField(
  'content',
  'This text could not be rendered in time. Simplify its markup.',
  'render_timeout',
);
