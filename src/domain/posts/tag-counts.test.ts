import { expect, it } from 'vitest';
import { describeEachEngine } from '../../../test/engines.ts';
import { createTagCounts } from './tag-counts.ts';

describeEachEngine('the tags of all posts', (makeDatabase) => {
  it('are offered most used first, each in its most used spelling', async () => {
    const db = await makeDatabase();
    const { tagCounts } = createTagCounts(db);
    expect(await tagCounts()).toEqual([]);
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
    await db.query
      .insertInto('posts')
      .values(
        Object.keys(tagged).map((id) => ({
          id,
          slug: id,
          title: id,
          description: '',
          author: '',
          content: '',
          cover_image: '',
          cover_image_caption: '',
          references: '[]',
          content_html: '',
          status: 'draft' as const,
          publish_date: null,
          first_published_at: null,
          date: '2026-01-01T00:00:00.000Z',
          reading_time: 1,
          version: 1,
          created_at: '2026-01-01T00:00:00.000Z',
          updated_at: '2026-01-01T00:00:00.000Z',
        })),
      )
      .execute();
    await db.query.insertInto('post_tags').values(rows).execute();
    expect(await tagCounts()).toEqual([
      { tag: 'Kinase', posts: 4 },
      { tag: 'Über', posts: 3 },
      { tag: 'Assay', posts: 2 },
    ]);
  });
});
