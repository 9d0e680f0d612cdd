import type { Database } from '../../db/connect.ts';
import { inTransaction } from '../../db/transaction.ts';
import { BusyError } from '../../failure.ts';
import { createLease } from '../leases.ts';
import { recordTerms, storedMentions } from '../science/glossary/mention-rows.ts';
import type { ReadGlossary } from '../science/glossary/read-glossary.ts';
import {
  readShownMolecules,
  recordMolecules,
  type ShownMolecule,
} from '../science/molecules/post-molecules.ts';
import type { RenderBody, RenderedBody } from './body.ts';
import { completeDataLinks } from './data-links.ts';
import { type CitationStyle, readingTime } from './post.ts';
import { renderVersion } from './render-version.ts';
import { writeSearch } from './rows.ts';
import { lockPost, readPost } from './stored-post.ts';

type OutdatedRendersDeps = {
  db: Database;
  /** The present instant, ISO 8601 in UTC. */
  now: () => string;
  render: RenderBody;
  /** Whether no body is rendered now. */
  isRenderingIdle: () => boolean;
  readGlossary: ReadGlossary;
  /** Called when the HTML of a published post has changed. */
  postChanged: (id: string) => Promise<void>;
};

type Table = 'posts' | 'unpublished_changes';

type Outdated = {
  table: Table;
  /** The id of the post. */
  id: string;
  content: string;
  /** JSON array of references. */
  references: string;
  citation_style: CitationStyle;
  /** Differs after every save. */
  saved: string | number;
};

const LEASE_MS = 5 * 60_000;
const BATCH = 100;

/** Renders posts again that another version of the renderer rendered, while nobody waits for a render. */
export function createOutdatedRenders(deps: OutdatedRendersDeps) {
  const { db, render, isRenderingIdle, readGlossary, postChanged } = deps;
  const { query, engine } = db;
  const lease = createLease(deps, { name: 'outdated-renders', duration: LEASE_MS });

  /**
   * Renders outdated posts and unpublished changes, one after another, until none is left, writers render, or
   * `signal` aborts. Their versions, revisions and times stay. Does nothing while another process does it.
   *
   * @throws AggregateError of those whose render failed unexpectedly: like those that take too much, they are marked
   *   and not tried again by this version
   */
  async function renderOutdated(signal: AbortSignal): Promise<void> {
    const errors: unknown[] = [];
    let batch = await findOutdated();
    if (batch.length === 0 || !(await lease.hold())) return;
    try {
      while (batch.length > 0 && (await renderBatch(batch, signal, errors))) {
        batch = await findOutdated();
      }
    } finally {
      await lease.release();
    }
    if (errors.length > 0) throw new AggregateError(errors, 'Posts could not be rendered again');
  }

  /** @returns false when it stopped before the end */
  async function renderBatch(
    batch: readonly Pick<Outdated, 'table' | 'id'>[],
    signal: AbortSignal,
    errors: unknown[],
  ): Promise<boolean> {
    for (const found of batch) {
      if (signal.aborted || !isRenderingIdle() || !(await lease.hold())) return false;
      const error = await renderAgain(found, signal);
      if (error instanceof BusyError) return false;
      if (error !== null) errors.push(error);
    }
    return true;
  }

  async function findOutdated(): Promise<Pick<Outdated, 'table' | 'id'>[]> {
    const version = await currentVersion();
    const [first = '', last = ''] = [version, failed(version)].sort();
    for (const [table, id] of [
      ['posts', 'id'],
      ['unpublished_changes', 'post_id'],
    ] as const) {
      const rows = await query
        .selectFrom(table)
        .select(`${id} as id`)
        // As ranges, which an index finds: `not in` reads every post.
        .where(({ or, and, eb }) =>
          or([
            eb('render_version', 'is', null),
            eb('render_version', '<', first),
            and([eb('render_version', '>', first), eb('render_version', '<', last)]),
            eb('render_version', '>', last),
          ]),
        )
        .limit(BATCH)
        .execute();
      if (rows.length > 0) return rows.map((row) => ({ table, id: row.id }));
    }
    return [];
  }

  async function currentVersion(): Promise<string> {
    return renderVersion((await readGlossary()).revision);
  }

  /** @returns why it could not be rendered; null if it was, or has been saved or deleted meanwhile */
  async function renderAgain(
    { table, id }: Pick<Outdated, 'table' | 'id'>,
    signal: AbortSignal,
  ): Promise<unknown> {
    const outdated = await read(table, id);
    if (outdated === null) return null;
    let body: RenderedBody | null = null;
    let error: unknown = null;
    try {
      const references = JSON.parse(outdated.references);
      body = await render(outdated.content, {
        references,
        citationStyle: outdated.citation_style,
        owner: 'outdated-renders',
        signal,
      });
    } catch (cause) {
      if (cause instanceof BusyError) return cause;
      error = cause;
    }
    if (body === null) await mark(outdated, failed(await currentVersion()));
    else if (table === 'posts') await writePost(outdated, body);
    else await writeChanges(outdated, body);
    return error;
  }

  async function read(table: Table, id: string): Promise<Outdated | null> {
    const row =
      table === 'posts'
        ? await query
            .selectFrom('posts')
            .select(['content', 'references', 'citation_style', 'version as saved'])
            .where('id', '=', id)
            .executeTakeFirst()
        : await query
            .selectFrom('unpublished_changes')
            .select(['content', 'references', 'citation_style', 'etag as saved'])
            .where('post_id', '=', id)
            .executeTakeFirst();
    return row === undefined ? null : { table, id, ...row };
  }

  async function mark({ table, id, saved }: Outdated, version: string): Promise<void> {
    if (table === 'posts') {
      await query
        .updateTable('posts')
        .set({ render_version: version })
        .where('id', '=', id)
        .where('version', '=', Number(saved))
        .execute();
    } else {
      await query
        .updateTable('unpublished_changes')
        .set({ render_version: version })
        .where('post_id', '=', id)
        .where('etag', '=', String(saved))
        .execute();
    }
  }

  async function writePost({ id, saved }: Outdated, body: RenderedBody): Promise<void> {
    const mentions = storedMentions(body.mentions);
    const isSeen = await inTransaction(query, async (trx) => {
      const current = await lockPost(trx, engine, id);
      if (current === undefined || current.version !== saved) return false;
      const post = await readPost(trx, id);
      const shown = await readShownMolecules(trx, id);
      const isChanged =
        post.contentHtml !== completeDataLinks(body.html, post.slug) ||
        current.mentions !== mentions ||
        describeShown(shown) !== describeShown(body.molecules);
      if (isChanged) {
        // By itself: an update of the version alone is no change that other processes are told of (migration 026).
        await trx
          .updateTable('posts')
          .set({ content_html: body.html, mentions, reading_time: readingTime(body.words) })
          .where('id', '=', id)
          .execute();
        await recordMolecules({ trx, engine }, id, body.molecules);
        await recordTerms(trx, id, body.mentions);
      }
      await writeSearch(trx, id, { ...post, text: body.text });
      await trx
        .updateTable('posts')
        .set({ render_version: renderVersion(body.glossaryRevision) })
        .where('id', '=', id)
        .execute();
      return isChanged && current.status === 'published';
    });
    if (isSeen) await postChanged(id);
  }

  async function writeChanges({ id, saved }: Outdated, body: RenderedBody): Promise<void> {
    await query
      .updateTable('unpublished_changes')
      .set({
        content_html: body.html,
        mentions: storedMentions(body.mentions),
        reading_time: readingTime(body.words),
        render_version: renderVersion(body.glossaryRevision),
      })
      .where('post_id', '=', id)
      .where('etag', '=', String(saved))
      .execute();
  }

  return { renderOutdated };
}

/** Marks what cannot be rendered: it is tried again by the next version. */
function failed(version: string): string {
  return `failed ${version}`;
}

function describeShown(shown: readonly ShownMolecule[]): string {
  return JSON.stringify(
    shown.map(({ molecule, form = molecule, label, name }) => [
      molecule.inchikey,
      molecule.rdkitVersion,
      form.smiles,
      label,
      name,
    ]),
  );
}
