import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { createAdministrators } from '../accounts/administrators.ts';
import type { Credentials } from '../accounts/sign-in-steps.ts';
import type { PostInput } from '../posts/post-input.ts';
import type { Database } from '../server/db/connect.ts';
import type { Tables } from '../server/db/tables.ts';
import { inTransactionOnce } from '../server/db/transaction.ts';
import type { Result } from '../server/failure.ts';
import { lockTransaction } from '../server/transaction-lock.ts';

type WritePost = (trx: Kysely<Tables>) => Promise<unknown>;

type SeedingDeps = Pick<
  ReturnType<typeof createAdministrators>,
  'ensureAdministrator' | 'createFirstAdministrator' | 'hasAdministrators'
> & {
  db: Database;
  prepareNewPost: (input: PostInput, options: { wasPublic: boolean }) => Promise<Result<WritePost>>;
};

export type SeedOptions = {
  /** The administrator of the settings; without one, a database without administrators gets one with `firstEmail`. */
  administrator: Credentials | undefined;
  firstEmail: string;
  /** The folder of sample posts for an empty database; null leaves it empty. */
  samplePosts: string | null;
  /** Shows the generated credentials of a first administrator, just before they are committed. */
  showCredentials: (credentials: Credentials) => void;
};

/** Gives a new database sample posts, and every database an administrator. */
export function createSeeding(deps: SeedingDeps) {
  const { db, prepareNewPost, hasAdministrators } = deps;
  const { engine, query } = db;

  /**
   * Seeds a new database and applies the settings of the administrator, in one transaction under a lock: one of several
   * instances that start at once seeds, and a process that is killed leaves nothing behind.
   */
  async function seedSite(start: SeedOptions): Promise<void> {
    const { administrator, firstEmail, samplePosts, showCredentials } = start;
    if (administrator === undefined && (await hasAdministrators())) return;
    // Rendered before the transaction: other instances wait for its lock.
    const posts = samplePosts === null ? [] : await prepareSamples(samplePosts);
    // Once: credentials that were shown cannot be taken back.
    await inTransactionOnce(query, async (trx) => {
      await lockTransaction(trx, engine, 'first start');
      if (await isUnused(trx)) for (const write of posts) await write(trx);
      if (administrator !== undefined) return deps.ensureAdministrator(administrator, trx);
      const first = await deps.createFirstAdministrator(firstEmail, trx);
      if (first !== null) showCredentials(first);
    });
  }

  /** No posts and no administrators: a site in use never gets sample posts. */
  async function isUnused(from: Kysely<Tables>): Promise<boolean> {
    const post = await from.selectFrom('posts').select('id').limit(1).executeTakeFirst();
    return post === undefined && !(await hasAdministrators(from));
  }

  async function prepareSamples(folder: string): Promise<WritePost[]> {
    if (!(await isUnused(query))) return [];
    const { isMarkdownFile, readPostFile } = await import('../transfer/markdown/post-file.ts');
    const posts: WritePost[] = [];
    for (const file of (await readdir(folder)).filter(isMarkdownFile).sort()) {
      const read = readPostFile(await readFile(join(folder, file)), file);
      if (!read.ok) throw new Error(`${file}: ${read.reason}`);
      const prepared = await prepareNewPost(read.input, { wasPublic: true });
      if (!prepared.ok) throw new Error(`${file}: ${JSON.stringify(prepared.failure)}`);
      posts.push(prepared.value);
    }
    return posts;
  }

  return { seedSite };
}
