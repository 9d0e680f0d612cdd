import type { RenderedBody } from '../rendering/body.ts';
import { RENDERER } from '../rendering/renderer.ts';
import { changed } from '../server/db/public-views.ts';
import { inTransaction } from '../server/db/transaction.ts';
import { BusyError } from '../server/failure.ts';
import { perSite } from '../server/per-site.ts';
import type { Site } from '../site.ts';
import { indexPost } from './post-index.ts';
import { toRenderedColumns } from './rows.ts';
import { lockPost, toVersionInput, type VersionRow } from './stored-post.ts';

/** A text is tried so often by this process: other work may have taken the time that it needed. */
const MAX_ATTEMPTS = 3;

/** Attempts that failed, by version. */
const failedAttempts = perSite((_site: Site) => new Map<string, number>());

/**
 * Renders outdated versions, one after another, until none is left, writers render, or `signal` aborts. Their numbers
 * and times stay.
 *
 * @throws AggregateError of those whose render failed unexpectedly: like those that take too much, they are marked
 *   after some attempts, and not tried again by this renderer
 */
export async function renderOutdated(site: Site, signal: AbortSignal): Promise<void> {
  const errors: unknown[] = [];
  const failed = new Set<string>();
  const attempts = failedAttempts(site);
  for (;;) {
    const row = await findOutdated(site, failed);
    if (row === undefined || signal.aborted || !site.isRenderingIdle()) break;
    const { content, references, citationStyle } = toVersionInput(row);
    const options = { references, citationStyle, owner: 'outdated-renders', signal };
    const [body, error] = await site.render(content, options).then(
      (rendered) => [rendered, null] as const,
      (thrown: unknown) => [null, thrown] as const,
    );
    if (error instanceof BusyError) break;
    const key = keyOf(row);
    const attempt = (attempts.get(key) ?? 0) + 1;
    if (body === null && attempt < MAX_ATTEMPTS) {
      attempts.set(key, attempt);
      failed.add(key);
      continue;
    }
    attempts.delete(key);
    await write(site, row, body);
    if (error !== null) errors.push(error);
  }
  if (errors.length > 0) throw new AggregateError(errors, 'Posts could not be rendered again');
}

async function findOutdated({ db: { query } }: Site, failed: ReadonlySet<string>) {
  const rows = await query
    .selectFrom('post_versions')
    .innerJoin('posts', 'posts.id', 'post_id')
    .selectAll('post_versions')
    .where('posts.status', '<>', 'trash')
    .where('renderer', '<', RENDERER)
    .limit(failed.size + 1)
    .execute();
  return rows.find((row) => !failed.has(keyOf(row)));
}

/** @param body null for what cannot be rendered: it keeps what it has, and is tried again by the next renderer */
async function write(
  { db: { query, engine } }: Site,
  row: VersionRow,
  body: RenderedBody | null,
): Promise<void> {
  const { post_id: id, version } = row;
  const columns = body === null ? { renderer: RENDERER } : toRenderedColumns(id, body);
  await inTransaction(query, async (trx) => {
    const post = await lockPost(trx, engine, id);
    if (post === undefined) return;
    const { numUpdatedRows } = await trx
      .updateTable('post_versions')
      .set(columns)
      .where('post_id', '=', id)
      .where('version', '=', version)
      // Not of a version whose rendering is no longer stored, or is of a newer program.
      .where('renderer', '<=', RENDERER)
      .executeTakeFirst();
    if (numUpdatedRows === 0n || body === null || version !== post.version) return;
    await indexPost(trx, { ...toVersionInput(row), id, text: body.text }, body);
    if (post.status === 'published') await changed(trx);
  });
}

function keyOf({ post_id, version }: VersionRow): string {
  return `${post_id} ${version}`;
}
