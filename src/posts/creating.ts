import { createHash, randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from '../server/db/tables.ts';
import { fail, type Result, succeed } from '../server/failure.ts';
import type { Site } from '../site.ts';
import type { PostInput } from './post-input.ts';
import { renderAndCheck } from './publication-check.ts';
import { preparePost, type SavedPost, type SaveOptions, writePost } from './saving.ts';
import { conflictIfSlugTaken, findPost } from './stored-post.ts';

type CreateOptions = SaveOptions & {
  /** Idempotency key of the form: saving again with it does not create a second post. */
  key?: string | undefined;
  /** It was public elsewhere: findings do not keep it from being public here. */
  wasPublic?: boolean | undefined;
};

export type WritePost = (trx: Kysely<Tables>) => Promise<Result<SavedPost>>;

/**
 * Creates a post. Fails with `conflict` when the slug is taken; the former slug of another post is free.
 * A key that has created a post already returns that post, or a conflict that carries it when the input
 * differs.
 */
export async function createPost(
  site: Site,
  input: PostInput,
  options: CreateOptions = {},
): Promise<Result<SavedPost>> {
  const { by, key } = options;
  const existing = key === undefined ? null : await findCreation(site, key, input, by);
  if (existing !== null) return existing;
  const prepared = await prepareNewPost(site, input, options);
  if (!prepared.ok) return prepared;
  const created = await conflictIfSlugTaken(site.db.query, input.slug, prepared.value);
  if (created.ok && input.status === 'published') site.postChanged();
  // A concurrent request with the same key may have created the post.
  return (
    (created.ok || key === undefined ? null : await findCreation(site, key, input, by)) ?? created
  );
}

/** Renders a new post and returns the function that writes it in the caller's transaction. */
export async function prepareNewPost(
  site: Site,
  input: PostInput,
  { by, key, acknowledged, recheck, wasPublic = false }: CreateOptions = {},
): Promise<Result<WritePost>> {
  const isChecked = input.status === 'published' && !wasPublic;
  const becomesPublic = isChecked ? { id: null } : null;
  const prepared = await preparePost(site, input, { by, recheck, becomesPublic });
  if (!prepared.ok) return prepared;
  return succeed(async (trx) => {
    const id = randomUUID();
    const action = 'post-created';
    const written = await writePost(site, trx, id, prepared.value, { by, action, acknowledged });
    if (written.ok && key !== undefined) {
      await trx
        .insertInto('post_creations')
        .values({ key, fingerprint: fingerprint(input), post_id: id })
        .execute();
    }
    return written;
  });
}

/** The result of an earlier creation with the key; null if there was none. */
async function findCreation(
  site: Site,
  key: string,
  input: PostInput,
  by: string | undefined,
): Promise<Result<SavedPost> | null> {
  const creation = await site.db.query
    .selectFrom('post_creations')
    .select(['post_id', 'fingerprint'])
    .where('key', '=', key)
    .executeTakeFirst();
  if (creation === undefined) return null;
  const current = await findPost(site.db.query, creation.post_id);
  if (current === null) return DELETED_SINCE;
  if (creation.fingerprint !== fingerprint(input)) {
    return fail({ kind: 'conflict', detail: 'This post has already been saved.', current });
  }
  // Findings are not stored.
  const checked = await renderAndCheck(site, input, { owner: by });
  return succeed({ ...current, findings: checked?.findings ?? [] });
}

const DELETED_SINCE = fail({
  kind: 'conflict',
  detail: 'This post was saved and has since been deleted. Restore it from the trash.',
});

function fingerprint(input: PostInput): string {
  return createHash('sha256').update(JSON.stringify(input)).digest('hex');
}
