import type { Kysely } from 'kysely';
import type { Importing } from '../media/add-item.ts';
import type { createPostCreation } from '../posts/creating.ts';
import { postInputSchema } from '../posts/post-input.ts';
import type { PostSaving } from '../posts/saving.ts';
import type { Database } from '../server/db/connect.ts';
import type { Tables } from '../server/db/tables.ts';
import { type Result, succeed } from '../server/failure.ts';
import {
  type ImportedItem,
  imported,
  notImported,
  type Prepared,
  type Writable,
} from './imported-item.ts';
import { mapInOrder } from './map-in-order.ts';
import { type PlannedItem, planItems } from './plan.ts';
import { reasonOf } from './reason-of.ts';
import { addRedirect } from './redirects.ts';
import { retryWhileBusy } from './retry-while-busy.ts';
import type { ItemHead, SourceSession } from './source-session.ts';
import { writeItem } from './write-item.ts';

export type ImportSourceDeps = Pick<PostSaving, 'preparePost'> & {
  db: Database;
  /** The present instant, ISO 8601 in UTC. */
  now: () => string;
  prepareNewPost: ReturnType<typeof createPostCreation>['prepareNewPost'];
};

export type ImportRun = {
  session: SourceSession;
  by: string | undefined;
  /** Undefined for a dry run, which writes nothing. */
  importId: string | undefined;
  signal?: AbortSignal | undefined;
  /** Positions of items that are done: an import that was interrupted goes on behind them. */
  done?: ReadonlySet<number> | undefined;
  /** Writes what belongs to an item, in the transaction that writes its post; of null, only whether it goes on. */
  record: (trx: Kysely<Tables>, item: ImportedItem | null) => Promise<void>;
  /** What it adds to the library; undefined for a dry run. */
  importing?: Importing | undefined;
};

/** Posts that are prepared at once. Each thread loads and compiles its modules once more, and its memory takes that of writers. */
export const CONCURRENCY = 2;

/** Posts that are prepared before the first of them is written. */
export const AHEAD = 20;

/** Slugs that are sent at once. */
const SLUGS = 1_000;

/** Imports the items of other systems, in their order. */
export function createImportSource(deps: ImportSourceDeps) {
  const { db, now, preparePost, prepareNewPost } = deps;

  /** Yields what became of the items, after it was committed. */
  async function* importSource(
    run: ImportRun,
    items: readonly ItemHead[],
  ): AsyncGenerator<ImportedItem> {
    const planned = await planItems(db.query, items);
    for (let at = 0; at < planned.length; at += SLUGS) {
      await run.session.assignSlugs(planned.slice(at, at + SLUGS).map(({ slug }) => slug));
    }
    const open = [...planned.entries()].filter(([position]) => !run.done?.has(position));
    const prepared = mapInOrder(
      open,
      { concurrency: CONCURRENCY, ahead: AHEAD },
      ([position, each]) => prepare(run, { planned: each, position }),
    );
    for await (const each of prepared) {
      run.signal?.throwIfAborted();
      yield await finish(run, each);
    }
  }

  async function prepare(
    run: ImportRun,
    at: { planned: PlannedItem<ItemHead>; position: number },
  ): Promise<Prepared> {
    const { planned, position } = at;
    const { item } = planned;
    run.signal?.throwIfAborted();
    if (planned.step === 'skip' || item.kind !== 'post') {
      const outcome = item.kind === 'unreadable' ? 'failed' : 'skipped';
      const reason = planned.step === 'skip' ? planned.reason : '';
      return { ...at, post: null, item: notImported(planned, position, { outcome, reason }) };
    }
    const ready = await readyPost(run, position);
    if (ready.ok) return { ...at, ...ready.value };
    const failure = { outcome: 'failed', reason: reasonOf(ready) } as const;
    return { ...at, post: null, item: notImported(planned, position, failure) };
  }

  /** Has a post read, and renders it. */
  async function readyPost(
    { session, by, importId, signal }: ImportRun,
    position: number,
  ): Promise<Result<Pick<Writable, 'post' | 'write'>>> {
    const post = await session.prepare(position);
    if (!post.ok) return post;
    const input = postInputSchema.parse(post.value.input);
    if (importId === undefined) {
      const prepared = await retryWhileBusy(
        () => preparePost(input, { by, becomesPublic: null }),
        signal,
      );
      if (!prepared.ok) return prepared;
      const { findings } = prepared.value;
      return succeed({ post: post.value, write: async () => succeed({ id: null, findings }) });
    }
    const written = await retryWhileBusy(
      () => prepareNewPost(input, { by, wasPublic: true }),
      signal,
    );
    return written.ok ? succeed({ post: post.value, write: written.value }) : written;
  }

  async function finish(run: ImportRun, each: Prepared): Promise<ImportedItem> {
    const { importId, record } = run;
    if (importId === undefined) {
      return each.post === null ? each.item : toItem(each, await each.write(db.query));
    }
    return writeItem(db.query, {
      ...each,
      write: async (trx) => (each.post === null ? each.item : writePost(trx, importId, each)),
      record,
    });
  }

  async function writePost(
    trx: Kysely<Tables>,
    importId: string,
    each: Writable,
  ): Promise<ImportedItem> {
    const written = await each.write(trx);
    const id = written.ok ? written.value.id : null;
    const instant = now();
    for (const { from, to: target } of id === null ? [] : each.post.redirects) {
      const leads = target === null ? { postId: id ?? '' } : { target };
      await addRedirect(trx, { from, to: leads, importId }, instant);
    }
    return toItem(each, written);
  }

  return { importSource };
}

function toItem(each: Writable, written: Awaited<ReturnType<Writable['write']>>): ImportedItem {
  if (written.ok) return imported(each, written.value);
  const failure = { outcome: 'failed', reason: reasonOf(written) } as const;
  return notImported(each.planned, each.position, failure);
}
