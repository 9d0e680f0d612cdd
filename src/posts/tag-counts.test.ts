import { expect, it } from 'vitest';
import { describeEachEngine } from '../../test/engines.ts';
import { insertPost } from '../../test/insert-post.ts';
import { makeTestSite } from '../../test/make-site.ts';
import { tagCounts } from './reading.ts';

describeEachEngine('the tags of all posts', (makeDatabase) => {
  it('are offered most used first, each in its most used spelling', async () => {
    const db = await makeDatabase();
    const site = makeTestSite({ db });
    expect(await tagCounts(site)).toEqual([]);
    const tagged = {
      a: ['Kinase', 'Assay'],
      b: ['Kinase', 'Über'],
      c: ['kinase', 'Assay'],
      d: ['über'],
      e: ['Über', 'KINASE'],
    };
    const status = 'draft';
    const date = '2026-01-01T00:00:00.000Z';
    const rows = Object.entries(tagged).flatMap(([post_id, tags]) =>
      tags.map((tag, position) => ({ post_id, position, tag, status, date }) as const),
    );
    for (const id of Object.keys(tagged)) await insertPost(db.query, { id, status });
    await db.query.insertInto('post_tags').values(rows).execute();
    expect(await tagCounts(site)).toEqual([
      { tag: 'Kinase', posts: 4 },
      { tag: 'Über', posts: 3 },
      { tag: 'Assay', posts: 2 },
    ]);
  });
});
