import type { Kysely } from 'kysely';
import type { createPostCreation } from '../posts/creating.ts';
import { postInputSchema } from '../posts/post-input.ts';
import type { PostSaving } from '../posts/saving.ts';
import type { Database } from '../server/db/connect.ts';
import type { Tables } from '../server/db/tables.ts';
import { type Result, succeed } from '../server/failure.ts';
import type { Finding } from '../text/finding.ts';
import {
  failedBy,
  type ImportedItem,
  type ItemAt,
  toImportedItem,
  toImportedPost,
} from './imported-item.ts';
import { planItems } from './plan.ts';
import type { PreparedPost } from './prepare-post.ts';
import { addRedirect } from './redirects.ts';
import { retryWhileBusy } from './retry-while-busy.ts';
import type { ItemHead } from './source-session.ts';
import { type ImportRun, type PreparedItem, unwritten, writeItems } from './write-items.ts';

export type ImportSourceDeps = Pick<PostSaving, 'preparePost'> & {
  db: Database;
  /** The current instant, ISO 8601 in UTC. */
  now: () => string;
  prepareNewPost: ReturnType<typeof createPostCreation>['prepareNewPost'];
};

type WritePost = (
  trx: Kysely<Tables>,
) => Promise<Result<{ id: string | null; findings: Finding[] }>>;

/** Slugs that are sent at once. */
const SLUGS = 1_000;

/** Imports the items of other systems, in their order. */
export function createImportSource(deps: ImportSourceDeps) {
  const { db, now, preparePost, prepareNewPost } = deps;

  async function* importSource(
    run: ImportRun,
    items: readonly ItemHead[],
  ): AsyncGenerator<ImportedItem> {
    const planned = await planItems(db.query, items);
    for (let at = 0; at < planned.length; at += SLUGS) {
      await run.session.assignSlugs(planned.slice(at, at + SLUGS).map(({ slug }) => slug));
    }
    const open = planned
      .map((each, position) => ({ planned: each, position }))
      .filter(({ position }) => !run.done?.has(position));
    yield* writeItems(db, run, open, (at) => prepare(run, at));
  }

  async function prepare(run: ImportRun, at: ItemAt): Promise<PreparedItem> {
    const { planned, position } = at;
    if (planned.step === 'skip') {
      const outcome = planned.item.kind === 'unreadable' ? 'failed' : 'skipped';
      return unwritten(at, { outcome, reason: planned.reason });
    }
    const post = await run.session.prepare(position);
    if (!post.ok) return unwritten(at, failedBy(post));
    const rendered = await retryWhileBusy(() => render(run, post.value), run.signal);
    if (!rendered.ok) return unwritten(at, failedBy(rendered));
    const toWrite = { ...at, post: post.value, writePost: rendered.value };
    return { ...at, beginWriting: async () => (trx) => write(trx, run, toWrite) };
  }

  /** Renders a post, and returns the function that writes it: in a dry run, one that writes nothing. */
  async function render(
    { by, importId }: ImportRun,
    { input: sent }: PreparedPost,
  ): Promise<Result<WritePost>> {
    const input = postInputSchema.parse(sent);
    if (importId !== undefined) return prepareNewPost(input, { by, wasPublic: true });
    const checked = await preparePost(input, { by, becomesPublic: null });
    if (!checked.ok) return checked;
    const { findings } = checked.value;
    return succeed(async () => succeed({ id: null, findings }));
  }

  async function write(
    trx: Kysely<Tables>,
    run: ImportRun,
    { post, writePost, ...at }: ItemAt & { post: PreparedPost; writePost: WritePost },
  ): Promise<ImportedItem> {
    const written = await writePost(trx);
    if (!written.ok) return toImportedItem(at, failedBy(written));
    const { id } = written.value;
    if (id !== null) {
      const importId = run.importId ?? null;
      for (const { from, to: target } of post.redirects) {
        const to = target === null ? { postId: id } : { target };
        await addRedirect(trx, { from, to, importId }, now());
      }
    }
    return toImportedPost(at, post, written.value);
  }

  return { importSource };
}
