import type { Site } from '../../site.ts';
import { type CslItem, OTHERS, WORK_TYPES } from './csl.ts';
import { createKeys, suggestKey, toKey } from './keys.ts';
import type { Pasted } from './read-pasted.ts';
import type { Refusal } from './read-record.ts';
import {
  isHttpUrl,
  MAX_REFERENCES,
  REFERENCE_LIMITS,
  type Reference,
  referenceUrl,
} from './reference.ts';

/** A reference that a text can cite. */
type KeyedReference = Reference & { key: string };

/** Reads a pasted text where no hostile one stops the process; null when it takes too much time or memory. */
export type ReadPasted = (text: string) => Promise<Pasted | null>;

/** The work of a DOI, or why it stays unknown: the registry does not have it, or did not answer. */
export type DoiAnswer = CslItem | 'unknown' | 'unavailable';

/** Asks a registry for the work of a DOI. Never rejects. */
export type LookUpDoi = (doi: string) => Promise<DoiAnswer>;

export type ReadReferences = {
  references: KeyedReference[];
  /** What was not read. */
  refusals: Refusal[];
  /** DOIs that the registry did not answer for: each is a reference of its own. */
  notes: Refusal[];
};

/** Look-ups at once. */
const CONCURRENCY = 5;

/**
 * Reads references from BibTeX, RIS, CSL-JSON or a list of DOIs. Their keys differ from each other.
 */
export async function readReferences(site: Site, text: string): Promise<ReadReferences> {
  const pasted = await site.readPasted(text);
  if (pasted === null) {
    const message = 'This takes too long to read. Paste fewer references at a time.';
    return { references: [], refusals: [{ line: 1, message }], notes: [] };
  }
  const { records, dois } = pasted;
  const answers = await lookUpAll(site, dois.slice(0, MAX_REFERENCES));
  const works = dois.map(({ line, doi }, index): Work => {
    const answer = answers[index];
    return { line, key: '', csl: typeof answer === 'object' ? answer : null, doi };
  });
  const all = [...records.map((record): Work => ({ ...record, doi: '' })), ...works];
  const { references, refusals } = toReferences(all.slice(0, MAX_REFERENCES));
  const further = all.slice(MAX_REFERENCES, MAX_REFERENCES + 1).map(({ line }) => ({
    line,
    message: `Line ${line}: a post can have at most ${MAX_REFERENCES} references; the rest is left out.`,
  }));
  const unknown = dois.flatMap(({ line, doi }, index) => noteOf(line, doi, answers[index]) ?? []);
  return {
    references,
    refusals: [...pasted.refusals, ...refusals, ...further].sort((a, b) => a.line - b.line),
    notes: site.lookUpDoi === undefined && dois.length > 0 ? [NOT_LOOKED_UP] : unknown,
  };
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

const NOT_LOOKED_UP: Refusal = {
  line: 1,
  message:
    'A DOI alone gives no title or authors, because this site does not look up DOIs (DOI_LOOKUP). To have them, paste the work as BibTeX, RIS or CSL-JSON.',
};

/** Undefined where nobody was asked, or where the registry knew the work. */
function noteOf(line: number, doi: string, answer: DoiAnswer | undefined): Refusal | undefined {
  if (answer === undefined || typeof answer === 'object') return undefined;
  const reason =
    answer === 'unknown' ? 'crossref.org does not know it' : 'crossref.org did not respond';
  return { line, message: `Line ${line}: ${doi} could not be looked up: ${reason}.` };
}

/** `csl` is null if only the DOI is known. */
type Work = { line: number; key: string; csl: CslItem | null; doi: string };

function toReferences(works: readonly Work[]) {
  const references: KeyedReference[] = [];
  const refusals: Refusal[] = [];
  const keyOf = createKeys();
  for (const { line, key, csl, doi } of works) {
    const reference = csl === null ? fromDoi(doi) : toReference(csl);
    if (typeof reference === 'string') {
      const name = (key || csl?.title || doi).slice(0, 100).toWellFormed();
      refusals.push({ line, message: `Line ${line}: ${name} ${reference}.` });
      continue;
    }
    const wanted = toKey(key) || (csl && suggestKey(csl)) || toKey(csl?.DOI ?? doi) || 'reference';
    references.push({ ...reference, key: keyOf(wanted) });
  }
  return { references, refusals };
}

/** A reference that has only its DOI. */
function fromDoi(doi: string): Reference {
  const title = doi.slice(0, REFERENCE_LIMITS.title);
  return { title, url: referenceUrl(doi), description: '', type: 'article' };
}

/** Collaborations publish with thousands of authors. */
const MAX_NAMES = 100;

/** @returns why a record cannot be a reference, as the end of a sentence */
function toReference(read: CslItem): Reference | string {
  const url = urlOf(read);
  if (url === '' && (read.title ?? '') === '') return 'has neither a title nor a URL';
  if (url.length > REFERENCE_LIMITS.url)
    return `has a URL longer than ${REFERENCE_LIMITS.url} characters`;
  const csl = { ...read };
  // Only http and https URLs become links.
  if (csl.URL !== undefined && !isHttpUrl(csl.URL)) delete csl.URL;
  for (const name of ['author', 'editor'] as const) {
    const names = csl[name] ?? [];
    if (names.length > MAX_NAMES) csl[name] = [...names.slice(0, MAX_NAMES), { literal: OTHERS }];
  }
  if (JSON.stringify(csl).length > REFERENCE_LIMITS.csl) return 'has fields that are too long';
  const title = (csl.title ?? '').slice(0, REFERENCE_LIMITS.title).toWellFormed();
  return { title, url, description: '', type: WORK_TYPES[csl.type].kind, csl };
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
