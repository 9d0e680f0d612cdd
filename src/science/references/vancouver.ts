import { type CslDate, type CslItem, type CslName, MONTHS } from './reference.ts';
import {
  arxivText,
  familyName,
  imprint,
  initials,
  inRole,
  joined,
  joinSentences,
  knownNames,
  noteText,
  ordinalOf,
  type Run,
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

/** Vancouver names six at most. */
const MOST_NAMES = 6;

/**
 * An entry of a numbered list of references, as NLM's Citing Medicine has it (https://www.ncbi.nlm.nih.gov/books/NBK7256/).
 */
export function vancouver(csl: CslItem, title: Run): Run[] {
  const { type, genre, medium, author, editor, publisher } = csl;
  const isPatent = type === 'patent';
  const assignee = publisher && `${publisher}, assignee`;
  const kind = (type === 'report' ? medium : (genre ?? medium)) ?? TYPE_NAMES[type];
  return joinSentences([
    isPatent
      ? joined([withRole(author, 'inventor'), assignee], '; ')
      : namesText(author) || withRole(editor, 'editor'),
    [title, { text: kind === undefined || isPatent ? '' : ` [${kind}]` }],
    ...(type === 'article-journal' ? inJournal(csl) : byItself(csl)),
    languageText(csl),
    noteText(csl),
    csl.DOI && `doi: ${csl.DOI}`,
  ]);
}

function inJournal(csl: CslItem): (string | Run[])[] {
  const { volume, issue, status = '' } = csl;
  const date = dateText(csl.issued);
  const isForthcoming = /\b(?:in press|forthcoming)\b/i.test(status);
  const place = joined([volume, issue && `(${issue})`], '');
  const dated = isForthcoming ? `Forthcoming ${date}`.trim() : joined([date, place], ';');
  return [
    [{ text: csl['container-title'] ?? '', role: 'container' }],
    joined([dated, pageText(csl.page ?? csl.number)], ':'),
    isForthcoming ? '' : status,
  ];
}

function byItself(csl: CslItem): (string | Run[] | undefined)[] {
  const { type, genre, number, volume, version } = csl;
  const { 'collection-title': series, 'collection-number': inSeries } = csl;
  const isPart = type === 'chapter' || type === 'paper-conference';
  const isReport = type === 'report';
  const pages = pageText(csl.page);
  const length = csl['number-of-pages'];
  return [
    isReport ? genre : '',
    type === 'patent' ? patentText(csl) : '',
    container(csl, isPart),
    volume && `Vol. ${volume}`,
    version ? `Version ${version}` : editionText(csl),
    isPart || csl.author === undefined ? '' : withRole(csl.editor, 'editor'),
    withRole(csl.translator, 'translator'),
    arxivText(csl),
    publication(csl),
    isPart ? pages && `p. ${pages}` : length && `${length} p`,
    isReport ? number && `Report No.: ${number}` : '',
    // `(Methods in molecular biology; vol. 12)`
    series && `(${joined([series, inSeries && `vol. ${inSeries}`], '; ')})`,
    csl.status,
  ];
}

function patentText({ jurisdiction, number }: CslItem): string {
  return joined([jurisdiction, jurisdiction === undefined ? 'Patent' : 'patent', number], ' ');
}

/** `Boston: MIT; 2001 [cited 2024 Feb 3]` */
function publication(csl: CslItem): string {
  const { type, medium } = csl;
  const from = type === 'patent' ? csl['publisher-place'] : imprint(csl);
  const isOnline = type === 'webpage' || type === 'document' || medium === 'Internet';
  const cited = isOnline ? dateText(csl.accessed) : '';
  const date = dateText(csl.issued, DATE_PARTS[type] ?? 1);
  return joined([from, joined([date, cited && `[cited ${cited}]`], ' ')], '; ');
}

function editionText({ edition }: CslItem): string | undefined {
  return edition && (/\bed/i.test(edition) ? edition : `${ordinalOf(edition)} ed`);
}

function container(csl: CslItem, isPart: boolean): Run[] {
  const { 'event-title': event = '', 'container-title': whole = '' } = csl;
  const name = whole || event;
  const editors = isPart ? withRole(csl.editor, 'editor') : '';
  const place = [dateText(csl['event-date']), csl['event-place']];
  const held = joined([name === event ? '' : event, ...place], '; ');
  if (name === '') return [{ text: held }];
  const separator = name !== event && event !== '' ? '. ' : '; ';
  return [
    { text: isPart ? `In: ${editors && `${editors}. `}` : '' },
    { text: name, role: 'container' },
    { text: held && separator + held },
  ];
}

/** Records have codes, or names; BibTeX has babel's, such as `ngerman`. */
function languageText({ language = '' }: CslItem): string {
  const [code] = /^[a-z]{2,3}(?=$|[-_])/i.exec(language) ?? [];
  const name = code === undefined ? language : (languageNames.of(code) ?? '');
  return name === 'English' || !/^\p{Lu}/u.test(name) ? '' : name;
}

const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** The digits of the last page that differ from the first: 284-7. */
function pageText(pages = ''): string {
  return shortenRanges(pages, '-', (_from, _to, changed) => changed);
}

/** `2002 Apr 3`, `2002 Apr 3-5`, `2001–2002`. @param most parts of it */
function dateText(date: CslDate | undefined, most = 3): string {
  const ends = date?.['date-parts'] ?? [];
  const [start, end] = ends.map(([year, month = 0, day]) =>
    [year, MONTHS[month - 1]?.slice(0, 3), day].slice(0, most),
  );
  if (start === undefined) return date?.literal ?? '';
  if (end !== undefined && end[0] !== start[0]) return `${start[0]}–${end[0]}`;
  const last = end?.slice(end[1] === start[1] ? 2 : 1) ?? [];
  return joined([joined(start, ' '), joined(last, ' ')], '-');
}

const withRole = (all: readonly CslName[] | undefined, role: string) =>
  inRole(namesText(all), all, role);

function namesText(all: readonly CslName[] = []): string {
  const { names, isPartial } = knownNames(all);
  const shown = names.slice(0, MOST_NAMES).map((name, index) => {
    const isPerson = name.family !== undefined;
    const suffix = name.suffix?.replace(/\.$/, '');
    const person = joined([familyName(name), initials(name), suffix], ' ');
    const isAlike = isPerson && names[index - 1]?.family !== undefined;
    const separator = index === 0 ? '' : isAlike ? ', ' : '; ';
    return separator + (isPerson ? person : familyName(name));
  });
  const isMore = shown.length > 0 && (isPartial || names.length > MOST_NAMES);
  return `${shown.join('')}${isMore ? ', et al' : ''}`;
}
