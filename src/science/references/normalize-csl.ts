import { lowered, raised } from '../../server/html/unicode-scripts.ts';
import {
  type CslDate,
  type CslItem,
  type CslName,
  type CslType,
  DATE_VARIABLES,
  MONTHS,
  NAME_PARTS,
  NAME_VARIABLES,
  readDoi,
  TEXT_VARIABLES,
  WORK_TYPES,
} from './reference.ts';

/** Unknown variables are dropped. */
export function normalizeCsl(value: object): CslItem {
  const given = value as Record<string, unknown>;
  const item: CslItem = { type: workType(given.type) };
  for (const name of TEXT_VARIABLES) {
    const text = VERBATIM.has(name) ? oneLine(firstOf(given[name])) : toText(given[name]);
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

/** Types of crossref.org, of CSL and of RIS that stand for one of ours. */
const ALIASES = new Map(
  Object.entries({
    article: 'preprint posted-content UNPB MANSCPT',
    'article-journal':
      'journal-article article-magazine article-newspaper review review-book ABST EJOUR INPR JFULL JOUR MGZN NEWS',
    book: 'monograph BOOK EBOOK EDBOOK',
    chapter: 'book-chapter book-section entry entry-dictionary entry-encyclopedia CHAP ECHAP',
    dataset: 'DATA',
    motion_picture: 'broadcast VIDEO',
    'paper-conference': 'proceedings-article CONF CPAPER',
    patent: 'PAT',
    'post-weblog': 'post BLOG',
    report: 'standard RPRT STAND',
    software: 'COMP',
    thesis: 'dissertation THES',
    webpage: 'ELEC WEB',
  }).flatMap(([type, names]) => names.split(' ').map((name) => [name, type as CslType])),
);

export function workType(value: unknown): CslType {
  const type = firstOf(value);
  return Object.hasOwn(WORK_TYPES, type) ? (type as CslType) : (ALIASES.get(type) ?? 'document');
}

const SERVER =
  /^(?:preprint\s(?:at|in|on)\s)?(arXiv|bioRxiv|medRxiv|ChemRxiv|CoRR|SSRN|Research Square|Preprints(?:\.org)?)\b/i;
const ARXIV =
  /\barXiv(?:[:.]\s?|\.org\/(?:abs|pdf)\/)((?:[a-z-]+(?:\.[A-Z]{2})?\/)?\d{4,7}(?:\.\d{4,5})?(?:v\d+)?)(?:\s\[[\w.-]+\])?/i;
/** `US Patent 9,226,924`, `WO2013014448A1`, `U.S. Patent App. 14/123,456` */
const PATENT =
  /^(?:([A-Z]{2}|[A-Z]\.[A-Z]\.)\s)?(pat(?:ent|\.)\s)?(app(?:lication|\.)\s)?(?:no\.?\s)?((?:PCT\/[A-Z]{2}\d{4}\/|[A-Z]{2}\s?)?\d[\d,./]*(?:\s?[A-Z]\d?)?)$/i;
/** What databases and reference managers call works of each type. */
const GENERAL =
  /^(?:journal|book|book (?:chapter|section)|conference (?:paper|proceedings?)|proceedings paper|web ?(?:page|site)|generic|computer program|software|data ?set|patent|preprint)$/i;
const TOLD = /^(?:abstract|correction|editorial|erratum|letter|retraction)$/i;
const STATUS = /^(?:in press|to appear|forthcoming|accepted|submitted|under review)(?=\.?$)/i;
const ACCESSED =
  /^\[?(?:online[;,]?\s)?(?:last\s)?(?:accessed|retrieved|visited):?\s+(?:on\s+)?(.+?)\]?\.?$/i;

/** What records say in other places than those that CSL has for it. */
function settled(item: CslItem): CslItem {
  settlePreprint(item);
  settleNote(item);
  const { type, genre = '' } = item;
  if (type === 'article-journal' ? !TOLD.test(genre) : GENERAL.test(genre)) delete item.genre;
  const isPage = item.type === 'document' && item.URL !== undefined && item.DOI === undefined;
  if (isPage && item.accessed !== undefined) item.type = 'webpage';
  return item;
}

/** Records have servers of preprints as journals or publishers, and numbers anywhere. */
function settlePreprint(item: CslItem): void {
  const { type, DOI, URL, note, number: eid, page, volume = '', publisher } = item;
  const journal = item['container-title'];
  const server = SERVER.exec(journal ?? publisher ?? note ?? '')?.[1]?.replace('CoRR', 'arXiv');
  const inVolume = server === 'arXiv' ? `arXiv:${volume.replace(/^abs\//, '')}` : '';
  const places = [journal ?? publisher, DOI, note, eid, page, URL, inVolume].join(' ');
  const [, number] = ARXIV.exec(places) ?? [];
  const isAlone = journal === undefined && (item.archive === 'arXiv' || number !== undefined);
  const isPreprint = type === 'article' || server !== undefined || isAlone;
  if (!isPreprint || !/^(?:article|article-journal|document)$/.test(type)) return;
  const known = journal === undefined ? (server ?? publisher) : (publisher ?? server ?? journal);
  if (known !== undefined) item.publisher = known;
  else if (type !== 'article') item.publisher = 'arXiv';
  item.type = 'article';
  delete item['container-title'];
  if (number !== undefined) settleNumber(item, number, inVolume);
}

/** The number stands once. */
function settleNumber(item: CslItem, number: string, inVolume: string): void {
  item.archive = 'arXiv';
  item.archive_location ??= number;
  const isNumber = (text = '') => text.replace(ARXIV, '') === '';
  if (isNumber(inVolume)) delete item.volume;
  for (const name of ['note', 'number', 'page'] as const)
    if (isNumber(item[name])) delete item[name];
}

function settleNote(item: CslItem): void {
  const { note = '' } = item;
  if (item.status !== undefined) item.status = item.status.replace(/^inpress$/i, 'in press');
  if (item.status === item.issued?.literal) delete item.status;
  const [, day] = ACCESSED.exec(note) ?? [];
  const [status] = STATUS.exec(note) ?? [];
  const [, country = '', word, application = '', patent] = PATENT.exec(note) ?? [];
  const date = day === undefined ? null : parseDate(day);
  if (date !== null) item.accessed ??= date;
  else if (status !== undefined) item.status ??= status;
  else if (patent !== undefined && (item.type === 'patent' || word !== undefined)) {
    item.type = 'patent';
    item.number ??= `${country.replaceAll('.', '')} ${application}${patent}`.trim();
    // Google Scholar has it as the publisher.
    if (/^(?:google )?patents?$/i.test(item.publisher ?? '')) delete item.publisher;
  } else return;
  delete item.note;
}

/** Markup that CSL-JSON allows in text, and that of JATS and MathML, which crossref.org sends. */
const MARKUP = /<\/?(?:i|b|em|strong|su[bp]|sc|span|scp|jats:[a-z-]+|mml:[a-z]+)(?:\s[^<>]*)?>/gi;

/** May hold what looks like markup. */
const VERBATIM: ReadonlySet<string> = new Set(['DOI', 'URL']);

const SCRIPT = /<(su[bp])>([^<>]{1,20})<\/\1>/gi;

/** Idempotent. */
export function toText(value: unknown): string {
  let text = firstOf(value).replace(SCRIPT, (_, tag: string, inner: string) => {
    return (tag.toLowerCase() === 'sub' ? lowered(inner) : raised(inner)) ?? inner;
  });
  // What is left may be markup again; in a hostile text, thousands of times.
  for (let round = 0; round < 5; round += 1) text = text.replace(MARKUP, '');
  return oneLine(text.search(MARKUP) === -1 ? text : text.replace(/[<>]/g, ''));
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
  const names = [value ?? []].flat().map(toName);
  return names.filter((name) => Object.keys(name).length > 0);
}

function toName(value: unknown): CslName {
  const given: Record<string, unknown> =
    typeof value === 'string' ? { literal: value } : Object(value);
  const parts = NAME_PARTS.map((part) => [part, toText(given[part])] as const);
  const name: CslName = Object.fromEntries(parts.filter(([, text]) => text !== ''));
  const isPerson = name.family !== undefined && Object.keys(name).length > 1;
  // Crossref's name of an organization is `name`. A family name alone is one as well.
  const literal = name.family ?? name.literal ?? name.given ?? toText(given.name);
  return isPerson ? name : literal === '' ? {} : { literal };
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

/** `3 Feb 2024`, `3-February-2024`, `February 3, 2024` */
const IN_WORDS = /^(?:(\d{1,2})[\s-])?([A-Z][a-z]{2,8})\.?[\s-](?:(\d{1,2}),?\s)?(\d{4})$/;

export function parseDate(text: string): CslDate | null {
  const written = toText(text);
  const ends = written.split('/').map((end) => toDateParts(end.split('T')[0]?.split('-') ?? []));
  const isIso = /^[\d-]{4,10}(?:T[^/]*)?(?:\/[\d-]{4,10})?$/.test(written);
  if (isIso && ends.every((end) => end.length > 0)) return { 'date-parts': ends };
  const [, first, name = '?', second, year] = IN_WORDS.exec(written) ?? [];
  const month = MONTHS.findIndex((full) => full.startsWith(name)) + 1;
  if (month > 0) return { 'date-parts': [toDateParts([year, month, first ?? second])] };
  return written === '' ? null : { literal: written };
}

const LEAST = [-9999, 1, 1];
const MOST = [9999, 12, 31];

function toDateParts(value: unknown): number[] {
  const parts = Array.isArray(value) ? value.map((part) => Number.parseInt(firstOf(part), 10)) : [];
  const isKnown = (part: number, at: number) => part >= (LEAST[at] ?? 1) && part <= (MOST[at] ?? 0);
  const unknown = parts.findIndex((part, at) => !isKnown(part, at));
  return unknown < 0 ? parts : parts.slice(0, unknown);
}
