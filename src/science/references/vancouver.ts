import { ordinal } from './chicago.ts';
import type { CslDate, CslItem, CslName } from './csl.ts';
import { familyName, initials, knownNames } from './names.ts';
import { shortenRanges } from './page-ranges.ts';
import { arxivText } from './preprint.ts';
import { joinSentences, type Run } from './runs.ts';

/** Whole works of which the reference is a part. */
const PARTS: ReadonlySet<string> = new Set([
  'chapter',
  'paper-conference',
  'entry',
  'entry-dictionary',
  'entry-encyclopedia',
]);
const ARTICLES: ReadonlySet<string> = new Set([
  'article-journal',
  'article-magazine',
  'article-newspaper',
  'review',
  'review-book',
]);

/** The type of a work in brackets after its title, where the rest does not show it. */
const TYPE_NAMES: Readonly<Record<string, string>> = {
  article: 'preprint',
  dataset: 'dataset',
  map: 'map',
  motion_picture: 'video',
  software: 'software',
  thesis: 'thesis',
  webpage: 'Internet',
};

/** The roles of people who made a work but are not called its authors. */
const MAKERS: Readonly<Record<string, string>> = { map: 'cartographer', patent: 'inventor' };

/** Parts of the date to print; other types print the year alone. */
const DATE_PARTS: Readonly<Record<string, number>> = {
  patent: 3,
  post: 3,
  'post-weblog': 3,
  report: 2,
};

/**
 * An entry of a numbered list of references, as NLM's Citing Medicine has it (https://www.ncbi.nlm.nih.gov/books/NBK7256/).
 */
export function vancouver(csl: CslItem, title: Run): Run[] {
  return joinSentences([
    [{ text: authorsText(csl) }],
    titleRuns(csl, title),
    ...(ARTICLES.has(csl.type) ? inJournal(csl) : byItself(csl)),
    [{ text: languageText(csl) }],
    [{ text: csl.DOI === undefined ? '' : `doi: ${csl.DOI}` }],
  ]);
}

function authorsText(csl: CslItem): string {
  const { author, editor, publisher } = csl;
  const maker = MAKERS[csl.type];
  const authors = maker === undefined ? namesText(author) : withRole(author, maker);
  const assignee = csl.type === 'patent' && publisher ? `${publisher}, assignee` : '';
  return joined([authors || withRole(editor, 'editor'), assignee], '; ');
}

function titleRuns({ type, genre, medium }: CslItem, title: Run): Run[] {
  const kind = (type === 'report' ? medium : (genre ?? medium)) ?? TYPE_NAMES[type];
  return kind === undefined || type === 'patent' ? [title] : [title, { text: ` [${kind}]` }];
}

function inJournal(csl: CslItem): Run[][] {
  const date = dateText(csl.issued, 3);
  const isForthcoming = /\b(?:in press|forthcoming)\b/i.test(csl.status ?? '');
  const section = csl.type === 'article-newspaper' && csl.section ? `Sect. ${csl.section}` : '';
  const volume = `${csl.volume ?? ''}${csl.issue === undefined ? '' : `(${csl.issue})`}` || section;
  const dated = isForthcoming ? `Forthcoming ${date}`.trim() : joined([date, volume], ';');
  return [
    [{ text: csl['container-title'] ?? '', role: 'container' }],
    [{ text: joined([dated, pageText(csl)], ':') }],
  ];
}

function byItself(csl: CslItem): Run[][] {
  const { type, genre, number, volume } = csl;
  const isPart = PARTS.has(type);
  const pages = pageText(csl);
  const extent = isPart ? pages && `p. ${pages}` : csl['number-of-pages'];
  return [
    [{ text: type === 'report' ? (genre ?? '') : '' }],
    [{ text: type === 'patent' ? patentText(csl) : '' }],
    container(csl, isPart),
    [{ text: volume === undefined ? '' : `Vol. ${volume}` }],
    [{ text: editionText(csl) }],
    [{ text: isPart || csl.author === undefined ? '' : withRole(csl.editor, 'editor') }],
    [{ text: withRole(csl.translator, 'translator') }],
    [{ text: arxivText(csl) }],
    [{ text: imprint(csl) }],
    [{ text: isPart || !extent ? (extent ?? '') : `${extent} p` }],
    [{ text: type === 'report' && number ? `Report No.: ${number}` : '' }],
    [{ text: seriesText(csl) }],
  ];
}

/** The book or the website, or the conference with its dates and place. */
function container(csl: CslItem, isPart: boolean): Run[] {
  const event = csl['event-title'] ?? '';
  const whole = csl['container-title'] ?? '';
  const name = whole || event;
  const editors = isPart ? withRole(csl.editor, 'editor') : '';
  const held = joined(
    [name === event ? '' : event, dayRange(csl['event-date']), csl['event-place']],
    '; ',
  );
  if (name === '') return [{ text: held }];
  const separator = name !== event && event !== '' ? '. ' : '; ';
  return [
    { text: isPart ? `In: ${editors && `${editors}. `}` : '' },
    { text: name, role: 'container' },
    { text: held && separator + held },
  ];
}

function patentText({ jurisdiction, number }: CslItem): string {
  return joined(
    jurisdiction === undefined ? ['Patent', number] : [jurisdiction, 'patent', number],
    ' ',
  );
}

/** `(Methods in molecular biology; vol. 12)` */
function seriesText(csl: CslItem): string {
  const { 'collection-title': title, 'collection-number': number } = csl;
  return title === undefined ? '' : `(${joined([title, number && `vol. ${number}`], '; ')})`;
}

function editionText({ edition, version }: CslItem): string {
  if (version !== undefined) return `Version ${version}`;
  if (edition === undefined) return '';
  if (!/^\d+$/.test(edition)) return /\bed/i.test(edition) ? edition : `${edition} ed`;
  return `${edition}${ordinal(Number(edition))} ed`;
}

/** `Boston: MIT; 2001 [cited 2024 Feb 3]` */
function imprint(csl: CslItem): string {
  const publisher = csl.type === 'patent' ? '' : (csl.publisher ?? csl.archive);
  const from = joined([csl['publisher-place'], publisher], ': ');
  const isOnline = csl.type === 'webpage' || csl.medium === 'Internet';
  const cited = isOnline ? dateText(csl.accessed, 3) : '';
  const date = dateText(csl.issued, DATE_PARTS[csl.type] ?? 1);
  return joined([from, joined([date, cited && `[cited ${cited}]`], ' ')], '; ');
}

/** The name of a language other than English. Records have codes, or names; BibTeX has babel's, such as `ngerman`. */
function languageText({ language = '' }: CslItem): string {
  const [code] = /^[a-z]{2,3}(?=$|[-_])/i.exec(language) ?? [];
  const name = code === undefined ? language : (languageNames.of(code) ?? '');
  return name === 'English' || !/^\p{Lu}/u.test(name) ? '' : name;
}

const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

function pageText({ page, number, type }: CslItem): string {
  const pages = page ?? (type === 'article-journal' ? number : undefined) ?? '';
  return shortenRanges(pages, '-', changedDigits);
}

/** The digits of the last page that differ from the first: 284-7. */
function changedDigits(from: string, to: string): string {
  if (from.length !== to.length) return to;
  let same = 0;
  while (same < to.length - 1 && from[same] === to[same]) same++;
  return to.slice(same);
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** `2020`, or with three parts `2020 Mar 5`; the years of a range. */
function dateText(date: CslDate | undefined, parts: number): string {
  const [start, end] = date?.['date-parts'] ?? [];
  const [year, ...day] = start ?? [];
  if (year === undefined) return date?.literal ?? '';
  if (end?.[0] !== undefined && end[0] !== year) return `${year}–${end[0]}`;
  return joined([`${year}`, ...dayParts(day)].slice(0, parts), ' ');
}

/** `2002 Apr 3-5`, or the first day alone. */
function dayRange(date: CslDate | undefined): string {
  const first = dateText(date, 3);
  const [start, end] = date?.['date-parts'] ?? [];
  if (start === undefined || end === undefined || start[0] !== end[0]) return first;
  const [month, ...last] = dayParts(end.slice(1));
  return joined([first, start[1] === end[1] ? last[0] : joined([month, ...last], ' ')], '-');
}

function dayParts([month, day]: readonly number[]): string[] {
  return [MONTHS[(month ?? 0) - 1] ?? '', `${day ?? ''}`];
}

function withRole(all: readonly CslName[] | undefined, role: string): string {
  const names = namesText(all);
  const isPlural = knownNames(all).names.length > 1;
  return names && `${names}, ${role}${isPlural ? 's' : ''}`;
}

/** Vancouver names six at most. */
const MOST_NAMES = 6;

/** Persons are parted by commas, and organizations from others by semicolons. */
function namesText(all: readonly CslName[] = []): string {
  const { names, isPartial } = knownNames(all);
  const shown = names.slice(0, MOST_NAMES).map((name, index) => {
    const isApart = isOrganization(name) || isOrganization(names[index - 1]);
    return `${index === 0 ? '' : isApart ? '; ' : ', '}${nameText(name)}`;
  });
  const isMore = shown.length > 0 && (isPartial || names.length > MOST_NAMES);
  return `${shown.join('')}${isMore ? ', et al' : ''}`;
}

function isOrganization(name: CslName | undefined): boolean {
  return name !== undefined && name.family === undefined;
}

function nameText(name: CslName): string {
  if (isOrganization(name)) return familyName(name);
  const suffix = name.suffix?.replace(/\.$/, '');
  return joined([familyName(name), initials(name.given ?? '', ''), suffix], ' ');
}

function joined(parts: readonly (string | undefined)[], separator: string): string {
  return parts.filter(Boolean).join(separator);
}
