import {
  type CslDate,
  type CslItem,
  type CslName,
  OTHERS,
  type TextVariable,
  WORK_TYPES,
} from './csl.ts';
import { workType } from './normalize-csl.ts';

export type KeyedItem = { key: string; csl: CslItem };

/** References as BibTeX, with BibLaTeX's fields where BibTeX has none. A field is one line, however long. */
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

/** The entries whose names say what a thesis is. */
const THESES: Readonly<Record<string, string>> = {
  'PhD thesis': 'phdthesis',
  "Master's thesis": 'mastersthesis',
};

function typeOf({ type, genre = '' }: CslItem): string {
  return (type === 'thesis' ? THESES[genre] : undefined) ?? WORK_TYPES[type].bibtex;
}

/** Fields that are written as they are, with their variables. */
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
    ...(archive === 'arXiv' && id !== undefined
      ? { eprint: verbatim(id), archiveprefix: '{arXiv}' }
      : {}),
    ...Object.fromEntries(PLAIN.map(([name, variable]) => [name, text(csl[variable])])),
  };
}

/** `number` is the issue of a journal and of proceedings, and the number of anything else. */
function numbers(csl: CslItem): Record<string, string> {
  const { type, issue = '', number, 'collection-number': inSeries } = csl;
  const isJournal = type === 'article-journal';
  if (!isJournal && type !== 'paper-conference') return { number: text(number ?? inSeries) };
  const isNumber = /\d/.test(issue);
  return {
    [isNumber ? 'number' : 'issue']: text(issue),
    eid: isJournal ? text(number) : '',
  };
}

function pages(value: string | undefined): string {
  return text(value?.replace(/(?<=\w)\s*[-–]\s*(?=\w)/g, '\u2013')).replaceAll('\u2013', '--');
}

function publisherField(csl: CslItem): string {
  if (csl.type === 'thesis') return typeOf(csl) === 'thesis' ? 'institution' : 'school';
  if (csl.type === 'report') return 'institution';
  if (csl.type === 'patent') return 'holder';
  return csl.type === 'paper-conference' || csl.type === 'webpage' ? 'organization' : 'publisher';
}

/** TeX's special characters. */
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

function text(value: string | undefined): string {
  return value === undefined || value === '' ? '' : `{${escaped(value)}}`;
}

/** Capitals within a word stand in braces: styles of BibTeX write titles in lower case. */
function title(value: string | undefined): string {
  if (value === undefined) return '';
  const words = value
    .split(' ')
    .map((word, index) =>
      (index === 0 ? /^.+\p{Lu}/u : /\p{Lu}/u).test(word) ? `{${escaped(word)}}` : escaped(word),
    );
  return `{${words.join(' ')}}`;
}

/** Read without TeX; braces and backslashes would end the value, or swallow its end. */
function verbatim(value: string | undefined): string {
  if (value === undefined) return '';
  return `{${value.replace(/[{}\\]/g, encodeURIComponent)}}`;
}

function names(all: readonly CslName[] = []): string {
  return all.length === 0 ? '' : `{${all.map(name).join(' and ')}}`;
}

function name(given: CslName): string {
  if (given.literal === OTHERS) return OTHERS;
  if (given.family === undefined) return `{${escaped(given.literal ?? '')}}`;
  const particles = [given['dropping-particle'], given['non-dropping-particle']]
    .filter((particle) => particle !== undefined)
    .map((particle) => `${escaped(particle)} `);
  const family = particles.join('') + namePart(given.family);
  return [family, given.suffix && namePart(given.suffix), given.given && namePart(given.given)]
    .filter(Boolean)
    .join(', ');
}

/** Sets braces where it would be read as several names or parts of one. */
function namePart(part: string): string {
  const value = escaped(part);
  const isAmbiguous = /,|=|\band\b/i.test(part) || /^\p{Ll}/u.test(part);
  return isAmbiguous ? `{${value}}` : value;
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

function issued(value: CslDate | undefined): Record<string, string> {
  const [start, end] = value?.['date-parts'] ?? [];
  if (start === undefined) return { year: text(value?.literal) };
  if (end !== undefined) return { date: date(value) };
  const [year, month, day] = start;
  return {
    year: `{${year}}`,
    month: MONTHS[(month ?? 0) - 1] ?? '',
    day: day === undefined ? '' : `{${day}}`,
  };
}

/** A date as ISO 8601 has it. */
function date(value: CslDate | undefined): string {
  const ends = value?.['date-parts'];
  if (ends === undefined) return text(value?.literal);
  const written = ends.map((parts) =>
    parts.map((part, index) => `${part}`.padStart(index === 0 ? 4 : 2, '0')).join('-'),
  );
  return `{${written.join('/')}}`;
}
