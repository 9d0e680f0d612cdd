import type { Kysely } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Tables } from '../../db/tables.ts';
import { type Result, succeed } from '../../failure.ts';
import type { Importing } from '../media/picture-upload.ts';
import { refuseRemovedPictures } from '../media/picture-uses.ts';
import type { createPostCreation } from '../posts/creating.ts';
import type { Finding } from '../posts/findings/finding.ts';
import type { PublicationCheck } from '../posts/publication-check.ts';
import { renderForSave } from '../posts/saving.ts';
import { conflictIfSlugTaken } from '../posts/stored-post.ts';
import { formerFilePath } from './former-file-path.ts';
import { mapInOrder } from './map-in-order.ts';
import type { Media } from './pictures.ts';
import { type PlannedItem, planItems } from './plan.ts';
import { type PreparedPost, preparePost } from './prepare-post.ts';
import { reasonOf } from './reason-of.ts';
import { addRedirect } from './redirects.ts';
import { createResolver } from './resolve.ts';
import type { RewriteContext } from './rewrite-body.ts';
import type { Note, PostItem, Source } from './source.ts';
import { unlessBusy } from './unless-busy.ts';

/** What became of an item, or would in a dry run. */
export type ImportedItem = {
  /** From 0, in the order of the source. */
  position: number;
  key: string;
  label: string;
  title: string;
  /** Empty when there is no post. */
  slug: string;
  status: 'published' | 'draft' | '';
  /** ISO 8601, or null. */
  date: string | null;
  outcome: 'imported' | 'skipped' | 'failed';
  /** Why it was not imported; empty otherwise. */
  reason: string;
  notes: Note[];
  postId: string | null;
};

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
const LANES = 2;

/** Posts of one transaction. Other writers wait for it: it takes a tenth of a second. */
const BATCH = 10;

type Written = { id: string | null; findings: Finding[] };
type WritePost = (trx: Kysely<Tables>) => Promise<Written>;

type Prepared = { planned: PlannedItem; position: number } & (
  | { post: PreparedPost; write: WritePost }
  | { post: null; item: ImportedItem }
);

type Writable = Extract<Prepared, { write: unknown }>;

/** Imports the items of sources, in their order. */
export function createImportSource(deps: ImportSourceDeps) {
  const { db, now, check, prepareNewPost, postChanged, pages } = deps;

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
    const prepared = mapInOrder(open, { lanes: LANES, ahead: 2 * BATCH }, ([position, each]) =>
      prepare(run, context, { planned: each, position }),
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
    const written = await writeBatch(run, importId, batch);
    const ids = written.flatMap(({ status, postId }) =>
      status === 'published' && postId !== null ? [postId] : [],
    );
    await Promise.all(ids.map(postChanged));
    return written;
  }

  /** In one transaction; one by one where a slug was taken at this moment. */
  async function writeBatch(
    run: ImportRun,
    importId: string,
    batch: readonly Prepared[],
  ): Promise<ImportedItem[]> {
    const together = await conflictIfSlugTaken(db.query, '', async (trx) =>
      succeed(await writeAll(trx, run, importId, batch)),
    );
    if (together.ok) return together.value;
    const items: ImportedItem[] = [];
    for (const each of batch) items.push(await writeAlone(run, importId, each));
    return items;
  }

  async function writeAlone(
    run: ImportRun,
    importId: string,
    each: Prepared,
  ): Promise<ImportedItem> {
    const { slug } = each.planned;
    const written = await conflictIfSlugTaken(db.query, slug, async (trx) =>
      succeed(await writeAll(trx, run, importId, [each])),
    );
    const [item] = written.ok ? written.value : [];
    if (item !== undefined) return item;
    const reason = written.ok ? '' : reasonOf(written);
    const failed = notImported(each.planned, each.position, { outcome: 'failed', reason });
    await db.query.transaction().execute((trx) => run.record(trx, [failed]));
    return failed;
  }

  async function writeAll(
    trx: Kysely<Tables>,
    run: ImportRun,
    importId: string,
    batch: readonly Prepared[],
  ): Promise<ImportedItem[]> {
    const items: ImportedItem[] = [];
    for (const each of batch) {
      items.push(each.post === null ? each.item : await writePost(trx, importId, each));
    }
    await run.record(trx, items);
    return items;
  }

  async function writePost(
    trx: Kysely<Tables>,
    importId: string,
    each: Writable,
  ): Promise<ImportedItem> {
    const { planned, position, post } = each;
    const refusal = await refuseRemovedPictures(trx, db.engine, post.input);
    if (refusal !== null && !refusal.ok) {
      const failure = { outcome: 'failed', reason: reasonOf(refusal) } as const;
      return notImported(planned, position, failure);
    }
    const written = await each.write(trx);
    const { id } = written;
    if (id === null) throw new Error(`${planned.slug} was not written`);
    await addRedirects(trx, each, { id, importId });
    return imported(each, written);
  }

  async function addRedirects(
    trx: Kysely<Tables>,
    { planned: { item }, post }: Writable,
    { id, importId }: { id: string; importId: string },
  ): Promise<void> {
    const instant = now();
    for (const from of item.kind === 'post' ? item.formerPaths : []) {
      await addRedirect(trx, { from, to: { postId: id }, importId }, instant);
    }
    for (const { from, at } of post.stored) {
      const path = from.kind === 'file' ? formerFilePath(from.path) : null;
      const to = { target: at.url };
      if (path !== null) await addRedirect(trx, { from: path, to, importId }, instant);
    }
  }

  return { importSource };
}

type Failed = Pick<ImportedItem, 'outcome' | 'reason'>;

function notImported({ item, slug }: PlannedItem, position: number, failed: Failed): ImportedItem {
  const { key, label } = item;
  const post = item.kind === 'post' ? item : null;
  return {
    ...{ position, key, label, title: post?.title ?? '', date: post?.date ?? null },
    slug: failed.outcome === 'failed' ? '' : slug,
    status: '',
    ...failed,
    notes: [],
    postId: null,
  };
}

function imported(
  { planned, position, post }: Writable,
  { id: postId, findings }: Written,
): ImportedItem {
  const { slug, status, title, publishDate } = post.input;
  const { key, label } = planned.item;
  const renamed = planned.step === 'import' && planned.isRenamed ? [RENAMED] : [];
  return {
    ...{ position, key, label, title, slug, status, date: publishDate, postId },
    outcome: 'imported',
    reason: '',
    notes: [...renamed, ...post.notes, ...toNotes(findings)],
  };
}

/** Findings of a text that its notes name. */
const MAX_FINDINGS = 10;

/** Without links: those between the posts of a source lead somewhere once all of them are there. */
function toNotes(findings: readonly Finding[]): Note[] {
  return findings
    .filter(({ code }) => code !== 'dead-link' && code !== 'link-to-draft')
    .slice(0, MAX_FINDINGS)
    .map(({ line, message, severity }) => ({
      kind: severity === 'error' ? 'lost' : 'changed',
      message: `Line ${line}: ${message}`,
    }));
}

const RENAMED: Note = {
  kind: 'changed',
  message: 'Another post has its address, so its own ends with a number.',
};
