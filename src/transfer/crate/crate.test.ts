import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { describeEachEngine } from '../../../test/engines.ts';
import { changedCopy, exportSite, resealedCopy, textOf } from '../../../test/export-site.ts';
import { AWKWARD, EDITOR, fillSite } from '../../../test/full-site.ts';
import { importPath } from '../../../test/import-folder.ts';
import { makeApp, type TestApp } from '../../../test/make-app.ts';
import { makeFolder } from '../../../test/make-folder.ts';
import { startObjectStore } from '../../../test/s3-server.ts';
import { unwrap } from '../../../test/unwrap.ts';
import { createS3PictureStore } from '../../media/storage/s3-picture-store.ts';
import { postInputSchema } from '../../posts/post-input.ts';
import type { Database } from '../../server/db/connect.ts';
import { connectSqlite } from '../../server/db/connect.ts';
import { migrate } from '../../server/db/migrate.ts';
import type { ImportedItem } from '../imported-item.ts';
import { readPostFile } from '../markdown/post-file.ts';

const NOT_FOUND = async () => new Response('Not found', { status: 404 });

const makeSite = (db: Database) => makeApp({ db, renderPage: NOT_FOUND });

async function makeSqlite(): Promise<Database> {
  const db = connectSqlite(join(makeFolder(), 'other.sqlite'));
  onTestFinished(() => db.close());
  await migrate(db);
  return db;
}

/** Another, empty site, at the same time. */
async function makeOther({ clock }: TestApp, makeDatabase = makeSqlite): Promise<TestApp> {
  const db = await makeDatabase();
  const other = await makeSite(db);
  other.clock.set(clock.now().toISOString());
  return other;
}

/** What readers and administrators see of a site. */
async function everythingOf({ services, get }: TestApp) {
  const slugs = ['markdown', 'html', 'draft', 'scheduled'];
  return {
    posts: await Promise.all(slugs.map((slug) => services.posts.anyPost(slug))),
    revisions: await Promise.all(
      slugs.map(async (slug) =>
        (await services.posts.revisionsOf(slug))?.map(({ savedBy: _, ...each }) => each),
      ),
    ),
    first: await Promise.all(
      ['markdown', 'html'].map(async (slug) => ({
        ...(await services.posts.revision(slug, 1)),
        savedBy: null,
      })),
    ),
    changes: await services.posts
      .changesOf('html')
      .then((each) => ({ ...each, etag: '', savedBy: '' })),
    records: await Promise.all(
      [1, 2].map((each) => services.posts.publishedRecord('markdown', each)),
    ),
    record: await services.posts.recordOf('markdown'),
    glossary: await services.glossary.glossary(),
    authors: await services.posts.authors(),
    pictures: await services.media.pictures({ limit: 50 }),
    attachments: await services.media.attachments({ limit: 50 }),
    former: (await get('/2012/05/old%2541 é, "x"')).headers.get('Location'),
    picture: (await get('/wp-content/a.png')).headers.get('Location'),
    found: await services.posts.searchPosts('ethanol', { limit: 10, offset: 0 }),
  };
}

/** Items that did not come as they were. */
function unlikeBefore(items: readonly ImportedItem[]) {
  return items.filter(({ outcome, notes }) => outcome !== 'imported' || notes.length > 0);
}

it('an export of a site whose files are in a bucket comes back into another bucket', async () => {
  const inBucket = async () => {
    const pictureStore = createS3PictureStore((await startObjectStore()).bucket);
    return makeApp({ db: await makeSqlite(), renderPage: NOT_FOUND, pictureStore });
  };
  const [site, other] = [await inBucket(), await inBucket()];
  await fillSite(site);
  other.clock.set(site.clock.now().toISOString());
  const exported = await exportSite(site.services);
  expect(exported.summary).toMatchObject({ pictures: 3, attachments: 2 });
  expect(unlikeBefore(await importPath(other.services, exported.file))).toEqual([]);
  const again = await exportSite(other.services);
  expect(textOf(again.content, 'manifest-sha256.txt')).toBe(
    textOf(exported.content, 'manifest-sha256.txt'),
  );
});

describeEachEngine('an export', (makeDatabase) => {
  it('publishes nothing whose time has passed on the way, and says so', async () => {
    const app = await makeSite(await makeDatabase());
    const fields = { title: 'First', slug: 'post', content: 'Text', status: 'published' as const };
    const { etag } = unwrap(await app.services.posts.createPost(postInputSchema.parse(fields), {}));
    const changes = postInputSchema.parse({ ...fields, title: 'Later' });
    const publishAt = new Date(app.clock.now().getTime() + 60_000).toISOString();
    unwrap(await app.services.posts.saveChanges('post', changes, { by: EDITOR, etag, publishAt }));
    const exported = await exportSite(app.services);
    app.clock.advance(61_000);
    const other = await makeOther(app);
    const items = await importPath(other.services, exported.file);
    expect(items.flatMap(({ notes }) => notes.map(({ message }) => message))).toContain(
      'The time to publish its changes has passed, so they were not published.',
    );
    await other.services.posts.publishDueChanges();
    expect((await other.services.posts.anyPost('post'))?.title).toBe('First');
    expect(await other.services.posts.changesOf('post')).toMatchObject({
      problem: 'Their publication time passed before they were imported.',
    });
  });

  it('brings back everything into an empty site, and is the same export there', async () => {
    const site = await makeSite(await makeDatabase());
    await fillSite(site);
    const exported = await exportSite(site.services);
    const other = await makeOther(site);
    expect(unlikeBefore(await importPath(other.services, exported.file))).toEqual([]);
    expect(await everythingOf(other)).toEqual(await everythingOf(site));
    const again = await exportSite(other.services);
    expect(textOf(again.content, 'manifest-sha256.txt')).toBe(
      textOf(exported.content, 'manifest-sha256.txt'),
    );
    expect(again.summary).toEqual(exported.summary);
    for (const isDryRun of [true, false]) {
      const items = await importPath(other.services, exported.file, { isDryRun });
      expect(new Set(items.map(({ outcome }) => outcome))).toEqual(new Set(['skipped']));
    }
  });

  it('of another engine comes back the same', async () => {
    const site = await makeSite(await makeSqlite());
    await fillSite(site);
    const exported = await exportSite(site.services);
    const other = await makeOther(site, makeDatabase);
    const folder = changedCopy(exported, {});
    expect(unlikeBefore(await importPath(other.services, folder))).toEqual([]);
    expect((await exportSite(other.services)).summary).toEqual(exported.summary);
  });

  it('changes nothing in a site that has it, and tells what is there', async () => {
    const site = await makeSite(await makeDatabase());
    await fillSite(site);
    const { services, clock } = site;
    const exported = await exportSite(services);
    const mine = postInputSchema.parse({ title: 'Mine', slug: 'draft', content: 'Mine' });
    unwrap(await services.posts.editPost('draft', mine, { by: EDITOR }));
    unwrap(await services.posts.removePost('scheduled', { by: EDITOR }));
    clock.advanceDays(1);
    const before = await exportSite(services);
    const planned = await importPath(services, exported.file, { isDryRun: true });
    const items = await importPath(services, exported.file);
    const told = (all: readonly ImportedItem[]) =>
      Object.fromEntries(all.map(({ label, outcome, reason }) => [label, `${outcome} ${reason}`]));
    expect(told(planned)).toEqual(told(items));
    expect(told(items)).toMatchObject({
      'posts/markdown.md': 'skipped it already exists here',
      'posts/draft.md': 'skipped a different version of it already exists here, which stays',
      'posts/scheduled.md': 'skipped it is in the trash here. Restore it there',
      'glossary.json': 'skipped its terms already exist here',
    });
    const { content } = await exportSite(services);
    expect(textOf(content, 'manifest-sha256.txt')).toBe(
      textOf(before.content, 'manifest-sha256.txt'),
    );
  });

  it('comes into a site of its own posts and terms beside them', async () => {
    const site = await makeSite(await makeSqlite());
    await fillSite(site);
    const exported = await exportSite(site.services);
    const other = await makeOther(site, makeDatabase);
    const { services } = other;
    const mine = postInputSchema.parse({ title: 'Mine', slug: 'html', content: 'Mine' });
    unwrap(await services.posts.createPost(mine, { by: EDITOR }));
    const own = { term: 'ic50', definition: 'Mine.', synonyms: [], relatedTerms: [] };
    unwrap(await services.glossary.addTerm({ ...own, category: 'Pharmacology' }, { by: EDITOR }));
    const items = await importPath(services, exported.file);
    expect(unlikeBefore(items).map(({ label, slug, outcome }) => [label, slug, outcome])).toEqual([
      ['glossary.json', '', 'skipped'],
      ['posts/html.html', 'html-2', 'imported'],
    ]);
    expect((await services.posts.anyPost('html'))?.content).toBe('Mine');
    // The last one is its unpublished changes.
    expect(await services.posts.revisionsOf('html-2')).toHaveLength(4);
    const slugs = await Promise.all(
      [1, 2, 3, 4].map((version) => services.posts.revision('html-2', version)),
    );
    expect(slugs.map((each) => each?.slug)).toEqual(['html-before', 'html', 'html-2', 'html-2']);
  });

  it('brings unpublished changes back once that are older than the public version', async () => {
    const site = await makeSite(await makeDatabase());
    const { services, clock } = site;
    const fields = (title: string) => postInputSchema.parse({ title, slug: 'post', content: 'A' });
    unwrap(await services.posts.createPost(fields('First'), { by: EDITOR }));
    unwrap(
      await services.posts.saveChanges('post', fields('Waits'), { by: EDITOR, publishAt: null }),
    );
    clock.advance(1_000);
    unwrap(await services.posts.editPost('post', fields('Public'), { by: EDITOR }));
    const exported = await exportSite(services);
    const other = await makeOther(site);
    await importPath(other.services, exported.file);
    expect((await other.services.posts.changesOf('post'))?.post.title).toBe('Waits');
    const revisions = await other.services.posts.revisionsOf('post');
    expect(revisions?.map(({ title }) => title).sort()).toEqual(['First', 'Public', 'Waits']);
    const again = await exportSite(other.services);
    expect(textOf(again.content, 'manifest-sha256.txt')).toBe(
      textOf(exported.content, 'manifest-sha256.txt'),
    );
  });

  it('brings every save of unpublished changes, also those that were discarded or saved again', async () => {
    const site = await makeSite(await makeDatabase());
    const { services } = site;
    const fields = (title: string) => postInputSchema.parse({ title, slug: 'post', content: 'A' });
    unwrap(await services.posts.createPost(fields('Public'), { by: EDITOR }));
    const save = async (title: string) =>
      unwrap(
        await services.posts.saveChanges('post', fields(title), { by: EDITOR, publishAt: null }),
      );
    for (const title of ['Discarded', 'Again', 'Waits']) {
      await save(title);
      if (title === 'Discarded')
        unwrap(await services.posts.discardChanges('post', { by: EDITOR }));
    }
    for (const titles of [
      ['Waits', 'Again', 'Discarded', 'Public'],
      // The last of all was discarded, too.
      ['Gone', 'Waits', 'Again', 'Discarded', 'Public'],
    ]) {
      if (titles[0] === 'Gone') {
        await save('Gone');
        unwrap(await services.posts.discardChanges('post', { by: EDITOR }));
      }
      const exported = await exportSite(services);
      const other = await makeOther(site);
      await importPath(other.services, exported.file);
      const revisions = await other.services.posts.revisionsOf('post');
      expect(revisions?.map(({ title }) => title)).toEqual(titles);
      const again = await exportSite(other.services);
      expect(textOf(again.content, 'manifest-sha256.txt')).toBe(
        textOf(exported.content, 'manifest-sha256.txt'),
      );
      unwrap(await other.services.posts.editPost('post', fields('Edited'), { by: EDITOR }));
      expect((await other.services.posts.anyPost('post'))?.version).toBe(titles.length + 1);
    }
  });

  it('of a former version keeps the changes of a draft as one of its versions', async () => {
    const site = await makeSite(await makeSqlite());
    await fillSite(site);
    const exported = await exportSite(site.services);
    const toDraft = (path: string, from: string, to: string) => ({
      [path]: textOf(exported.content, path).replace(from, to),
    });
    const line = /^.*"slug":"html".*$/m.exec(textOf(exported.content, 'posts.jsonl'))?.[0] ?? '';
    const folder = resealedCopy(exported, {
      ...toDraft('posts/html.html', 'status: "published"', 'status: "draft"'),
      ...toDraft('posts.jsonl', line, line.replace('"published"', '"draft"')),
    });
    const { services } = await makeOther(site, makeDatabase);
    expect(unlikeBefore(await importPath(services, folder))).toEqual([]);
    expect(await services.posts.anyPost('html')).toMatchObject({ title: 'HTML', status: 'draft' });
    expect(await services.posts.changesOf('html')).toBeNull();
    expect(await services.posts.revision('html', 4)).toMatchObject({ title: 'HTML, changed' });
    const again = postInputSchema.parse(await services.posts.anyPost('html'));
    unwrap(await services.posts.editPost('html', again, { by: EDITOR }));
    expect((await services.posts.anyPost('html'))?.version).toBe(5);
  });

  it('freezes no text but the one that was frozen, and says so', async () => {
    const site = await makeSite(await makeSqlite());
    await fillSite(site);
    const exported = await exportSite(site.services);
    const path = 'versions/markdown.jsonl';
    const changed = textOf(exported.content, path).replace('The IC50', 'The IC90');
    const { services } = await makeOther(site, makeDatabase);
    const items = await importPath(services, resealedCopy(exported, { [path]: changed }));
    expect(unlikeBefore(items).map(({ notes }) => notes)).toEqual([
      [{ kind: 'lost', message: expect.stringContaining('v1 is no longer a frozen version') }],
    ]);
    expect((await services.posts.recordOf('markdown'))?.records).toMatchObject([{ number: 2 }]);
  });

  it('brings a retraction whose time of change is missing: nobody reads the post as if it stood', async () => {
    const site = await makeSite(await makeSqlite());
    await fillSite(site);
    const exported = await exportSite(site.services);
    const path = 'posts/html.html';
    const text = textOf(exported.content, path);
    const retraction = `[{"id": "${randomUUID()}", "kind": "retraction", "date": "2026-03-02", "issuedBy": "A", "reason": "B"}]`;
    const changed = text
      .replace(/^notices: .*$/m, `notices: ${retraction}`)
      .replace(/^noticedAt: .*$/m, 'noticedAt: null');
    expect(changed).not.toBe(text);
    const { services } = await makeOther(site, makeDatabase);
    await importPath(services, resealedCopy(exported, { [path]: changed }));
    expect(await services.posts.publishedPost('html')).toMatchObject({
      title: 'RETRACTED: HTML',
      notices: [{ kind: 'retraction' }],
    });
  });

  it('that is damaged, or not whole, is refused before anything is written', async () => {
    const site = await makeSite(await makeDatabase());
    await fillSite(site);
    const exported = await exportSite(site.services);
    const { services, db } = await makeOther(site);
    const refused: [Record<string, string | null>, string][] = [
      [{ 'posts/html.html': 'other' }, 'posts/html.html has changed since'],
      [{ 'posts/draft.md': null }, 'posts/draft.md is missing'],
      [{ 'posts/more.md': 'x' }, 'holds posts/more.md, which is not in its manifest'],
      [{ 'manifest-sha256.txt': null }, 'lacks its manifest'],
      [{ 'manifest-sha256.txt': 'x' }, 'manifest of this export is damaged'],
      [{ 'export.json': null }, 'lacks export.json'],
      [{ 'export.json': '{"program":"ligara-site","format":99}' }, 'newer version'],
    ];
    for (const [changes, reason] of refused) {
      const sourcePath = changedCopy(exported, changes);
      expect(await services.transfer.startImport(sourcePath)).toMatchObject({
        failure: { kind: 'malformed', detail: expect.stringContaining(reason) },
      });
    }
    const zip = readFileSync(exported.file);
    const at = zip.indexOf('posts/draft.md') + 40;
    zip.writeUInt8(zip.readUInt8(at) ^ 0xff, at);
    writeFileSync(exported.file, zip);
    const sourcePath = exported.file;
    expect(await services.transfer.startImport(sourcePath)).toMatchObject({ ok: false });
    const tables = ['imports', 'posts', 'pictures', 'redirects', 'glossary_terms'] as const;
    for (const table of tables) {
      expect(await db.query.selectFrom(table).selectAll().execute()).toEqual([]);
    }
  });

  it('holds texts byte for byte and originals, and nothing about people', async () => {
    const site = await makeSite(await makeDatabase());
    await fillSite(site);
    await site.signIn();
    const { content } = await exportSite(site.services);
    expect(textOf(content, 'posts/markdown.md').endsWith(`${AWKWARD}\u2028More\n`)).toBe(true);
    expect(textOf(content, 'posts/markdown.md').split('\n').slice(0, 3)).toEqual([
      '---',
      'title: "Markdown: \\"quotes\\" & signs #1"',
      'slug: "markdown"',
    ]);
    expect(JSON.parse(textOf(content, 'references/markdown.json'))).toMatchObject([
      { id: 'reference-1', type: 'webpage', URL: 'https://example.org/a' },
      { id: 'smith2020', type: 'book', author: [{ family: 'Smith', given: 'Ann' }] },
    ]);
    for (const { address } of (await site.services.media.pictures({ limit: 10 })).items) {
      const response = await site.get(address);
      const stored = Buffer.from(await response.arrayBuffer());
      expect(content[address.slice(1)]?.equals(stored)).toBe(true);
    }
    const all = Buffer.concat(Object.values(content)).toString('latin1');
    expect(all).not.toContain('site.test');
    expect(all).not.toContain('In the trash');
    const crate = JSON.parse(textOf(content, 'ro-crate-metadata.json'));
    const entities: ({ '@id': string } & Record<string, unknown>)[] = crate['@graph'];
    const described = entities.map((entity) => entity['@id']);
    const files = Object.keys(content).filter(
      (path) => !/^(?:manifest-sha256\.txt|ro-crate-metadata\.json)$/.test(path),
    );
    expect(described).toEqual(expect.arrayContaining([...files, './', 'ro-crate-metadata.json']));
    expect(new Set(described).size).toBe(described.length);
    const entity = (id: unknown) => entities.find((each) => each['@id'] === id);
    const unformatted = entities.filter(
      (each) => [each['@type']].flat().includes('File') && !each.encodingFormat,
    );
    expect(unformatted).toEqual([]);
    const { license } = entity('./') as { license?: { '@id': string } };
    expect(entity(license?.['@id'])).toMatchObject({ name: expect.any(String) });
    const markdown = entity('posts/markdown.md');
    expect(markdown?.keywords).toEqual(['yes', '1.10']);
    const image = markdown?.image as { '@id': string } | undefined;
    expect(entity(image?.['@id'])?.['@type']).toContain('ImageObject');
    const hidden = files.filter((path) =>
      /\ndraft: true\npublished: false\n/.test(textOf(content, path)),
    );
    expect(hidden).toEqual(['changes/html.md', 'posts/draft.md']);
    expect(readPostFile(content['posts/draft.md'] as Buffer, 'posts/draft.md')).toMatchObject({
      input: { status: 'draft' },
    });
  });
});
