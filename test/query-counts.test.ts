import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { connectSqlite, type Database } from '../src/server/db/connect.ts';
import { migrate } from '../src/server/db/migrate.ts';
import { insertPost } from './insert-post.ts';
import { fileAt, isFile, loadPage, publicPageFiles } from './load-page.ts';
import { makeApp } from './make-app.ts';
import { input } from './make-posts.ts';
import { unwrap } from './unwrap.ts';

/**
 * Database queries per public URL, on SQLite and without a page cache; a search sends one query more on
 * PostgreSQL. The numbers may only go down.
 */
const QUERIES: Record<string, number> = {
  '/': 1,
  '/purpose': 0,
  '/platform': 1,
  '/pipeline': 1,
  '/teams': 0,
  '/investors': 0,
  '/investor-opportunity': 0,
  '/newsletter': 0,
  '/newsletter/confirm?token=x': 2,
  '/newsletter/unsubscribe?token=x': 2,
  '/contact': 0,
  '/blog': 3,
  '/blog?page=2': 4,
  '/blog?q=kinase': 4,
  '/blog?q=kin': 5,
  '/blog?q=nothing': 2,
  // The last of a post asks who of its byline has a record.
  '/blog/present': 4,
  '/blog/former': 4,
  '/blog/nothing': 2,
  '/blog/present/changes': 0,
  '/blog/present/versions?from=1&to=2': 6,
  // The glossary too, whose terms a rendering needs.
  '/blog/present/v1': 3,
  '/authors/ligara-ai': 3,
  '/preview/nothing': 1,
  '/glossary': 3,
  '/molecules': 2,
  '/molecules/bsynrymutxbxsq-uhfffaoysa-n': 2,
  '/molecules/draw': 0,
  '/privacy-policy': 0,
  '/terms-of-service': 0,
  '/compliance': 0,
  '/site.webmanifest': 0,
  '/no/such/page': 0,
  '/api/blog/posts': 3,
  '/api/blog/posts?limit=1': 3,
  '/api/blog/posts?tag=Assays': 2,
  '/api/blog/posts?q=kinase': 2,
  '/api/blog/posts?q=kinase&limit=1': 2,
  '/api/blog/posts/present': 4,
  '/feed.xml': 2,
  '/feed.json': 2,
  // Authors, posts and molecules are counted, and listed.
  '/sitemap.xml': 9,
  '/robots.txt': 0,
  '/llms.txt': 3,
  '/blog/present.md': 2,
  '/blog/present/share.png': 2,
  '/healthz': 0,
  '/readyz': 0,
};

it.each(Object.entries(QUERIES))('%s asks the database %i times', async (target, allowed) => {
  const { database, countWhile } = await makeCountingDatabase();
  const app = await makeApp({ db: database });
  await writeMany(app);
  await write(app, { title: 'A kinase', slug: 'former' });
  await edit(app, 'former', { title: 'A kinase', slug: 'present' });
  const { etag = '' } = (await app.services.posts.anyPost('present')) ?? {};
  const freezing = { etag, note: '', by: 'editor@site.test' };
  unwrap(await app.services.posts.freezeVersion('present', freezing));
  const count = await countWhile(async () => {
    if (isFile(target)) expect((await app.get(target)).status).toBe(200);
    else await loadPage(target, app.services);
  });
  const advice =
    count < allowed
      ? `${target} asks ${count} times now: lower its number to that`
      : `${target} asks ${count} times instead of ${allowed}: find out what asks once more`;
  expect(count, advice).toBe(allowed);
});

it('every public page has a number', () => {
  const counted = new Set(
    Object.keys(QUERIES).flatMap((target) => fileAt(target.split('?')[0] ?? '') ?? []),
  );
  expect(publicPageFiles().filter((file) => !counted.has(file))).toEqual([]);
});

type TestApp = Awaited<ReturnType<typeof makeApp>>;
type Named = { title: string; slug: string };

const fields = (post: Named) => input({ ...post, tags: ['Assays'] });

/** More than a page of the list has. */
async function writeMany({ db }: TestApp): Promise<void> {
  const date = '2025-01-01T00:00:00.000Z';
  for (let number = 0; number < 101; number += 1) {
    await insertPost(db.query, { id: randomUUID(), slug: `post-${number}`, date });
  }
}

async function write({ services }: TestApp, post: Named): Promise<void> {
  expect((await services.posts.createPost(fields(post))).ok).toBe(true);
}

async function edit({ services }: TestApp, slug: string, post: Named): Promise<void> {
  expect((await services.posts.editPost(slug, fields(post))).ok).toBe(true);
}

/** A database in memory that counts what it is asked. */
async function makeCountingDatabase() {
  const sqlite = connectSqlite(':memory:');
  await migrate(sqlite);
  let count = 0;
  const database: Database = {
    ...sqlite,
    query: sqlite.query.withPlugin({
      transformQuery: ({ node }) => {
        count += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    }),
  };
  async function countWhile(act: () => Promise<void>): Promise<number> {
    count = 0;
    await act();
    return count;
  }
  return { database, countWhile };
}
