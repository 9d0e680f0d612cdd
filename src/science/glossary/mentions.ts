import { hash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { PublicTables } from '../../server/db/tables.ts';
import { attributesOf, elementsOf, readTags, unescapeHtml } from '../../server/html/read-tags.ts';
import { plainForm, type ShownTerm } from './term.ts';

type NamedTerm = { term: string; definition: string; synonyms: readonly string[] };

/** UTF-16 code units. Marks are made with each page: longer bodies would delay others. */
const MAX_LENGTH = 300_000;

const INLINE = new Set(
  'abbr b bdi bdo em i ins mark q small span strong sub sup time u wbr'.split(' '),
);
/** Code, links, headings, captions, drawings and the author's own definitions: mentions in them do not count. */
const EXCLUDED = new Set(
  `a audio button caption cite code del dfn figcaption h1 h2 h3 h4 h5 h6 kbd math picture pre rp rt ruby s samp
   summary svg var video`.split(/\s+/),
);
/** With a class they are drawn: those of authors have none. */
const DRAWN = new Set(['details', 'div', 'figure', 'span']);

const recentMentions = new LRUCache<string, ShownTerm[]>({ max: 200 });

export async function withTerms<P extends { contentHtml: string }>(
  query: Kysely<PublicTables>,
  post: P,
): Promise<P & { terms?: ShownTerm[] }> {
  const rows = await query
    .selectFrom('glossary_terms')
    .select(['term', 'definition', 'synonyms'])
    .execute();
  const key = hash('sha256', JSON.stringify(rows) + post.contentHtml);
  const terms =
    recentMentions.get(key) ??
    findMentions(
      post.contentHtml,
      rows.map((row) => ({ ...row, synonyms: JSON.parse(row.synonyms) })),
    );
  recentMentions.set(key, terms);
  return terms.length === 0 ? post : { ...post, terms };
}

/** The first mention of each term, in the order of the HTML. */
export function findMentions(html: string, terms: readonly NamedTerm[]): ShownTerm[] {
  if (html.length > MAX_LENGTH || terms.length === 0) return [];
  const spellings = indexSpellings(terms);
  const mentions = new Map<NamedTerm, ShownTerm>();
  for (const run of readRuns(html)) {
    for (const { term, start, end } of matchesIn(run.text, spellings)) {
      const place = mentions.has(term) ? null : wholePlace(html, run, start, end);
      if (place === null || isName(run.text, start, end, place)) continue;
      const { term: name, definition } = term;
      mentions.set(term, { term: name, definition, start: place.start, end: place.end });
    }
  }
  return [...mentions.values()];
}

type Place = { start: number; end: number };

type Run = { text: string; places: Place[] };

function* readRuns(html: string): Generator<Run> {
  const excluded = elementsOf(html, (tag) =>
    DRAWN.has(tag.name)
      ? !['', 'table-frame'].includes(attributesOf(html, tag).get('class') ?? '')
      : EXCLUDED.has(tag.name),
  );
  let next = excluded.next().value;
  let run: Run = { text: '', places: [] };
  let from = 0;
  for (const { name, start, end } of readTags(html)) {
    if (start < from) continue;
    addText(run, html, from, start);
    const isExcluded = start === next?.start;
    from = isExcluded ? (next?.end ?? end) : end;
    if (isExcluded) next = excluded.next().value;
    if (!isExcluded && INLINE.has(name)) continue;
    yield run;
    run = { text: '', places: [] };
  }
  addText(run, html, from, html.length);
  yield run;
}

/** A character may be written as a reference. */
function addText(run: Run, html: string, from: number, to: number): void {
  let start = from;
  for (const written of html.slice(from, to).match(/&#?\w{1,8};|[\s\S]/g) ?? []) {
    run.text += unescapeHtml(written).charAt(0);
    run.places.push({ start, end: start + written.length });
    start += written.length;
  }
}

/** The part of the HTML with the match and whole elements; null for one like `<em>the IC</em>50`. */
function wholePlace(html: string, { places }: Run, from: number, to: number): Place | null {
  let [start, end] = [places[from]?.start ?? 0, places[to - 1]?.end ?? 0];
  for (;;) {
    const { open, unopened } = tagsIn(html.slice(start, end));
    if (open === 0 && unopened === 0) return { start, end };
    const before =
      unopened > 0 ? /<[a-z][^<>]*>$/.exec(html.slice(Math.max(0, start - 300), start))?.[0] : '';
    const after = open > 0 ? /^<\/[a-z]+>/.exec(html.slice(end, end + 20))?.[0] : '';
    if (before === undefined || after === undefined) return null;
    start -= before.length;
    end += after.length;
  }
}

function tagsIn(html: string): { open: number; unopened: number } {
  let [open, unopened] = [0, 0];
  for (const [, slash] of html.matchAll(/<(\/?)(?!wbr)[a-z][^>]*>/g)) {
    if (slash === '') open += 1;
    else if (open > 0) open -= 1;
    else unopened += 1;
  }
  return { open, unopened };
}

/** Words before a term with a capital that begin a sentence, and no name. */
const ARTICLES = new Set(
  'A An At Both Each For From If In Its No Of Our That The Their This When With'.split(' '),
);

/** What stands before a name of somebody: Prof. Ki, Kim Ki, Lee and Ki. Two letters may be another symbol: Kd and Ki. */
const BEFORE_NAME =
  /(?<![\p{L}\p{N}])(?:(?:Prof|Dr|Mrs?|Ms|\p{Lu})\.\s?|\p{Lu}\p{Ll}{2,},?\s(?:and|&)\s)$/u;
/** What stands after one: Ki Lee, Ki-young Lee, Ki and Lee, Ki, J., Ki et al., Ki (2020), Ki’s. */
const AFTER_NAME =
  /^(?:(?:-\p{L}+)?[\s-]\p{Lu}(?:\p{Ll}|\.)|['’]s\s|,?\s(?:et al|\(\d{4}|(?:(?:and|&)\s)?\p{Lu}(?:\p{Ll}{2,}|\.)))/u;

function isName(text: string, start: number, end: number, place: Place): boolean {
  const isSymbol = place.end - place.start > end - start;
  if (isSymbol || !/^\p{Lu}\p{Ll}+$/u.test(text.slice(start, end))) return false;
  const before = text.slice(Math.max(0, start - 40), start);
  const word = /(?<![\p{L}\p{N}])(\p{Lu}\p{Ll}+)[\s-]$/u.exec(before)?.[1];
  return (
    (word !== undefined && !ARTICLES.has(word)) ||
    BEFORE_NAME.test(before) ||
    AFTER_NAME.test(text.slice(end, end + 40))
  );
}

const WORD = /[\p{L}\p{N}\p{M}_]+/gu;

/** The spellings by their first words, the longest first: there may be thousands. */
type Spellings = ReadonlyMap<string, { term: NamedTerm; pattern: RegExp }[]>;

function indexSpellings(terms: readonly NamedTerm[]): Spellings {
  const spellings = terms.flatMap((term) =>
    [term.term, ...term.synonyms].map((spelling) => {
      const plain = plainForm(spelling).trim().replace(/ +/g, ' ');
      const words = plain.match(WORD) ?? [];
      return { term, plain, key: keyOf(words[0]), pattern: patternOf(plain, words) };
    }),
  );
  spellings.sort((a, b) => b.plain.length - a.plain.length);
  return Map.groupBy(spellings, ({ key }) => key);
}

/** A plural has the key of its singular. */
function keyOf(word = ''): string {
  return word.toLowerCase().replace(/s$/, '');
}

/**
 * Matches whole words, with a plural “s” or without it. The case of abbreviations and symbols counts (a capital after the
 * first letter, a digit, or three letters at most: ADMET, logP, IC50, Ki), that of words does not. Ki-67 is another
 * name than Ki.
 */
function patternOf(spelling: string, words: readonly string[]): RegExp {
  const isExact = (word: string) =>
    (words.length === 1 && word.length <= 3) || /\p{N}|.\p{Lu}/u.test(word);
  const source = spelling.replace(/[\p{L}\p{N}\p{M}_]+| |[^\p{L}\p{N}\p{M}_ ]/gu, (part) => {
    if (part === ' ') return ' +';
    if (!/[\p{L}\p{N}]/u.test(part)) return part.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
    return isExact(part) ? part : `(?i:${part})`;
  });
  const plural = /[\p{L}\p{N}\p{M}_]$/u.test(spelling) && !spelling.endsWith('s') ? 's?' : '';
  const end = plural === '' && !/\w$/.test(spelling) ? '' : '(?![\\p{L}\\p{N}\\p{M}_])';
  const number = isExact(words[0] ?? '') ? '(?!-\\d)' : '';
  return new RegExp(`${source}${plural}${end}${number}`, 'uy');
}

function* matchesIn(text: string, spellings: Spellings) {
  const plain = plainForm(text);
  let end = 0;
  for (const { 0: word, index: start } of plain.matchAll(WORD)) {
    if (start < end) continue;
    for (const { pattern, term } of spellings.get(keyOf(word)) ?? []) {
      pattern.lastIndex = start;
      if (!pattern.test(plain)) continue;
      end = pattern.lastIndex;
      yield { term, start, end };
      break;
    }
  }
}
