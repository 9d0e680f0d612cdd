import { type CslItem, OTHERS, WORK_TYPES } from './csl.ts';
import { freeKey, suggestKey, toKey } from './keys.ts';
import type { ReadRecord } from './read-record.ts';
import { isHttpUrl, REFERENCE_LIMITS, type Reference, referenceUrl } from './reference.ts';

/** A reference that a text can cite. */
export type KeyedReference = Reference & { key: string };

/**
 * A reference from a record.
 *
 * @param isTaken of keys
 * @returns why it cannot be one, as the end of a sentence
 */
export function toReference(
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
