import { createHash, randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { type Database, isUniqueViolation } from '../../db/connect.ts';
import type { Tables } from '../../db/tables.ts';
import { fail, invalidField, type Result, succeed } from '../../failure.ts';
import { recordEvent } from '../audit.ts';
import { recordPictureUses, refuseRemovedPictures } from '../media/picture-uses.ts';
import type { RenderedBody } from './body.ts';
import { isPublic, isSlug, type Post } from './post.ts';
import type { PostInput } from './post-input.ts';
import type { RenderBody } from './render-pool.ts';
import { recordRevision } from './revisions.ts';
import { POST_COLUMNS, readTags, toColumns, toPost, writeSearch, writeTags } from './rows.ts';
import { findUnfinished, unfinishedText } from './unfinished.ts';

type PostEditingDeps = {
  db: Database;
  /** The present instant, ISO 8601 in UTC. */
  now: () => string;
  render: RenderBody;
  defaultAuthor: string;
  /** Finds a post of any status. */
  anyPost: (slug: string) => Promise<Post | null>;
  /** Called when a post that is or was published has changed, before the result is returned. */
  postChanged: (id: string) => Promise<void>;
};

type SaveOptions = {
  /** The administrator's email; undefined when the program itself saves. */
  by?: string | undefined;
};

type CreateOptions = SaveOptions & {
  /** Idempotency key of the form: saving again with it does not create a second post. */
  key?: string | undefined;
};

type EditOptions = SaveOptions & {
  /** The version that the edit is based on. */
  version?: number | undefined;
};

/** Creates, changes and removes posts. Every save records a revision. */
export function createPostEditing(deps: PostEditingDeps) {
  const { db, now, render, defaultAuthor, anyPost, postChanged } = deps;
  const { query } = db;

  /**
   * Creates a post. Fails with `conflict` when the slug is taken; the former slug of another post is free.
   * A key that has created a post already returns that post, or a conflict that carries it when the input
   * differs.
   */
  async function createPost(
    input: PostInput,
    { by, key }: CreateOptions = {},
  ): Promise<Result<Post>> {
    const existing = key === undefined ? null : await findCreation(key, input);
    if (existing !== null) return existing;
    const prepared = await prepareNewPost(input, { by, key });
    if (!prepared.ok) return prepared;
    const created = await conflictIfSlugTaken(input.slug, async (trx) => {
      const refusal = await refuseRemovedPictures(trx, db.engine, input);
      return refusal ?? succeed(await prepared.value(trx));
    });
    if (created.ok && input.status === 'published') await postChanged(created.value.id);
    // A concurrent request with the same key may have created the post.
    return (created.ok || key === undefined ? null : await findCreation(key, input)) ?? created;
  }

  /** Renders a new post and returns the function that writes it in the caller's transaction. */
  async function prepareNewPost(
    input: PostInput,
    { by, key }: CreateOptions = {},
  ): Promise<Result<(trx: Kysely<Tables>) => Promise<Post>>> {
    const body = await renderForSave(input, by);
    if (!body.ok) return body;
    return succeed(async (trx) => {
      const instant = now();
      const id = randomUUID();
      await trx
        .insertInto('posts')
        .values({
          id,
          ...toColumns(input, body.value, defaultAuthor),
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
      return finishSave(trx, id, input, body.value.text, by);
    });
  }

  /** Fails for a body that cannot be rendered, or is to be published although unfinished. */
  async function renderForSave(
    { content, status }: PostInput,
    by: string | undefined,
  ): Promise<Result<RenderedBody>> {
    const unfinished = status === 'published' ? findUnfinished(content) : null;
    if (unfinished !== null) {
      return invalidField('content', unfinishedText(unfinished), 'unfinished');
    }
    const body = await render(content, { owner: by });
    return body === null ? RENDER_TIMED_OUT : succeed(body);
  }

  /** The result of an earlier creation with the key; null if there was none. */
  async function findCreation(key: string, input: PostInput): Promise<Result<Post> | null> {
    const creation = await query
      .selectFrom('post_creations')
      .select(['post_id', 'fingerprint'])
      .where('key', '=', key)
      .executeTakeFirst();
    if (creation === undefined) return null;
    const current = await readPost(query, creation.post_id);
    return creation.fingerprint === fingerprint(input)
      ? succeed(current)
      : fail({ kind: 'conflict', detail: 'This post has been saved already.', current });
  }

  /**
   * Replaces a post. When `version` is not the current one, fails with a conflict that carries the current
   * post. The former slug still leads to the post.
   */
  async function editPost(
    slug: string,
    input: PostInput,
    { by, version }: EditOptions = {},
  ): Promise<Result<Post>> {
    const body = await renderForSave(input, by);
    if (!body.ok) return body;
    const found = await anyPost(slug);
    if (found === null) return noSuchPost(slug);
    const { id } = found;
    const edited = await conflictIfSlugTaken(input.slug, async (trx) => {
      const current = await trx
        .selectFrom('posts')
        .select(['slug', 'status', 'version', 'date', 'created_at', 'first_published_at'])
        .where('id', '=', id)
        // SQLite's transactions exclude one another; PostgreSQL needs a row lock.
        .$if(db.engine === 'postgres', (row) => row.forUpdate())
        .executeTakeFirst();
      if (current === undefined) return noSuchPost(slug);
      if (version !== undefined && version !== current.version) {
        return fail({
          kind: 'conflict',
          detail: 'This post was changed by someone else in the meantime.',
          current: await readPost(trx, id),
        });
      }
      const refusal = await refuseRemovedPictures(trx, db.engine, input);
      if (refusal !== null) return refusal;
      const instant = now();
      await trx
        .updateTable('posts')
        .set({
          ...toColumns(input, body.value, defaultAuthor),
          ...publicationColumns(input, instant, current),
          version: current.version + 1,
          updated_at: instant,
        })
        .where('id', '=', id)
        .execute();
      if (current.slug !== input.slug) {
        await trx
          .insertInto('post_addresses')
          .values({ slug: current.slug, post_id: id })
          .execute();
      }
      const post = await finishSave(trx, id, input, body.value.text, by);
      return succeed({ post, wasPublished: current.status === 'published' });
    });
    if (!edited.ok) return edited;
    const { post, wasPublished } = edited.value;
    if (wasPublished || input.status === 'published') await postChanged(id);
    return succeed(post);
  }

  /** Writes what depends on the row: tags, search index, former slugs, revision, picture uses, audit entry. */
  async function finishSave(
    trx: Kysely<Tables>,
    id: string,
    input: PostInput,
    text: string,
    by: string | undefined,
  ): Promise<Post> {
    const { slug, tags } = input;
    await writeTags(trx, id, tags);
    await writeSearch(trx, id, { ...input, text });
    await trx.deleteFrom('post_addresses').where('slug', '=', slug).execute();
    const saved = await readPost(trx, id);
    await recordRevision(trx, saved, by);
    await recordPictureUses(trx, saved);
    await recordEvent(trx, {
      at: saved.updated_at,
      actor: by ?? null,
      action: saved.version === 1 ? 'post-created' : 'post-edited',
      subject: slug,
    });
    return saved;
  }

  /** Removes a post with its tags, former slugs and revisions. */
  async function removePost(slug: string, { by }: SaveOptions = {}): Promise<Result<void>> {
    const wanted = slug.toLowerCase();
    if (!isSlug(wanted)) return noSuchPost(slug);
    const removed = await query.transaction().execute(async (trx) => {
      const post = await trx
        .deleteFrom('posts')
        .where('slug', '=', wanted)
        .returning(['id', 'status'])
        .executeTakeFirst();
      if (post === undefined) return noSuchPost(slug);
      const event = {
        at: now(),
        actor: by ?? null,
        action: 'post-deleted',
        subject: wanted,
      } as const;
      await recordEvent(trx, event);
      return succeed(post);
    });
    if (!removed.ok) return removed;
    if (removed.value.status === 'published') await postChanged(removed.value.id);
    return succeed(undefined);
  }

  async function conflictIfSlugTaken<T>(
    slug: string,
    write: (trx: Kysely<Tables>) => Promise<Result<T>>,
  ): Promise<Result<T>> {
    try {
      return await query.transaction().execute(write);
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      return fail({ kind: 'conflict', detail: `The address "${slug}" is taken by another post.` });
    }
  }

  return { createPost, prepareNewPost, editPost, removePost };
}

export const RENDER_TIMED_OUT = invalidField(
  'content',
  'This text could not be rendered in time: simplify its markup.',
  'render_timeout',
);

export function noSuchPost(slug: string): Result<never> {
  return fail({ kind: 'not-found', detail: `There is no post at "${slug}".` });
}

type StoredPublication = Pick<Tables['posts'], 'status' | 'date' | 'first_published_at'> & {
  created_at: string;
};

/**
 * The date and the first publication of a post that is saved at an instant. A scheduled post became
 * public at its date, without a save.
 *
 * @param current the stored post; null for a new one
 */
function publicationColumns(
  { status, publishDate }: PostInput,
  instant: string,
  current: StoredPublication | null,
) {
  const wasPublic = current !== null && isPublic(current, instant);
  const before = current?.first_published_at ?? (wasPublic ? current.date : null);
  const isPublished = isPublic({ status, date: publishDate ?? instant }, instant);
  const first = before ?? (isPublished ? instant : null);
  return {
    date: publishDate ?? first ?? current?.created_at ?? instant,
    first_published_at: first,
  };
}

function fingerprint(input: PostInput): string {
  return createHash('sha256').update(JSON.stringify(input)).digest('hex');
}

async function readPost(query: Kysely<Tables>, id: string): Promise<Post> {
  const row = await query
    .selectFrom('posts')
    .select(POST_COLUMNS)
    .where('posts.id', '=', id)
    .executeTakeFirstOrThrow();
  const tagsOf = await readTags(query, [id]);
  return toPost(row, tagsOf(id));
}
