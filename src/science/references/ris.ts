import { normalizeCsl, parseDate, workType } from './normalize-csl.ts';
import { type ReadRecords, withoutEntities } from './read-record.ts';
import {
  type CslDate,
  type CslItem,
  type CslName,
  type CslType,
  OTHERS,
  readDoi,
} from './reference.ts';
import { parseInverted } from './reference-text.ts';

type Fields = Map<string, string[]>;

const TAG = /^([A-Z][A-Z0-9]) {1,2}- ?(.*)$/;

/** A line without a tag continues the one before it. */
export function readRis(text: string): ReadRecords {
  const read: ReadRecords = { records: [], refusals: [] };
  const refuse = (line: number, reason: string) =>
    read.refusals.push({ line, message: `RIS line ${line}: ${reason}` });
  let record: { line: number; fields: Fields } | null = null;
  let values: string[] = [];
  const refuseOpen = () => {
    if (record) refuse(record.line, 'the record that begins here has no end (ER).');
  };
  const refuseOutside = (line: number, written: string) => {
    if (written.trim() !== '') refuse(line, 'this is outside a record: records begin with TY.');
  };
  const add = ({ line, fields }: { line: number; fields: Fields }) => {
    const [key = ''] = fields.get('ID') ?? fields.get('LB') ?? [];
    const csl = toCsl(fields);
    if (csl.title === undefined) refuse(line, 'the record has no title (TI).');
    else read.records.push({ line, key, csl });
  };
  for (const [index, written] of text.split(/\r\n|\r|\n/).entries()) {
    const [, tag, value = ''] = TAG.exec(written) ?? [];
    if (tag === 'TY') {
      refuseOpen();
      record = { line: index + 1, fields: new Map() };
    }
    if (record === null) refuseOutside(index + 1, written);
    else if (tag === 'ER') {
      add(record);
      record = null;
    } else if (tag === undefined) values.push(`${values.pop() ?? ''} ${written}`.trim());
    else {
      values = record.fields.get(tag) ?? [];
      values.push(withoutEntities(value.trim()));
      record.fields.set(tag, values);
    }
  }
  refuseOpen();
  return read;
}

/** The tags of a variable, of which the first one with a value counts. */
const VARIABLES =
  'title:TI,T1,CT title-short:ST container-title:C3,T2,JF,JO,BT,J2,JA collection-title:T3 volume:VL publisher-place:CY,PP event-place:C1 language:LA URL:UR,L2 note:N1,RN'
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]);

function toCsl(fields: Fields): CslItem {
  const all = (tags: string) => tags.split(',').flatMap((tag) => fields.get(tag) ?? []);
  const first = (tags: string) => all(tags).find((value) => value !== '') ?? '';
  const type = workType(first('TY'));
  const isIssn = (value: string) => /^\d{4}-?\d{3}[\dXx]\b/.test(value);
  const journal = first('T2,JF,JO,BT');
  const isConference = type === 'paper-conference';
  const hasIssues = isConference || type === 'article-journal';
  const isInSeries = isConference || type === 'book' || type === 'chapter';
  const isVersioned = /^(?:DATA|COMP|STAND)$/.test(first('TY'));
  return normalizeCsl({
    ...Object.fromEntries(VARIABLES.map(([name, tags]) => [name, first(tags)])),
    ...pages(first('SP'), first('EP'), type),
    type,
    issue: hasIssues ? first('IS') : '',
    number: first(`C7,${hasIssues ? '' : 'IS'},${isInSeries ? '' : 'M1'}`),
    'collection-number': isInSeries ? first('M1') : '',
    [isVersioned ? 'version' : 'edition']: first('ET'),
    genre: readDoi(first('M3')) === null ? first('M3') : '',
    publisher: first(type === 'patent' ? 'PB,A2' : 'PB'),
    // Proceedings have a title besides the conference's name.
    'event-title': first('C3') && isConference ? journal : '',
    'container-title-short': journal && first('J2,JA'),
    ...atDatabase(first('DB,DP'), first('AN')),
    PMCID: /^PMC\d+$/.exec(first('C2'))?.[0],
    ISSN: all('SN').find(isIssn),
    ISBN: all('SN').find((value) => value !== '' && !isIssn(value)),
    DOI: readDoi(first('DO')) ?? readDoi(first('M3')) ?? first('DO'),
    keyword: all('KW').join(', '),
    author: all('AU,A1').map(toName),
    editor: all(type === 'patent' ? 'ED' : 'ED,A2').map(toName),
    'collection-editor': all('A3').map(toName),
    translator: all('A4').map(toName),
    issued: issued(toDate(first('PY,Y1')), toDate(first('DA'))),
    accessed: toDate(first('Y2')),
  });
}

function atDatabase(archive: string, number: string) {
  const isPubmed = /^(?:pubmed|medline|nlm)$/i.test(archive);
  return isPubmed ? { PMID: number } : { archive, archive_location: number };
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
