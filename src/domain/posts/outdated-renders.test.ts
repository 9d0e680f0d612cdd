import { expect, it } from 'vitest';
import { describeEachEngine } from '../../../test/engines.ts';
import { makeApp, SITE_OPTIONS } from '../../../test/make-app.ts';
import { makeMolecule } from '../../../test/make-molecule.ts';
import { unwrap } from '../../../test/unwrap.ts';
import type { Database } from '../../db/connect.ts';
import { BusyError } from '../../failure.ts';
import { createGlossaryReader } from '../science/glossary/read-glossary.ts';
import type { RenderBody } from './body.ts';
import { renderBody } from './body.ts';
import { createOutdatedRenders } from './outdated-renders.ts';
import { postInputSchema } from './post-input.ts';
import { renderVersion } from './render-version.ts';

const VERSION = renderVersion(0);

const EDITOR = { by: 'editor@site.test' };
const NEVER = new AbortController().signal;

const input = (slug: string, content = 'Old *text*', status: 'draft' | 'published' = 'published') =>
  postInputSchema.parse({ title: slug, slug, content, status });

/** What a newer version makes of every text. */
const NEWER: RenderBody = async (content) => {
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
  const changed: string[] = [];
  const makeJob = (render: RenderBody, isRenderingIdle = () => true) =>
    createOutdatedRenders({
      ...SITE_OPTIONS,
      db,
      now: app.services.now,
      render,
      isRenderingIdle,
      readGlossary: createGlossaryReader(db),
      postChanged: async (id) => void changed.push(id),
    });
  const age = async () => {
    await query.updateTable('posts').set({ render_version: '0' }).execute();
    await query.updateTable('unpublished_changes').set({ render_version: '0' }).execute();
  };
  const counter = () =>
    query.selectFrom('post_changes').select('changes').executeTakeFirstOrThrow();
  const versions = async () =>
    (
      await query.selectFrom('posts').select(['slug', 'render_version']).orderBy('slug').execute()
    ).map(({ slug, render_version }) => `${slug} ${render_version}`);
  return { ...app, ...app.services, changed, makeJob, age, counter, versions };
}

describeEachEngine('posts that an older version rendered', (makeDatabase) => {
  it('are rendered again with their molecules and search text, and are otherwise as they were', async () => {
    const db = await makeDatabase();
    const site = await makeSite(db);
    const { createPost, anyPost, publishedPosts, makeJob, age, changed, versions } = site;
    const { id } = unwrap(await createPost(input('a')));
    unwrap(await createPost(input('b', 'Draft', 'draft')));
    expect(await versions()).toEqual([`a ${VERSION}`, `b ${VERSION}`]);
    const before = await anyPost('a');
    const revisions = await db.query.selectFrom('post_revisions').selectAll().execute();
    await age();
    site.clock.advance(60_000);
    await makeJob(NEWER).renderOutdated(NEVER);
    expect(await anyPost('a')).toEqual({
      ...before,
      contentHtml: '<p>New: Old text</p>',
      readingTime: 5,
    });
    expect((await anyPost('b'))?.contentHtml).toBe('<p>New: Draft</p>');
    expect(await db.query.selectFrom('post_revisions').selectAll().execute()).toEqual(revisions);
    expect((await publishedPosts({ limit: 9, q: 'ethanol' })).posts).toHaveLength(1);
    const shown = await db.query.selectFrom('post_molecules').select('name').execute();
    expect(shown.map(({ name }) => name)).toEqual(['Ethanol', 'Ethanol']);
    expect(changed).toEqual([id]);
    expect(await versions()).toEqual([`a ${VERSION}`, `b ${VERSION}`]);
    expect(await db.query.selectFrom('leases').selectAll().execute()).toEqual([]);
  });

  it('are no change to readers when the new HTML is the same', async () => {
    const site = await makeSite(await makeDatabase());
    unwrap(await site.createPost(input('a')));
    const before = await site.counter();
    await site.age();
    await site.makeJob(renderBody).renderOutdated(NEVER);
    expect(await site.versions()).toEqual([`a ${VERSION}`]);
    expect(await site.counter()).toEqual(before);
    expect(site.changed).toEqual([]);
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
    expect(site.changed).toEqual([]);
  });

  it('wait while writers render, and stop with the process', async () => {
    const site = await makeSite(await makeDatabase());
    for (const slug of ['a', 'b', 'c']) unwrap(await site.createPost(input(slug)));
    await site.age();
    const outdated = async () => (await site.versions()).filter((row) => row.endsWith(' 0')).length;
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

  it('that cannot be rendered are marked, and tried again by the next version alone', async () => {
    const site = await makeSite(await makeDatabase());
    unwrap(await site.createPost(input('a', 'Endless')));
    unwrap(await site.createPost(input('b', 'Broken')));
    unwrap(await site.createPost(input('c', 'Good')));
    await site.age();
    let renders = 0;
    const job = site.makeJob(async (content) => {
      renders += 1;
      if (content === 'Broken') throw new Error('A bug');
      return content === 'Endless' ? null : NEWER(content);
    });
    await expect(job.renderOutdated(NEVER)).rejects.toThrow('could not be rendered');
    expect((await site.anyPost('a'))?.contentHtml).toContain('Endless');
    expect((await site.anyPost('c'))?.contentHtml).toBe('<p>New: Good</p>');
    await job.renderOutdated(NEVER);
    expect(renders).toBe(3);
    unwrap(await site.editPost('a', input('a', 'Mended')));
    expect(await site.versions()).toEqual([`a ${VERSION}`, `b failed ${VERSION}`, `c ${VERSION}`]);
  });
});
