import fc from 'fast-check';
import { expect, it } from 'vitest';
import { describeEachEngine } from '../../test/engines.ts';
import { everything, input, makePosts } from '../../test/make-posts.ts';
import { unwrap } from '../../test/unwrap.ts';

describeEachEngine('posts', (makeDatabase) => {
  it('are found by every slug that they ever had', async () => {
    const { write, editPost, anyPost, publishedPost } = makePosts(await makeDatabase());
    await write({ title: 'A' });
    await editPost('a', input({ title: 'B' }));
    const last = unwrap(await editPost('b', input({ title: 'C' })));
    for (const slug of ['a', 'b', 'c', 'A', 'C']) {
      expect(await anyPost(slug)).toEqual(last);
      expect(await publishedPost(slug)).toEqual(last);
    }
    expect(await anyPost('d')).toBeNull();
  });

  it('may go back to a slug of their own', async () => {
    const db = await makeDatabase();
    const { write, editPost, anyPost } = makePosts(db);
    await write({ title: 'A' });
    await editPost('a', input({ title: 'B' }));
    const back = unwrap(await editPost('b', input({ title: 'A' })));
    expect([await anyPost('a'), await anyPost('b')]).toEqual([back, back]);
    expect((await everything(db)).formerSlugs).toMatchObject([{ slug: 'b', post_id: back.id }]);
  });

  it('can be edited by a former slug, as a form that was open sends it', async () => {
    const { write, editPost } = makePosts(await makeDatabase());
    await write({ title: 'A' });
    await editPost('a', input({ title: 'B' }));
    expect(await editPost('a', input({ title: 'Again', slug: 'b' }))).toMatchObject({
      ok: true,
      value: { title: 'Again', slug: 'b', version: 3 },
    });
  });

  it('cannot be moved to the slug of another, and then nothing changes', async () => {
    const db = await makeDatabase();
    const { write, editPost } = makePosts(db);
    await write({ title: 'A', tags: ['one'] });
    const { etag } = await write({ title: 'B', tags: ['two'] });
    const before = await everything(db);
    const moved = await editPost('b', input({ title: 'New', slug: 'a', tags: ['three'] }), {
      etag,
    });
    expect(moved).toMatchObject({ ok: false, failure: { kind: 'conflict' } });
    expect(await everything(db)).toEqual(before);
  });

  it('take a former slug of another, which ends its redirect for good', async () => {
    const { write, editPost, removePost, anyPost } = makePosts(await makeDatabase());
    await write({ title: 'First' });
    await editPost('first', input({ title: 'Moved' }));
    const taker = await write({ title: 'Taker', slug: 'first' });
    expect(await anyPost('first')).toEqual(taker);
    await removePost('first');
    expect(await anyPost('first')).toBeNull();

    await write({ title: 'Second' });
    await editPost('moved', input({ title: 'Moved again' }));
    const moved = unwrap(await editPost('second', input({ title: 'Second', slug: 'moved' })));
    expect(await anyPost('moved')).toEqual(moved);
    expect((await anyPost('second'))?.slug).toBe('moved');
    expect((await anyPost('moved-again'))?.slug).toBe('moved-again');
  });

  it('are hidden by a draft that takes their former slug', async () => {
    const { write, editPost, publishedPost, anyPost } = makePosts(await makeDatabase());
    await write({ title: 'A' });
    await editPost('a', input({ title: 'B' }));
    await write({ title: 'Draft', slug: 'a', status: 'draft' });
    expect(await publishedPost('a')).toBeNull();
    expect((await anyPost('a'))?.title).toBe('Draft');
  });

  it('stay reachable like in a simple model, whatever is written, moved and removed', async () => {
    const db = await makeDatabase();
    const posts = makePosts(db);
    await fc.assert(
      fc.asyncProperty(fc.array(STEP, { maxLength: 20 }), async (steps) => {
        await db.query.deleteFrom('posts').execute();
        const model = makeModel();
        for (const step of steps) {
          const { ok, id } = await perform(step, posts);
          expect(ok).toBe(model[step.kind](step, id));
        }
        const found = await Promise.all(SLUGS.map(async (slug) => (await posts.anyPost(slug))?.id));
        expect(found).toEqual(SLUGS.map(model.at));
      }),
      { numRuns: 25 },
    );
  });
});

const SLUGS = ['a', 'b', 'c', 'd'];
const STEP = fc.record({
  kind: fc.constantFrom('create' as const, 'move' as const, 'remove' as const),
  from: fc.constantFrom(...SLUGS),
  to: fc.constantFrom(...SLUGS),
});
type Step = { kind: 'create' | 'move' | 'remove'; from: string; to: string };

async function perform(
  { kind, from, to }: Step,
  { createPost, editPost, removePost }: ReturnType<typeof makePosts>,
): Promise<{ ok: boolean; id: string }> {
  const draft = input({ title: 'T', slug: kind === 'create' ? from : to });
  const result = await {
    create: () => createPost(draft),
    move: () => editPost(from, draft),
    remove: () => removePost(from),
  }[kind]();
  return { ok: result.ok, id: result.ok ? (result.value?.id ?? '') : '' };
}

/** The posts by present and by former slugs; each step returns true if it succeeds. */
function makeModel() {
  const current = new Map<string, string>();
  const former = new Map<string, string>();
  const at = (slug: string) => current.get(slug) ?? former.get(slug);
  const settle = (slug: string, id: string) => {
    current.set(slug, id);
    former.delete(slug);
  };
  const slugsOf = (id: string, map: Map<string, string>) =>
    [...map].filter(([, owner]) => owner === id).map(([slug]) => slug);

  return {
    at,
    create({ from }: Step, id: string): boolean {
      if (current.has(from)) return false;
      settle(from, id);
      return true;
    },
    move({ from, to }: Step): boolean {
      const id = at(from);
      if (id === undefined || (current.get(to) ?? id) !== id) return false;
      for (const slug of slugsOf(id, current)) {
        current.delete(slug);
        former.set(slug, id);
      }
      settle(to, id);
      return true;
    },
    remove({ from }: Step): boolean {
      const id = current.get(from);
      if (id === undefined) return false;
      current.delete(from);
      for (const slug of slugsOf(id, former)) former.delete(slug);
      return true;
    },
  };
}
