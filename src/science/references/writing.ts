import { toKey } from './keys.ts';
import { workType } from './normalize-csl.ts';
import {
  type CslDate,
  type CslItem,
  type CslName,
  type CslType,
  MONTHS,
  OTHERS,
  type TextVariable,
  WORK_TYPES,
} from './reference.ts';
import { invertedName } from './reference-text.ts';

export type CitationFormat = 'bib' | 'ris' | 'json';

type KeyedItem = { key: string; csl: CslItem };

const WRITERS: Record<CitationFormat, (item: KeyedItem) => string> = {
  bib: (item) => writeBibtex([item]),
  ris: writeRis,
  json: ({ key, csl }) => `${JSON.stringify([{ id: key, ...csl }], null, 2)}\n`,
};

/** @param name becomes the key */
export function writeCitation(format: CitationFormat, name: string, csl: CslItem): string {
  return WRITERS[format]({ key: toKey(name), csl });
}

/** A field is one line, however long. */
export function writeBibtex(items: readonly KeyedItem[]): string {
  return items.map(entry).join('\n');
}

function entry({ key, csl: record }: KeyedItem): string {
  // Records of before may be of other types.
  const csl = { ...record, type: workType(record.type) };
  const fields = Object.entries(fieldsOf(csl)).filter(([, value]) => value !== '');
  const lines = fields.map(([name, value]) => `  ${name} = ${value},\n`);
  return `@${typeOf(csl)}{${key},\n${lines.join('')}}\n`;
}

const THESES: Readonly<Record<string, string>> = {
  'PhD thesis': 'phdthesis',
  "Master's thesis": 'mastersthesis',
};

function typeOf({ type, genre = '' }: CslItem): string {
  return (type === 'thesis' ? THESES[genre] : undefined) ?? WORK_TYPES[type].bibtex;
}

const PLAIN =
  'shorttitle:title-short eventtitle:event-title venue:event-place volume:volume series:collection-title edition:edition version:version pagetotal:number-of-pages address:publisher-place isbn:ISBN issn:ISSN pmid:PMID pmcid:PMCID language:language pubstate:status keywords:keyword note:note'
    .split(' ')
    .map((pair) => pair.split(':') as [string, TextVariable]);

function fieldsOf(csl: CslItem): Record<string, string> {
  const { type, genre, archive, archive_location: id } = csl;
  const isJournal = type === 'article-journal';
  return {
    author: names(csl.author),
    editor: names(csl.editor),
    translator: names(csl.translator),
    title: title(csl.title),
    [isJournal ? 'journal' : 'booktitle']: title(csl['container-title']),
    shortjournal: isJournal ? text(csl['container-title-short']) : '',
    eventdate: date(csl['event-date']),
    ...issued(csl.issued),
    ...numbers(csl),
    pages: pages(csl.page),
    type: genre !== undefined && genre in THESES && type === 'thesis' ? '' : text(genre),
    entrysubtype: type === 'article' ? '{preprint}' : '',
    [publisherField(csl)]: text(csl.publisher),
    doi: verbatim(csl.DOI),
    url: verbatim(csl.URL),
    urldate: date(csl.accessed),
    ...(archive === 'arXiv' && id && { eprint: verbatim(id), archiveprefix: '{arXiv}' }),
    ...Object.fromEntries(PLAIN.map(([name, variable]) => [name, text(csl[variable])])),
  };
}

/** `number` is the issue of a journal and of proceedings, and the number of anything else. */
function numbers(csl: CslItem): Record<string, string> {
  const { type, issue = '', number, 'collection-number': inSeries } = csl;
  const isJournal = type === 'article-journal';
  if (!isJournal && type !== 'paper-conference') return { number: text(number ?? inSeries) };
  return {
    [/\d/.test(issue) ? 'number' : 'issue']: text(issue),
    eid: isJournal ? text(number) : '',
  };
}

function pages(value: string | undefined): string {
  return text(value?.replace(/(?<=\w)\s*[-–]\s*(?=\w)/g, '\u2013')).replaceAll('\u2013', '--');
}

const PUBLISHERS: Partial<Record<CslType, string>> = {
  'paper-conference': 'organization',
  patent: 'holder',
  report: 'institution',
  webpage: 'organization',
};

function publisherField(csl: CslItem): string {
  if (csl.type === 'thesis') return typeOf(csl) === 'thesis' ? 'institution' : 'school';
  return PUBLISHERS[csl.type] ?? 'publisher';
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '{\\textbackslash}',
  '{': '\\{',
  '}': '\\}',
  $: '\\$',
  '&': '\\&',
  '#': '\\#',
  '%': '\\%',
  _: '\\_',
  '^': '{\\textasciicircum}',
  '~': '{\\textasciitilde}',
};

/** TeX makes one character of two of these. */
const LIGATURE = /[-`'](?=[-`'])/g;

function escaped(value: string): string {
  return value
    .replace(/[\\{}$&#%_^~]/g, (character) => ESCAPES[character] ?? '')
    .replace(LIGATURE, '$&{}');
}

const braced = (value: string) => (value === '' ? '' : `{${value}}`);

const text = (value = '') => braced(escaped(value));

/** Capitals within a word stand in braces: styles of BibTeX write titles in lower case. */
function title(value = ''): string {
  const words = value.split(' ').map((word, index) => {
    const hasCapitals = (index === 0 ? /^.+\p{Lu}/u : /\p{Lu}/u).test(word);
    return hasCapitals ? braced(escaped(word)) : escaped(word);
  });
  return braced(words.join(' '));
}

/** Read without TeX; braces and backslashes would end the value, or swallow its end. */
const verbatim = (value = '') => braced(value.replace(/[{}\\]/g, encodeURIComponent));

const names = (all: readonly CslName[] = []) => braced(all.map(name).join(' and '));

function name(given: CslName): string {
  if (given.literal === OTHERS) return OTHERS;
  if (given.family === undefined) return `{${escaped(given.literal ?? '')}}`;
  const particles = [given['dropping-particle'], given['non-dropping-particle']].filter(Boolean);
  const family = [...particles.map((particle = '') => escaped(particle)), namePart(given.family)];
  const others = [given.suffix, given.given].filter(Boolean).map((part = '') => namePart(part));
  return [family.join(' '), ...others].join(', ');
}

/** Sets braces where it would be read as several names or parts of one. */
function namePart(part: string): string {
  const value = escaped(part);
  const isAmbiguous = /,|=|\band\b/i.test(part) || /^\p{Ll}/u.test(part);
  return isAmbiguous ? `{${value}}` : value;
}

function issued(value: CslDate | undefined): Record<string, string> {
  const [start, end] = value?.['date-parts'] ?? [];
  if (start === undefined) return { year: text(value?.literal) };
  if (end !== undefined) return { date: date(value) };
  const [year, month = 0, day = ''] = start;
  const name = MONTHS[month - 1]?.slice(0, 3).toLowerCase() ?? '';
  return { year: text(`${year}`), month: name, day: text(`${day}`) };
}

function date(value: CslDate | undefined): string {
  const ends = value?.['date-parts']?.map((parts) =>
    parts.map((part, index) => `${part}`.padStart(index === 0 ? 4 : 2, '0')).join('-'),
  );
  return ends === undefined ? text(value?.literal) : braced(ends.join('/'));
}

/** A value is one line, however long: others read a break as the end of a field. */
export function writeRis({ key, csl }: KeyedItem): string {
  const [year, ...day] = csl.issued?.['date-parts']?.[0] ?? [];
  const padded = day.map((part) => `${part}`.padStart(2, '0'));
  const lines = [
    ['TY', 'BLOG'],
    ['ID', key],
    ...(csl.author ?? []).map((name) => ['AU', invertedName(name)]),
    ['TI', csl.title],
    ['T2', csl['container-title']],
    ['PY', year],
    ['DA', year === undefined ? '' : [year, ...padded].join('/')],
    ['ET', csl.version],
    ['PB', csl.publisher],
    ['UR', csl.URL],
    ['LA', csl.language],
    ...(csl.keyword ?? '').split(/,\s*/).map((word) => ['KW', word]),
    ['N1', csl.note],
  ];
  const written = lines.filter(([, value]) => value !== undefined && value !== '');
  return [...written, ['ER', '']].map(([tag, value]) => `${tag}  - ${value}\r\n`).join('');
}
