import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import {
  createFirstAdministrator,
  ensureAdministrator,
  hasAdministrators,
} from '../accounts/people.ts';
import type { Credentials } from '../accounts/sign-in.ts';
import { prepareMoved, type WritePost } from '../posts/saving.ts';
import type { Tables } from '../server/db/tables.ts';
import { inTransactionOnce, lockTransaction } from '../server/db/transaction.ts';
import type { Site } from '../site.ts';

export type SeedOptions = {
  /** The administrator of the settings; without one, a database without administrators gets one with `firstEmail`. */
  administrator: Credentials | undefined;
  firstEmail: string;
  /** The folder of sample posts for an empty database; null leaves it empty. */
  samplePosts: string | null;
  /** Shows the generated credentials of a first administrator, just before they are committed. */
  showCredentials: (credentials: Credentials) => void;
};

/**
 * In one transaction under a lock: one of several instances that start at once seeds, and a process
 * that is killed leaves nothing behind.
 */
export async function seedSite(site: Site, start: SeedOptions): Promise<void> {
  const { administrator, firstEmail, samplePosts, showCredentials } = start;
  if (administrator === undefined && (await hasAdministrators(site))) return;
  // Rendered before the transaction: other instances wait for its lock.
  const posts = samplePosts === null ? [] : await prepareSamples(site, samplePosts);
  // Once: credentials that were shown cannot be taken back.
  await inTransactionOnce(site.db.query, async (trx) => {
    await lockTransaction(trx, site.db.engine, 'first start');
    if (await isUnused(site, trx)) for (const write of posts) await write(trx);
    if (administrator !== undefined) return ensureAdministrator(site, administrator, trx);
    const first = await createFirstAdministrator(site, firstEmail, trx);
    if (first !== null) showCredentials(first);
  });
}

/** No posts and no administrators: a site in use never gets sample posts. */
async function isUnused(site: Site, from: Kysely<Tables>): Promise<boolean> {
  const post = await from.selectFrom('posts').select('id').limit(1).executeTakeFirst();
  return post === undefined && !(await hasAdministrators(site, from));
}

async function prepareSamples(site: Site, folder: string): Promise<WritePost[]> {
  if (!(await isUnused(site, site.db.query))) return [];

  const { isMarkdownFile, readPostFile } = await import('../transfer/markdown/post-file.ts');
  const posts: WritePost[] = [];
  for (const file of (await readdir(folder)).filter(isMarkdownFile).sort()) {
    const read = readPostFile(await readFile(join(folder, file)), file);
    if (!read.ok) throw new Error(`${file}: ${read.reason}`);
    const prepared = await prepareMoved(site, read.input);
    if (!prepared.ok) throw new Error(`${file}: ${JSON.stringify(prepared.failure)}`);
    posts.push(prepared.value);
  }
  return posts;
}
