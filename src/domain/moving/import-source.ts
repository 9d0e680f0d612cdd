import type { Kysely } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Tables } from '../../db/tables.ts';
import { type Result, succeed } from '../../failure.ts';
import type { Importing } from '../media/picture-upload.ts';
import type { createPostCreation } from '../posts/creating.ts';
import type { PublicationCheck } from '../posts/publication-check.ts';
import { renderForSave } from '../posts/saving.ts';
import {
  type ImportedItem,
  imported,
  notImported,
  type Prepared,
  type Writable,
} from './imported-item.ts';
import { mapInOrder } from './map-in-order.ts';
import type { Media } from './pictures.ts';
import { type PlannedItem, planItems } from './plan.ts';
import { type PreparedPost, preparePost } from './prepare-post.ts';
import { reasonOf } from './reason-of.ts';
import { createResolver } from './resolve.ts';
import type { RewriteContext } from './rewrite-body.ts';
import type { PostItem, Source } from './source.ts';
import { unlessBusy } from './unless-busy.ts';
import { createItemWriting } from './write-items.ts';

export type ImportSourceDeps = {
  db: Database;
  /** The present instant, ISO 8601 in UTC. */
  now: () => string;
  check: PublicationCheck;
  prepareNewPost: ReturnType<typeof createPostCreation>['prepareNewPost'];
  postChanged: (id: string) => Promise<void>;
  /** Paths of the site's pages. */
  pages: readonly string[];
};

export type ImportRun = {
  source: Source;
  media: Media;
  by: string | undefined;
  /** Undefined for a dry run, which writes nothing. */
  importId: string | undefined;
  signal?: AbortSignal | undefined;
  /** Positions of items that are done: an import that was interrupted goes on behind them. */
  done?: ReadonlySet<number> | undefined;
  /** Writes what belongs to the items, in the transaction that writes their posts. */
  record: (trx: Kysely<Tables>, items: readonly ImportedItem[]) => Promise<void>;
  /** Of what it adds to the library; undefined for a dry run. */
  importing?: Importing | undefined;
};

/** Posts that are prepared at once. Each thread loads and compiles its modules once more, and its memory takes that of writers. */
export const CONCURRENCY = 2;

/** Posts of one transaction. Other writers wait for it: it takes a tenth of a second. */
export const BATCH = 10;

/** Imports the items of sources, in their order. */
export function createImportSource(deps: ImportSourceDeps) {
  const { db, check, prepareNewPost, postChanged, pages } = deps;
  const { writeItems } = createItemWriting(deps);

  /** Yields what became of the items, after it was committed. */
  async function* importSource(run: ImportRun): AsyncGenerator<ImportedItem[]> {
    const planned = await planItems(db.query, run.source.items);
    const slugs = new Map(planned.map(({ item, slug }) => [item.key, slug]));
    const context: RewriteContext = {
      resolve: createResolver(run.source),
      media: run.media,
      slugOf: ({ key, slug }) => slugs.get(key) || slug,
      isOwnPath: (url) => url.startsWith('/media/') || pages.includes(url.replace(/[?#].*/s, '')),
    };
    const open = [...planned.entries()].filter(([position]) => !run.done?.has(position));
    const prepared = mapInOrder(
      open,
      { concurrency: CONCURRENCY, ahead: 2 * BATCH },
      ([position, each]) => prepare(run, context, { planned: each, position }),
    );
    let batch: Prepared[] = [];
    for await (const each of prepared) {
      run.signal?.throwIfAborted();
      batch.push(each);
      if (batch.length < BATCH) continue;
      yield await finish(run, batch);
      batch = [];
    }
    if (batch.length > 0) yield await finish(run, batch);
  }

  async function prepare(
    run: ImportRun,
    context: RewriteContext,
    at: { planned: PlannedItem; position: number },
  ): Promise<Prepared> {
    const { planned, position } = at;
    const { item } = planned;
    run.signal?.throwIfAborted();
    if (planned.step === 'skip' || item.kind !== 'post') {
      const outcome = item.kind === 'unreadable' ? 'failed' : 'skipped';
      const reason = planned.step === 'skip' ? planned.reason : '';
      return { ...at, post: null, item: notImported(planned, position, { outcome, reason }) };
    }
    const ready = await readyPost(run, context, item, planned.slug);
    if (ready.ok) return { ...at, ...ready.value };
    const failure = { outcome: 'failed', reason: reasonOf(ready) } as const;
    return { ...at, post: null, item: notImported(planned, position, failure) };
  }

  /** Reads and renders a post. */
  async function readyPost(
    run: ImportRun,
    context: RewriteContext,
    item: PostItem,
    slug: string,
  ): Promise<Result<Pick<Writable, 'post' | 'write'>>> {
    const loaded = await item.load();
    if (!loaded.ok) return loaded;
    const post = await preparePost(loaded.value, slug, context);
    if (!post.ok) return post;
    const { input } = post.value;
    if (run.importId === undefined) return preview(post.value, run.by);
    const written = await unlessBusy(() => prepareNewPost(input, { by: run.by, wasPublic: true }));
    if (!written.ok) return written;
    return succeed({ post: post.value, write: written.value });
  }

  async function preview(
    post: PreparedPost,
    by: string | undefined,
  ): Promise<Result<Pick<Writable, 'post' | 'write'>>> {
    const { input } = post;
    const body = await unlessBusy(() => renderForSave(check, input, { by, published: input }));
    if (!body.ok) return body;
    const { findings } = body.value;
    return succeed({ post, write: async () => ({ id: null, findings }) });
  }

  async function finish(run: ImportRun, batch: readonly Prepared[]): Promise<ImportedItem[]> {
    const { importId } = run;
    if (importId === undefined) {
      return Promise.all(
        batch.map(async (each) =>
          each.post === null ? each.item : imported(each, await each.write(db.query)),
        ),
      );
    }
    const written = await writeItems(batch, {
      ...{ importId, record: run.record, basePath: run.source.basePath },
    });
    const ids = written.flatMap(({ status, postId }) =>
      status === 'published' && postId !== null ? [postId] : [],
    );
    await Promise.all(ids.map(postChanged));
    return written;
  }

  return { importSource };
}
