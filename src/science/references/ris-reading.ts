import {
  type CslDate,
  type CslItem,
  type CslName,
  isPeriodical,
  OTHERS,
  type TextVariable,
} from './csl.ts';
import { readDoi } from './dois.ts';
import { normalizeCsl, parseDate } from './normalize-csl.ts';
import type { ReadRecords } from './read-record.ts';
import { CSL_BY_RIS, isInSeries, isVersioned, PREPRINT } from './ris-types.ts';

/** The values of each tag, in order. */
type Fields = Map<string, string[]>;

const TAG = /^([A-Z][A-Z0-9]) {1,2}- ?(.*)$/;

type Open = { line: number; fields: Fields; last: string[] };

const NO_END = 'the record that begins here has no end (ER).';

/**
 * Reads RIS, whose tags https://en.wikipedia.org/wiki/RIS_(file_format) names. A line without a tag continues the one
 * before it.
 */
export function readRis(text: string): ReadRecords {
  const read: ReadRecords = { records: [], refusals: [] };
  let open: Open | null = null;
  for (const [index, written] of text.split(/\r\n|\r|\n/).entries()) {
    const line = index + 1;
    const [, tag = '', value = written] = TAG.exec(written) ?? [];
    if (tag === 'TY') {
      if (open !== null) refuse(read, open.line, NO_END);
      const values = [value.trim()];
      open = { line, fields: new Map([['TY', values]]), last: values };
    } else if (open === null) {
      refuseStray(read, line, written);
    } else if (tag === 'ER') {
      close(read, open);
      open = null;
    } else addTo(open, tag, value);
  }
  if (open !== null) refuse(read, open.line, NO_END);
  return read;
}

function refuse({ refusals }: ReadRecords, line: number, reason: string): void {
  refusals.push({ line, message: `RIS line ${line}: ${reason}` });
}

function refuseStray(read: ReadRecords, line: number, written: string): void {
  const message = 'this is outside a record: records begin with TY.';
  if (written.trim() !== '') refuse(read, line, message);
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

function close(read: ReadRecords, { line, fields }: Open): void {
  const csl = toCsl(fields);
  const [key = ''] = fields.get('ID') ?? fields.get('LB') ?? [];
  if (csl.title === undefined) refuse(read, line, 'the record has no title (TI).');
  else read.records.push({ line, key, csl });
}

function toCsl(fields: Fields): CslItem {
  const all = (...tags: string[]) => tags.flatMap((tag) => fields.get(tag) ?? []);
  const first = (...tags: string[]) => all(...tags).find((value) => value !== '');
  const type = CSL_BY_RIS.get(first('TY') ?? '') ?? 'document';
  const isPreprint = type === 'manuscript' && first('M3') === PREPRINT;
  const hasPages = type !== 'book' || first('EP') !== undefined;
  const item: Partial<Record<TextVariable, string | undefined>> = {
    title: first('TI', 'T1', 'CT'),
    'title-short': first('ST'),
    ...containers(first, type),
    'collection-title': first('T3'),
    volume: first('VL'),
    ...numbers(first, type),
    page: hasPages ? pages(first('SP'), first('EP')) : undefined,
    'number-of-pages': hasPages ? undefined : first('SP'),
    'number-of-volumes': first('NV'),
    [isVersioned(type) ? 'version' : 'edition']: first('ET'),
    section: first('SE'),
    genre: isPreprint ? undefined : genre(first('M3'), type),
    publisher: first('PB') ?? (type === 'patent' ? first('A2') : undefined),
    'publisher-place': first('CY', 'PP'),
    'event-place': first('C1'),
    ...archive(first),
    ...standardNumbers(all('SN')),
    language: first('LA'),
    'call-number': first('CN'),
    DOI: readDoi(first('DO') ?? '') ?? readDoi(first('M3') ?? '') ?? first('DO'),
    URL: first('UR', 'L2'),
    keyword: all('KW').join(', '),
    note: first('N1', 'RN'),
  };
  return normalizeCsl({
    ...item,
    type: isPreprint ? 'article' : type,
    author: all('AU', 'A1').map(toName),
    editor: all('ED', ...(type === 'patent' ? [] : ['A2'])).map(toName),
    'collection-editor': all('A3').map(toName),
    translator: all('A4').map(toName),
    issued: issued(first('PY', 'Y1'), first('DA')),
    accessed: toDate(first('Y2')),
  });
}

type First = (...tags: string[]) => string | undefined;
type Variables = Partial<Record<TextVariable, string | undefined>>;

/** Proceedings have a title besides the conference's name. */
function containers(first: First, type: CslItem['type']): Variables {
  const full = first('T2', 'JF', 'JO', 'BT');
  const short = first('J2', 'JA');
  const proceedings = first('C3');
  return {
    'container-title': proceedings ?? full ?? short,
    'event-title': type === 'paper-conference' && proceedings !== undefined ? full : undefined,
    'container-title-short': full === undefined ? undefined : short,
  };
}

function numbers(first: First, type: CslItem['type']): Variables {
  const isIssue = isPeriodical(type) || type === 'paper-conference';
  const number = first('C7') ?? (isIssue ? undefined : first('IS'));
  return {
    issue: isIssue ? first('IS') : undefined,
    'collection-number': isInSeries(type) ? first('M1') : undefined,
    number: number ?? (isInSeries(type) ? undefined : first('M1')),
  };
}

/** Journals write their own type into `M3` of each article: which is not a genre. */
function genre(value: string | undefined, type: CslItem['type']): string | undefined {
  const isSaid = isPeriodical(type) || readDoi(value ?? '') !== null;
  return isSaid ? undefined : value;
}

function pages(start: string | undefined, end: string | undefined): string | undefined {
  if (start === undefined || end === undefined || start === end) return start ?? end;
  return `${start}-${end}`.replace(/\s*(?:–|--+)\s*/g, '-');
}

function archive(first: First): Variables {
  const [database, id] = [first('DB', 'DP'), first('AN')];
  const pmcid = first('C2');
  return {
    ...(/^(?:pubmed|medline|nlm)$/i.test(database ?? '')
      ? { PMID: id }
      : { archive: database, archive_location: id }),
    PMCID: /^PMC\d+$/.test(pmcid ?? '') ? pmcid : undefined,
  };
}

function standardNumbers(values: readonly string[]): Variables {
  const isIssn = (value: string) => /^\d{4}-?\d{3}[\dXx]\b/.test(value);
  return {
    ISSN: values.find(isIssn),
    ISBN: values.find((value) => value !== '' && !isIssn(value)),
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
