import { isHttpUrl } from '../../server/html/urls.ts';
import type { Site } from '../../site.ts';
import { createKeys, suggestKey, toKey } from './keys.ts';
import type { Pasted } from './read-pasted.ts';
import type { Refusal } from './read-record.ts';
import {
  type CslItem,
  MAX_REFERENCES,
  OTHERS,
  REFERENCE_LIMITS,
  type Reference,
  referenceUrl,
  WORK_TYPES,
} from './reference.ts';

/** Reads a pasted text where no hostile one stops the process; null when it takes too much time or memory. */
export type ReadPasted = (text: string) => Promise<Pasted | null>;

/** The work of a DOI, or why it stays unknown: the registry does not have it, or did not answer. */
export type DoiAnswer = CslItem | 'unknown' | 'unavailable';

/** Never rejects. */
export type LookUpDoi = (doi: string) => Promise<DoiAnswer>;

const CONCURRENCY = 5;

const NOT_LOOKED_UP: Refusal = {
  line: 1,
  message:
    'A DOI alone gives no title or authors, because this site does not look up DOIs. To have them, paste the work as BibTeX, RIS or CSL-JSON.',
};

const REASONS = {
  unknown: 'crossref.org does not know it',
  unavailable: 'crossref.org did not respond',
};

const TOO_SLOW: Refusal = {
  line: 1,
  message: 'This takes too long to read. Paste fewer references at a time.',
};

/** Their keys differ from each other. */
export async function readReferences({ readPasted, lookUpDoi }: Site, text: string) {
  const references: (Reference & { key: string })[] = [];
  /** Of DOIs that the registry did not answer for: each is a reference of its own. */
  const notes: Refusal[] = [];
  const pasted = await readPasted(text);
  if (pasted === null) return { references, refusals: [TOO_SLOW], notes };
  const { works, refusals } = pasted;
  const refuse = (line: number, message: string) =>
    refusals.push({ line, message: `Line ${line}: ${message}` });
  for (const { line } of works.splice(MAX_REFERENCES).slice(0, 1)) {
    refuse(line, `a post can have at most ${MAX_REFERENCES} references; the rest is left out.`);
  }
  if (lookUpDoi === undefined && works.some(({ doi }) => doi !== '')) notes.push(NOT_LOOKED_UP);
  const keyOf = createKeys();
  for (const [index, answer] of (await lookUpAll(works, lookUpDoi)).entries()) {
    const { line, key, doi } = works[index] as Pasted['works'][number];
    if (typeof answer === 'string') {
      const message = `Line ${line}: ${doi} could not be looked up: ${REASONS[answer]}.`;
      notes.push({ line, message });
    }
    const csl = typeof answer === 'object' ? answer : null;
    const reference = toReference(csl, { doi, key });
    const wanted = [toKey(key), csl && suggestKey(csl), toKey(csl?.DOI ?? doi), 'reference'];
    if (typeof reference === 'string') refuse(line, reference);
    else references.push({ ...reference, key: keyOf(wanted.find(Boolean) ?? '') });
  }
  return { references, refusals: refusals.sort((a, b) => a.line - b.line), notes };
}

async function lookUpAll(works: Pasted['works'], lookUp: LookUpDoi | undefined) {
  const answers: (DoiAnswer | null)[] = [];
  for (let start = 0; start < works.length; start += CONCURRENCY) {
    const batch = works.slice(start, start + CONCURRENCY);
    const all = batch.map(async ({ csl, doi }) => csl ?? (await lookUp?.(doi)) ?? null);
    answers.push(...(await Promise.all(all)));
  }
  return answers;
}

/** Collaborations publish with thousands of authors. */
const MAX_NAMES = 100;

/** @returns why a work cannot be a reference */
function toReference(
  read: CslItem | null,
  { doi, key }: { doi: string; key: string },
): Reference | string {
  const { title: longest, url: longestUrl, csl: largest } = REFERENCE_LIMITS;
  const title = (read === null ? doi : (read.title ?? '')).slice(0, longest).toWellFormed();
  const bare = { title, url: referenceUrl(doi), description: '', type: 'article' } as const;
  if (read === null) return bare;
  const url = urlOf(read);
  const name = (key || read.title || doi).slice(0, 100).toWellFormed();
  if (url === '' && title === '') return `${name} has neither a title nor a URL.`;
  if (url.length > longestUrl) return `${name} has a URL longer than ${longestUrl} characters.`;
  const csl = { ...read };
  // Only http and https URLs become links.
  if (csl.URL !== undefined && !isHttpUrl(csl.URL)) delete csl.URL;
  for (const name of ['author', 'editor'] as const) {
    const names = csl[name] ?? [];
    if (names.length > MAX_NAMES) csl[name] = [...names.slice(0, MAX_NAMES), { literal: OTHERS }];
  }
  if (JSON.stringify(csl).length > largest) return `${name} has fields that are too long.`;
  return { ...bare, url, type: WORK_TYPES[csl.type].kind, csl };
}

/** DOI, own URL, or what its number in a catalogue leads to; empty for none. */
function urlOf({ DOI, URL, PMID, PMCID, ISBN, archive, archive_location: id }: CslItem) {
  const candidates = [
    DOI && referenceUrl(DOI),
    URL && referenceUrl(URL),
    archive === 'arXiv' && id && `https://arxiv.org/abs/${encodeURI(id)}`,
    PMCID && `https://www.ncbi.nlm.nih.gov/pmc/articles/${encodeURIComponent(PMCID)}/`,
    PMID && `https://pubmed.ncbi.nlm.nih.gov/${encodeURIComponent(PMID)}/`,
    ISBN && `https://openlibrary.org/isbn/${ISBN.replace(/[^\dXx]/g, '')}`,
  ];
  return candidates.find((url): url is string => typeof url === 'string' && isHttpUrl(url)) ?? '';
}
