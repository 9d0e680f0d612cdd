import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { toSearchRow } from '../../src/posts/search-words.ts';
import { RENDERER } from '../../src/rendering/renderer.ts';
import { connectPostgres, connectSqlite, type Database } from '../../src/server/db/connect.ts';
import { migrate } from '../../src/server/db/migrate.ts';
import { inTransaction } from '../../src/server/db/transaction.ts';

const BATCH = 250;
const HOUR_MS = 3_600_000;
/** A revision of the glossary. */
const LATER_THAN_ANY = 1_000_000;
const TAGS = ['Assays', 'Uncertainty', 'Toxicity', 'Binding affinity'];

/** Fills a new database with posts of ordinary length, each published an hour before the one before it. */
export async function fillDatabase(posts: number, database: string): Promise<void> {
  const db = database.startsWith('postgres:') ? connectPostgres(database) : connectSqlite(database);
  await migrate(db);
  await fill(db, posts);
  // PostgreSQL's autovacuum does it only after a minute or so: until then it plans badly, and counts by the table.
  await sql.raw(db.engine === 'postgres' ? 'vacuum analyze' : 'analyze').execute(db.query);
  await db.close();
}

/** Words by how many posts they are in, in a blog of any size. */
export const WORDS = {
  everyPost: 'measurement',
  everyTenth: 'plate',
  /** Five posts, the newest included. */
  fivePosts: 'xenograft',
};

/** Distributed by Zipf's law: few words are in most posts, most words in few. */
const BODY_WORDS = 40;
const VOCABULARY = Array.from({ length: 5_000 }, (_, number) => `term${number.toString(36)}`);

function bodyOf(number: number, posts: number): string {
  const words = Array.from({ length: BODY_WORDS }, (_, index) => {
    // Evenly spread, the same in every run.
    const share = ((number * 7_919 + index * 104_729) % 99_991) / 99_991;
    return VOCABULARY[Math.floor(VOCABULARY.length ** share) - 1];
  });
  const isRare = number % Math.ceil(posts / 5) === 0;
  return [
    `A ${WORDS.everyPost} and what it does not tell.`,
    ...(number % 10 === 0 ? [`The ${WORDS.everyTenth} was read twice.`] : []),
    ...(isRare ? [`It was repeated in a ${WORDS.fivePosts}.`] : []),
    `${words.join(' ')}. `.repeat(4),
  ].join(' ');
}

async function fill({ query }: Database, posts: number): Promise<void> {
  const newest = Date.now() - HOUR_MS;
  for (let first = 0; first < posts; first += BATCH) {
    const numbers = Array.from({ length: Math.min(BATCH, posts - first) }, (_, i) => first + i);
    const rows = numbers.map((number) => {
      const date = new Date(newest - number * HOUR_MS).toISOString();
      const text = bodyOf(number, posts);
      const searched = {
        slug: `post-${number}`,
        title: `Post number ${number}`,
        description: 'What was measured, how, and how far it can be trusted.',
      };
      const tags = [TAGS[number % TAGS.length] ?? ''];
      return { id: randomUUID(), date, text, searched, tags };
    });
    const status = 'published' as const;
    await inTransaction(query, async (trx) => {
      await trx
        .insertInto('posts')
        .values(
          rows.map(({ id, date, searched: { slug } }) => ({
            id,
            slug,
            status,
            date,
            created_at: date,
            latest_version: 1,
            public_version: 1,
            next_version: 2,
          })),
        )
        .execute();
      await trx
        .insertInto('post_versions')
        .values(
          rows.map(({ id, date, text, searched, tags }) => ({
            post_id: id,
            version: 1,
            saved_at: date,
            published_at: date,
            ...searched,
            author: 'Benchmark',
            cover_image: '',
            cover_image_caption: '',
            tags: JSON.stringify(tags),
            references: '[]',
            reading_time: 5,
            // Rendered posts: the site would render them again beside what is measured.
            renderer: RENDERER,
            glossary_revision: LATER_THAN_ANY,
            content: text,
            content_html: `<p>${text}</p>`,
            text,
          })),
        )
        .execute();
      await trx
        .insertInto('post_tags')
        .values(
          rows.flatMap(({ id, date, tags }) =>
            tags.map((tag, position) => ({ post_id: id, position, tag, status, date })),
          ),
        )
        .execute();
      await trx
        .insertInto('post_search')
        .values(
          rows.map(({ id, date, text, searched, tags }) => ({
            post_id: id,
            status,
            date,
            ...toSearchRow({ ...searched, text, tags }),
          })),
        )
        .execute();
    });
  }
}
