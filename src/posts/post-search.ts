import { sql } from 'kysely';
import { publicPosts } from '../server/db/public-views.ts';
import type { Site } from '../site.ts';
import { matchingPosts } from './post-index.ts';
import { SUMMARY_COLUMNS, toSummary } from './rows.ts';
import { matcherOf, wordsOf } from './search-words.ts';

export type SearchPage = Awaited<ReturnType<typeof searchPosts>>;

export async function searchPosts(
  { db: { query, engine }, now }: Site,
  q: string,
  { limit, offset }: { limit: number; offset: number },
) {
  const matching = matchingPosts(engine, q);
  if (matching === null) return { results: [], total: 0 };
  const found = publicPosts(query, now()).innerJoin(
    sql<{ post_id: string; score: number }>`(${matching})`.as('matching'),
    (join) => join.onRef('matching.post_id', '=', 'public_posts.id'),
  );
  const { total } = await found
    .select(({ fn }) => fn.countAll().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await found
    .select([...SUMMARY_COLUMNS, 'text'])
    .orderBy('score', 'desc')
    .orderBy('date', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  const isMatch = matcherOf(q);
  const results = rows.map((row) => {
    const post = toSummary(row);
    const excerpt = excerptOf(row.text ?? '', isMatch) ?? post.description;
    return {
      post,
      title: markMatches(post.title, isMatch),
      excerpt: markMatches(excerpt, isMatch),
    };
  });
  return { results, total: Number(total) };
}

export type Fragment = { text: string; found: boolean };

type IsMatch = (word: string) => boolean;

/** Runs of letters, digits and combining marks, with apostrophes inside. */
const RUN = /[\p{L}\p{N}\p{M}]+(?:['’][\p{L}\p{M}]+)*/gu;

export function markMatches(text: string, isMatch: IsMatch): Fragment[] {
  const fragments: Fragment[] = [];
  let end = 0;
  for (const { 0: run, index } of matchesIn(text, isMatch)) {
    if (index > end) fragments.push({ text: text.slice(end, index), found: false });
    fragments.push({ text: run, found: true });
    end = index + run.length;
  }
  if (end < text.length) fragments.push({ text: text.slice(end), found: false });
  return fragments;
}

/** UTF-16 code units: about three lines. */
const LENGTH = 240;
/** UTF-16 code units before the first match of an excerpt. */
const LEAD = 60;
const MAX_CANDIDATES = 40;

export function excerptOf(text: string, isMatch: IsMatch): string | null {
  const matches = matchesIn(text, isMatch).slice(0, MAX_CANDIDATES);
  let [start, most] = [0, 0];
  for (const { index } of matches) {
    const end = index + LENGTH - LEAD;
    const near = matches.filter((match) => match.index >= index && match.index < end);
    const words = new Set(near.map(([run]) => run.toLowerCase()));
    if (words.size > most) [start, most] = [index - LEAD, words.size];
  }
  if (most === 0) return null;
  // At the end of a text, further before it: the excerpt is to be as long as others.
  const from = Math.max(0, Math.min(start, text.length - LENGTH));
  const end = from + LENGTH;
  const piece = text.slice(from, end);
  const passage = (from === 0 ? piece : piece.replace(/^\S*\s+/, '… '))
    .replace(end < text.length ? /\s+\S*$/ : /\s+$/, end < text.length ? ' …' : '')
    // A heading, a cell or an item of a list ends without a sign, and is no part of the next sentence.
    .replace(/(?<=[^\s.!?:;,…])\n/g, ' · ')
    .replace(/\s+/g, ' ');
  return passage.toWellFormed();
}

function matchesIn(text: string, isMatch: IsMatch) {
  return [...text.matchAll(RUN)].filter(([run]) =>
    /^[a-z0-9]{1,40}$/i.test(run) ? isMatch(run.toLowerCase()) : wordsOf(run).some(isMatch),
  );
}
