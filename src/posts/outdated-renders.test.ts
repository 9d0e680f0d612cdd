import { expect, it } from 'vitest';
import { describeEachEngine } from '../../test/engines.ts';
import { makeApp, SITE_OPTIONS } from '../../test/make-app.ts';
import { makeMolecule } from '../../test/make-molecule.ts';
import { unwrap } from '../../test/unwrap.ts';
import type { RenderBody } from '../rendering/body.ts';
import { renderBody } from '../rendering/body.ts';
import { RENDERER } from '../rendering/renderer.ts';
import { createGlossaryReader } from '../science/glossary/read-glossary.ts';
import type { Database } from '../server/db/connect.ts';
import { BusyError } from '../server/failure.ts';
import { createOutdatedRenders } from './outdated-renders.ts';
import { postInputSchema } from './post-input.ts';

const CURRENT = `${RENDERER} 0`;

const EDITOR = { by: 'editor@site.test' };
const NEVER = new AbortController().signal;

const input = (slug: string, content = 'Old *text*', status: 'draft' | 'published' = 'published') =>
  postInputSchema.parse({ title: slug, slug, content, status });

/** What a newer version makes of every text. */
const NEWER = async (content: string) => {
  const body = await renderBody(content);
  const molecule = { molecule: makeMolecule('CCO'), position: 0, label: null, name: 'Ethanol' };
  return {
    ...body,
    html: `<p>New: ${body.text}</p>`,
    text: `ethanol ${body.text}`,
    words: 900,
    molecules: [molecule],
  };
};

async function makeSite(db: Database) {
  const app = await makeApp({ db });
  const { query } = db;
  const makeJob = (render: RenderBody, isRenderingIdle = () => true) =>
    createOutdatedRenders({
      ...SITE_OPTIONS,
      db,
      now: app.services.now,
      render,
      isRenderingIdle,
      readGlossary: createGlossaryReader(db),
    });
  const setRenderer = async (renderer: number) => {
    await query
      .updateTable('post_versions')
      .set({ renderer, glossary_revision: 0 })
      .where('renderer', 'is not', null)
      .execute();
  };
  const age = () => setRenderer(0);
  const counter = () =>
    query.selectFrom('post_changes').select('changes').executeTakeFirstOrThrow();
  /** Renderer and revision of the glossary of every version that is stored rendered. */
  const renderers = async () => {
    const rows = await query
      .selectFrom('post_versions')
      .select(['slug', 'renderer', 'glossary_revision'])
      .where('renderer', 'is not', null)
      .orderBy('slug')
      .orderBy('version')
      .execute();
    return rows.map((row) => `${row.slug} ${row.renderer} ${row.glossary_revision}`);
  };
  return { ...app, ...app.services.posts, makeJob, setRenderer, age, counter, renderers };
}

describeEachEngine('posts that an older version rendered', (makeDatabase) => {
  it('are rendered again with their molecules and search text, and are otherwise as they were', async () => {
    const db = await makeDatabase();
    const site = await makeSite(db);
    const { createPost, anyPost, publishedPosts, makeJob, age, renderers } = site;
    unwrap(await createPost(input('a')));
    unwrap(await createPost(input('b', 'Draft', 'draft')));
    expect(await renderers()).toEqual([`a ${CURRENT}`, `b ${CURRENT}`]);
    const before = await anyPost('a');
    const revisions = await site.revisionsOf('a');
    await age();
    const counted = await site.counter();
    site.clock.advance(60_000);
    await makeJob(NEWER).renderOutdated(NEVER);
    expect(await anyPost('a')).toEqual({
      ...before,
      contentHtml: '<p>New: Old text</p>',
      readingTime: 5,
    });
    expect((await anyPost('b'))?.contentHtml).toBe('<p>New: Draft</p>');
    expect(await site.revisionsOf('a')).toEqual(revisions);
    expect((await publishedPosts({ limit: 9, q: 'ethanol' })).posts).toHaveLength(1);
    const shown = await db.query.selectFrom('post_molecules').select('name').execute();
    expect(shown.map(({ name }) => name)).toEqual(['Ethanol', 'Ethanol']);
    expect(await site.counter()).toEqual({ changes: counted.changes + 1 });
    expect(await renderers()).toEqual([`a ${CURRENT}`, `b ${CURRENT}`]);
    expect(await db.query.selectFrom('leases').selectAll().execute()).toEqual([]);
  });

  it('keep unpublished changes, whose preview is new', async () => {
    const site = await makeSite(await makeDatabase());
    unwrap(await site.createPost(input('a')));
    const changes = { ...input('a', 'Changed'), status: undefined };
    const saved = unwrap(await site.saveChanges('a', changes, { ...EDITOR, publishAt: null }));
    await site.age();
    await site.makeJob(NEWER).renderOutdated(NEVER);
    const after = await site.changesOf('a');
    expect(after).toMatchObject({ etag: saved.etag, savedAt: saved.savedAt });
    expect(after?.post.contentHtml).toBe('<p>New: Changed</p>');
    expect(unwrap(await site.publishChanges('a', { ...EDITOR, etag: saved.etag })).content).toBe(
      'Changed',
    );
  });

  it('lose nothing that is saved during the render', async () => {
    const site = await makeSite(await makeDatabase());
    unwrap(await site.createPost(input('a')));
    await site.age();
    let isSaved = false;
    const job = site.makeJob(async (content) => {
      if (!isSaved) unwrap(await site.editPost('a', input('a', 'Saved meanwhile')));
      isSaved = true;
      return NEWER(content);
    });
    await job.renderOutdated(NEVER);
    expect(await site.anyPost('a')).toMatchObject({
      content: 'Saved meanwhile',
      contentHtml: '<p>Saved meanwhile</p>',
      version: 2,
    });
  });

  it('wait while writers render, and stop with the process', async () => {
    const site = await makeSite(await makeDatabase());
    for (const slug of ['a', 'b', 'c']) unwrap(await site.createPost(input(slug)));
    await site.age();
    const outdated = async () =>
      (await site.renderers()).filter((row) => row.endsWith(' 0 0')).length;
    await site.makeJob(NEWER, () => false).renderOutdated(NEVER);
    expect(await outdated()).toBe(3);
    const busy: RenderBody = () => Promise.reject(new BusyError('Busy'));
    await site.makeJob(busy).renderOutdated(NEVER);
    expect(await outdated()).toBe(3);
    const ending = new AbortController();
    await site
      .makeJob((content) => {
        ending.abort();
        return NEWER(content);
      })
      .renderOutdated(ending.signal);
    expect(await outdated()).toBe(2);
    await site.makeJob(NEWER).renderOutdated(NEVER);
    expect(await outdated()).toBe(0);
  });

  it('are rendered by one process at a time', async () => {
    const site = await makeSite(await makeDatabase());
    unwrap(await site.createPost(input('a')));
    unwrap(await site.createPost(input('b')));
    await site.age();
    const rendered: string[] = [];
    const other = site.makeJob(async (content) => {
      rendered.push('other');
      return NEWER(content);
    });
    const first = site.makeJob(async (content) => {
      rendered.push('first');
      await other.renderOutdated(NEVER);
      return NEWER(content);
    });
    await first.renderOutdated(NEVER);
    expect(rendered).toEqual(['first', 'first']);
  });

  it('are a change to readers when their molecules alone are others, also for other processes', async () => {
    const site = await makeSite(await makeDatabase());
    unwrap(await site.createPost(input('a')));
    unwrap(await site.createPost(input('b', 'Draft', 'draft')));
    await site.age();
    const before = await site.counter();
    const job = site.makeJob(async (content) => {
      const { molecules } = await NEWER(content);
      return { ...(await renderBody(content)), molecules };
    });
    await job.renderOutdated(NEVER);
    expect(await site.counter()).toEqual({ changes: before.changes + 1 });
  });

  it('stay as they are where a newer program beside this one has rendered them', async () => {
    const site = await makeSite(await makeDatabase());
    unwrap(await site.createPost(input('a')));
    unwrap(await site.createPost(input('b')));
    await site.setRenderer(RENDERER + 1);
    await site.db.query.updateTable('glossary_state').set({ revision: 4 }).execute();
    let renders = 0;
    const job = site.makeJob((content) => {
      renders += 1;
      return NEWER(content);
    });
    await job.renderOutdated(NEVER);
    expect(renders).toBe(0);
    // Also when the newer program was faster.
    await site.age();
    const slower = site.makeJob(async (content) => {
      await site.setRenderer(RENDERER + 1);
      return NEWER(content);
    });
    await slower.renderOutdated(NEVER);
    expect(await site.renderers()).toEqual([`a ${RENDERER + 1} 0`, `b ${RENDERER + 1} 0`]);
    expect((await site.anyPost('a'))?.contentHtml).toBe('<p>Old <em>text</em></p>');
  });

  it('are rendered again when the glossary has changed since, with their unpublished changes', async () => {
    const site = await makeSite(await makeDatabase());
    unwrap(await site.createPost(input('a')));
    const changes = { ...input('a', 'Changed'), status: undefined };
    unwrap(await site.saveChanges('a', changes, { ...EDITOR, publishAt: null }));
    await site.db.query.updateTable('glossary_state').set({ revision: 4 }).execute();
    const rendered: string[] = [];
    const job = site.makeJob(async (content) => {
      rendered.push(content);
      return { ...(await NEWER(content)), glossaryRevision: 4 };
    });
    await job.renderOutdated(NEVER);
    expect(rendered.sort()).toEqual(['Changed', 'Old *text*']);
    expect(await site.renderers()).toEqual([`a ${RENDERER} 4`, `a ${RENDERER} 4`]);
    await job.renderOutdated(NEVER);
    expect(rendered).toHaveLength(2);
  });

  it('wait in the trash, and are rendered once they are restored', async () => {
    const site = await makeSite(await makeDatabase());
    const { id } = unwrap(await site.createPost(input('a')));
    await site.age();
    unwrap(await site.removePost('a'));
    const job = site.makeJob(NEWER);
    await job.renderOutdated(NEVER);
    expect(await site.renderers()).toEqual(['a 0 0']);
    unwrap(await site.restorePost(id, EDITOR));
    await job.renderOutdated(NEVER);
    expect(await site.renderers()).toEqual([`a ${CURRENT}`]);
    expect((await site.publishedPosts({ limit: 9, q: 'ethanol' })).posts).toHaveLength(1);
  });

  it('lose nothing when they are deleted during the render', async () => {
    const site = await makeSite(await makeDatabase());
    const { id } = unwrap(await site.createPost(input('a')));
    await site.age();
    const job = site.makeJob(async (content) => {
      await site.removePost('a');
      return NEWER(content);
    });
    await job.renderOutdated(NEVER);
    expect(await site.publishedPosts({ limit: 9, q: 'ethanol' })).toMatchObject({ total: 0 });
    unwrap(await site.restorePost(id, EDITOR));
    expect((await site.anyPost('a'))?.contentHtml).toBe('<p>Old <em>text</em></p>');
  });

  it('that cannot be rendered are tried again by two later calls, then marked, and hold up no other', async () => {
    const site = await makeSite(await makeDatabase());
    unwrap(await site.createPost(input('a', 'Endless')));
    unwrap(await site.createPost(input('b', 'Broken')));
    unwrap(await site.createPost(input('c', 'Good')));
    await site.age();
    const rendered: string[] = [];
    const job = site.makeJob(async (content) => {
      rendered.push(content);
      if (content === 'Broken') throw new Error('A bug');
      return content === 'Endless' ? null : NEWER(content);
    });
    await job.renderOutdated(NEVER);
    expect(rendered.sort()).toEqual(['Broken', 'Endless', 'Good']);
    expect((await site.anyPost('c'))?.contentHtml).toBe('<p>New: Good</p>');
    await job.renderOutdated(NEVER);
    expect(await site.renderers()).toEqual(['a 0 0', 'b 0 0', `c ${CURRENT}`]);
    await expect(job.renderOutdated(NEVER)).rejects.toThrow('could not be rendered');
    expect(rendered.sort()).toEqual([
      ...Array(3).fill('Broken'),
      ...Array(3).fill('Endless'),
      'Good',
    ]);
    expect((await site.anyPost('a'))?.contentHtml).toContain('Endless');
    expect(await site.renderers()).toEqual([`a ${CURRENT}`, `b ${CURRENT}`, `c ${CURRENT}`]);
    await job.renderOutdated(NEVER);
    expect(rendered).toHaveLength(7);
  });

  it('that failed for want of time alone are rendered by a later call', async () => {
    const site = await makeSite(await makeDatabase());
    unwrap(await site.createPost(input('a')));
    await site.age();
    let renders = 0;
    const job = site.makeJob(async (content) => {
      renders += 1;
      return renders < 3 ? null : NEWER(content);
    });
    for (let call = 1; call <= 3; call++) await job.renderOutdated(NEVER);
    expect((await site.anyPost('a'))?.contentHtml).toBe('<p>New: Old text</p>');
  });
});
