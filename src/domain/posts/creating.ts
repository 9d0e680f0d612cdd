import { createHash, randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Tables } from '../../db/tables.ts';
import { fail, type Result, succeed } from '../../failure.ts';
import { refuseRemovedPictures } from '../media/picture-uses.ts';
import type { PostInput } from './post-input.ts';
import { publicationColumns } from './publication.ts';
import type { PublicationCheck } from './publication-check.ts';
import { toColumns } from './rows.ts';
import { finishSave, renderForSave, type SavedPost, type SaveOptions } from './saving.ts';
import { conflictIfSlugTaken, readPost } from './stored-post.ts';

type PostCreationDeps = {
  db: Database;
  /** The present instant, ISO 8601 in UTC. */
  now: () => string;
  check: PublicationCheck;
  defaultAuthor: string;
  /** Called when a published post was created, before the result is returned. */
  postChanged: (id: string) => Promise<void>;
};

type CreateOptions = SaveOptions & {
  /** Idempotency key of the form: saving again with it does not create a second post. */
  key?: string | undefined;
  /** It was public elsewhere: findings do not keep it from being public here. */
  wasPublic?: boolean | undefined;
};

/** Creates posts. */
export function createPostCreation(deps: PostCreationDeps) {
  const { db, now, check, defaultAuthor, postChanged } = deps;
  const { query } = db;

  /**
   * Creates a post. Fails with `conflict` when the slug is taken; the former slug of another post is free.
   * A key that has created a post already returns that post, or a conflict that carries it when the input
   * differs.
   */
  async function createPost(
    input: PostInput,
    options: CreateOptions = {},
  ): Promise<Result<SavedPost>> {
    const { by, key } = options;
    const existing = key === undefined ? null : await findCreation(key, input, by);
    if (existing !== null) return existing;
    const prepared = await prepareNewPost(input, options);
    if (!prepared.ok) return prepared;
    const created = await conflictIfSlugTaken(query, input.slug, async (trx) => {
      const refusal = await refuseRemovedPictures(trx, db.engine, input);
      return refusal ?? succeed(await prepared.value(trx));
    });
    if (created.ok && input.status === 'published') await postChanged(created.value.id);
    // A concurrent request with the same key may have created the post.
    return (created.ok || key === undefined ? null : await findCreation(key, input, by)) ?? created;
  }

  /** Renders a new post and returns the function that writes it in the caller's transaction. */
  async function prepareNewPost(
    input: PostInput,
    { by, key, acknowledged, recheck, wasPublic = false }: CreateOptions = {},
  ): Promise<Result<(trx: Kysely<Tables>) => Promise<SavedPost>>> {
    const checked = await renderForSave(check, input, {
      by,
      recheck,
      published: wasPublic ? input : null,
    });
    if (!checked.ok) return checked;
    const { body, findings } = checked.value;
    return succeed(async (trx) => {
      const instant = now();
      const id = randomUUID();
      await trx
        .insertInto('posts')
        .values({
          id,
          ...toColumns(input, body, defaultAuthor),
          ...publicationColumns(input, instant, null),
          version: 1,
          created_at: instant,
          updated_at: instant,
        })
        .execute();
      if (key !== undefined) {
        await trx
          .insertInto('post_creations')
          .values({ key, fingerprint: fingerprint(input), post_id: id })
          .execute();
      }
      const post = await finishSave(trx, db.engine, {
        id,
        input,
        body,
        by,
        action: 'post-created',
        acknowledged,
      });
      return { ...post, findings };
    });
  }

  /** The result of an earlier creation with the key; null if there was none. */
  async function findCreation(
    key: string,
    input: PostInput,
    by: string | undefined,
  ): Promise<Result<SavedPost> | null> {
    const creation = await query
      .selectFrom('post_creations')
      .select(['post_id', 'fingerprint'])
      .where('key', '=', key)
      .executeTakeFirst();
    if (creation === undefined) return null;
    const current = await readPost(query, creation.post_id);
    if (creation.fingerprint !== fingerprint(input)) {
      return fail({ kind: 'conflict', detail: 'This post has been saved already.', current });
    }
    // Findings are not stored.
    const checked = await check.renderAndCheck(input, { owner: by });
    return succeed({ ...current, findings: checked?.findings ?? [] });
  }

  return { createPost, prepareNewPost };
}

function fingerprint(input: PostInput): string {
  return createHash('sha256').update(JSON.stringify(input)).digest('hex');
}
