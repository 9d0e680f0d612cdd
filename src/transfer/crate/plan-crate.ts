import type { Kysely } from 'kysely';
import type { Tables } from '../../server/db/tables.ts';
import { inBatches, type PlannedItem, planItems } from '../plan.ts';
import type { PostLine } from './post-records.ts';

export type PlannedPost = PlannedItem<ReturnType<typeof toItem>>;

/** Gives the posts of an export their slugs, and finds those that are here already, by their ids. */
export async function planPosts(
  query: Kysely<Tables>,
  lines: readonly PostLine[],
): Promise<PlannedPost[]> {
  const here = await findHere(query, lines);
  const planned = await planItems(query, lines.filter(({ id }) => !here.has(id)).map(toItem));
  const fresh = new Map(planned.map((each) => [each.item.line.id, each]));
  return lines.map((line): PlannedPost => {
    const other = here.get(line.id);
    if (other === undefined) return fresh.get(line.id) as PlannedPost;
    return { item: toItem(line), step: 'skip', slug: other.slug, reason: reasonFor(line, other) };
  });
}

function toItem(line: PostLine) {
  const { id, path, title, slug, date } = line;
  return { kind: 'post' as const, key: id, label: path, title, slug, date, line };
}

type Here = { slug: string; version: number | null; updated: string };

function reasonFor(line: PostLine, { version, updated }: Here): string {
  if (version === null) return 'it is in the trash here. Restore it there';
  const isSame = version === line.version && updated === line.updated;
  return isSame
    ? 'it already exists here'
    : 'a different version of it already exists here, which stays';
}

/** Finds posts by id, without a version for those in the trash. */
async function findHere(
  query: Kysely<Tables>,
  lines: readonly PostLine[],
): Promise<Map<string, Here>> {
  const here = new Map<string, Here>();
  for (const ids of inBatches(lines.map(({ id }) => id))) {
    const posts = await query
      .selectFrom('posts')
      .innerJoin('post_versions', (join) =>
        join
          .onRef('post_id', '=', 'id')
          .on('version', '=', ({ fn }) => fn.coalesce('public_version', 'latest_version')),
      )
      .select(['id', 'posts.slug', 'status', 'version', 'saved_at', 'published_at'])
      .where('id', 'in', ids)
      .execute();
    for (const { id, slug, status, version, saved_at, published_at } of posts) {
      const updated = published_at ?? saved_at;
      here.set(
        id,
        status === 'trash' ? { slug: '', version: null, updated: '' } : { slug, version, updated },
      );
    }
  }
  return here;
}
