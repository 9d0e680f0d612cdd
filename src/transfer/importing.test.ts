import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { describeEachEngine } from '../../test/engines.ts';
import { importPath, planPath } from '../../test/import-folder.ts';
import { makeApp, type TestApp } from '../../test/make-app.ts';
import { makeFolder } from '../../test/make-folder.ts';
import { makePng } from '../../test/pictures.ts';
import { unwrap } from '../../test/unwrap.ts';

/** Front matter of the lines, and a body. */
function post(...lines: string[]): string {
  return ['---', ...lines, '---', 'Text', ''].join('\n');
}

const NOT_FOUND = async () => new Response('Not found', { status: 404 });
const by = 'admin@ligara.example';

async function importOf({ db }: TestApp): Promise<string> {
  const { id } = await db.query.selectFrom('imports').select('id').executeTakeFirstOrThrow();
  return id;
}

/** Changes that nobody here has saved, as an export brings them. Returns when they are to be published. */
async function saveImportedChanges({ services, db, clock }: TestApp, slug: string) {
  const { version, id, ...fields } = unwrapPost(await services.posts.anyPost(slug));
  const came = db.query.selectFrom('posts').select('import_id').where('id', '=', id);
  const { import_id } = await came.executeTakeFirstOrThrow();
  const publishAt = new Date(clock.now().getTime() + 60_000).toISOString();
  const changes = { ...fields, title: 'Later' };
  unwrap(await services.posts.saveChanges(slug, changes, { by, version, publishAt }));
  await db.query.updateTable('post_versions').set({ saved_by: null }).execute();
  await db.query.updateTable('posts').set({ import_id }).where('id', '=', id).execute();
  return publishAt;
}

describeEachEngine('an import', (makeDatabase) => {
  const makeSite = async () => makeApp({ db: await makeDatabase(), renderPage: NOT_FOUND });

  it('names what is wrong with a bad file, and goes on with the rest', async () => {
    const app = await makeSite();
    const folder = makeFolder({
      'a.md': post('title: A'),
      'b.md': post('title: [unclosed'),
      'c.md': Uint8Array.of(0xff),
      'd/e.md': post('title: E', 'date: 2025-01-01'),
      'f.md': Buffer.from('\ufeffText', 'utf16le'),
    });
    symlinkSync('nowhere', join(folder, 'dangling.md'));
    const items = await importPath(app.services, folder);
    expect(items.map(({ label, outcome, slug, reason }) => [label, outcome, slug, reason])).toEqual(
      [
        ['a.md', 'imported', 'a', ''],
        ['b.md', 'failed', '', expect.stringContaining('YAML')],
        ['c.md', 'failed', '', expect.stringContaining('UTF-8')],
        ['d/e.md', 'imported', 'e', ''],
        ['f.md', 'imported', 'f', ''],
        ['dangling.md', 'skipped', '', expect.stringContaining('symbolic link')],
      ],
    );
    expect((await app.services.posts.anyPost('e'))?.date).toBe('2025-01-01T00:00:00.000Z');
  });

  it('changes nothing when it runs again, also after posts were edited, moved and deleted', async () => {
    const app = await makeSite();
    const folder = makeFolder({
      'a.md': post('title: A'),
      'b.md': post('title: B'),
      'c.md': post('title: C'),
    });
    await importPath(app.services, folder);
    const { services, clock, db } = app;
    const b = await services.posts.anyPost('b');
    if (b === null) throw new Error('The post was not imported');
    unwrap(await services.posts.editPost('b', { ...b, title: 'By hand', slug: 'moved' }));
    unwrap(await services.posts.removePost('c'));
    clock.advanceDays(1);
    const everything = async () => [
      await services.posts.anyPost('a'),
      await services.posts.anyPost('b'),
      await db.query.selectFrom('imports').selectAll().execute(),
      await db.query.selectFrom('import_items').selectAll().execute(),
    ];
    const before = await everything();
    const again = await importPath(services, folder);
    expect(again.map(({ outcome, slug, reason }) => [outcome, slug, reason])).toEqual([
      ['skipped', 'a', 'it was imported before'],
      ['skipped', 'moved', 'it was imported before'],
      ['skipped', '', 'it was imported before, and deleted since'],
    ]);
    expect(await everything()).toEqual(before);
    expect(await services.posts.postStats()).toMatchObject({ total: 2 });
    writeFileSync(join(folder, 'a.md'), post('title: A', 'date: 2020-01-01'));
    const [dated] = await importPath(services, folder);
    writeFileSync(join(folder, 'a.md'), post('title: New', 'date: 2020-01-01'));
    const [renamed] = await importPath(services, folder);
    expect([dated?.outcome, renamed?.outcome]).toEqual(['skipped', 'skipped']);
    expect(renamed?.reason).toContain('has changed since');
    expect(await everything()).toEqual(before);
  });

  it('loses no post when several have one name: each has its address, its picture and its redirect', async () => {
    const app = await makeSite();
    const folder = makeFolder({
      'one/same.md': '+++\ntitle = "One"\ndate = 2025-01-01\n+++\n[Two](/two/same.md)',
      'two/same.md':
        '+++\ntitle = "Two"\ndate = 2025-01-02\nurl = "/two/same/"\n+++\n[One](/one/same/#x)',
    });
    const items = await importPath(app.services, folder);
    expect(items.map(({ slug, notes }) => [slug, notes.length])).toEqual([
      ['same', 0],
      ['same-2', 1],
    ]);
    expect((await app.services.posts.anyPost('same'))?.content).toBe('[Two](/blog/same-2)');
    expect((await app.services.posts.anyPost('same-2'))?.content).toBe(
      '[One](/blog/same#section-x)',
    );
    const moved = await app.get('/two/same/');
    expect([moved.status, moved.headers.get('Location')]).toEqual([301, '/blog/same-2']);
  });

  it('leaves a post alone that was there before, and takes another with its address as a new one', async () => {
    const app = await makeSite();
    await importPath(
      app.services,
      makeFolder({ 'a.md': post('title: A'), 'b.md': post('title: B') }),
    );
    await app.db.query.deleteFrom('import_items').execute();
    const folder = makeFolder({ 'a.md': post('title: A'), 'b.md': post('title: Another') });
    const items = await importPath(app.services, folder);
    expect(items.map(({ outcome, slug, reason }) => [outcome, slug, reason])).toEqual([
      ['skipped', 'a', 'another post already has its address'],
      ['imported', 'b-2', ''],
    ]);
  });

  it('takes along the pictures and files beside a post, each once, and leads its links to them', async () => {
    const app = await makeSite();
    const png = await makePng();
    const folder = makeFolder({
      'posts/one/index.md': [
        '---\ntitle: One\ncover: cover.png\n---\n# One',
        '![A](a.png "T") and ![again](./a.png) and [file](data.csv)',
        '<img src="a.png" srcset="a.png 1x, b.png 2x" alt="">',
        '`![code](a.png)`',
        '![gone](gone.png)',
      ].join('\n\n'),
      'posts/one/a.png': png,
      'posts/one/cover.png': png,
      'posts/one/data.csv': 'a,b\n1,2\n',
      'static/images/a.png': png,
      'posts/two.md': '---\ntitle: Two\n---\n![A](/images/a.png)\n\n[r]\n\n[r]: <one/index.md>',
    });
    const [one, two] = await importPath(app.services, folder);
    const [a, b] = [
      await app.services.posts.anyPost('one'),
      await app.services.posts.anyPost('two'),
    ];
    const [url = ''] = /\/media\/\w+\/[\w.]+png/.exec(a?.content ?? '') ?? [];
    const csv = /\/media\/\w+\/data\.csv/.exec(a?.content ?? '')?.[0];
    expect(a?.content).toBe(
      [
        '# One',
        `![A](${url} "T") and ![again](${url}) and [file](${csv})`,
        `<img src="${url}" alt="">`,
        '`![code](a.png)`',
        '![gone](gone.png)',
      ].join('\n\n'),
    );
    expect(a?.coverImage).toBe(url);
    expect(b?.content).toBe(`![A](${url})\n\n[r]\n\n[r]: /blog/one`);
    expect(one?.notes.map(({ message }) => message).join()).toContain('gone.png');
    expect(two?.notes).toEqual([]);
    expect((await app.get(url)).status).toBe(200);
    expect((await app.get('/images/a.png')).headers.get('Location')).toBe(url);
  });

  it('tells in a dry run what it would do, and does nothing', async () => {
    const app = await makeSite();
    const folder = makeFolder({
      'a.md': post('title: A', 'weather: fine'),
      'b.md':
        '{{< tweet 1 >}} [x](/gone) [y](/glossary#a)\n\n<script src="https://x.test"></script>',
      'b.png': '',
      'my file.csv': 'a,b\n1,2\n',
      'c.md': `${post('title: C')}[c](<my file.csv>)`,
    });
    const before = await app.db.query.selectFrom('audit_events').selectAll().execute();
    const [a, b, c] = await planPath(app.services, folder);
    expect(c?.notes).toEqual([]);
    expect(a).toMatchObject({ outcome: 'imported', slug: 'a', status: 'published' });
    expect(a?.notes).toEqual([
      { kind: 'lost', message: 'Front matter that is not supported here: weather.' },
    ]);
    const told = b?.notes.map(({ message }) => message).join('\n');
    for (const lost of ['tweet (line 1)', '<script>', '/gone.']) expect(told).toContain(lost);
    expect(await app.services.posts.postStats()).toMatchObject({ total: 0 });
    expect(await app.db.query.selectFrom('audit_events').selectAll().execute()).toEqual(before);
    expect(await app.db.query.selectFrom('imports').selectAll().execute()).toEqual([]);
  });

  it('that crashes leaves whole posts behind, and goes on with the next run', async () => {
    const app = await makeSite();
    const names = Array.from({ length: 25 }, (_, number) => `p${String(number).padStart(2, '0')}`);
    const folder = makeFolder(
      Object.fromEntries(names.map((name) => [`${name}.md`, post(`title: ${name}`)])),
    );
    const sourcePath = folder;
    const { items } = unwrap(await app.services.transfer.startImport(sourcePath, {}));
    for (let read = 0; read < 10; read++) await items.next();
    // The process ends here: nothing more runs, and the lease is never released.
    const crashed = await app.db.query.selectFrom('imports').selectAll().executeTakeFirst();
    expect(crashed).toMatchObject({ state: 'running', total: 25, done: 10 });
    expect(await app.services.transfer.startImport(sourcePath, {})).toMatchObject({
      failure: { kind: 'conflict' },
    });
    app.clock.advanceDays(1);
    const again = await importPath(app.services, folder);
    expect(again.filter(({ outcome }) => outcome === 'imported')).toHaveLength(15);
    expect(await app.services.posts.postStats()).toMatchObject({ total: 25 });
    const states = await app.db.query.selectFrom('imports').select('state').execute();
    expect(states.map(({ state }) => state).sort()).toEqual(['done', 'failed']);
  });

  it('that crashes on the command line is shown as interrupted by the site, and can be taken back', async () => {
    const app = await makeSite();
    const folder = makeFolder(
      Object.fromEntries(Array.from({ length: 12 }, (_, each) => [`p${each}.md`, `# P ${each}`])),
    );
    const sourcePath = folder;
    const { id, items } = unwrap(await app.services.transfer.startImport(sourcePath, {}));
    for (let read = 0; read < 10; read++) await items.next();
    await app.services.transfer.runImports();
    expect(unwrap(await app.services.transfer.importDetails(id)).state).toBe('running');
    expect(await app.services.transfer.takeBackNow(id)).toMatchObject({
      failure: { kind: 'conflict' },
    });
    app.clock.advance(61_000);
    await app.services.transfer.runImports();
    expect(unwrap(await app.services.transfer.importDetails(id))).toMatchObject({
      state: 'failed',
      problem: expect.stringMatching(/^It was interrupted/),
    });
    expect(unwrap(await app.services.transfer.takeBackNow(id))).toMatchObject({ posts: 10 });
    expect((await app.services.posts.postStats()).total).toBe(0);
  });

  it('leaves nothing public that only the program touched, when it is taken back', async () => {
    const app = await makeSite();
    const folder = makeFolder({ 'a.md': post('title: A'), 'b.md': '# B\n\nThe IC50.' });
    await importPath(app.services, folder);
    const publishAt = await saveImportedChanges(app, 'a');
    app.clock.set(publishAt);
    await app.services.posts.publishDueChanges();
    expect((await app.services.posts.publishedPost('a'))?.title).toBe('Later');
    const term = { term: 'IC50', definition: 'Half.', synonyms: [], relatedTerms: [] };
    unwrap(await app.services.glossary.addTerm({ ...term, category: 'Pharmacology' }, { by }));
    await app.services.posts.renderOutdated(new AbortController().signal);
    expect((await app.services.posts.publishedPost('b'))?.terms).toHaveLength(1);
    const id = await importOf(app);
    const taken = { posts: 2, edited: [] };
    expect(unwrap(await app.services.transfer.takeBackPreview(id))).toMatchObject(taken);
    expect(unwrap(await app.services.transfer.takeBackImport(id, { by }))).toMatchObject(taken);
    for (const slug of ['a', 'b']) expect(await app.services.posts.anyPost(slug)).toBeNull();
    expect(await app.db.query.selectFrom('public_posts').select('id').execute()).toEqual([]);
    expect(await app.db.query.selectFrom('post_search').select('post_id').execute()).toEqual([]);
  });

  it('keeps a post whose imported changes a person has published, when it is taken back', async () => {
    const app = await makeSite();
    await importPath(app.services, makeFolder({ 'a.md': post('title: A') }));
    await saveImportedChanges(app, 'a');
    unwrap(await app.services.posts.publishChanges('a', { by }));
    expect(
      unwrap(await app.services.transfer.takeBackImport(await importOf(app), { by })),
    ).toMatchObject({
      posts: 0,
      edited: [{ slug: 'a', title: 'Later' }],
    });
    expect(await app.services.posts.publishedPost('a')).not.toBeNull();
  });

  it('that was taken back takes nothing again that a person has restored from the trash', async () => {
    const app = await makeSite();
    await importPath(
      app.services,
      makeFolder({ 'a.md': post('title: A'), 'b.md': post('title: B') }),
    );
    unwrap(await app.services.posts.removePost('a', { by }));
    const id = await importOf(app);
    expect(unwrap(await app.services.transfer.takeBackImport(id, { by }))).toMatchObject({
      posts: 1,
    });
    for (const trashed of (await app.services.posts.trashedPosts({ limit: 10 })).posts) {
      unwrap(await app.services.posts.restorePost(trashed.id, { by }));
    }
    const nothing = { posts: 0, edited: [] };
    expect(unwrap(await app.services.transfer.takeBackPreview(id))).toMatchObject(nothing);
    expect(unwrap(await app.services.transfer.takeBackImport(id, { by }))).toMatchObject(nothing);
    expect(await app.services.posts.postStats()).toMatchObject({ published: 2 });
  });

  it('can be taken back whole: posts go to the trash, redirects end, and what was edited stays', async () => {
    const app = await makeSite();
    const folder = makeFolder({
      'a.md': post('title: A', 'aliases: [/old/a]'),
      'b.md': post('title: B', 'aliases: [/old/b]'),
    });
    await importPath(app.services, folder);
    const b = unwrapPost(await app.services.posts.anyPost('b'));
    unwrap(await app.services.posts.editPost('b', { ...b, title: 'Edited' }, { by }));
    const id = await importOf(app);
    const edited = [{ slug: 'b', title: 'Edited' }];
    // It says what goes, not what the import had brought.
    expect(unwrap(await app.services.transfer.takeBackPreview(id))).toEqual({
      posts: 1,
      redirects: 1,
      edited,
    });
    expect(unwrap(await app.services.transfer.takeBackImport(id, { by: undefined }))).toEqual({
      posts: 1,
      redirects: 1,
      pictures: 0,
      edited,
    });
    expect(await app.services.posts.anyPost('a')).toBeNull();
    expect(unwrap(await app.services.transfer.takeBackPreview(id))).toMatchObject({
      posts: 0,
      redirects: 0,
    });
    expect((await app.services.posts.trashedPosts({ limit: 10 })).total).toBe(1);
    expect((await app.get('/old/a')).status).toBe(404);
    expect((await app.get('/old/b')).status).toBe(301);
    const again = await importPath(app.services, folder);
    expect(again.map(({ outcome }) => outcome)).toEqual(['imported', 'skipped']);
  });
});

describeEachEngine('an import of many posts that is taken back', (makeDatabase) => {
  const COUNT = 90;

  /** Begins to take it back, and resolves when some of its posts are in the trash. */
  async function takeBackInMidst(signal?: AbortSignal) {
    const app = await makeApp({ db: await makeDatabase(), renderPage: NOT_FOUND });
    const files = Array.from({ length: COUNT }, (_, each) => [
      `${String(each).padStart(3, '0')}.md`,
      post(`title: P ${each}`, `slug: p-${each}`, `aliases: [/old/${each}]`),
    ]);
    await importPath(app.services, makeFolder(Object.fromEntries(files)));
    const id = await importOf(app);
    const taking = app.services.transfer.takeBackImport(id, { by, ...(signal && { signal }) });
    taking.catch(() => undefined);
    const trashed = async () => (await app.services.posts.trashedPosts({ limit: 100 })).posts;
    while ((await trashed()).length === 0) await setImmediate();
    return { app, id, taking, trashed };
  }

  it('and killed in its midst goes on with the rest: nothing stays, and nothing is taken twice', async () => {
    const kill = new AbortController();
    const { app, id, taking, trashed } = await takeBackInMidst(kill.signal);
    kill.abort(new Error('killed'));
    await expect(taking).rejects.toThrow('killed');
    const before = (await trashed()).length;
    expect(before).toBeLessThan(COUNT);
    expect(unwrap(await app.services.transfer.takeBackPreview(id))).toMatchObject({
      posts: COUNT - before,
    });
    expect(unwrap(await app.services.transfer.takeBackImport(id, { by }))).toMatchObject({
      posts: COUNT - before,
      redirects: COUNT,
      edited: [],
    });
    expect((await app.services.posts.postStats()).total).toBe(0);
    expect(await trashed()).toHaveLength(COUNT);
    const events = await app.db.query.selectFrom('audit_events').select('action').execute();
    expect(events.filter(({ action }) => action === 'post-deleted')).toHaveLength(COUNT);
    expect(events.filter(({ action }) => action === 'import-taken-back')).toHaveLength(1);
  });

  it('keeps a post that is edited meanwhile, and names it, and one that is restored meanwhile', async () => {
    const { app, id, taking, trashed } = await takeBackInMidst();
    const [first] = await trashed();
    const restored = app.services.posts.restorePost(first?.id ?? '', { by });
    // Posts are taken in the order of their ids.
    const { slug } = await app.db.query
      .selectFrom('posts')
      .select('slug')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    const last = unwrapPost(await app.services.posts.anyPost(slug));
    const edit = app.services.posts.editPost(last.slug, { ...last, title: 'Edited' }, { by });
    const [taken] = [unwrap(await taking), unwrap(await restored), unwrap(await edit)];
    const edited = [{ slug: last.slug, title: 'Edited' }];
    expect(taken).toMatchObject({ posts: COUNT - 1, edited });
    expect(await app.services.posts.publishedPost(last.slug)).not.toBeNull();
    expect(await app.services.posts.publishedPost(first?.slug ?? '')).not.toBeNull();
    expect(await app.services.transfer.redirectTarget(slug.replace('p-', '/old/'))).toBe(
      `/blog/${slug}`,
    );
    expect(unwrap(await app.services.transfer.takeBackImport(id, { by }))).toMatchObject({
      posts: 0,
      edited,
    });
    expect((await app.services.posts.postStats()).total).toBe(2);
  });
});

describe('what is imported', () => {
  it('keeps its body byte for byte where nothing leads elsewhere', async () => {
    const app = await makeApp();
    const body = '## Heading\r\n\r\nSome *text* in <b>HTML</b>, [x](https://x.test "&amp;").\r\n';
    await importPath(app.services, makeFolder({ 'a.md': `---\r\ntitle: A\r\n---\r\n${body}` }));
    const stored = await app.services.posts.publishedPost('a');
    expect(stored?.content).toBe(body);
    expect(stored?.contentHtml).toContain('<em>text</em>');
  });

  it('must be something that can be read, which is said in words', async () => {
    const app = await makeApp();
    for (const folder of [makeFolder(), makeFolder({ 'a.txt': 'x', 'b.json': '{}' })]) {
      const sourcePath = folder;
      expect(await app.services.transfer.startImport(sourcePath, {})).toMatchObject({
        failure: { detail: expect.stringContaining('Markdown') },
      });
    }
    expect(await app.services.transfer.startImport('/nowhere/at/all', {})).toMatchObject({
      failure: { kind: 'not-found' },
    });
  });
});

describe('posts of different blogs', () => {
  const blog = (title: string, date: string) =>
    makeFolder({
      'hello.md': post(`title: ${title}`, `date: ${date}`),
      'undated.md': post('title: U'),
    });

  it('with one path both come, and each is known when it is imported again', async () => {
    const app = await makeApp();
    const [one, two] = [blog('One', '2012-05-08'), blog('Two', '2015-05-08')];
    const slugs = async (folder: string) =>
      (await importPath(app.services, folder)).map(({ outcome, slug }) => `${outcome} ${slug}`);
    expect(await slugs(one)).toEqual(['imported hello', 'imported undated']);
    expect(await slugs(two)).toEqual(['imported hello-2', 'skipped undated']);
    expect(await slugs(one)).toEqual(['skipped hello', 'skipped undated']);
    expect(await slugs(two)).toEqual(['skipped hello-2', 'skipped undated']);
    expect(await slugs(blog('One', '2020-01-01'))).toEqual(['skipped hello', 'skipped undated']);
  });
});

function unwrapPost<T>(post: T | null): T {
  if (post === null) throw new Error('The post was not imported');
  return post;
}

describe('a Notion export', () => {
  const id = '0123456789abcdef0123456789abcdef';
  it.each([
    ['pages', { [`Home ${id}.md`]: '# Home', [`Home/Text ${id}.md`]: '# Text', 'Home/a.png': 'x' }],
    [
      'pages in HTML',
      { [`Home ${id}.html`]: '<p>a</p>', 'index.html': '<p>b</p>', [`${id}.html`]: '' },
    ],
    ['a table', { [`Posts ${id}.csv`]: 'Name\nA', [`Posts ${id}_all.csv`]: 'Name\nA' }],
    ['a zip in a zip', { 'ExportBlock-01234567-89ab-cdef-0123-456789abcdef-Part-1.zip': 'PK' }],
  ])('is refused by name, and tells what to do instead: %s', async (_name, files) => {
    const app = await makeApp();
    expect(await app.services.transfer.planImport(makeFolder(files))).toMatchObject({
      failure: { detail: expect.stringMatching(/Notion export.*Markdown file/) },
    });
  });

  it('is not seen in a blog with one such name', async () => {
    const app = await makeApp({ renderPage: NOT_FOUND });
    const folder = makeFolder({ [`hash ${id}.md`]: '# A', 'b.md': '# B', 'c.md': '# C' });
    expect(await planPath(app.services, folder)).toHaveLength(3);
  });
});
