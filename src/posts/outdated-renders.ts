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

/** Versions that this process could not render: they keep what they have, and are tried again by the next one. */
const failedVersions = perSite((_site: Site) => new Set<string>());

/**
 * Renders outdated versions, one after another, until none is left, writers render, or `signal` aborts. Their numbers
 * and times stay.
 *
 * @throws AggregateError of those whose render failed unexpectedly, after all were tried
 */
export async function renderOutdated(site: Site, signal: AbortSignal): Promise<void> {
  const errors: unknown[] = [];
  const failed = failedVersions(site);
  for (;;) {
    const row = await findOutdated(site, failed);
    if (row === undefined || signal.aborted || !site.isRenderingIdle()) break;
    const { content, references, citationStyle } = toVersionInput(row);
    const options = { references, citationStyle, owner: 'outdated-renders', signal };
    try {
      const body = await site.render(content, options);
      if (body === null) failed.add(keyOf(row));
      else await write(site, row, body);
    } catch (error) {
      if (error instanceof BusyError) break;
      failed.add(keyOf(row));
      errors.push(error);
    }
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

async function write({ db: { query, engine } }: Site, row: VersionRow, body: RenderedBody) {
  const { post_id: id, version } = row;
  await inTransaction(query, async (trx) => {
    const post = await lockPost(trx, engine, id);
    if (post === undefined) return;
    const { numUpdatedRows } = await trx
      .updateTable('post_versions')
      .set(toRenderedColumns(id, body))
      .where('post_id', '=', id)
      .where('version', '=', version)
      // Not of a version whose rendering is no longer stored, or is of a newer program.
      .where('renderer', '<=', RENDERER)
      .executeTakeFirst();
    if (numUpdatedRows === 0n || version !== post.version) return;
    await indexPost(trx, { ...toVersionInput(row), id, text: body.text }, body);
    if (post.status === 'published') await changed(trx);
  });
}

function keyOf({ post_id, version }: VersionRow): string {
  return `${post_id} ${version}`;
}
