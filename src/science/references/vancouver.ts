import { type CslDate, type CslItem, type CslName, MONTHS } from './reference.ts';
import {
  arxivText,
  familyName,
  imprint,
  initials,
  joined,
  joinSentences,
  knownNames,
  noteText,
  ordinalOf,
  type Run,
  sharedDigits,
  shortenRanges,
} from './reference-text.ts';

/** The type of a work in brackets after its title, where the rest does not show it. */
const TYPE_NAMES: Readonly<Record<string, string>> = {
  article: 'preprint',
  dataset: 'dataset',
  motion_picture: 'video',
  software: 'software',
  thesis: 'thesis',
  webpage: 'Internet',
};

/** Parts of the date to print; other types print the year alone. */
const DATE_PARTS: Readonly<Record<string, number>> = { patent: 3, 'post-weblog': 3, report: 2 };

/**
 * An entry of a numbered list of references, as NLM's Citing Medicine has it (https://www.ncbi.nlm.nih.gov/books/NBK7256/).
 */
export function vancouver(csl: CslItem, title: Run): Run[] {
  return joinSentences([
    authorsText(csl),
    titleRuns(csl, title),
    ...(csl.type === 'article-journal' ? inJournal(csl) : byItself(csl)),
    languageText(csl),
    noteText(csl),
    csl.DOI === undefined ? '' : `doi: ${csl.DOI}`,
  ]);
}

function authorsText({ type, author, editor, publisher }: CslItem): string {
  if (type !== 'patent') return namesText(author) || withRole(editor, 'editor');
  return joined([withRole(author, 'inventor'), publisher && `${publisher}, assignee`], '; ');
}

function titleRuns({ type, genre, medium }: CslItem, title: Run): Run[] {
  const kind = (type === 'report' ? medium : (genre ?? medium)) ?? TYPE_NAMES[type];
  return kind === undefined || type === 'patent' ? [title] : [title, { text: ` [${kind}]` }];
}

function inJournal(csl: CslItem): (string | Run[])[] {
  const date = dateText(csl.issued, 3);
  const volume = `${csl.volume ?? ''}${csl.issue === undefined ? '' : `(${csl.issue})`}`;
  const isForthcoming = /\b(?:in press|forthcoming)\b/i.test(csl.status ?? '');
  const dated = isForthcoming ? `Forthcoming ${date}`.trim() : joined([date, volume], ';');
  return [
    [{ text: csl['container-title'] ?? '', role: 'container' }],
    joined([dated, pageText(csl)], ':'),
    isForthcoming ? '' : (csl.status ?? ''),
  ];
}

function byItself(csl: CslItem): (string | Run[])[] {
  const { type, genre, number, volume, status } = csl;
  const isPart = type === 'chapter' || type === 'paper-conference';
  const pages = pageText(csl);
  const extent = isPart ? pages && `p. ${pages}` : csl['number-of-pages'];
  return [
    type === 'report' ? (genre ?? '') : '',
    type === 'patent' ? patentText(csl) : '',
    container(csl, isPart),
    volume === undefined ? '' : `Vol. ${volume}`,
    editionText(csl),
    isPart || csl.author === undefined ? '' : withRole(csl.editor, 'editor'),
    withRole(csl.translator, 'translator'),
    arxivText(csl),
    publication(csl),
    isPart || !extent ? (extent ?? '') : `${extent} p`,
    type === 'report' && number ? `Report No.: ${number}` : '',
    seriesText(csl),
    status ?? '',
  ];
}

function patentText({ jurisdiction, number }: CslItem): string {
  return joined([jurisdiction, jurisdiction === undefined ? 'Patent' : 'patent', number], ' ');
}

function container(csl: CslItem, isPart: boolean): Run[] {
  const { 'event-title': event = '', 'container-title': whole = '' } = csl;
  const name = whole || event;
  const editors = isPart ? withRole(csl.editor, 'editor') : '';
  const day = dayRange(csl['event-date']);
  const held = joined([name === event ? '' : event, day, csl['event-place']], '; ');
  if (name === '') return [{ text: held }];
  const separator = name !== event && event !== '' ? '. ' : '; ';
  return [
    { text: isPart ? `In: ${editors && `${editors}. `}` : '' },
    { text: name, role: 'container' },
    { text: held && separator + held },
  ];
}

/** `(Methods in molecular biology; vol. 12)` */
function seriesText(csl: CslItem): string {
  const { 'collection-title': title, 'collection-number': number } = csl;
  return title === undefined ? '' : `(${joined([title, number && `vol. ${number}`], '; ')})`;
}

function editionText({ edition, version }: CslItem): string {
  if (version !== undefined) return `Version ${version}`;
  if (edition === undefined) return '';
  return /\bed/i.test(edition) ? edition : `${ordinalOf(edition)} ed`;
}

/** `Boston: MIT; 2001 [cited 2024 Feb 3]` */
function publication(csl: CslItem): string {
  const isPatent = csl.type === 'patent';
  const from = isPatent ? (csl['publisher-place'] ?? '') : imprint(csl);
  const isOnline = csl.type === 'webpage' || csl.type === 'document' || csl.medium === 'Internet';
  const cited = isOnline ? dateText(csl.accessed, 3) : '';
  const date = dateText(csl.issued, DATE_PARTS[csl.type] ?? 1);
  return joined([from, joined([date, cited && `[cited ${cited}]`], ' ')], '; ');
}

/** Records have codes, or names; BibTeX has babel's, such as `ngerman`. */
function languageText({ language = '' }: CslItem): string {
  const [code] = /^[a-z]{2,3}(?=$|[-_])/i.exec(language) ?? [];
  const name = code === undefined ? language : (languageNames.of(code) ?? '');
  return name === 'English' || !/^\p{Lu}/u.test(name) ? '' : name;
}

const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** The digits of the last page that differ from the first: 284-7. */
function pageText({ page, number, type }: CslItem): string {
  const pages = page ?? (type === 'article-journal' ? number : undefined) ?? '';
  return shortenRanges(pages, '-', (from, to) => to.length - sharedDigits(from, to));
}

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
  return [MONTHS[(month ?? 0) - 1]?.slice(0, 3) ?? '', `${day ?? ''}`];
}

function withRole(all: readonly CslName[] | undefined, role: string): string {
  const names = namesText(all);
  const isPlural = knownNames(all).names.length > 1;
  return names && `${names}, ${role}${isPlural ? 's' : ''}`;
}

/** Vancouver names six at most. */
const MOST_NAMES = 6;

function namesText(all: readonly CslName[] = []): string {
  const { names, isPartial } = knownNames(all);
  const isPerson = (name: CslName | undefined) => name === undefined || name.family !== undefined;
  const shown = names.slice(0, MOST_NAMES).map((name, index) => {
    const suffix = name.suffix?.replace(/\.$/, '');
    const person = joined([familyName(name), initials(name), suffix], ' ');
    const isApart = !(isPerson(name) && isPerson(names[index - 1]));
    const separator = index === 0 ? '' : isApart ? '; ' : ', ';
    return separator + (isPerson(name) ? person : familyName(name));
  });
  const isMore = shown.length > 0 && (isPartial || names.length > MOST_NAMES);
  return `${shown.join('')}${isMore ? ', et al' : ''}`;
}
