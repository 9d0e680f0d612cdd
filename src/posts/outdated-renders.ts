import type { Kysely } from 'kysely';
import type { RenderedBody } from '../rendering/body.ts';
import { RENDERER } from '../rendering/renderer.ts';
import type { Tables } from '../server/db/tables.ts';
import { inTransaction } from '../server/db/transaction.ts';
import { BusyError } from '../server/failure.ts';
import { createLease } from '../server/leases.ts';
import { perSite } from '../server/per-site.ts';
import type { Site } from '../site.ts';
import { indexPost } from './post-index.ts';
import { toRenderedColumns } from './rows.ts';
import { lockPost } from './stored-post.ts';
import { findVersion, readVersion, toVersionInput } from './version-rows.ts';

type Outdated = { id: string; version: number };

const LEASE_MS = 5 * 60_000;
const BATCH = 100;
/** A text is tried so often by this process: other work may have taken the time that it needed. */
const MAX_ATTEMPTS = 3;

const lease = perSite((site: Site) =>
  createLease(site, { name: 'outdated-renders', duration: LEASE_MS }),
);
/** Attempts that failed, by version. */
const failedAttempts = perSite((_site: Site) => new Map<string, number>());

/**
 * Renders outdated versions, one after another, until none is left, writers render, or `signal` aborts. Their numbers
 * and times stay. Does nothing while another process does it.
 *
 * @throws AggregateError of those whose render failed unexpectedly: like those that take too much, they are marked
 *   after some attempts, and not tried again by this renderer
 */
export async function renderOutdated(site: Site, signal: AbortSignal): Promise<void> {
  const errors: unknown[] = [];
  /** Those that failed now are tried again by a later call. */
  const failed = new Set<string>();
  const findNext = async () =>
    (await findOutdated(site)).filter((each) => !failed.has(keyOf(each)));
  let batch = await findNext();
  if (batch.length === 0 || !(await lease(site).hold())) return;
  try {
    while (batch.length > 0 && (await renderBatch(site, batch, signal, { errors, failed }))) {
      batch = await findNext();
    }
  } finally {
    await lease(site).release();
  }
  if (errors.length > 0) throw new AggregateError(errors, 'Posts could not be rendered again');
}

/** @returns false when it stopped before the end */
async function renderBatch(
  site: Site,
  batch: readonly Outdated[],
  signal: AbortSignal,
  { errors, failed }: { errors: unknown[]; failed: Set<string> },
): Promise<boolean> {
  for (const found of batch) {
    if (signal.aborted || !site.isRenderingIdle() || !(await lease(site).hold())) return false;
    const result = await renderAgain(site, found, signal);
    if (result instanceof BusyError) return false;
    if (result === 'failed') failed.add(keyOf(found));
    else if (result !== null) errors.push(result);
  }
  return true;
}

/** An index finds them. */
function findOutdated(site: Site): Promise<Outdated[]> {
  return site.db.query
    .selectFrom('post_versions')
    .innerJoin('posts', 'posts.id', 'post_id')
    .select(['posts.id', 'version'])
    .where('posts.status', '<>', 'trash')
    .where('renderer', '<', RENDERER)
    .limit(BATCH)
    .execute();
}

/**
 * @returns null if it was rendered, marked, or saved meanwhile; `failed` if it is to be tried again later; else the error
 *   with which it was marked
 */
async function renderAgain(site: Site, outdated: Outdated, signal: AbortSignal): Promise<unknown> {
  const row = await findVersion(site.db.query, outdated);
  if (row === null) return null;
  const { content, references, citationStyle } = toVersionInput(row);
  let body: RenderedBody | null = null;
  let error: unknown = null;
  try {
    const options = { references, citationStyle, owner: 'outdated-renders', signal };
    body = await site.render(content, options);
  } catch (cause) {
    if (cause instanceof BusyError) return cause;
    error = cause;
  }
  const key = keyOf(outdated);
  const attempts = failedAttempts(site);
  if (body !== null) {
    attempts.delete(key);
    await write(site, outdated, body);
    return null;
  }
  const attempt = (attempts.get(key) ?? 0) + 1;
  attempts.set(key, attempt);
  if (attempt < MAX_ATTEMPTS) return 'failed';
  attempts.delete(key);
  await mark(site, outdated);
  return error;
}

/** What cannot be rendered keeps what it has. It is tried again by the next renderer. */
async function mark(site: Site, { id, version }: Outdated): Promise<void> {
  await site.db.query
    .updateTable('post_versions')
    .set({ renderer: RENDERER })
    .where('post_id', '=', id)
    .where('version', '=', version)
    .where('renderer', '<=', RENDERER)
    .execute();
}

async function write(
  { db: { query, engine } }: Site,
  { id, version }: Outdated,
  body: RenderedBody,
): Promise<void> {
  await inTransaction(query, async (trx) => {
    const current = await lockPost(trx, engine, id);
    if (current === undefined) return;
    const isWritten = await writeRendering(trx, { id, version }, body);
    if (!isWritten || version !== current.version) return;
    const row = await readVersion(trx, current);
    await indexPost(trx, { ...toVersionInput(row), id, text: row.text ?? '' }, body);
  });
}

function keyOf({ id, version }: Outdated): string {
  return `${id} ${version}`;
}

/** @returns false for a version that is not rendered any more, or was by a newer program */
async function writeRendering(
  trx: Kysely<Tables>,
  { id, version }: Outdated,
  body: RenderedBody,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('post_versions')
    .set(toRenderedColumns(id, body))
    .where('post_id', '=', id)
    .where('version', '=', version)
    .where('renderer', '<=', RENDERER)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
