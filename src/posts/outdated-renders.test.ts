import { expect, it } from 'vitest';
import { makeApp } from '../../test/make-app.ts';
import { postRules } from '../../test/make-posts.ts';
import { readMolecules } from '../../test/molecule-posts.ts';
import { unwrap } from '../../test/unwrap.ts';
import { type RenderBody, renderBody } from '../rendering/body.ts';
import { RENDERER } from '../rendering/renderer.ts';
import { BusyError } from '../server/failure.ts';

import { renderOutdated } from './outdated-renders.ts';
import { postInputSchema } from './post-input.ts';

const CURRENT = `${RENDERER}`;

const EDITOR = { by: 'editor@site.test' };
const NEVER = new AbortController().signal;

const input = (slug: string, content = 'Old *text*', status: 'draft' | 'published' = 'published') =>
  postInputSchema.parse({ title: slug, slug, content, status });

/** What a newer version makes of every text. */
const NEWER = async (content: string) => {
  const body = await renderBody(content);
  const [ethanol] = await readMolecules(['CCO']);
  if (ethanol === undefined) throw new Error('Ethanol is not read');
  const molecule = { molecule: ethanol, position: 0, label: null, name: 'Ethanol' };
  const [html, text] = [`<p>New: ${body.text}</p>`, `ethanol ${body.text}`];
  return { ...body, html, text, words: 900, molecules: [molecule] };
};

async function makeSite() {
  const app = await makeApp();
  const { query } = app.db;
  const run = (render: RenderBody, isRenderingIdle = () => true, signal = NEVER) =>
    renderOutdated({ ...app.site, render, isRenderingIdle }, signal);
  const rendered = query.selectFrom('post_versions').where('renderer', 'is not', null);
  /** The renderer of every version that is stored rendered. */
  const renderers = async () => {
    const rows = await rendered.select(['slug', 'renderer']).orderBy('slug').execute();
    return rows.map((row) => `${row.slug} ${row.renderer}`);
  };
  const age = () =>
    query
      .updateTable('post_versions')
      .set({ renderer: 0 })
      .where('renderer', 'is not', null)
      .execute();
  const counter = () =>
    query.selectFrom('post_changes').select('changes').executeTakeFirstOrThrow();
  return { ...app, ...postRules(app.site), run, age, counter, renderers };
}

it('posts that an older version rendered are rendered again with their molecules, search text and unpublished changes, and are otherwise as they were', async () => {
  const site = await makeSite();
  const { db, createPost, anyPost, publishedPosts, run, age, renderers } = site;
  unwrap(await createPost(input('a')));
  unwrap(await createPost(input('b', 'Draft', 'draft')));
  const saved = unwrap(await site.saveChanges('a', input('a', 'Changed'), EDITOR));
  const all = [`a ${CURRENT}`, `a ${CURRENT}`, `b ${CURRENT}`];
  expect(await renderers()).toEqual(all);
  const before = await anyPost('a');
  const revisions = await site.revisionsOf('a');
  await age();
  const counted = await site.counter();
  site.clock.advance(60_000);
  await run(NEWER);
  const after = { ...before, contentHtml: '<p>New: Old text</p>', readingTime: 5 };
  expect(await anyPost('a')).toEqual(after);
  expect((await anyPost('b'))?.contentHtml).toBe('<p>New: Draft</p>');
  expect(await site.revisionsOf('a')).toEqual(revisions);
  expect((await publishedPosts({ limit: 9, q: 'ethanol' })).posts).toHaveLength(1);
  const shown = await db.query.selectFrom('post_molecules').select('name').execute();
  expect(shown.map(({ name }) => name)).toEqual(['Ethanol', 'Ethanol']);
  expect(await site.counter()).toEqual({ changes: counted.changes + 1 });
  expect(await renderers()).toEqual(all);
  const changes = await site.changesOf('a');
  expect(changes).toMatchObject({ etag: saved.etag, savedAt: saved.updated_at });
  expect(changes?.post.contentHtml).toBe('<p>New: Changed</p>');
});

it('posts that an older version rendered lose nothing that is saved or deleted during the render, and are rendered once restored', async () => {
  const site = await makeSite();
  unwrap(await site.createPost(input('a')));
  const { id } = unwrap(await site.createPost(input('b')));
  await site.age();
  let isSaved = false;
  const render: RenderBody = async (content) => {
    if (!isSaved) {
      isSaved = true;
      unwrap(await site.editPost('a', input('a', 'Saved meanwhile')));
      unwrap(await site.removePost('b'));
    }
    return NEWER(content);
  };
  await site.run(render);
  expect(await site.anyPost('a')).toMatchObject({
    content: 'Saved meanwhile',
    contentHtml: '<p>Saved meanwhile</p>',
    version: 2,
  });
  expect((await site.publishedPosts({ limit: 9, q: 'ethanol' })).total).toBe(0);
  unwrap(await site.restorePost(id, EDITOR));
  expect((await site.anyPost('b'))?.contentHtml).toBe('<p>Old <em>text</em></p>');
  await site.run(NEWER);
  expect((await site.anyPost('b'))?.contentHtml).toBe('<p>New: Old text</p>');
});

it('posts that an older version rendered wait while writers render, and stop with the process', async () => {
  const site = await makeSite();
  for (const slug of ['a', 'b', 'c']) unwrap(await site.createPost(input(slug)));
  await site.age();
  const outdatedAfter = async (...run: Parameters<typeof site.run>) => {
    await site.run(...run);
    return (await site.renderers()).filter((row) => row.endsWith(' 0')).length;
  };
  expect(await outdatedAfter(NEWER, () => false)).toBe(3);
  expect(await outdatedAfter(() => Promise.reject(new BusyError('Busy')))).toBe(3);
  const ending = new AbortController();
  const render: RenderBody = (content) => {
    ending.abort();
    return NEWER(content);
  };
  expect(await outdatedAfter(render, undefined, ending.signal)).toBe(2);
  expect(await outdatedAfter(NEWER)).toBe(0);
});

it('posts that an older version rendered stay as they are where that fails, until the next process tries, and hold up no other', async () => {
  const site = await makeSite();
  for (const text of ['Endless', 'Broken', 'Good']) {
    unwrap(await site.createPost(input(text.toLowerCase(), text)));
  }
  await site.age();
  const rendered: string[] = [];
  const render: RenderBody = async (content) => {
    rendered.push(content);
    if (content === 'Broken') throw new Error('A bug');
    return content === 'Endless' ? null : NEWER(content);
  };
  const job = { ...site.site, render };
  await expect(renderOutdated(job, NEVER)).rejects.toThrow('could not be rendered');
  await renderOutdated(job, NEVER);
  expect(rendered.sort()).toEqual(['Broken', 'Endless', 'Good']);
  expect((await site.anyPost('good'))?.contentHtml).toBe('<p>New: Good</p>');
  expect((await site.anyPost('endless'))?.contentHtml).toContain('Endless');
  expect(await site.renderers()).toEqual(['broken 0', 'endless 0', `good ${CURRENT}`]);
  await site.run(NEWER);
  expect((await site.anyPost('broken'))?.contentHtml).toBe('<p>New: Broken</p>');
});
