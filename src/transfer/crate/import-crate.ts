import type { Kysely } from 'kysely';
import type { Database } from '../../server/db/connect.ts';
import type { Tables } from '../../server/db/tables.ts';
import { inTransaction } from '../../server/db/transaction.ts';
import type { ImportedItem } from '../imported-item.ts';
import { addRedirect, isRedirectTo } from '../redirects.ts';
import { type CrateRun, partItem } from './crate-item.ts';
import { planAuthors, writeAuthors } from './import-authors.ts';
import { createFileImport, type FileImportDeps } from './import-files.ts';
import { planGlossary, writeGlossary } from './import-glossary.ts';
import { createPostImport, type PostImportDeps } from './import-posts.ts';
import { PATHS } from './layout.ts';
import type { Crate } from './open-crate.ts';

export type CrateImportDeps = FileImportDeps &
  PostImportDeps & {
    db: Database;
  };

/** Redirects of one transaction. Other writers wait for it. */
const BATCH = 50;

/** The glossary, the authors and the redirects are one item each. */
export function countItems({ pictures, attachments, posts }: Crate): number {
  return 3 + pictures.length + attachments.length + posts.length;
}

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
      return partItem(part, { ...SKIPPED, reason: TERMS_HERE, notes });
    }
    const item = partItem(part, { outcome: 'imported', notes });
    if (run.isDryRun) return item;
    await inTransaction(db.query, async (trx) => {
      await writeGlossary(trx, db.engine, run.crate.terms);
    });
    return item;
  }

  async function importAuthors(run: CrateRun, position: number): Promise<ImportedItem> {
    const part = { position, key: PATHS.authors, label: PATHS.authors, title: 'Authors' };
    const plan = await planAuthors(db.query, run.crate.authors);
    const notes = plan.conflicts.map((message) => ({ kind: 'lost' as const, message }));
    if (plan.added.length + plan.replaced.length === 0) {
      return partItem(part, { ...SKIPPED, reason: AUTHORS_HERE, notes });
    }
    const item = partItem(part, { outcome: 'imported', notes });
    if (run.isDryRun) return item;
    await inTransaction(db.query, async (trx) => {
      await writeAuthors(trx, db.engine, run.crate.authors);
    });
    return item;
  }

  /** Skips redirects to posts that were not imported, and paths that redirect somewhere already. */
  async function importRedirects(run: CrateRun, position: number): Promise<ImportedItem> {
    const { redirects } = run.crate;
    const part = { position, key: PATHS.redirects, label: PATHS.redirects, title: 'Redirects' };
    if (redirects.length === 0) {
      return partItem(part, { ...SKIPPED, reason: 'there are none' });
    }
    if (await areHere(db.query, redirects)) {
      return partItem(part, { ...SKIPPED, reason: REDIRECTS_HERE });
    }
    if (run.isDryRun) return partItem(part, { outcome: 'imported' });
    let left = 0;
    for (let at = 0; at < redirects.length; at += BATCH) {
      left += await writeRedirects(redirects.slice(at, at + BATCH));
    }
    const message = `${left} of ${redirects.length} paths already lead elsewhere here, or lead to posts that were not imported.`;
    const notes = left === 0 ? [] : [{ kind: 'lost' as const, message }];
    return partItem(part, { outcome: 'imported', notes });
  }

  /** @returns how many of them do not lead where they led */
  async function writeRedirects(batch: CrateRun['crate']['redirects']): Promise<number> {
    return inTransaction(db.query, async (trx) => {
      const here = await findPosts(
        trx,
        batch.map(({ post }) => post),
      );
      let left = 0;
      for (const { from, to, post, created } of batch) {
        const target = post === '' ? { target: to } : { postId: post };
        const isKnown = post === '' || here.has(post);
        const redirect = { from, to: target };
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
  for (const { from, to, post } of redirects) {
    if (!(await isRedirectTo(query, from, post === '' ? { target: to } : { postId: post })))
      return false;
  }
  return true;
}
