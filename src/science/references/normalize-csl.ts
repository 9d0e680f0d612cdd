import { lowered, raised } from '../../text/unicode-scripts.ts';
import {
  type CslDate,
  type CslItem,
  type CslName,
  type CslType,
  DATE_VARIABLES,
  NAME_PARTS,
  NAME_VARIABLES,
  TEXT_VARIABLES,
  WORK_TYPES,
} from './csl.ts';
import { readDoi } from './dois.ts';

/**
 * Normalizes CSL-JSON: text on one line without markup, numbers as text, dates in parts. Unknown variables are
 * dropped.
 */
export function normalizeCsl(value: object): CslItem {
  const given = value as Record<string, unknown>;
  const item: CslItem = { type: workType(given.type) };
  for (const name of TEXT_VARIABLES) {
    const text = VERBATIM.has(name) ? address(given[name]) : toText(given[name]);
    if (text !== '') item[name] = name === 'DOI' ? (readDoi(text) ?? text) : text;
  }
  for (const name of NAME_VARIABLES) {
    const names = toNames(given[name]);
    if (names.length > 0) item[name] = names;
  }
  for (const name of DATE_VARIABLES) {
    const date = toDate(given[name]);
    if (date !== null) item[name] = date;
  }
  return settled(item);
}

/** Types of crossref.org and of CSL that stand for one of ours. */
const ALIASES = new Map(
  Object.entries({
    article: 'preprint posted-content',
    'article-journal': 'journal-article article-magazine article-newspaper review review-book',
    book: 'monograph',
    chapter: 'book-chapter book-section entry entry-dictionary entry-encyclopedia',
    motion_picture: 'broadcast',
    'paper-conference': 'proceedings-article',
    'post-weblog': 'post',
    report: 'standard',
    thesis: 'dissertation',
  } satisfies Partial<Record<CslType, string>>).flatMap(([type, names]) =>
    names.split(' ').map((name) => [name, type as CslType] as const),
  ),
);

export function workType(value: unknown): CslType {
  const type = String(value);
  return Object.hasOwn(WORK_TYPES, type) ? (type as CslType) : (ALIASES.get(type) ?? 'document');
}

const SERVER = /^(arXiv|bioRxiv|medRxiv|ChemRxiv|SSRN|Research Square|Preprints(?:\.org)?)\b/i;
const ARXIV = /\barXiv[:.]\s?((?:[a-z-]+(?:\.[A-Z]{2})?\/)?\d{4,7}(?:\.\d{4,5})?(?:v\d+)?)/i;
/** `US Patent 9,226,924`, `WO2013014448A1` */
const PATENT =
  /^(?:([A-Z]{2})\s)?(?:pat(?:ent|\.)\s)?(?:no\.?\s)?((?:[A-Z]{2}\s?)?\d[\d,./]*(?:\s?[A-Z]\d?)?)$/i;
const GENERAL =
  /^(?:(?:original |research |journal |scientific )*(?:article|paper)|journal|preprint)$/i;

/** What records say in other places than those that CSL has for it. */
function settled(item: CslItem): CslItem {
  settlePreprint(item);
  settleNote(item);
  // Databases give the articles of journals a type of their own.
  if (/^article/.test(item.type) && GENERAL.test(item.genre ?? '')) delete item.genre;
  const isPage = item.type === 'document' && item.URL !== undefined && item.DOI === undefined;
  if (isPage && item.accessed !== undefined) item.type = 'webpage';
  return item;
}

function settlePreprint(item: CslItem): void {
  const { type, DOI = '', note = '', archive, 'container-title': journal = '' } = item;
  const [server] = SERVER.exec(journal) ?? [];
  const [written, number] = ARXIV.exec(`${journal} ${DOI} ${note}`) ?? [];
  const isAlone = journal === '' && (archive === 'arXiv' || number !== undefined);
  if (type === 'article-journal' && (server !== undefined || isAlone)) {
    item.type = 'article';
    item.publisher ??= server ?? 'arXiv';
    delete item['container-title'];
  }
  if (item.type !== 'article' || number === undefined) return;
  item.archive = 'arXiv';
  item.archive_location ??= number;
  if (note === written) delete item.note;
}

function settleNote(item: CslItem): void {
  const { note = '' } = item;
  if (item.status !== undefined) item.status = item.status.replace(/^inpress$/i, 'in press');
  if (item.status === item.issued?.literal) delete item.status;
  const [, day] = /^accessed:?\s+(?:on\s+)?(.+)$/i.exec(note) ?? [];
  const isStatus = /^(?:in press|forthcoming|accepted|submitted|under review)\.?$/i.test(note);
  const [, country = '', patent] = PATENT.exec(note) ?? [];
  const date = day === undefined ? null : parseDate(day);
  if (date !== null) item.accessed ??= date;
  else if (isStatus) item.status ??= note.replace(/\.$/, '');
  else if (item.type === 'patent' && item.number === undefined && patent !== undefined) {
    item.number = `${country} ${patent}`.trim();
  } else return;
  delete item.note;
}

/** Markup that CSL-JSON allows in text, and that of JATS and MathML, which crossref.org sends. */
const MARKUP = /<\/?(?:i|b|em|strong|su[bp]|sc|span|scp|jats:[a-z-]+|mml:[a-z]+)(?:\s[^<>]*)?>/gi;

/** May hold what looks like markup. */
const VERBATIM: ReadonlySet<string> = new Set(['DOI', 'URL']);

/** A DOI or URL, without the backslashes that TeX asks for. */
function address(value: unknown): string {
  return oneLine(firstOf(value))
    .replace(/\\([_&%#$~{}])/g, '$1')
    .replace(/^\{([^{}]*)\}$/, '$1');
}

const SCRIPT = /<(su[bp])>([^<>]{1,20})<\/\1>/gi;

/** Removes markup and line breaks; subscripts and superscripts become Unicode digits: H₂O, ¹³C. Idempotent. */
export function toText(value: unknown): string {
  let text = firstOf(value).replace(SCRIPT, (_, tag: string, inner: string) => {
    return (tag.toLowerCase() === 'sub' ? lowered(inner) : raised(inner)) ?? inner;
  });
  // What is left may be markup again.
  for (let before = ''; before !== text; ) {
    before = text;
    text = text.replace(MARKUP, '');
  }
  return oneLine(text);
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: ' ',
};

/** The text without the character references that registries and databases send. */
export function withoutEntities(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|nbsp);/g, (_, name: string) => ENTITIES[name] ?? '');
}

/** Registries send lists of texts. */
function firstOf(value: unknown): string {
  const [first] = Array.isArray(value) ? value : [value];
  return typeof first === 'string' || typeof first === 'number' ? `${first}` : '';
}

/** No line of an exported record is ever split. */
function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .normalize('NFC');
}

function toNames(value: unknown): CslName[] {
  return [value ?? []]
    .flat()
    .map(toName)
    .filter((name) => Object.keys(name).length > 0);
}

function toName(value: unknown): CslName {
  if (typeof value === 'string') return literalName(value);
  if (typeof value !== 'object' || value === null) return {};
  const given = value as Record<string, unknown>;
  const parts = NAME_PARTS.map((part) => [part, toText(given[part])] as const);
  const name: CslName = Object.fromEntries(parts.filter(([, text]) => text !== ''));
  // Crossref's name of an organization. A family name alone is one as well.
  if (name.family === undefined) return literalName(name.literal ?? name.given ?? given.name);
  return Object.keys(name).length === 1 ? literalName(name.family) : name;
}

function literalName(value: unknown): CslName {
  const literal = toText(value);
  return literal === '' ? {} : { literal };
}

function toDate(value: unknown): CslDate | null {
  if (typeof value === 'string' || typeof value === 'number') return parseDate(`${value}`);
  if (typeof value !== 'object' || value === null) return null;
  const { 'date-parts': parts, literal, raw } = value as Record<string, unknown>;
  const ends = Array.isArray(parts) ? parts.slice(0, 2).map(toDateParts) : [];
  if (ends.length > 0 && ends.every((end) => end.length > 0)) return { 'date-parts': ends };
  const text = toText(literal ?? raw);
  return text === '' ? null : raw === undefined ? { literal: text } : parseDate(text);
}

/** A date by ISO 8601, or any other as it is written. */
export function parseDate(text: string): CslDate | null {
  const written = toText(text);
  const ends = written.split('/').map((end) => toDateParts(end.split('T')[0]?.split('-') ?? []));
  const isIso = /^[\d-]{4,10}(?:T[^/]*)?(?:\/[\d-]{4,10})?$/.test(written);
  if (isIso && ends.every((end) => end.length > 0)) return { 'date-parts': ends };
  return written === '' ? null : { literal: written };
}

/** Year, month and day as far as they are known. */
function toDateParts(value: unknown): number[] {
  if (!Array.isArray(value)) return [];
  const [year, month, day] = value.map((part) => Number.parseInt(`${part}`, 10));
  if (year === undefined || !Number.isInteger(year) || Math.abs(year) > 9999) return [];
  if (!isWithin(month, 12)) return [year];
  return isWithin(day, 31) ? [year, month, day] : [year, month];
}

function isWithin(value: number | undefined, most: number): value is number {
  return value !== undefined && Number.isInteger(value) && value >= 1 && value <= most;
}
