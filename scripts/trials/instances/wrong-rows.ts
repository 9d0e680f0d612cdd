import type pg from 'pg';
import { toSearchRow } from '../../../src/posts/search-words.ts';

/** Every text of the trial names them. */
export const TERMS = ['IC50', 'EC50', 'Cytotoxicity'];
const FENCE = '```smiles';
const WRITTEN = `slug ~ '^(together|race)-'`;
const SHOWN = 'post_id = posts.id and version = coalesce(public_version, latest_version)';

/**
 * Compares what transactions maintain with the versions of all posts, in one snapshot.
 *
 * @returns what disagrees, in words
 */
export async function findWrongRows(database: pg.Pool): Promise<string[]> {
  const wrong: string[] = [];
  const client = await database.connect();
  await client.query('begin isolation level repeatable read read only');
  try {
    for (const [name, query] of Object.entries(NOTHING_TO_FIND)) {
      const { rows } = await client.query(query);
      if (rows.length > 0) wrong.push(`${name}: ${JSON.stringify(rows.slice(0, 3))}`);
    }
    const { rows } = await client.query<Found>(FOUND);
    for (const { slug, tags, words, ...post } of rows) {
      const expected = toSearchRow({ ...post, slug, tags: JSON.parse(tags) }).words;
      if (sorted(expected) !== sorted(words)) wrong.push(`the words of ${slug} are others`);
    }
  } finally {
    await client.query('rollback');
    client.release();
  }
  return wrong;
}

type Found = Parameters<typeof toSearchRow>[0] & { tags: string; words: string };

const FOUND = `select posts.slug, title, description, tags, coalesce(text, '') as text, words,
    (select coalesce(array_agg(inchikey), '{}') from post_molecules where post_molecules.post_id = id) as molecules
  from posts join post_versions on ${SHOWN} join post_search on post_search.post_id = id`;

function sorted(words: string): string {
  return words.split(' ').sort().join(' ');
}

const TAGS = `select id, position - 1 as position, tag, status, date from posts join post_versions on ${SHOWN}
  cross join lateral jsonb_array_elements_text(tags::jsonb) with ordinality as each (tag, position)
  where status <> 'trash'`;
const TAG_ROWS = 'select post_id, position, tag, status, date from post_tags';
const SEARCHES = `select id, status, date from posts where status <> 'trash'`;
const SEARCH_ROWS = 'select post_id, status, date from post_search';

const NOTHING_TO_FIND: Readonly<Record<string, string>> = {
  'molecules that no post shows': `select inchikey from molecules
    where inchikey not in (select inchikey from post_molecules)`,
  'posts without their molecules': `select posts.slug from posts join post_versions on ${SHOWN}
    where posts.${WRITTEN} and (select count(*) from post_molecules where post_molecules.post_id = id)
      <> (length(content) - length(replace(content, '${FENCE}', ''))) / ${FENCE.length}`,
  'posts without their terms or pictures': `select slug from posts where ${WRITTEN} and (
    (select count(*) from post_terms where post_id = id) <> ${TERMS.length}
    or not exists (select 1 from post_pictures where post_id = id))`,
  'tags that are missing, or too many': `(${TAGS} except ${TAG_ROWS}) union all (${TAG_ROWS} except ${TAGS})`,
  'search texts that are missing, or too many': `(${SEARCHES} except ${SEARCH_ROWS}) union all (${SEARCH_ROWS} except ${SEARCHES})`,
  'posts that point to no version, or to one that is not public': `select slug from posts
    where not exists (select 1 from post_versions where post_id = id and version = latest_version)
    or (public_version is not null and not exists (
      select 1 from post_versions where post_id = id and version = public_version and published_at is not null))`,
  'posts with another slug than their version': `select posts.slug from posts join post_versions on ${SHOWN}
    where posts.slug <> post_versions.slug`,
  'posts whose status is another one': `select slug, status from posts where status <> case
    when deleted_at is not null then 'trash' when public_version is null then 'draft' else 'published' end`,
  'numbers of versions that would be given again': `select posts.slug, version from posts
    join post_versions on post_id = id where version >= next_version`,
  'versions with a rendering that nobody needs, or without one': `select posts.slug, version from posts
    join post_versions on post_id = id where (content_html is not null)
      is distinct from (coalesce(version = public_version, false) or version = latest_version)`,
  'times of versions that are not the latest': `select posts.slug, version from posts
    join post_versions on post_id = id where publish_at is not null and version <> latest_version`,
  'slugs of two posts': `select slug from posts where status <> 'trash' group by slug having count(*) > 1`,
  'former slugs of two posts, or that are current': `select slug from former_slugs where is_freed = 0
    group by slug having count(*) > 1 union all select slug from former_slugs
    join posts using (slug) where is_freed = 0 and status <> 'trash'`,
};
