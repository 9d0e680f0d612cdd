import type { Kysely } from 'kysely';
import type { Engine } from '../../db/connect.ts';
import type { Tables } from '../../db/tables.ts';
import { invalidField, type Result, succeed } from '../../failure.ts';
import { recordEvent } from '../audit.ts';
import type { AuditAction } from '../audit-actions.ts';
import { recordPictureUses } from '../media/picture-uses.ts';
import { recordTerms } from '../science/glossary/mention-rows.ts';
import { recordMolecules } from '../science/molecules/post-molecules.ts';
import type { RenderedBody } from './body.ts';
import type { Finding } from './findings/finding.ts';
import type { Post } from './post.ts';
import type { PostInput } from './post-input.ts';
import type { CheckedPost, PublicationCheck } from './publication-check.ts';
import { recordRevision } from './revisions.ts';
import { writeSearch, writeTags } from './rows.ts';
import { readPost } from './stored-post.ts';

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

export type CheckedBody = { body: RenderedBody; findings: Finding[] };

/**
 * Renders and checks a post. Fails for a body that cannot be rendered, or is to be published although findings forbid
 * it.
 *
 * @param published the post as it is public now; null for none
 */
export async function renderForSave(
  { renderAndCheck, refusePublication }: PublicationCheck,
  input: PostInput,
  {
    by,
    recheck,
    published,
  }: Pick<SaveOptions, 'by' | 'recheck'> & { published: CheckedPost | null },
): Promise<Result<CheckedBody>> {
  const checked = await renderAndCheck(input, { owner: by });
  await recheck?.();
  if (checked === null) return RENDER_TIMED_OUT;
  const refusal =
    input.status === 'published' ? refusePublication(input, checked.findings, published) : null;
  return refusal ?? succeed(checked);
}

type Save = {
  id: string;
  input: PostInput;
  /** `molecules` and `mentions` are undefined where they are as before. */
  body: Pick<RenderedBody, 'text'> & Partial<Pick<RenderedBody, 'molecules' | 'mentions'>>;
  by: string | undefined;
  action: AuditAction;
  acknowledged?: readonly string[] | undefined;
  /** When the post was taken over from another site, which saved it: nobody here did. ISO 8601 in UTC. */
  takenOverAt?: string | undefined;
};

/**
 * Writes what depends on the row: tags, search index, former slugs, revision, uses of pictures, molecules and terms, audit
 * entry.
 */
export async function finishSave(
  trx: Kysely<Tables>,
  engine: Engine,
  { id, input, body: { text, molecules, mentions }, by, action, acknowledged, takenOverAt }: Save,
): Promise<Post> {
  const { slug, tags } = input;
  await writeTags(trx, id, tags);
  if (molecules !== undefined) await recordMolecules({ trx, engine }, id, molecules);
  await writeSearch(trx, id, { ...input, text });
  await trx.deleteFrom('post_addresses').where('slug', '=', slug).execute();
  const saved = await readPost(trx, id);
  await recordRevision(trx, saved, takenOverAt === undefined ? by : undefined);
  await recordPictureUses(trx, saved);
  if (mentions !== undefined) await recordTerms(trx, id, mentions);
  await recordEvent(trx, {
    at: takenOverAt ?? saved.updated_at,
    actor: by ?? null,
    action,
    subject: slug,
  });
  if (input.status === 'published') {
    await recordAcknowledged(trx, { at: saved.updated_at, by, subject: slug, acknowledged });
  }
  return saved;
}

/** Records the warnings in spite of which a text becomes public, now or at its time. */
export async function recordAcknowledged(
  trx: Kysely<Tables>,
  {
    at,
    by,
    subject,
    acknowledged = [],
  }: SaveOptions & {
    at: string;
    /** The slug. */
    subject: string;
  },
): Promise<void> {
  if (acknowledged.length === 0) return;
  await recordEvent(trx, {
    at,
    actor: by ?? null,
    action: 'warnings-acknowledged',
    subject,
    detail: acknowledged.join(', '),
  });
}

export const RENDER_TIMED_OUT = invalidField(
  'content',
  'This text could not be rendered, or not in time: simplify its markup.',
  'render_timeout',
);
