import { setImmediate } from 'node:timers/promises';
import { writeBibtex } from '../science/references/bibtex-writing.ts';
import { createKeys, keyFor } from '../science/references/keys.ts';
import { asCsl, type Reference } from '../science/references/reference.ts';
import { hasWords, workIdentity } from '../science/references/same-work.ts';
import type { Site } from '../site.ts';
import { selectLatestVersions } from './stored-post.ts';

/** Posts that are read, and works that are written, at once: other requests are answered between two batches. */
const BATCH = 200;

/** More would not help anybody to choose. */
const MAX_FOUND = 20;

/**
 * Works whose key, title, authors, year, URL or DOI hold the words; those of the newest posts first, each work once.
 *
 * @param signal ends the search early
 */
export async function searchCitedWorks(site: Site, typed: string, signal?: AbortSignal) {
  const works = await readWorks(site, (work) => hasWords(work, typed), MAX_FOUND, signal);
  return works.slice(0, MAX_FOUND);
}

/** The works as BibTeX, with keys that differ. */
export async function* exportCitedWorks(site: Site): AsyncGenerator<string> {
  const keyOf = createKeys();
  const works = await readWorks(site, () => true);
  // A full record keeps its key.
  works.sort((a, b) => Number(b.csl !== undefined) - Number(a.csl !== undefined));
  for (const [index, work] of works.entries()) {
    const key = keyOf(keyFor(work, () => false));
    const { URL, ...csl } = asCsl(work);
    yield `${writeBibtex([{ key, csl: URL === '' ? csl : { ...csl, URL } }])}\n`;
    if (index % BATCH === 0) await setImmediate();
  }
}

/** Every work once: the full record where any post that was read holds it. @param enough works to stop at */
async function readWorks(
  { db: { query } }: Site,
  isWanted: (reference: Reference) => boolean,
  enough = Number.POSITIVE_INFINITY,
  signal?: AbortSignal,
): Promise<Reference[]> {
  const works = new Map<string, Reference>();
  for (let offset = 0; works.size < enough && !signal?.aborted; offset += BATCH) {
    const rows = await selectLatestVersions(query)
      .select('references')
      .where('deleted_at', 'is', null)
      .orderBy('date', 'desc')
      .orderBy('id', 'desc')
      .limit(BATCH)
      .offset(offset)
      .execute();
    for (const reference of rows.flatMap((row): Reference[] => JSON.parse(row.references))) {
      const identity = workIdentity(reference);
      const known = works.get(identity);
      const isBetter = known === undefined || (!known.csl && reference.csl !== undefined);
      if (isBetter && isWanted(reference)) works.set(identity, reference);
    }
    if (rows.length < BATCH) break;
    await setImmediate();
  }
  return [...works.values()];
}
