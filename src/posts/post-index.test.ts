import fc from 'fast-check';
import { expect, it } from 'vitest';
import { describeEachEngine } from '../../test/engines.ts';
import { input, makePosts } from '../../test/make-posts.ts';
import type { Database } from '../server/db/connect.ts';

const TITLE = fc.constantFrom('a', 'b', 'c');
const FIELDS = fc.record({
  title: TITLE,
  status: fc.constantFrom('published' as const, 'draft' as const),
  publishDate: fc.constantFrom(null, '2026-02-01T00:00:00.000Z', '2026-05-01T00:00:00.000Z'),
  tags: fc.uniqueArray(fc.constantFrom('Assays', 'Models', 'News'), { maxLength: 3 }),
});
const OPERATION = fc.oneof(
  fc.record({ kind: fc.constant('create' as const), fields: FIELDS }),
  fc.record({ kind: fc.constant('edit' as const), slug: TITLE, fields: FIELDS }),
  fc.record({ kind: fc.constant('delete' as const), slug: TITLE }),
  fc.record({ kind: fc.constant('restore' as const), slug: TITLE }),
  fc.record({ kind: fc.constant('erase' as const), slug: TITLE }),
);
type Operation = typeof OPERATION extends fc.Arbitrary<infer T> ? T : never;

const BY = 'editor@site.test';

async function perform(posts: ReturnType<typeof makePosts>, operation: Operation): Promise<void> {
  if (operation.kind === 'create') await posts.createPost(input(operation.fields));
  else if (operation.kind === 'edit') {
    await posts.editPost(operation.slug, input(operation.fields));
  } else if (operation.kind === 'delete') await posts.removePost(operation.slug);
  else {
    const { posts: trashed } = await posts.trashedPosts({ limit: 100 });
    const id = trashed.find(({ slug }) => slug === operation.slug)?.id ?? '';
    if (operation.kind === 'restore') await posts.restorePost(id, { by: BY });
    else await posts.eraseTrashedPost(id, { by: BY });
  }
}

/** What lists read by an index, and what stands in the posts themselves. */
async function indexed({ query }: Database) {
  const posts = await query
    .selectFrom('current_posts')
    .select(['id', 'status', 'date', 'tags'])
    .orderBy('id')
    .execute();
  const tags = await query
    .selectFrom('post_tags')
    .select(['post_id as id', 'status', 'date', 'tag'])
    .orderBy('post_id')
    .orderBy('position')
    .execute();
  const words = await query
    .selectFrom('post_search')
    .select(['post_id as id', 'status', 'date'])
    .orderBy('post_id')
    .execute();
  const written = posts.map(({ tags, ...post }) => ({ post, tags: JSON.parse(tags) as string[] }));
  return {
    tags,
    words,
    expected: {
      tags: written.flatMap(({ post, tags }) => tags.map((tag) => ({ ...post, tag }))),
      words: written.map(({ post }) => post),
    },
    counts: {
      total: posts.length,
      published: posts.filter(({ status }) => status === 'published').length,
      drafts: posts.filter(({ status }) => status === 'draft').length,
    },
  };
}

describeEachEngine('the lists of a tag, of search results and the counts', (makeDatabase) => {
  it('have every post with its status and date, and no deleted one, whatever was done', async () => {
    const db = await makeDatabase();
    const posts = makePosts(db);
    await fc.assert(
      fc.asyncProperty(fc.array(OPERATION, { maxLength: 12 }), async (operations) => {
        for (const operation of operations) {
          posts.clock.advance(60_000);
          await perform(posts, operation);
        }
        const { tags, words, expected, counts } = await indexed(db);
        expect({ tags, words }).toEqual(expected);
        expect(await posts.postStats()).toEqual(counts);
      }),
      { numRuns: 25 },
    );
  });

  it('count right when many posts are changed at once', async () => {
    const db = await makeDatabase();
    const posts = makePosts(db);
    const titles = Array.from({ length: 24 }, (_, number) => `post-${number}`);
    const statusOf = (number: number) => (number % 2 === 0 ? 'published' : 'draft');
    await Promise.all(
      titles.map((title, number) => posts.write({ title, status: statusOf(number) })),
    );
    await Promise.all(
      titles.map((title, number) =>
        number % 3 === 0
          ? posts.removePost(title)
          : posts.editPost(title, input({ title, status: statusOf(number + 1) })),
      ),
    );
    expect(await posts.postStats()).toEqual({ total: 16, published: 8, drafts: 8 });
    const { tags, words, expected } = await indexed(db);
    expect({ tags, words }).toEqual(expected);
  });
});
