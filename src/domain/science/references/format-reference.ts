import type { CitationStyle, Reference } from '../../posts/post.ts';
import { chicago, ordinal } from './chicago.ts';
import type { CslDate, CslItem, CslName } from './csl.ts';
import { familyName, initials, knownNames } from './names.ts';
import { arxivText } from './preprint.ts';
import { joinSentences, type Run } from './runs.ts';

/**
 * A reference as a list shows it: by the rules of NLM's Citing Medicine where citations are numbers, and by those of the
 * Chicago Manual of Style where they are author and year.
 *
 * @param suffix of the year, which tells works of one author and year apart: `a`
 * @returns null for a reference of which no more than title and URL is known
 */
export function formatReference(
  reference: Reference,
  style: CitationStyle,
  suffix = '',
): Run[] | null {
  const { csl } = reference;
  if (csl === undefined) return null;
  const title: Run = { text: reference.title || csl.title || reference.url, role: 'title' };
  return style === 'numbered' ? vancouver(csl, title) : chicago(csl, title, suffix);
}

/** In a book, of which the reference is a part. */
const PARTS: ReadonlySet<string> = new Set([
  ...['chapter', 'paper-conference', 'entry', 'entry-dictionary', 'entry-encyclopedia'],
]);
const ARTICLES: ReadonlySet<string> = new Set([
  ...['article-journal', 'article-magazine', 'article-newspaper', 'review', 'review-book'],
]);

/** What a title is followed by in brackets, where the type is not seen from the rest. */
const TYPE_NAMES: Readonly<Record<string, string>> = {
  dataset: 'dataset',
  software: 'software',
  article: 'preprint',
  motion_picture: 'video',
  thesis: 'thesis',
  patent: 'patent',
};

/** What appears on a day, of which the list says as much as is known. */
const DATED: ReadonlySet<string> = new Set([...ARTICLES, 'post', 'post-weblog']);

function vancouver(csl: CslItem, title: Run): Run[] {
  const year = dateText(csl.issued, DATED.has(csl.type) ? 3 : 1);
  const pages = pageText(csl);
  if (ARTICLES.has(csl.type)) {
    const issue = csl.issue === undefined ? '' : `(${csl.issue})`;
    const volume = `${csl.volume ?? ''}${issue}`;
    const place = [volume, pages].filter((part) => part !== '').join(':');
    return joinSentences([
      [{ text: vancouverNames(csl.author) }],
      [title],
      [{ text: csl['container-title'] ?? '', role: 'container' }],
      [{ text: [year, place].filter((part) => part !== '').join(';') }],
      [{ text: doiText(csl) }],
    ]);
  }
  return joinSentences([
    [{ text: vancouverNames(csl.author) || editors(vancouverNames(csl.editor), csl.editor) }],
    titleWithType(csl, title),
    container(csl, editors(vancouverNames(csl.editor), csl.editor)),
    [{ text: csl.volume === undefined ? '' : `Vol. ${csl.volume}` }],
    [{ text: editionText(csl) }],
    [{ text: arxivText(csl) }],
    [{ text: imprint(csl, year) }],
    [{ text: pages !== '' && PARTS.has(csl.type) ? `p. ${pages}` : '' }],
    [{ text: accessedText(csl) }],
    [{ text: doiText(csl) }],
  ]);
}

function titleWithType(csl: CslItem, title: Run): Run[] {
  const kind = csl.genre ?? TYPE_NAMES[csl.type] ?? '';
  const number = csl.type === 'patent' || csl.type === 'report' ? (csl.number ?? '') : '';
  const said = [kind, number].filter((part) => part !== '').join(' ');
  return said === '' ? [title] : [title, { text: ` [${said}]` }];
}

function container(csl: CslItem, editorNames: string): Run[] {
  const name: Run = {
    text: csl['container-title'] ?? csl['event-title'] ?? csl['collection-title'] ?? '',
    role: 'container',
  };
  if (name.text === '' || !PARTS.has(csl.type)) return [name];
  return [{ text: `In: ${editorNames === '' ? '' : `${editorNames}. `}` }, name];
}

function editors(names: string, all: readonly CslName[] = [], space = ', '): string {
  if (names === '') return '';
  const word = knownNames(all).names.length > 1 ? 'editors' : 'editor';
  return space === ' ' ? `${names} (${word})` : `${names}, ${word}`;
}

function editionText({ edition, version }: CslItem): string {
  if (version !== undefined) return `Version ${version}`;
  if (edition === undefined) return '';
  if (!/^\d+$/.test(edition)) return /\bed/i.test(edition) ? edition : `${edition} ed`;
  return `${edition}${ordinal(Number(edition))} ed`;
}

/** `Boston: MIT; 2001` */
function imprint(csl: CslItem, year: string): string {
  const from = [csl['publisher-place'], csl.publisher ?? csl.archive].filter(Boolean).join(': ');
  return [from, year].filter((part) => part !== '').join('; ');
}

function doiText({ DOI }: CslItem): string {
  return DOI === undefined ? '' : `doi: ${DOI}`;
}

function accessedText({ accessed, type }: CslItem): string {
  const date = type === 'webpage' ? dateText(accessed, 3) : '';
  return date === '' ? '' : `Accessed ${date}`;
}

function pageText({ page, number, type }: CslItem): string {
  const pages = page ?? (type === 'article-journal' ? number : undefined) ?? '';
  return pages.replace(
    /(\d+)\s*(?:-{1,3}|–)\s*([A-Za-z]*)(\d+)/g,
    (_, from: string, letters: string, to: string) => `${from}-${rest(from, to, letters)}`,
  );
}

/** What changes from one page to the other: 284-7. */
function rest(from: string, to: string, letters: string): string {
  if (from.length !== to.length) return letters + to;
  let same = 0;
  while (same < to.length - 1 && from[same] === to[same]) same++;
  return to.slice(same);
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** `2020`, or with three parts `2020 Mar 5`; the years of a range. */
function dateText(date: CslDate | undefined, parts = 1): string {
  const [start, end] = date?.['date-parts'] ?? [];
  const [year, month, day] = start ?? [];
  if (year === undefined) return date?.literal ?? '';
  if (end?.[0] !== undefined && end[0] !== year) return `${year}–${end[0]}`;
  const said = [year, month === undefined ? undefined : MONTHS[month - 1], day];
  return said
    .slice(0, parts)
    .filter((part) => part !== undefined)
    .join(' ');
}

/** Vancouver names six at most. */
const MOST_NAMES = 6;

function vancouverNames(all: readonly CslName[] = []): string {
  const { names, isPartial } = knownNames(all);
  const shown = names
    .slice(0, MOST_NAMES)
    .map((name) =>
      name.family === undefined
        ? familyName(name)
        : [familyName(name), initials(name.given ?? '', ''), name.suffix?.replace(/\.$/, '')]
            .filter(Boolean)
            .join(' '),
    );
  const rest = isPartial || names.length > MOST_NAMES ? ['et al'] : [];
  return shown.length === 0 ? '' : [...shown, ...rest].join(', ');
}
