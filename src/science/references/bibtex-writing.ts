import { SUBTYPE_NAMES, TYPE_NAMES } from './bibtex-types.ts';
import { type CslDate, type CslItem, type CslName, isPeriodical, OTHERS } from './csl.ts';

export type KeyedItem = { key: string; csl: CslItem };

/** References as BibTeX, with BibLaTeX's fields where BibTeX has none. A field is one line, however long. */
export function writeBibtex(items: readonly KeyedItem[]): string {
  return items.map(entry).join('\n');
}

function entry({ key, csl }: KeyedItem): string {
  const fields = Object.entries(fieldsOf(csl)).filter(([, value]) => value !== '');
  const lines = fields.map(([name, value]) => `  ${name} = ${value},\n`);
  return `@${typeOf(csl)}{${key},\n${lines.join('')}}\n`;
}

function typeOf({ type, genre }: CslItem): string {
  if (type === 'thesis' && genre === 'PhD thesis') return 'phdthesis';
  if (type === 'thesis' && genre === "Master's thesis") return 'mastersthesis';
  return TYPE_NAMES[type] ?? 'misc';
}

function fieldsOf(csl: CslItem): Record<string, string> {
  const isInPeriodical = isPeriodical(csl.type);
  return {
    author: names(csl.author),
    editor: names(csl.editor),
    translator: names(csl.translator),
    bookauthor: names(csl['container-author']),
    title: title(csl.title),
    shorttitle: text(csl['title-short']),
    [isInPeriodical ? 'journal' : 'booktitle']: title(csl['container-title']),
    shortjournal: isInPeriodical ? text(csl['container-title-short']) : '',
    issuetitle: title(csl['volume-title']),
    eventtitle: text(csl['event-title']),
    venue: text(csl['event-place']),
    eventdate: date(csl['event-date']),
    ...issued(csl.issued),
    origdate: date(csl['original-date']),
    volume: text(csl.volume),
    ...numbers(csl),
    series: text(csl['collection-title']),
    edition: text(csl.edition),
    version: text(csl.version),
    volumes: text(csl['number-of-volumes']),
    pagetotal: text(csl['number-of-pages']),
    chapter: text(csl['chapter-number']),
    pages: pages(csl.page),
    type: typeOf(csl) === 'phdthesis' || typeOf(csl) === 'mastersthesis' ? '' : text(csl.genre),
    entrysubtype: text(SUBTYPE_NAMES[csl.type]),
    [publisherField(csl)]: text(csl.publisher),
    address: text(csl['publisher-place']),
    doi: verbatim(csl.DOI),
    url: verbatim(csl.URL),
    urldate: date(csl.accessed),
    ...eprint(csl),
    isbn: text(csl.ISBN),
    issn: text(csl.ISSN),
    pmid: text(csl.PMID),
    pmcid: text(csl.PMCID),
    language: text(csl.language),
    library: text(csl['call-number']),
    pubstate: text(csl.status),
    keywords: text(csl.keyword),
    note: text(csl.note),
  };
}

/** `number` is the issue of a periodical and of proceedings, and the number of anything else. */
function numbers(csl: CslItem): Record<string, string> {
  const isInPeriodical = isPeriodical(csl.type);
  if (!isInPeriodical && csl.type !== 'paper-conference') {
    return { number: text(csl.number ?? csl['collection-number']) };
  }
  const isNumber = /\d/.test(csl.issue ?? '');
  return {
    number: isNumber ? text(csl.issue) : '',
    issue: isNumber ? '' : text(csl.issue),
    eid: isInPeriodical ? text(csl.number) : '',
  };
}

function pages(value: string | undefined): string {
  return text(value?.replace(/(?<=\w)\s*[-–]\s*(?=\w)/g, '\u2013')).replaceAll('\u2013', '--');
}

function eprint({ archive, archive_location: id }: CslItem): Record<string, string> {
  if (archive !== 'arXiv' || id === undefined) return {};
  return { eprint: verbatim(id), archiveprefix: '{arXiv}' };
}

function publisherField({ type, genre }: CslItem): string {
  if (type === 'thesis') return typeOf({ type, genre }) === 'thesis' ? 'institution' : 'school';
  if (type === 'report') return 'institution';
  if (type === 'patent') return 'holder';
  return type === 'paper-conference' || type === 'webpage' ? 'organization' : 'publisher';
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
