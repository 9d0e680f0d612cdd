import type { Kysely } from 'kysely';
import type { PublicTables, Tables } from '../../server/db/tables.ts';
import type { Mention } from './mark-mentions.ts';
import type { ShownTerm } from './term.ts';

/** SQLite takes 32,766 values in a statement. */
const BATCH = 500;

/** Mentions as they stand beside the HTML in which they lie; null for none. */
export function storedMentions(mentions: readonly Mention[]): string | null {
  return mentions.length === 0 ? null : JSON.stringify(mentions);
}

function parseMentions(stored: string | null | undefined): Mention[] {
  return stored == null ? [] : JSON.parse(stored);
}

/** Records which terms a post mentions, in the transaction that saves it. */
export async function recordTerms(
  trx: Kysely<Tables>,
  postId: string,
  mentions: readonly Mention[],
): Promise<void> {
  await trx.deleteFrom('post_terms').where('post_id', '=', postId).execute();
  for (let from = 0; from < mentions.length; from += BATCH) {
    const rows = mentions
      .slice(from, from + BATCH)
      .map(({ term }) => ({ term_id: term, post_id: postId }));
    await trx.insertInto('post_terms').values(rows).execute();
  }
}

/** Adds to a post, for its page, the mentions in its HTML of terms that there still are. */
export async function withTerms<P extends object>(
  query: Kysely<PublicTables>,
  post: P,
  storedMentions: string | null,
): Promise<P & { terms?: ShownTerm[] }> {
  const mentions = parseMentions(storedMentions);
  if (mentions.length === 0) return post;
  const ids = mentions.map(({ term }) => term);
  const rows = await query
    .selectFrom('glossary_terms')
    .select(['id', 'term', 'definition'])
    .where('id', 'in', ids)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const terms = mentions.flatMap(({ term: id, start, end }) => {
    const row = byId.get(id);
    return row === undefined ? [] : [{ term: row.term, definition: row.definition, start, end }];
  });
  return { ...post, terms };
}
