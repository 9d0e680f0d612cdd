import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { asCsl } from '../science/references/as-csl.ts';
import { writeBibtex } from '../science/references/bibtex-writing.ts';
import { createKeys, keyFor } from '../science/references/keys.ts';
import type { Reference } from '../science/references/reference.ts';
import { hasWords, searchWords, workIdentity } from '../science/references/same-work.ts';
import { type Cursor, isBefore } from '../server/cursor.ts';
import type { Site } from '../site.ts';

/** Posts that are read, and works that are written, at once: other requests are answered between two batches. */
const BATCH = 100;

/** More would not help anybody to choose. */
const MAX_FOUND = 20;

/**
 * Works whose key, title, authors, year, URL or DOI hold the words; those of the newest posts first, each work once.
 *
 * @param signal ends the search early, with what was found
 */
export async function searchCitedWorks(
  site: Site,
  typed: string,
  signal?: AbortSignal,
): Promise<Reference[]> {
  const words = searchWords(typed);
  const found = new Map<string, Reference>();
  for await (const reference of references(site, words)) {
    if (found.size === MAX_FOUND || signal?.aborted) break;
    const identity = workIdentity(reference);
    const known = found.get(identity);
    // One post may hold the full record of a work that another one only links.
    const isBetter = known === undefined || (!known.csl && reference.csl !== undefined);
    if (isBetter && hasWords(reference, words)) found.set(identity, reference);
  }
  return [...found.values()];
}

/** The works as BibTeX, with keys that differ. */
export async function* exportCitedWorks(site: Site): AsyncGenerator<string> {
  const keyOf = createKeys();
  let written = 0;
  for await (const work of works(site)) {
    const key = keyOf(keyFor(work, () => false));
    const { URL, ...csl } = asCsl(work);
    yield `${writeBibtex([{ key, csl: URL === '' ? csl : { ...csl, URL } }])}\n`;
    written += 1;
    if (written % BATCH === 0) await setImmediate();
  }
}

/** Every work once: the full record where any post holds it. */
async function* works(site: Site): AsyncGenerator<Reference> {
  const full = new Set<string>();
  const others = new Map<string, Reference>();
  for await (const reference of references(site, [])) {
    const identity = workIdentity(reference);
    if (full.has(identity)) continue;
    if (reference.csl === undefined) others.set(identity, others.get(identity) ?? reference);
    else {
      full.add(identity);
      yield reference;
    }
  }
  for (const [identity, reference] of others) if (!full.has(identity)) yield reference;
}

/** The references of the posts, the newest first; where words are given, of posts that hold a part of them. */
async function* references(
  { db: { query, engine } }: Site,
  words: readonly string[],
): AsyncGenerator<Reference> {
  // Only of A to Z the engines fold the case, and JSON escapes other characters.
  const runs = words.flatMap((word) => word.match(/[a-z\d]+/g) ?? []);
  const [longest = ''] = runs.toSorted((a, b) => b.length - a.length);
  const pattern = `%${longest}%`;
  const like = sql.raw(engine === 'postgres' ? 'ilike' : 'like');
  let before: Cursor | undefined;
  do {
    const rows = await query
      .selectFrom((eb) =>
        eb
          .selectFrom('posts')
          .select(['id', 'date', 'latest_version'])
          .where('deleted_at', 'is', null)
          .$if(before !== undefined, (posts) =>
            posts.where(isBefore(['date', 'id'], before as Cursor)),
          )
          .orderBy('date', 'desc')
          .orderBy('id', 'desc')
          .limit(BATCH)
          .as('newest'),
      )
      // Joined after the limit: PostgreSQL would join and sort all posts first.
      .innerJoin('post_versions', (join) =>
        join.onRef('post_id', '=', 'newest.id').onRef('version', '=', 'latest_version'),
      )
      .select(['newest.id', 'date'])
      .select(
        sql<string | null>`case when "references" ${like} ${pattern} then "references" end`.as(
          'found',
        ),
      )
      .orderBy('date', 'desc')
      .orderBy('newest.id', 'desc')
      .execute();
    for (const { found } of rows) {
      if (found !== null) yield* JSON.parse(found) as Reference[];
    }
    before = rows.length < BATCH ? undefined : rows.at(-1);
    await setImmediate();
  } while (before !== undefined);
}
