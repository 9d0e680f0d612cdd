import type { KeyedItem } from './bibtex-writing.ts';
import {
  type CslDate,
  type CslItem,
  type CslName,
  type CslType,
  OTHERS,
  type TextVariable,
} from './csl.ts';
import { readDoi } from './dois.ts';
import { familyName } from './names.ts';
import { normalizeCsl, parseDate } from './normalize-csl.ts';
import type { ReadRecords } from './read-record.ts';

/** The values of each tag, in order. */
type Fields = Map<string, string[]>;

const TAG = /^([A-Z][A-Z0-9]) {1,2}- ?(.*)$/;

type Open = { line: number; fields: Fields; last: string[] };

const NO_END = 'the record that begins here has no end (ER).';
const STRAY = 'this is outside a record: records begin with TY.';

/**
 * Reads RIS, whose tags https://en.wikipedia.org/wiki/RIS_(file_format) names. A line without a tag continues the one
 * before it.
 */
export function readRis(text: string): ReadRecords {
  const read: ReadRecords = { records: [], refusals: [] };
  let open: Open | null = null;
  for (const [index, written] of text.split(/\r\n|\r|\n/).entries()) {
    open = readLine(read, open, index + 1, written);
  }
  if (open !== null) refuse(read, open.line, NO_END);
  return read;
}

/** @returns the record that is open after the line */
function readLine(read: ReadRecords, open: Open | null, line: number, written: string) {
  const [, tag = '', value = written] = TAG.exec(written) ?? [];
  if (tag === 'TY') {
    if (open !== null) refuse(read, open.line, NO_END);
    const values = [value.trim()];
    return { line, fields: new Map([['TY', values]]), last: values };
  }
  if (open === null) {
    if (written.trim() !== '') refuse(read, line, STRAY);
    return null;
  }
  if (tag === 'ER') {
    close(read, open);
    return null;
  }
  addTo(open, tag, value);
  return open;
}

function refuse({ refusals }: ReadRecords, line: number, reason: string): void {
  refusals.push({ line, message: `RIS line ${line}: ${reason}` });
}

function close(read: ReadRecords, { line, fields }: Open): void {
  const csl = toCsl(fields);
  const [key = ''] = fields.get('ID') ?? fields.get('LB') ?? [];
  if (csl.title === undefined) refuse(read, line, 'the record has no title (TI).');
  else read.records.push({ line, key, csl });
}

function addTo(open: Open, tag: string, value: string): void {
  if (tag === '') {
    open.last.push(`${open.last.pop() ?? ''} ${value}`.trim());
    return;
  }
  open.last = open.fields.get(tag) ?? [];
  open.last.push(value.trim());
  open.fields.set(tag, open.last);
}

/** The works that posts cite by their types in RIS; others are documents. */
const TYPES = new Map(
  Object.entries({
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
  } satisfies Partial<Record<CslType, string>>).flatMap(([type, names]) =>
    names.split(' ').map((name) => [name, type as CslType] as const),
  ),
);

type First = (...tags: string[]) => string | undefined;
type Variables = Partial<Record<TextVariable, string | undefined>>;

function toCsl(fields: Fields): CslItem {
  const all = (...tags: string[]) => tags.flatMap((tag) => fields.get(tag) ?? []);
  const first: First = (...tags) => all(...tags).find((value) => value !== '');
  const type = TYPES.get(first('TY') ?? '') ?? 'document';
  const isPatent = type === 'patent';
  const isVersioned = type === 'dataset' || type === 'software' || first('TY') === 'STAND';
  const isIssn = (value: string) => /^\d{4}-?\d{3}[\dXx]\b/.test(value);
  const kind = first('M3') ?? '';
  return normalizeCsl({
    type,
    title: first('TI', 'T1', 'CT'),
    'title-short': first('ST'),
    ...containers(first, type),
    'collection-title': first('T3'),
    volume: first('VL'),
    ...numbers(first, type),
    ...pages(first, type),
    [isVersioned ? 'version' : 'edition']: first('ET'),
    // Journals write their own type into each article, which is not a genre.
    genre: type === 'article-journal' || readDoi(kind) !== null ? undefined : kind,
    publisher: first('PB') ?? (isPatent ? first('A2') : undefined),
    'publisher-place': first('CY', 'PP'),
    'event-place': first('C1'),
    ...archive(first),
    ISSN: all('SN').find(isIssn),
    ISBN: all('SN').find((value) => value !== '' && !isIssn(value)),
    language: first('LA'),
    DOI: readDoi(first('DO') ?? '') ?? readDoi(kind) ?? first('DO'),
    URL: first('UR', 'L2'),
    keyword: all('KW').join(', '),
    note: first('N1', 'RN'),
    author: all('AU', 'A1').map(toName),
    editor: all('ED', ...(isPatent ? [] : ['A2'])).map(toName),
    'collection-editor': all('A3').map(toName),
    translator: all('A4').map(toName),
    issued: issued(first('PY', 'Y1'), first('DA')),
    accessed: toDate(first('Y2')),
  });
}

/** Proceedings have a title besides the conference's name. */
function containers(first: First, type: CslType): Variables {
  const [full, short, own] = [first('T2', 'JF', 'JO', 'BT'), first('J2', 'JA'), first('C3')];
  return {
    'container-title': own ?? full ?? short,
    'event-title': type === 'paper-conference' && own !== undefined ? full : undefined,
    'container-title-short': full === undefined ? undefined : short,
  };
}

function numbers(first: First, type: CslType): Variables {
  const isInSeries = ['book', 'chapter', 'paper-conference'].includes(type);
  const isIssue = type === 'article-journal' || type === 'paper-conference';
  const issue = first('IS');
  return {
    issue: isIssue ? issue : undefined,
    'collection-number': isInSeries ? first('M1') : undefined,
    number: first('C7') ?? (isIssue ? undefined : issue) ?? (isInSeries ? undefined : first('M1')),
  };
}

function pages(first: First, type: CslType): Variables {
  const [start, end] = [first('SP'), first('EP')];
  if (type === 'book' && end === undefined) return { 'number-of-pages': start };
  if (start === undefined || end === undefined || start === end) return { page: start ?? end };
  return { page: `${start}-${end}`.replace(/\s*(?:–|--+)\s*/g, '-') };
}

function archive(first: First): Variables {
  const [database = '', id, pmcid = ''] = [first('DB', 'DP'), first('AN'), first('C2')];
  return {
    ...(/^(?:pubmed|medline|nlm)$/i.test(database)
      ? { PMID: id }
      : { archive: database, archive_location: id }),
    PMCID: /^PMC\d+$/.test(pmcid) ? pmcid : undefined,
  };
}

/** `van den Berg, Anna, Jr.`; without a comma, the name of an organization. */
function toName(value: string): CslName {
  if (/^(?:others|et al\.?)$/i.test(value)) return { literal: OTHERS };
  const [last = '', given = '', suffix = ''] = value.split(',').map((part) => part.trim());
  if (given === '') return { literal: last };
  const [, particle = '', family = last] = /^((?:\p{Ll}[\p{L}’']*\s+)+)(\S.*)$/u.exec(last) ?? [];
  return { 'non-dropping-particle': particle.trim(), family, given, suffix };
}

/** The date in full, unless its year is not that of the publication. */
function issued(year: string | undefined, date: string | undefined): CslDate | null {
  const [short, full] = [toDate(year), toDate(date)];
  const yearOf = (value: CslDate | null) => value?.['date-parts']?.[0]?.[0];
  const isSame = short === null || yearOf(short) === yearOf(full);
  return full !== null && isSame ? full : short;
}

/** `2020/03/05/other information`: the latter may be the end of a range. */
function toDate(value: string | undefined): CslDate | null {
  if (value === undefined || value === '') return null;
  const [year = '', month = '', day = '', other = ''] = value.split('/').map((part) => part.trim());
  if (!/^\d{4}$/.test(year)) return parseDate(value);
  const start = [year, month, day].filter((part) => /^\d{1,2}$|^\d{4}$/.test(part)).join('-');
  return parseDate(/^\d{4}(?:-\d\d){0,2}$/.test(other) ? `${start}/${other}` : start);
}

/** A post as RIS. A value is one line, however long: others read a break as the end of a field. */
export function writeRis({ key, csl }: KeyedItem): string {
  const [year, ...day] = csl.issued?.['date-parts']?.[0] ?? [];
  const padded = day.map((part) => `${part}`.padStart(2, '0'));
  const lines = [
    ['TY', 'BLOG'],
    ['ID', key],
    ...(csl.author ?? []).map((name) => ['AU', nameOf(name)]),
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

function nameOf({ literal = '', ...name }: CslName): string {
  // The comma says that it is the name of a person.
  if (name.family === undefined) return literal;
  return [
    familyName(name),
    name.given ?? '',
    ...(name.suffix === undefined ? [] : [name.suffix]),
  ].join(', ');
}
