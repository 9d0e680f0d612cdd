import { normalizeCsl, parseDate } from './normalize-csl.ts';
import { type ReadRecords, withoutEntities } from './read-record.ts';
import {
  type CslDate,
  type CslItem,
  type CslName,
  type CslType,
  OTHERS,
  readDoi,
  type TextVariable,
  typesByName,
} from './reference.ts';
import { parseInverted } from './reference-text.ts';

type Fields = Map<string, string[]>;

const TAG = /^([A-Z][A-Z0-9]) {1,2}- ?(.*)$/;

/** A line without a tag continues the one before it. */
export function readRis(text: string): ReadRecords {
  const read: ReadRecords = { records: [], refusals: [] };
  const refuse = (line: number, reason: string) =>
    read.refusals.push({ line, message: `RIS line ${line}: ${reason}` });
  /** The line at which the record begins; 0 outside of one. */
  let begin = 0;
  let fields: Fields = new Map();
  let values: string[] = [];
  const refuseOutside = (line: number, written: string) => {
    if (written.trim() !== '') refuse(line, 'this is outside a record: records begin with TY.');
  };
  const add = () => {
    const csl = toCsl(fields);
    const [key = ''] = fields.get('ID') ?? fields.get('LB') ?? [];
    if (csl.title === undefined) refuse(begin, 'the record has no title (TI).');
    else read.records.push({ line: begin, key, csl });
    begin = 0;
  };
  const refuseOpen = () => {
    if (begin > 0) refuse(begin, 'the record that begins here has no end (ER).');
  };
  for (const [index, written] of text.split(/\r\n|\r|\n/).entries()) {
    const [, tag, value = ''] = TAG.exec(written) ?? [];
    if (tag === 'TY') {
      refuseOpen();
      begin = index + 1;
      fields = new Map();
    }
    if (begin === 0) refuseOutside(index + 1, written);
    else if (tag === 'ER') add();
    else if (tag === undefined) values.push(`${values.pop() ?? ''} ${written}`.trim());
    else {
      values = fields.get(tag) ?? [];
      values.push(withoutEntities(value.trim()));
      fields.set(tag, values);
    }
  }
  refuseOpen();
  return read;
}

const TYPES = typesByName({
  article: 'UNPB MANSCPT',
  'article-journal': 'ABST EJOUR INPR JFULL JOUR MGZN NEWS',
  book: 'BOOK EBOOK EDBOOK',
  chapter: 'CHAP ECHAP',
  dataset: 'DATA',
  motion_picture: 'VIDEO',
  'paper-conference': 'CONF CPAPER',
  patent: 'PAT',
  'post-weblog': 'BLOG',
  report: 'RPRT STAND',
  software: 'COMP',
  thesis: 'THES',
  webpage: 'ELEC WEB',
});

/** The tags of a variable, of which the first one with a value counts; of a type, the last line counts. */
const VARIABLES: readonly [TextVariable, tags: string, ...types: CslType[]][] = [
  ['title', 'TI T1 CT'],
  ['title-short', 'ST'],
  ['container-title', 'C3 T2 JF JO BT J2 JA'],
  ['collection-title', 'T3'],
  ['collection-number', 'M1', 'book', 'chapter', 'paper-conference'],
  ['volume', 'VL'],
  ['issue', 'IS', 'article-journal', 'paper-conference'],
  ['number', 'C7 IS M1'],
  ['number', 'C7 M1', 'article-journal'],
  ['number', 'C7 IS', 'book', 'chapter'],
  ['number', 'C7', 'paper-conference'],
  ['edition', 'ET'],
  ['edition', '', 'dataset', 'software'],
  ['version', 'ET', 'dataset', 'software'],
  ['genre', 'M3'],
  // Journals write their own type into each article, which is not a genre.
  ['genre', '', 'article-journal'],
  ['publisher', 'PB'],
  ['publisher', 'PB A2', 'patent'],
  ['publisher-place', 'CY PP'],
  ['event-place', 'C1'],
  ['language', 'LA'],
  ['URL', 'UR L2'],
  ['note', 'N1 RN'],
];

function toCsl(fields: Fields): CslItem {
  const all = (tags: string) => tags.split(' ').flatMap((tag) => fields.get(tag) ?? []);
  const first = (tags: string) => all(tags).find((value) => value !== '') ?? '';
  const type = TYPES.get(first('TY')) ?? 'document';
  const variables = VARIABLES.filter(
    ([, , ...types]) => types.length === 0 || types.includes(type),
  );
  const isIssn = (value: string) => /^\d{4}-?\d{3}[\dXx]\b/.test(value);
  const journal = first('T2 JF JO BT');
  // Proceedings have a title besides the conference's name.
  const isProceedings = type === 'paper-conference' && first('C3') !== '';
  const isPubmed = /^(?:pubmed|medline|nlm)$/i.test(first('DB DP'));
  return normalizeCsl({
    ...Object.fromEntries(variables.map(([name, tags]) => [name, first(tags)])),
    ...(first('TY') === 'STAND' && { edition: '', version: first('ET') }),
    ...(readDoi(first('M3')) !== null && { genre: '' }),
    ...pages(first('SP'), first('EP'), type),
    type,
    'event-title': isProceedings ? journal : '',
    'container-title-short': journal && first('J2 JA'),
    ...(isPubmed
      ? { PMID: first('AN') }
      : { archive: first('DB DP'), archive_location: first('AN') }),
    PMCID: /^PMC\d+$/.exec(first('C2'))?.[0],
    ISSN: all('SN').find(isIssn),
    ISBN: all('SN').find((value) => value !== '' && !isIssn(value)),
    DOI: readDoi(first('DO')) ?? readDoi(first('M3')) ?? first('DO'),
    keyword: all('KW').join(', '),
    author: all('AU A1').map(toName),
    editor: all(type === 'patent' ? 'ED' : 'ED A2').map(toName),
    'collection-editor': all('A3').map(toName),
    translator: all('A4').map(toName),
    issued: issued(toDate(first('PY Y1')), toDate(first('DA'))),
    accessed: toDate(first('Y2')),
  });
}

function pages(start: string, end: string, type: CslType) {
  if (type === 'book' && end === '') return { 'number-of-pages': start };
  const isRange = start !== '' && end !== '' && start !== end;
  return { page: isRange ? `${start}-${end}`.replace(/\s*(?:–|--+)\s*/g, '-') : start || end };
}

function toName(value: string): CslName {
  return /^(?:others|et al\.?)$/i.test(value) ? { literal: OTHERS } : parseInverted(value);
}

/** The date in full, unless its year is not that of the publication. */
function issued(year: CslDate | null, full: CslDate | null): CslDate | null {
  const yearOf = (date: CslDate | null) => date?.['date-parts']?.[0]?.[0];
  return full !== null && (year === null || yearOf(year) === yearOf(full)) ? full : year;
}

/** `2020/03/05/other information`: the latter may be the end of a range. */
function toDate(value: string): CslDate | null {
  const [year = '', month = '', day = '', other = ''] = value.split('/').map((part) => part.trim());
  if (!/^\d{4}$/.test(year)) return parseDate(value);
  const start = [year, month, day].filter((part) => /^\d{1,2}$|^\d{4}$/.test(part)).join('-');
  return parseDate(/^\d{4}(?:-\d\d){0,2}$/.test(other) ? `${start}/${other}` : start);
}
