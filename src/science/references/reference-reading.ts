import type { Site } from '../../site.ts';
import { type CslItem, OTHERS, WORK_TYPES } from './csl.ts';
import { freeKey, suggestKey, toKey } from './keys.ts';
import type { Pasted } from './read-pasted.ts';
import type { ReadRecord, Refusal } from './read-record.ts';
import {
  isHttpUrl,
  MAX_REFERENCES,
  REFERENCE_LIMITS,
  type Reference,
  referenceUrl,
} from './reference.ts';

/** A reference that a text can cite. */
type KeyedReference = Reference & { key: string };

/**
 * A reference from a record.
 *
 * @param isTaken of keys
 * @returns why it cannot be one, as the end of a sentence
 */
function toReference(
  { key: written, csl: read }: Pick<ReadRecord, 'key' | 'csl'>,
  isTaken: (key: string) => boolean,
): KeyedReference | string {
  const url = urlOf(read);
  if (url === '' && (read.title ?? '') === '') return 'has neither a title nor a URL';
  if (url.length > REFERENCE_LIMITS.url)
    return `has a URL longer than ${REFERENCE_LIMITS.url} characters`;
  const { URL: address, ...others } = read;
  // Only http and https URLs become links.
  const csl = withBoundedNames(address !== undefined && !isHttpUrl(address) ? others : read);
  const size = JSON.stringify(csl).length;
  if (size > REFERENCE_LIMITS.csl) return 'has fields that are too long';
  const key = toKey(written) || suggestKey(csl) || toKey(csl.DOI ?? '') || 'reference';
  return {
    title: (csl.title ?? '').slice(0, REFERENCE_LIMITS.title).toWellFormed(),
    url,
    description: '',
    type: WORK_TYPES[csl.type].kind,
    key: freeKey(key, isTaken),
    csl,
  };
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

/** Collaborations publish with thousands of authors. */
const MAX_NAMES = 100;

function withBoundedNames(csl: CslItem): CslItem {
  const { author = [], editor = [] } = csl;
  const bounded = (names: CslItem['author'] = []) => [
    ...names.slice(0, MAX_NAMES),
    { literal: OTHERS },
  ];
  return {
    ...csl,
    ...(author.length > MAX_NAMES ? { author: bounded(author) } : {}),
    ...(editor.length > MAX_NAMES ? { editor: bounded(editor) } : {}),
  };
}

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
  const { records, dois, refusals } = pasted;
  const answers = await lookUpAll(site, dois.slice(0, MAX_REFERENCES));
  const read = [
    ...records.map((record) => ({ ...record, doi: '' })),
    ...dois.map(({ line, doi }, index) => ({ line, key: '', csl: workOf(answers[index]), doi })),
  ];
  const { references, refused } = toReferences(read.slice(0, MAX_REFERENCES));
  const rest = read[MAX_REFERENCES];
  const all = [...refusals, ...refused, ...(rest === undefined ? [] : [tooMany(rest.line)])];
  const unknown = dois.flatMap(({ line, doi }, index) => noteOf(line, doi, answers[index]) ?? []);
  const notes = site.lookUpDoi === undefined && dois.length > 0 ? [NOT_LOOKED_UP] : unknown;
  return { references, refusals: all.sort((a, b) => a.line - b.line), notes };
}

async function lookUpAll({ lookUpDoi }: Site, dois: Pasted['dois']): Promise<DoiAnswer[]> {
  if (lookUpDoi === undefined) return [];
  const found: DoiAnswer[] = [];
  for (let start = 0; start < dois.length; start += CONCURRENCY) {
    const batch = dois.slice(start, start + CONCURRENCY);
    found.push(...(await Promise.all(batch.map(({ doi }) => lookUpDoi(doi)))));
  }
  return found;
}

function workOf(answer: DoiAnswer | undefined): CslItem | null {
  return typeof answer === 'object' ? answer : null;
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

/** `doi` is set, and `csl` null, if only the DOI is known. */
type Found = { line: number; key: string; csl: CslItem | null; doi: string };

function toReferences(found: readonly Found[]) {
  const references: KeyedReference[] = [];
  const refused: Refusal[] = [];
  const taken = new Set<string>();
  const isTaken = (key: string) => taken.has(key);
  for (const { line, key, csl, doi } of found) {
    const reference = csl === null ? fromDoi(doi, isTaken) : toReference({ key, csl }, isTaken);
    if (typeof reference === 'string') {
      const name = (key || csl?.title || doi).slice(0, 100).toWellFormed();
      refused.push({ line, message: `Line ${line}: ${name} ${reference}.` });
    } else {
      taken.add(reference.key);
      references.push(reference);
    }
  }
  return { references, refused };
}

function tooMany(line: number): Refusal {
  const message = `Line ${line}: a post can have at most ${MAX_REFERENCES} references; the rest is left out.`;
  return { line, message };
}

/** A reference that has only its DOI. */
function fromDoi(doi: string, isTaken: (key: string) => boolean): KeyedReference {
  return {
    title: doi.slice(0, REFERENCE_LIMITS.title),
    url: referenceUrl(doi),
    description: '',
    type: 'article',
    key: freeKey(toKey(doi) || 'reference', isTaken),
  };
}
