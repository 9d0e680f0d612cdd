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

/** Asks a registry for the work of a DOI. Never rejects. */
export type LookUpDoi = (doi: string) => Promise<DoiAnswer>;

/** Look-ups at once. */
const CONCURRENCY = 5;

const NOT_LOOKED_UP: Refusal = {
  line: 1,
  message:
    'A DOI alone gives no title or authors, because this site does not look up DOIs. To have them, paste the work as BibTeX, RIS or CSL-JSON.',
};

const REASONS: Partial<Record<string, string>> = {
  unknown: 'crossref.org does not know it',
  unavailable: 'crossref.org did not respond',
};

/**
 * Reads references from BibTeX, RIS, CSL-JSON or a list of DOIs. Their keys differ from each other.
 */
export async function readReferences(site: Site, text: string) {
  const read = {
    references: [] as (Reference & { key: string })[],
    /** What was not read. */
    refusals: [] as Refusal[],
    /** DOIs that the registry did not answer for: each is a reference of its own. */
    notes: [] as Refusal[],
  };
  const pasted = await site.readPasted(text);
  if (pasted === null) {
    const message = 'This takes too long to read. Paste fewer references at a time.';
    return { ...read, refusals: [{ line: 1, message }] };
  }
  const { records, dois } = pasted;
  const answers = await lookUpAll(site, dois.slice(0, MAX_REFERENCES));
  const works: Work[] = [
    ...records.map((record) => ({ ...record, doi: '' })),
    ...dois.map(({ line, doi }, index) => {
      const answer = answers[index];
      return { line, key: '', doi, csl: typeof answer === 'object' ? answer : null };
    }),
  ];
  const keyOf = createKeys();
  const refuse = (line: number, message: string) =>
    read.refusals.push({ line, message: `Line ${line}: ${message}` });
  for (const work of works.slice(0, MAX_REFERENCES)) {
    const { line, key, csl, doi } = work;
    const reference = toReference(work);
    const wanted = [toKey(key), csl && suggestKey(csl), toKey(csl?.DOI ?? doi), 'reference'];
    if (typeof reference === 'string') refuse(line, reference);
    else read.references.push({ ...reference, key: keyOf(wanted.find(Boolean) ?? '') });
  }
  const further = works[MAX_REFERENCES];
  if (further !== undefined)
    refuse(
      further.line,
      `a post can have at most ${MAX_REFERENCES} references; the rest is left out.`,
    );
  read.refusals = [...pasted.refusals, ...read.refusals].sort((a, b) => a.line - b.line);
  if (site.lookUpDoi === undefined && dois.length > 0) read.notes = [NOT_LOOKED_UP];
  for (const [index, answer] of answers.entries()) {
    const { line = 1, doi } = dois[index] ?? {};
    const reason = REASONS[String(answer)];
    if (reason === undefined) continue;
    read.notes.push({ line, message: `Line ${line}: ${doi} could not be looked up: ${reason}.` });
  }
  return read;
}

async function lookUpAll({ lookUpDoi }: Site, dois: Pasted['dois']): Promise<DoiAnswer[]> {
  if (lookUpDoi === undefined) return [];
  const answers: DoiAnswer[] = [];
  for (let start = 0; start < dois.length; start += CONCURRENCY) {
    const batch = dois.slice(start, start + CONCURRENCY);
    answers.push(...(await Promise.all(batch.map(({ doi }) => lookUpDoi(doi)))));
  }
  return answers;
}

/** `csl` is null if only the DOI is known. */
type Work = { line: number; key: string; csl: CslItem | null; doi: string };

/** Collaborations publish with thousands of authors. */
const MAX_NAMES = 100;

/** @returns why a work cannot be a reference */
function toReference({ csl: read, doi, key }: Work): Reference | string {
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

/** Where a work is found, empty for one without an address: its DOI, its own URL, or what its number in a catalogue leads to. */
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
