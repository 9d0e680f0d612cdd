import { type CslDate, type CslItem, type CslName, MONTHS } from './reference.ts';
import {
  arxivText,
  familyName,
  imprint,
  inRole,
  joined,
  joinSentences,
  knownNames,
  noteText,
  ordinalOf,
  type Run,
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
  const { issued, editor } = csl;
  const [start, end] = issued?.['date-parts'] ?? [];
  const years = new Set([start?.[0], end?.[0] ?? start?.[0]]);
  const year = start === undefined ? (issued?.literal ?? 'n.d.') : [...years].join('–');
  const authors = namesText(csl.author) || inRole(namesText(editor), editor, 'ed');
  const named = titleRuns(csl, title);
  const dated = year + suffix;
  return joinSentences([
    // Without an author, the title comes first.
    ...(authors === '' ? [named, dated] : [authors, dated, named]),
    ...sourceOf(csl),
    capitalized(csl.status),
    noteText(csl),
    csl.DOI === undefined ? csl.URL : `https://doi.org/${csl.DOI}`,
  ]);
}

function sourceOf(csl: CslItem): (string | Run[] | undefined)[] {
  const { type, genre, number, publisher, volume, 'container-title': name = '' } = csl;
  const container: Run = { text: name, role: 'container' };
  const date = dateText(csl.issued);
  const accessed = dateText(csl.accessed).replace(/^(?=.)/, 'Accessed ');
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
    case 'webpage':
      return [name || publisher, csl.issued?.['date-parts'] ? date : accessed];
    default:
      return [
        type === 'document' ? name : '',
        capitalized(joined([type === 'report' || type === 'book' ? genre : '', number], ' ')),
        editionText(csl),
        csl.author && capitalized(byNames('edited', csl.editor)),
        capitalized(byNames('translated', csl.translator)),
        volume && `Vol. ${volume}`,
        joined([csl['collection-title'], csl['collection-number']], ' '),
        arxivText(csl) || imprint(csl),
      ];
  }
}

function titleRuns({ type }: CslItem, title: Run): Run[] {
  if (WHOLES.has(type)) return [title];
  // Marks within marks are single ones.
  const inner = title.text.replace(/[“„«]|(?<=^|\s)"/g, '‘').replace(/[”»"]/g, '’');
  const end = /[?!.…]$/.test(inner) ? '”' : '.”';
  return [{ text: '“' }, { ...title, text: inner }, { text: end }];
}

function placeInVolume({ volume, issue, page, number, issued }: CslItem): string {
  const pages = pageText(page ?? number);
  const part = issue ?? MONTHS[(issued?.['date-parts']?.[0]?.[1] ?? 0) - 1];
  const inVolume = volume && ` ${joined([volume, part && `(${part})`], ' ')}`;
  const place = inVolume ?? (issue && `, no. ${issue}`);
  return place === undefined ? pages && `, ${pages}` : joined([place, pages], ': ');
}

function partOf(csl: CslItem): Run[] {
  const { volume, 'container-title': name = csl['event-title'] ?? '' } = csl;
  if (name === '') return [];
  const pages = pageText(csl.page);
  const details = joined(
    [
      csl.author && byNames('edited', csl.editor),
      editionText(csl),
      pages === '' ? volume && `vol. ${volume}` : joined([volume, pages], ':'),
    ],
    ', ',
  );
  return [{ text: 'In ' }, { text: name, role: 'container' }, { text: details && `, ${details}` }];
}

function editionText({ edition }: CslItem): string | undefined {
  return edition && /^\d+$/.test(edition) ? `${ordinalOf(edition)} ed.` : edition;
}

/** `March 5, 2020` */
function dateText(date: CslDate | undefined): string {
  const [year, month, day] = date?.['date-parts']?.[0] ?? [];
  if (year === undefined) return date?.literal ?? '';
  return joined([month && MONTHS[month - 1], joined([day, year], ', ')], ' ');
}

/** The first name is inverted: `Smith, John, and Jane Doe`. */
function namesText(all: readonly CslName[] = []): string {
  const { names, isPartial } = knownNames(all);
  const shown = names.length > MOST_NAMES ? names.slice(0, FIRST_NAMES) : names;
  const texts = shown.map((name, index) => (index === 0 ? inverted(name) : straight(name)));
  const last = texts.length - 1;
  if (last < 0) return '';
  if (isPartial || shown.length < names.length)
    return `${texts.join(', ')}${last > 0 ? ',' : ''} et al.`;
  return texts.map((name, at) => (at > 0 && at === last ? `and ${name}` : name)).join(', ');
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

function pageText(page = ''): string {
  return shortenRanges(page, '–', changedDigits)
    .replace(/(?<=[\p{L}\d])-{1,3}(?=[\p{L}\d])/gu, '–')
    .replace(/,(?=\S)/g, ', ');
}

/** Chicago 9.61: what does not change is left out, but for numbers below 100 and multiples of 100. */
function changedDigits(from: string, to: string, changed: number): number {
  if (from.length <= 2 || Number(from) % 100 === 0) return to.length;
  // 101–8, but 321–28; of four digits, three that change are four.
  const least = Math.max(changed, from.at(-2) === '0' ? 1 : 2);
  return least >= 3 && to.length === 4 ? 4 : least;
}

function capitalized(text = ''): string {
  return text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}
