import { expect, it } from 'vitest';
import { insertPost } from '../../test/insert-post.ts';
import { makeMemoryDatabase, makeTestSite } from '../../test/make-site.ts';
import { tagCounts } from './reading.ts';

it('the tags of all posts are offered most used first, each in its most used spelling', async () => {
  const db = makeMemoryDatabase();
  const site = makeTestSite({ db });
  expect(await tagCounts(site)).toEqual([]);
  const tagged = {
    a: ['Kinase', 'Assay'],
    b: ['Kinase', 'Über'],
    c: ['kinase', 'Assay'],
    d: ['über'],
    e: ['Über', 'KINASE'],
  };
  const rows = Object.entries(tagged).flatMap(([post_id, tags]) =>
    tags.map((tag, position) => ({ post_id, position, tag })),
  );
  for (const id of Object.keys(tagged)) await insertPost(db.query, { id });
  await db.query.insertInto('post_tags').values(rows).execute();
  expect(await tagCounts(site)).toEqual([
    { tag: 'Kinase', posts: 4 },
    { tag: 'Über', posts: 3 },
    { tag: 'Assay', posts: 2 },
  ]);
});
