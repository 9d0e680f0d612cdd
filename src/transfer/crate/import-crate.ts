import { setImmediate } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Database } from '../../server/db/connect.ts';
import type { Tables } from '../../server/db/tables.ts';
import { inTransaction } from '../../server/db/transaction.ts';
import type { ImportedItem } from '../imported-item.ts';
import { addRedirect, isRedirectTo } from '../redirects.ts';
import { recordPart } from '../write-items.ts';
import { type CrateRun, partItem } from './crate-item.ts';
import { planAuthors, writeAuthors } from './import-authors.ts';
import { createFileImport, type FileImportDeps } from './import-files.ts';
import { planGlossary, writeGlossary } from './import-glossary.ts';
import { createPostImport, type PostImportDeps } from './import-posts.ts';
import { PATHS } from './layout.ts';

export type CrateImportDeps = FileImportDeps &
  PostImportDeps & {
    db: Database;
  };

/** Redirects of one transaction. Other writers wait for it. */
const BATCH = 50;

/** Imports exports of this program. */
export function createCrateImport(deps: CrateImportDeps) {
  const { db, now } = deps;
  const { importFiles } = createFileImport(deps);
  const { importPosts } = createPostImport(deps);

  /**
   * Yields what became of the items, after it was committed: the glossary, with which posts are rendered, the authors, the library,
   * which they show, the posts, and what leads to them.
   */
  async function* importCrate(run: CrateRun): AsyncGenerator<ImportedItem> {
    const { pictures, attachments, posts } = run.crate;
    const files = pictures.length + attachments.length;
    yield importTerms(run, 0);
    yield importAuthors(run, 1);
    yield* importFiles(run, 2);
    yield* importPosts(run, 2 + files);
    yield importRedirects(run, 2 + files + posts.length);
  }

  async function importTerms(run: CrateRun, position: number): Promise<ImportedItem> {
    const part = { position, key: PATHS.glossary, label: PATHS.glossary, title: 'Glossary' };
    const plan = await planGlossary(db.query, run.crate.terms);
    const notes = plan.conflicts.map((message) => ({ kind: 'lost' as const, message }));
    if (plan.added.length === 0) {
      return recordPart(db, run, partItem(part, { ...SKIPPED, reason: TERMS_HERE, notes }));
    }
    const item = partItem(part, { outcome: 'imported', notes });
    if (run.importId === undefined) return item;
    await inTransaction(db.query, async (trx) => {
      await writeGlossary(trx, db.engine, run.crate.terms);
      await run.record(trx, item);
    });
    return item;
  }

  async function importAuthors(run: CrateRun, position: number): Promise<ImportedItem> {
    const part = { position, key: PATHS.authors, label: PATHS.authors, title: 'Authors' };
    const plan = await planAuthors(db.query, run.crate.authors);
    const notes = plan.conflicts.map((message) => ({ kind: 'lost' as const, message }));
    if (plan.added.length + plan.replaced.length === 0) {
      return recordPart(db, run, partItem(part, { ...SKIPPED, reason: AUTHORS_HERE, notes }));
    }
    const item = partItem(part, { outcome: 'imported', notes });
    if (run.importId === undefined) return item;
    await inTransaction(db.query, async (trx) => {
      await writeAuthors(trx, db.engine, run.crate.authors);
      await run.record(trx, item);
    });
    return item;
  }

  /** Skips redirects to posts that were not imported, and paths that redirect somewhere already. */
  async function importRedirects(run: CrateRun, position: number): Promise<ImportedItem> {
    const { redirects } = run.crate;
    const part = { position, key: PATHS.redirects, label: PATHS.redirects, title: 'Redirects' };
    if (redirects.length === 0) {
      return recordPart(db, run, partItem(part, { ...SKIPPED, reason: 'there are none' }));
    }
    if (await areHere(db.query, redirects)) {
      return recordPart(db, run, partItem(part, { ...SKIPPED, reason: REDIRECTS_HERE }));
    }
    if (run.importId === undefined) return partItem(part, { outcome: 'imported' });
    let left = 0;
    for (let at = 0; at < redirects.length; at += BATCH) {
      run.signal?.throwIfAborted();
      left += await writeRedirects(run, redirects.slice(at, at + BATCH));
      await setImmediate();
    }
    const message = `${left} of ${redirects.length} paths already lead elsewhere here, or lead to posts that were not imported.`;
    const notes = left === 0 ? [] : [{ kind: 'lost' as const, message }];
    return recordPart(db, run, partItem(part, { outcome: 'imported', notes }));
  }

  /** @returns how many of them do not lead where they led */
  async function writeRedirects(
    run: CrateRun,
    batch: CrateRun['crate']['redirects'],
  ): Promise<number> {
    return inTransaction(db.query, async (trx) => {
      // Nothing is written after the import was stopped.
      await run.record(trx, null);
      const here = await findPosts(
        trx,
        batch.map(({ post }) => post),
      );
      const importId = run.importId ?? null;
      let left = 0;
      for (const { from, to, post, created } of batch) {
        const target = post === '' ? { target: to } : { postId: post };
        const isKnown = post === '' || here.has(post);
        const redirect = { from, to: target, importId };
        if (!isKnown || !(await addRedirect(trx, redirect, created || now()))) left += 1;
      }
      return left;
    });
  }

  return { importCrate };
}

async function findPosts(
  trx: Kysely<Tables>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await trx.selectFrom('current_posts').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map(({ id }) => id));
}

const SKIPPED = { outcome: 'skipped' } as const;
const TERMS_HERE = 'its terms already exist here';
const AUTHORS_HERE = 'they already exist here, or there are none';
const REDIRECTS_HERE = 'they already exist here';

async function areHere(
  query: Kysely<Tables>,
  redirects: CrateRun['crate']['redirects'],
): Promise<boolean> {
  for (const [index, { from, to, post }] of redirects.entries()) {
    // The driver of SQLite works in this thread, and promises alone let no request in.
    if (index % BATCH === 0) await setImmediate();
    if (!(await isRedirectTo(query, from, post === '' ? { target: to } : { postId: post })))
      return false;
  }
  return true;
}
