import type { Kysely } from 'kysely';
import { withTerms } from '../science/glossary/mention-rows.ts';
import type { PublicTables } from '../server/db/tables.ts';
import { withAuthors } from './authors/author-rows.ts';
import type { ReadPost } from './post.ts';

/** A post as readers see it: with the terms that it mentions, and the records of its authors. */
export async function completePost(
  query: Kysely<PublicTables>,
  post: ReadPost,
  mentions: string | null,
): Promise<ReadPost> {
  const defined = await withTerms(query, post, mentions);
  const [complete = defined] = await withAuthors(query, [defined]);
  return complete;
}
