import { type CslDate, type CslItem, type CslName, issuedYear, MONTHS } from './reference.ts';
import {
  arxivText,
  familyName,
  imprint,
  joined,
  joinSentences,
  knownNames,
  noteText,
  ordinalOf,
  type Run,
  sharedDigits,
  shortenRanges,
} from './reference-text.ts';

/** Their titles stand without quotation marks. */
const WHOLES: ReadonlySet<string> = new Set(['book', 'motion_picture', 'patent']);

/** Chicago names seven of more than ten. */
const MOST_NAMES = 10;
const FIRST_NAMES = 7;

/**
 * Chicago Manual of Style, author-date (17th edition, chapters 14 and 15), with titles as given,
 * and without dashes for a repeated author.
 *
 * @param suffix of the year, which tells works of one author and year apart: `a`
 */
export function chicago(csl: CslItem, title: Run, suffix: string): Run[] {
  const year = `${yearText(csl)}${suffix}`;
  const authors = namesText(csl.author) || editorsText(csl.editor);
  const named = titleRuns(csl, title);
  return joinSentences([
    // Without an author, the title comes first.
    ...(authors === '' ? [named, year] : [authors, year, named]),
    ...sourceOf(csl),
    capitalized(csl.status ?? ''),
    noteText(csl),
    csl.DOI === undefined ? (csl.URL ?? '') : `https://doi.org/${csl.DOI}`,
  ]);
}

function sourceOf(csl: CslItem): (string | Run[])[] {
  const { type, genre, number, publisher, 'container-title': name = '' } = csl;
  const container: Run = { text: name, role: 'container' };
  const date = dateText(csl.issued);
  switch (type) {
    case 'patent':
      return [capitalized(joined([number, date && `issued ${date}`], ', '))];
    case 'article-journal':
      return [[container, { text: placeInVolume(csl) }]];
    case 'post-weblog':
      return [[container, { text: ' (blog)' }], date];
    case 'chapter':
    case 'paper-conference':
      return [partOf(csl), imprint(csl)];
    case 'thesis':
      return [genre === undefined ? imprint(csl) : joined([genre, publisher], ', ')];
    case 'webpage': {
      const accessed = dateText(csl.accessed);
      const isDated = issuedYear(csl) !== null;
      return [name || (publisher ?? ''), isDated ? date : accessed && `Accessed ${accessed}`];
    }
    default:
      return byItself(csl);
  }
}

function byItself(csl: CslItem): string[] {
  const genre = csl.type === 'report' || csl.type === 'book' ? csl.genre : undefined;
  const isDocument = csl.type === 'document';
  return [
    isDocument ? (csl['container-title'] ?? '') : '',
    capitalized(joined([genre, csl.number], ' ')),
    editionText(csl),
    csl.author === undefined ? '' : capitalized(byNames('edited', csl.editor)),
    capitalized(byNames('translated', csl.translator)),
    csl.volume === undefined ? '' : `Vol. ${csl.volume}`,
    joined([csl['collection-title'], csl['collection-number']], ' '),
    arxivText(csl) || imprint(csl),
  ];
}

function titleRuns({ type }: CslItem, title: Run): Run[] {
  if (WHOLES.has(type)) return [title];
  // Marks within marks are single ones.
  const inner = title.text.replace(/[“„«]|(?<=^|\s)"/g, '‘').replace(/[”»"]/g, '’');
  const end = /[?!.…]$/.test(inner) ? '”' : '.”';
  return [{ text: '“' }, { ...title, text: inner }, { text: end }];
}

function placeInVolume({ volume, issue, page, number, issued }: CslItem): string {
  const pages = pageText(page ?? number ?? '');
  const at = pages === '' ? '' : `: ${pages}`;
  const part = issue ?? MONTHS[(issued?.['date-parts']?.[0]?.[1] ?? 0) - 1];
  if (volume !== undefined) return ` ${volume}${part === undefined ? '' : ` (${part})`}${at}`;
  if (issue !== undefined) return `, no. ${issue}${at}`;
  return pages === '' ? '' : `, ${pages}`;
}

function partOf(csl: CslItem): Run[] {
  const name = csl['container-title'] ?? csl['event-title'] ?? '';
  if (name === '') return [];
  const pages = pageText(csl.page ?? '');
  const { volume } = csl;
  const details = [
    csl.author === undefined ? '' : byNames('edited', csl.editor),
    editionText(csl),
    pages === '' ? volume && `vol. ${volume}` : joined([volume, pages], ':'),
  ];
  const text = details.filter(Boolean).map((detail) => `, ${detail}`);
  return [{ text: 'In ' }, { text: name, role: 'container' }, { text: text.join('') }];
}

function editionText({ edition = '' }: CslItem): string {
  return /^\d+$/.test(edition) ? `${ordinalOf(edition)} ed.` : edition;
}

function yearText({ issued }: CslItem): string {
  const [start, end] = issued?.['date-parts'] ?? [];
  if (start?.[0] === undefined) return issued?.literal ?? 'n.d.';
  return end?.[0] === undefined || end[0] === start[0] ? `${start[0]}` : `${start[0]}–${end[0]}`;
}

/** `March 5, 2020` */
function dateText(date: CslDate | undefined): string {
  const [year, month, day] = date?.['date-parts']?.[0] ?? [];
  if (year === undefined) return date?.literal ?? '';
  if (month === undefined) return `${year}`;
  return `${MONTHS[month - 1]} ${day === undefined ? '' : `${day}, `}${year}`;
}

/** The first name is inverted: `Smith, John, and Jane Doe`. */
function namesText(all: readonly CslName[] = []): string {
  const { names, isPartial } = knownNames(all);
  const shown = names.length > MOST_NAMES ? names.slice(0, FIRST_NAMES) : names;
  const texts = shown.map((name, index) => (index === 0 ? inverted(name) : straight(name)));
  if (texts.length === 0) return '';
  if (isPartial || shown.length < names.length)
    return `${texts.join(', ')}${texts.length > 1 ? ',' : ''} et al.`;
  return texts
    .map((name, index) => (index > 0 && index === texts.length - 1 ? `and ${name}` : name))
    .join(', ');
}

function editorsText(all: readonly CslName[] = []): string {
  const names = namesText(all);
  return names && `${names}, ${knownNames(all).names.length > 1 ? 'eds' : 'ed'}.`;
}

const list = new Intl.ListFormat('en-US');

function byNames(verb: string, all: readonly CslName[] = []): string {
  const { names } = knownNames(all);
  return names.length === 0 ? '' : `${verb} by ${list.format(names.map(straight))}`;
}

/** `Beethoven, Ludwig van`; `King, Martin Luther, Jr.` */
function inverted(name: CslName): string {
  if (name.family === undefined) return familyName(name);
  const particles = [name['dropping-particle'], name['non-dropping-particle']];
  return joined([name.family, joined([name.given, ...particles], ' '), name.suffix], ', ');
}

function straight(name: CslName): string {
  return joined([name.family && name.given, familyName(name), name.family && name.suffix], ' ');
}

function pageText(page: string): string {
  return shortenRanges(page, '–', changedDigits)
    .replace(/(?<=[\p{L}\d])-{1,3}(?=[\p{L}\d])/gu, '–')
    .replace(/,(?=\S)/g, ', ');
}

/** Chicago 9.61: what does not change is left out, but for numbers below 100 and multiples of 100. */
function changedDigits(from: string, to: string): number {
  if (from.length <= 2 || Number(from) % 100 === 0) return to.length;
  // 101–8, but 321–28; of four digits, three that change are four.
  const least = Math.max(to.length - sharedDigits(from, to), from.at(-2) === '0' ? 1 : 2);
  return least >= 3 && to.length === 4 ? 4 : least;
}

function capitalized(text: string): string {
  return text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}
