import type { Kysely } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Tables } from '../../db/tables.ts';
import { inTransaction } from '../../db/transaction.ts';
import { fail, type Result, succeed } from '../../failure.ts';
import type { AuditAction } from '../audit-actions.ts';
import { refuseRemovedPictures } from '../media/picture-uses.ts';
import { deleteChanges, readChanges } from './changes-rows.ts';
import { createPostCreation } from './creating.ts';
import type { Post } from './post.ts';
import type { PostInput } from './post-input.ts';
import { publicationColumns } from './publication.ts';
import type { PublicationCheck } from './publication-check.ts';
import { readSearchText, toColumns } from './rows.ts';
import { finishSave, renderForSave, type SavedPost, type SaveOptions } from './saving.ts';
import {
  conflictIfSlugTaken,
  type LockedPost,
  lockPost,
  NO_SUCH_POST,
  noSuchPost,
  readPost,
  readPublished,
  staleVersion,
} from './stored-post.ts';

type PostEditingDeps = {
  db: Database;
  /** The present instant, ISO 8601 in UTC. */
  now: () => string;
  check: PublicationCheck;
  defaultAuthor: string;
  /** Finds a post of any status. */
  anyPost: (slug: string) => Promise<Post | null>;
  /** Called when a post that is or was published has changed, before the result is returned. */
  postChanged: (id: string) => Promise<void>;
};

type EditOptions = SaveOptions & {
  /** The version that the edit is based on. */
  version?: number | undefined;
  /** The etag of the unpublished changes that the edit contains: they end with it. Other ones stay. */
  changes?: string | undefined;
};

type ReplaceOptions = Omit<EditOptions, 'changes'> & {
  action: AuditAction;
  /** Runs in the transaction before the post is written; a failure keeps the post as it is. */
  before: (trx: Kysely<Tables>) => Promise<Result<never> | null>;
};

/** Fields that are edited without the text. */
export type FieldEdit = Partial<Pick<PostInput, 'tags' | 'status'>>;

type Edit = {
  input: PostInput;
  /** The columns that the edit sets. */
  columns: Partial<ReturnType<typeof toColumns>>;
} & Pick<Parameters<typeof finishSave>[2], 'body' | 'by' | 'action' | 'acknowledged'>;

/** Creates and changes posts. Every save records a revision. */
export function createPostEditing(deps: PostEditingDeps) {
  const { db, now, check, defaultAuthor, anyPost, postChanged } = deps;
  const { query } = db;

  /**
   * Replaces a post. When `version` is not the current one, fails with a conflict that carries the current
   * post. The former slug still leads to the post.
   */
  async function editPost(
    slug: string,
    input: PostInput,
    { changes, ...options }: EditOptions = {},
  ): Promise<Result<SavedPost>> {
    const found = await anyPost(slug);
    if (found === null) return noSuchPost(slug);
    return replacePost(found, input, {
      ...options,
      action: 'post-edited',
      async before(trx) {
        if (changes !== undefined) await deleteChanges(trx, found.id, changes);
        return null;
      },
    });
  }

  async function replacePost(
    { id, slug }: Pick<Post, 'id' | 'slug'>,
    input: PostInput,
    { by, version, acknowledged, recheck, action, before }: ReplaceOptions,
  ): Promise<Result<SavedPost>> {
    const published = await readPublished(query, id);
    const checked = await renderForSave(check, input, { by, recheck, published });
    if (!checked.ok) return checked;
    const { body, findings } = checked.value;
    const edited = await conflictIfSlugTaken(query, input.slug, async (trx) => {
      const current = await lockPost(trx, db.engine, id);
      if (current === undefined) return noSuchPost(slug);
      if (version !== undefined && version !== current.version) return staleVersion(trx, id);
      const refusal = (await before(trx)) ?? (await refuseRemovedPictures(trx, db.engine, input));
      if (refusal !== null) return refusal;
      const columns = toColumns(input, body, defaultAuthor);
      const edit = { input, columns, body, by, action, acknowledged };
      const post = await writeEdit(trx, current, edit);
      return succeed({ post, wasPublished: current.status === 'published' });
    });
    if (!edited.ok) return edited;
    const { post, wasPublished } = edited.value;
    if (wasPublished || input.status === 'published') await postChanged(id);
    return succeed({ ...post, findings });
  }

  /** Writes an edit of a locked post: its row, and what depends on it. */
  async function writeEdit(
    trx: Kysely<Tables>,
    current: LockedPost,
    { columns, ...edit }: Edit,
  ): Promise<Post> {
    const { id } = current;
    const { input } = edit;
    const instant = now();
    await trx
      .updateTable('posts')
      .set({
        ...columns,
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
        // A post that was restored at this moment may have it as a former one: the present slug beats that.
        .onConflict((conflict) => conflict.column('slug').doUpdateSet({ post_id: id }))
        .execute();
    }
    return finishSave(trx, db.engine, { id, ...edit });
  }

  /**
   * Edits fields of a post other than its text, which is not rendered again. Does nothing when they are so already,
   * also for an older version: that makes a repeated request harmless.
   *
   * @param edit the fields as they shall be; null when they are so already
   */
  async function editFields(
    id: string,
    edit: (post: Post) => Result<FieldEdit> | null,
    { by, version }: Required<Pick<EditOptions, 'by' | 'version'>>,
  ): Promise<Result<{ post: Post; isChanged: boolean; wasPublished: boolean }>> {
    return inTransaction(query, async (trx) => {
      const current = await lockPost(trx, db.engine, id);
      if (current === undefined) return NO_SUCH_POST;
      const wasPublished = current.status === 'published';
      const post = await readPost(trx, id);
      const edited = edit(post);
      if (edited === null) return succeed({ post, isChanged: false, wasPublished });
      if (version !== current.version) return staleVersion(trx, id);
      const allowed = edited.ok ? await allowFieldEdit(trx, post, edited.value) : edited;
      if (!allowed.ok) return allowed;
      const input = allowed.value;
      const columns = { status: input.status };
      const text = await readSearchText(trx, id);
      const action = 'post-edited';
      const body = { text };
      const saved = await writeEdit(trx, current, { input, columns, body, by, action });
      return succeed({ post: saved, isChanged: true, wasPublished });
    });
  }

  async function allowFieldEdit(
    trx: Kysely<Tables>,
    post: Post,
    edit: FieldEdit,
  ): Promise<Result<PostInput>> {
    if ((await readChanges(trx, post.id)) !== null) return HAS_CHANGES;
    const input: PostInput = { ...post, ...edit };
    const refusal = await refuseRemovedPictures(trx, db.engine, input);
    return refusal ?? succeed(input);
  }

  return { ...createPostCreation(deps), editPost, replacePost, editFields };
}

/** They could not be published any more: they change the version before the edit, with its tags. */
const HAS_CHANGES = fail({
  kind: 'conflict',
  detail: 'It has unpublished changes: publish or discard them first.',
});
