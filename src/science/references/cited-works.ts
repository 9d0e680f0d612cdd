import { setImmediate } from 'node:timers/promises';
import { createKeys } from './keys.ts';
import { asCsl, type Reference } from './reference.ts';
import { describeWork } from './work.ts';
import { writeBibtex } from './writing.ts';

export type CitedReferences = AsyncIterable<readonly Reference[]>;

const MAX_FOUND = 20;

/** Matches key, title, authors, year, URL or DOI, in the first posts; each work once. */
export async function findWorks(cited: CitedReferences, typed: string): Promise<Reference[]> {
  const works = await readWorks(cited, (work) => work.matches(typed), MAX_FOUND);
  return works.slice(0, MAX_FOUND);
}

export async function* exportWorks(cited: CitedReferences): AsyncGenerator<string> {
  const keyOf = createKeys();
  const works = await readWorks(cited);
  works.sort((a, b) => Number(b.csl !== undefined) - Number(a.csl !== undefined));
  for (const [index, work] of works.entries()) {
    const key = keyOf(describeWork(work).keyAmong(() => false));
    const { URL, ...csl } = asCsl(work);
    yield `${writeBibtex([{ key, csl: URL === '' ? csl : { ...csl, URL } }])}\n`;
    // Other requests are answered meanwhile.
    if (index % 200 === 0) await setImmediate();
  }
}

/** Every work once: the full record where any post that was read holds it. @param enough works to stop at */
async function readWorks(
  cited: CitedReferences,
  isWanted: (work: ReturnType<typeof describeWork>) => boolean = () => true,
  enough = Number.POSITIVE_INFINITY,
): Promise<Reference[]> {
  const works = new Map<string, Reference>();
  for await (const references of cited) {
    for (const reference of references) {
      const work = describeWork(reference);
      const known = works.get(work.identity);
      const isBetter = known === undefined || (!known.csl && reference.csl !== undefined);
      if (isBetter && isWanted(work)) works.set(work.identity, reference);
    }
    if (works.size >= enough) break;
  }
  return [...works.values()];
}
