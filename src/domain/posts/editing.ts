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

type Parts = {
  db: Database;
  /** The present instant, ISO 8601 in UTC. */
  now: () => string;
  render: RenderBody;
  defaultAuthor: string;
  /** Whatever its status. */
  anyPost: (slug: string) => Promise<Post | null>;
  /** Told of each change of a post that is or was published, before whoever made it is answered. */
  postChanged: (id: string) => Promise<void>;
};

/** Who saves, for the revision that a save makes. */
type Save = {
  /** The e-mail address of the administrator; without one, the program itself. */
  by?: string | undefined;
};

type Creation = Save & {
  /** Made by the form: saving again with the same key does not make a second post. */
  key?: string | undefined;
};

type Edit = Save & {
  /** The version that was edited. */
  version?: number | undefined;
};

/** How posts are written, changed and removed. Every save makes a revision. */
export function createPostEditing(parts: Parts) {
  const { db, now, render, defaultAuthor, anyPost, postChanged } = parts;
  const { query } = db;

  /**
   * Writes a new post. Fails with `conflict` when the slug is taken; a slug that was only the former
   * address of another post is free. With a key that has made a post already, the answer is that
   * post, or a conflict that carries it when something else is to be saved than was.
   */
  async function createPost(input: PostInput, { by, key }: Creation = {}): Promise<Result<Post>> {
    const made = key === undefined ? null : await findCreation(key, input);
    if (made !== null) return made;
    const prepared = await prepareNewPost(input, { by, key });
    if (!prepared.ok) return prepared;
    const created = await orSlugTaken(input.slug, async (trx) => {
      const refusal = await refuseRemovedPictures(trx, db.engine, input);
      return refusal ?? succeed(await prepared.value(trx));
    });
    if (created.ok && input.status === 'published') await postChanged(created.value.id);
    // The same key may have been at work at the same time.
    return (created.ok || key === undefined ? null : await findCreation(key, input)) ?? created;
  }

  /** Renders a new post, and gives the function that writes it in a transaction of the caller. */
  async function prepareNewPost(
    input: PostInput,
    { by, key }: Creation = {},
  ): Promise<Result<(trx: Kysely<Tables>) => Promise<Post>>> {
    const body = await readable(input, by);
    if (!body.ok) return body;
    return succeed(async (trx) => {
      const instant = now();
      const id = randomUUID();
      await trx
        .insertInto('posts')
        .values({
          id,
          ...toColumns(input, body.value, defaultAuthor),
          ...publication(input, instant, null),
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

  /** The rendered body. Fails for one that cannot be rendered, or is unfinished and to be published. */
  async function readable(
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

  /** What a key has made, if it has. */
  async function findCreation(key: string, input: PostInput): Promise<Result<Post> | null> {
    const made = await query
      .selectFrom('post_creations')
      .select(['post_id', 'fingerprint'])
      .where('key', '=', key)
      .executeTakeFirst();
    if (made === undefined) return null;
    const current = await readPost(query, made.post_id);
    return made.fingerprint === fingerprint(input)
      ? succeed(current)
      : fail({ kind: 'conflict', detail: 'This post has been saved already.', current });
  }

  /**
   * Replaces a post. With `version`, only while that is the current one: otherwise the answer is a
   * conflict that carries the post as it stands. The address it had goes on leading to it.
   */
  async function editPost(
    slug: string,
    input: PostInput,
    { by, version }: Edit = {},
  ): Promise<Result<Post>> {
    const body = await readable(input, by);
    if (!body.ok) return body;
    const found = await anyPost(slug);
    if (found === null) return noSuchPost(slug);
    const { id } = found;
    const edited = await orSlugTaken(input.slug, async (trx) => {
      const current = await trx
        .selectFrom('posts')
        .select(['slug', 'status', 'version', 'date', 'created_at', 'first_published_at'])
        .where('id', '=', id)
        // SQLite's transactions exclude one another; PostgreSQL's must be told to.
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
          ...publication(input, instant, current),
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

  /** What every save ends with: tags, words, address, revision, pictures, the note of who did it. */
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

  /** Removes a post with its tags, former addresses and revisions. */
  async function removePost(slug: string, { by }: Save = {}): Promise<Result<void>> {
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

  async function orSlugTaken<T>(
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

type PublicationColumns = Pick<Tables['posts'], 'status' | 'date' | 'first_published_at'> & {
  created_at: string;
};

/**
 * When a post that is saved at an instant was first public, and the date it has. What was scheduled
 * became public at its date, without a save.
 *
 * @param current the post as it stands; null for a new one
 */
function publication(
  { status, publishDate }: PostInput,
  instant: string,
  current: PublicationColumns | null,
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

/** Equal for equal input. */
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
