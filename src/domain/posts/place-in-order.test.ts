import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { describeEachEngine } from '../../../test/engines.ts';
import { placeInOrder } from './place-in-order.ts';

/** Several in one minute and in one instant, months without any, the far future and the far past. */
const DATES = [
  '2031-05-01T00:00:00.000Z',
  '2026-03-01T09:00:59.999Z',
  '2026-03-01T09:00:30.000Z',
  '2026-03-01T09:00:30.000Z',
  '2026-03-01T09:00:30.000Z',
  '2026-03-01T09:00:00.000Z',
  '2026-03-01T08:59:59.999Z',
  '2026-02-28T23:59:59.999Z',
  '2025-12-31T23:59:59.999Z',
  '2025-01-01T00:00:00.000Z',
  '2024-12-31T23:00:00.000Z',
  '1999-07-15T12:30:00.000Z',
];

describeEachEngine('the place of a numbered page', (makeDatabase) => {
  it('is that of the post with so many above it, at every number and past the end', async () => {
    const db = await makeDatabase();
    const post = {
      ...{ title: '', description: '', author: '', cover_image: '', cover_image_caption: '' },
      ...{ publish_date: null, reading_time: 1, references: '[]', version: 1 },
      ...{ created_at: '', updated_at: '', content: '', content_html: '' },
    };
    const published = DATES.map((date) => ({ id: randomUUID(), date }));
    const drafts = DATES.map((date) => ({ id: randomUUID(), date }));
    const rows = [
      ...published.map((place) => ({ ...post, ...place, status: 'published' as const })),
      ...drafts.map((place) => ({ ...post, ...place, status: 'draft' as const })),
    ].map((row) => ({ ...row, slug: row.id }));
    await db.query.insertInto('posts').values(rows).execute();
    const gone = { id: randomUUID(), date: '2026-03-01T09:00:45.000Z' };
    await db.query
      .insertInto('posts')
      .values({ ...post, ...gone, slug: gone.id, status: 'published' })
      .execute();
    await db.query.deleteFrom('posts').where('id', '=', gone.id).execute();
    const expected = published.toSorted((a, b) =>
      `${a.date} ${a.id}` < `${b.date} ${b.id}` ? 1 : -1,
    );
    for (const [above, place] of expected.entries()) {
      expect([above, await placeInOrder(db, above)]).toEqual([above, place]);
    }
    expect(await placeInOrder(db, expected.length)).toBeNull();
    expect(await placeInOrder(db, 1_000_000)).toBeNull();
  });

  it('is nowhere in an empty blog', async () => {
    expect(await placeInOrder(await makeDatabase(), 0)).toBeNull();
  });
});
