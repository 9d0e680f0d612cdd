import { type CslDate, type CslItem, type CslName, issuedYear } from './csl.ts';
import { familyName, knownNames } from './names.ts';
import { shortenRanges } from './page-ranges.ts';
import { arxivText } from './preprint.ts';
import { joinSentences, type Run } from './runs.ts';

/** Their titles stand without quotation marks. */
const WHOLES: ReadonlySet<string> = new Set(['book', 'motion_picture', 'patent', 'map', 'classic']);

/** Chicago names seven of more than ten. */
const MOST_NAMES = 10;
const FIRST_NAMES = 7;

/**
 * An entry of a list of references by author and date, as the Chicago Manual of Style has it (17th edition, chapters 14
 * and 15), without its dashes for an author who is repeated.
 *
 * @param suffix of the year, which tells works of one author and year apart: `a`
 */
export function chicago(csl: CslItem, title: Run, suffix: string): Run[] {
  const year = `${yearText(csl)}${suffix}`;
  const authors = namesText(csl.author) || editorsText(csl.editor);
  const named = titleRuns(csl, title);
  // Without an author, the title comes first.
  const head =
    authors === '' ? [named, [{ text: year }]] : [[{ text: authors }], [{ text: year }], named];
  return joinSentences([
    ...head,
    ...(SOURCES[csl.type] ?? byItself)(csl),
    [{ text: addressOf(csl) }],
  ]);
}

type Source = (csl: CslItem) => Run[][];

/** What follows the title, by the type of a work. */
const SOURCES: Readonly<Record<string, Source>> = {
  patent: ({ number, issued }) => [[{ text: joined(number, `issued ${dateText(issued)}`) }]],
  'article-newspaper': ofDay,
  'article-magazine': ofDay,
  'article-journal': inVolume,
  review: inVolume,
  'review-book': inVolume,
  post: ofBlog,
  'post-weblog': ofBlog,
  chapter: inBook,
  'paper-conference': inBook,
  entry: inBook,
  'entry-dictionary': inBook,
  'entry-encyclopedia': inBook,
  thesis: (csl) => [
    [{ text: csl.genre === undefined ? imprint(csl) : joined(csl.genre, csl.publisher) }],
  ],
  webpage: (csl) => {
    const isDated = issuedYear(csl) !== null;
    const accessed = dateText(csl.accessed);
    return [
      [{ text: csl['container-title'] ?? csl.publisher ?? '' }],
      [{ text: isDated ? dateText(csl.issued) : accessed && `Accessed ${accessed}` }],
    ];
  },
};

function ofDay(csl: CslItem): Run[][] {
  return [[containerRun(csl), { text: `, ${dateText(csl.issued)}` }]];
}

function ofBlog(csl: CslItem): Run[][] {
  return [[containerRun(csl), { text: ' (blog)' }], [{ text: dateText(csl.issued) }]];
}

function inVolume(csl: CslItem): Run[][] {
  return [[containerRun(csl), { text: placeInVolume(csl) }]];
}

function inBook(csl: CslItem): Run[][] {
  return [partOf(csl), [{ text: imprint(csl) }]];
}

/** A book, a report, a data set and others that stand by themselves. */
function byItself(csl: CslItem): Run[][] {
  const genre = csl.type === 'report' || csl.type === 'book' ? csl.genre : undefined;
  return [
    [{ text: capitalized([genre, csl.number].filter(Boolean).join(' ')) }],
    [{ text: editionText(csl) }],
    [{ text: csl.author === undefined ? '' : capitalized(byNames('edited', csl.editor)) }],
    [{ text: capitalized(byNames('translated', csl.translator)) }],
    [{ text: csl.volume === undefined ? '' : `Vol. ${csl.volume}` }],
    [{ text: [csl['collection-title'], csl['collection-number']].filter(Boolean).join(' ') }],
    [{ text: arxivText(csl) || imprint(csl) }],
  ];
}

function joined(...parts: readonly (string | undefined)[]): string {
  return parts.filter(Boolean).join(', ');
}

function titleRuns({ type }: CslItem, title: Run): Run[] {
  if (WHOLES.has(type)) return [{ ...title, text: titleCase(title.text) }];
  // Marks within marks are single ones.
  const inner = titleCase(title.text)
    .replace(/[“„«]|(?<=^|\s)"/g, '‘')
    .replace(/[”»"]/g, '’');
  const end = /[?!.…]$/.test(inner) ? '”' : '.”';
  return [{ text: '“' }, { ...title, text: inner }, { text: end }];
}

/** ` 12 (3): 45–67`, ` 12 (May): 45–67`, `, no. 3: 45–67` */
function placeInVolume({ volume, issue, page, number, type, issued }: CslItem): string {
  const pages = pageText(page ?? (type === 'article-journal' ? number : undefined) ?? '');
  const at = pages === '' ? '' : `: ${pages}`;
  const part = issue ?? MONTHS[(issued?.['date-parts']?.[0]?.[1] ?? 0) - 1];
  if (volume !== undefined) return ` ${volume}${part === undefined ? '' : ` (${part})`}${at}`;
  if (issue !== undefined) return `, no. ${issue}${at}`;
  return pages === '' ? '' : `, ${pages}`;
}

/** `In Book, edited by Ida Ed, 3rd ed., 10–20` */
function partOf(csl: CslItem): Run[] {
  const name = containerRun(csl);
  const event = csl['event-title'] ?? '';
  const of: Run = name.text === '' ? { text: event, role: 'container' } : name;
  if (of.text === '') return [];
  const pages = pageText(csl.page ?? '');
  const volume = csl.volume === undefined ? '' : `${csl.volume}:`;
  const rest = [
    csl.author === undefined ? '' : byNames('edited', csl.editor),
    editionText(csl),
    pages === '' ? (csl.volume === undefined ? '' : `vol. ${csl.volume}`) : `${volume}${pages}`,
  ].filter((part) => part !== '');
  return [{ text: 'In ' }, of, { text: rest.map((part) => `, ${part}`).join('') }];
}

function containerRun(csl: CslItem): Run {
  return { text: titleCase(csl['container-title'] ?? ''), role: 'container' };
}

/** `Hoboken: Wiley` */
function imprint(csl: CslItem): string {
  return [csl['publisher-place'], csl.publisher ?? csl.archive].filter(Boolean).join(': ');
}

function addressOf({ DOI, URL }: CslItem): string {
  return DOI === undefined ? (URL ?? '') : `https://doi.org/${DOI}`;
}

function editionText({ edition }: CslItem): string {
  if (edition === undefined) return '';
  return /^\d+$/.test(edition) ? `${edition}${ordinal(Number(edition))} ed.` : edition;
}

/** The end of `1st`, `2nd`, `11th`. */
export function ordinal(number: number): string {
  const tens = number % 100;
  if (tens >= 11 && tens <= 13) return 'th';
  return ['th', 'st', 'nd', 'rd'][number % 10] ?? 'th';
}

function yearText({ issued }: CslItem): string {
  const [start, end] = issued?.['date-parts'] ?? [];
  if (start?.[0] === undefined) return issued?.literal ?? 'n.d.';
  return end?.[0] === undefined || end[0] === start[0] ? `${start[0]}` : `${start[0]}–${end[0]}`;
}

const MONTHS =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

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
  const last = texts.pop();
  return texts.length === 0 ? `${last}` : `${texts.join(', ')}, and ${last}`;
}

function editorsText(all: readonly CslName[] = []): string {
  const names = namesText(all);
  return names === '' ? '' : `${names}, ${knownNames(all).names.length > 1 ? 'eds' : 'ed'}.`;
}

/** `edited by Ida Ed and Otto Or` */
function byNames(verb: string, all: readonly CslName[] = []): string {
  const { names } = knownNames(all);
  const texts = names.map(straight);
  const last = texts.pop();
  if (last === undefined) return '';
  const others = texts.join(', ');
  const comma = texts.length > 1 ? ',' : '';
  return `${verb} by ${texts.length === 0 ? last : `${others}${comma} and ${last}`}`;
}

/** `Beethoven, Ludwig van`; `King, Martin Luther, Jr.` */
function inverted(name: CslName): string {
  if (name.family === undefined) return familyName(name);
  const particles = [name['dropping-particle'], name['non-dropping-particle']];
  const given = [name.given, ...particles].filter(Boolean).join(' ');
  return [name.family, given, name.suffix].filter(Boolean).join(', ');
}

function straight(name: CslName): string {
  if (name.family === undefined) return familyName(name);
  return [name.given, familyName(name), name.suffix].filter(Boolean).join(' ');
}

function pageText(page: string): string {
  return shortenRanges(page, '–', changedDigits)
    .replace(/(?<=[\p{L}\d])-{1,3}(?=[\p{L}\d])/gu, '–')
    .replace(/,(?=\S)/g, ', ');
}

/** Chicago 9.61: what does not change is left out, but for numbers below 100 and multiples of 100. */
function changedDigits(from: string, to: string): string {
  const isShort = from.length === to.length && from.length > 2 && Number(from) % 100 !== 0;
  if (!isShort) return to;
  let same = 0;
  while (same < from.length - 1 && from[same] === to[same]) same++;
  // 101–8, but 321–28; of four digits, three that change are four.
  const least = from.at(-2) === '0' ? 1 : 2;
  const left = Math.max(to.length - same, least);
  return left >= 3 && to.length === 4 ? to : to.slice(-left);
}

/** Words that a headline leaves low (CSL 1.0.2, appendix V, and Chicago 8.159). */
const LOW = new Set(
  'a an and as at but by down for from in into nor of on onto or over so the till to up via with yet de van von'.split(
    ' ',
  ),
);

/** The headline style of English titles: first, last and major words begin with a capital. */
function titleCase(title: string): string {
  const words = [...title.matchAll(/[\p{L}\p{N}'’]+/gu)];
  const last = words.at(-1)?.index;
  return title.replace(/[\p{L}\p{N}'’]+/gu, (word, index: number) => {
    // Names, symbols, letters of Greek and prefixes such as n- stay as they are.
    if (!/^[a-zß-ÿ]/.test(word) || word !== word.toLowerCase()) return word;
    if (word.length === 1 && !LOW.has(word)) return word;
    const startsPart =
      index === 0 || /[:?!.—“‘("]\s*$/.test(title.slice(Math.max(0, index - 3), index));
    const isLow = LOW.has(word) && !startsPart && index !== last;
    return isLow ? word : capitalized(word);
  });
}

function capitalized(text: string): string {
  return text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}
