import type { KeyedItem } from './bibtex-writing.ts';
import { type CslDate, type CslItem, type CslName, isPeriodical } from './csl.ts';
import { familyName } from './names.ts';
import { isInSeries, isVersioned, PREPRINT, RIS_BY_CSL } from './ris-types.ts';

/** References as RIS. A value is one line, however long. */
export function writeRis(items: readonly KeyedItem[]): string {
  return items.map(record).join('\r\n');
}

type Line = [tag: string, value: string | undefined];

function record({ key, csl }: KeyedItem): string {
  const lines = linesOf(csl).filter(([, value]) => value !== undefined && value !== '');
  const all = [['TY', typeOf(csl)], ['ID', key], ...lines, ['ER', '']];
  return all.map(([tag, value]) => `${tag}  - ${value}\r\n`).join('');
}

function typeOf({ type }: CslItem): string {
  return RIS_BY_CSL.get(type === 'article' ? 'manuscript' : type) ?? 'GEN';
}

function linesOf(csl: CslItem): Line[] {
  return [
    ...names('AU', csl.author),
    ...names('ED', csl.editor),
    ...names('A3', csl['collection-editor']),
    ...names('A4', csl.translator),
    ['TI', csl.title],
    ['ST', csl['title-short']],
    ...containers(csl),
    ['T3', csl['collection-title']],
    ...dates(csl.issued),
    ['VL', csl.volume],
    ...numbers(csl),
    ...pages(csl),
    ['NV', csl['number-of-volumes']],
    ['ET', isVersioned(csl.type) ? csl.version : csl.edition],
    ['SE', csl.section],
    ['M3', csl.type === 'article' ? PREPRINT : csl.genre],
    ['PB', csl.publisher],
    ['CY', csl['publisher-place']],
    ['C1', csl['event-place']],
    ['SN', csl.ISBN],
    ['SN', csl.ISSN],
    ['DO', csl.DOI],
    ['UR', csl.URL],
    ['Y2', csl.accessed && date(csl.accessed)],
    ['DB', csl.PMID === undefined ? csl.archive : 'PubMed'],
    ['AN', csl.PMID ?? csl.archive_location],
    ['C2', csl.PMCID],
    ['LA', csl.language],
    ['CN', csl['call-number']],
    ...(csl.keyword ?? '').split(/,\s*/).map((word): Line => ['KW', word]),
    ['N1', csl.note],
  ];
}

function names(tag: string, all: readonly CslName[] = []): Line[] {
  return all.map((name) => [tag, nameOf(name)]);
}

function nameOf(name: CslName): string {
  if (name.family === undefined) return name.literal ?? '';
  const family = familyName(name);
  // The comma says that it is the name of a person.
  return [family, name.given ?? '', ...(name.suffix === undefined ? [] : [name.suffix])].join(', ');
}

function containers(csl: CslItem): Line[] {
  const title = csl['container-title'];
  const event = csl['event-title'];
  return [
    ['T2', event ?? title],
    ['C3', event === undefined ? undefined : title],
    ['J2', csl['container-title-short']],
  ];
}

function numbers(csl: CslItem): Line[] {
  if (isPeriodical(csl.type)) {
    return [
      ['IS', csl.issue],
      ['C7', csl.number],
    ];
  }
  const isIssue = csl.type === 'paper-conference';
  if (!isInSeries(csl.type)) return [['M1', csl.number]];
  return [
    ['M1', csl['collection-number']],
    ['IS', isIssue ? csl.issue : csl.number],
  ];
}

function pages(csl: CslItem): Line[] {
  if (csl.page === undefined) return [['SP', csl['number-of-pages']]];
  const [, start, end] = /^([^\s,-]+)-([^\s,-]+)$/.exec(csl.page) ?? [];
  if (start !== undefined) {
    return [
      ['SP', start],
      ['EP', end],
    ];
  }
  // A book's first page alone would be read as the number of its pages.
  return [
    ['SP', csl.page],
    ['EP', csl.type === 'book' ? csl.page : undefined],
  ];
}

function dates(issued: CslDate | undefined): Line[] {
  const parts = issued?.['date-parts'];
  if (issued === undefined || parts === undefined) return [['PY', issued?.literal]];
  const isYear = parts.length === 1 && parts[0]?.length === 1;
  return [
    ['PY', year(parts[0]?.[0])],
    ['DA', isYear ? undefined : date(issued)],
  ];
}

/** `2020/03/05`, and of a range `2020///2021`. */
function date({ 'date-parts': ends, literal }: CslDate): string | undefined {
  const [start, end] = ends ?? [];
  if (start === undefined) return literal;
  const parts = [year(start[0]), padded(start[1]), padded(start[2])];
  const until = end?.map((part, index) => (index === 0 ? year(part) : padded(part))).join('-');
  return until === undefined ? parts.join('/').replace(/\/+$/, '') : [...parts, until].join('/');
}

function year(value: number | undefined): string {
  return `${value ?? ''}`.padStart(4, '0');
}

function padded(value: number | undefined): string {
  return value === undefined ? '' : `${value}`.padStart(2, '0');
}
