import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importFiles, importPath, makeEmptyApp } from '../../test/import-folder.ts';
import { makeFolder } from '../../test/make-folder.ts';
import { createPost, editPost } from '../../test/save-posts.ts';
import { unwrap } from '../../test/unwrap.ts';
import { postInputSchema } from '../posts/post-input.ts';
import { anyPost, postStats } from '../posts/reading.ts';
import { freezeVersion, writeNotices } from '../posts/record/records.ts';
import { removePost } from '../posts/trash.ts';
import { startImport } from './import.ts';
import { trashImported } from './import-reports.ts';

/** Front matter of the lines, and a body. */
function post(...lines: string[]): string {
  return ['---', ...lines, '---', 'Text', ''].join('\n');
}

const BY_HAND = postInputSchema.parse({ title: 'By hand', slug: 'b', content: 'Text' });

describe('an import', () => {
  it('fails for a bad file, follows no link, and goes on with the rest', async () => {
    const { site } = await makeEmptyApp();
    const utf16 = Buffer.from('\ufeffText', 'utf16le');
    const folder = makeFolder({ 'a.md': Uint8Array.of(0xff), 'b/c.md': utf16 });
    symlinkSync('nowhere', join(folder, 'dangling.md'));
    expect(await importPath(site, folder)).toMatchObject([
      { label: 'a.md', outcome: 'failed', slug: '', reason: expect.stringContaining('UTF-8') },
      { label: 'b/c.md', outcome: 'imported', slug: 'c', reason: '' },
      { label: 'dangling.md', outcome: 'skipped', reason: expect.stringContaining('symbolic') },
    ]);
  });

  it('changes nothing when it runs again, also after posts were edited, moved and deleted', async () => {
    const { site, clock, db } = await makeEmptyApp();
    const files = Object.fromEntries(['A', 'B', 'C'].map((t) => [`${t}.md`, post(`title: ${t}`)]));
    const folder = makeFolder(files);
    await importPath(site, folder);
    unwrap(await editPost(site, 'b', { ...BY_HAND, slug: 'moved' }));
    unwrap(await removePost(site, 'c'));
    clock.advanceDays(1);
    const everything = async () => [
      await anyPost(site, 'a'),
      await anyPost(site, 'b'),
      await db.query.selectFrom('posts').selectAll().execute(),
    ];
    const before = await everything();
    const again = await importPath(site, folder);
    expect(again.map(({ outcome, slug, reason }) => [outcome, slug, reason])).toEqual([
      ['skipped', 'a', 'it was imported before'],
      ['skipped', 'moved', 'it was imported before'],
      ['skipped', '', 'it was imported before, and deleted since'],
    ]);
    expect(await everything()).toEqual(before);
    expect(await postStats(site)).toMatchObject({ total: 2 });
    for (const title of ['A', 'New']) {
      writeFileSync(join(folder, 'A.md'), post(`title: ${title}`, 'date: 2020-01-01'));
      const [dated] = await importPath(site, folder);
      expect(dated?.outcome).toBe('skipped');
    }
    expect(await everything()).toEqual(before);
    writeFileSync(join(folder, 'D.md'), `${post('title: D')}[C](C.md)`);
    expect((await importPath(site, folder))[3]?.notes.join()).toContain('not imported: C.md');
    // What was there before stays, and another with its address is a new one.
    await db.query.updateTable('posts').set({ import_key: null }).execute();
    const same = { 'a.md': post('title: A'), 'b.md': post('title: B', 'slug: moved') };
    const others = await importPath(site, makeFolder(same));
    expect(others.map(({ outcome, slug, reason }) => [outcome, slug, reason])).toEqual([
      ['skipped', 'a', 'another post already has its address'],
      ['imported', 'moved-2', ''],
    ]);
  });

  it('that is a dry run writes nothing', async () => {
    const app = await makeEmptyApp();
    const before = await app.db.query.selectFrom('audit_events').selectAll().execute();
    const { items } = await importFiles({ 'a.md': post('title: A') }, { isDryRun: true }, app);
    expect(items).toMatchObject([{ outcome: 'imported', slug: 'a', status: 'published' }]);
    expect(await postStats(app.site)).toMatchObject({ total: 0 });
    expect(await app.db.query.selectFrom('audit_events').selectAll().execute()).toEqual(before);
  });
});

it('what is imported must be something that can be read, which is said in words', async () => {
  const { site } = await makeEmptyApp();
  for (const folder of [makeFolder(), makeFolder({ 'a.txt': 'x', 'b.json': '{}' })]) {
    await expect(startImport(site, folder)).rejects.toThrow('Markdown');
  }
  await expect(startImport(site, '/nowhere/at/all')).rejects.toThrow('no file');
});

it('two blogs with one path both come, and each is known when it is imported again', async () => {
  const { site } = await makeEmptyApp();
  const undated = { 'undated.md': post('title: U') };
  const blog = (title: string, date: string) =>
    makeFolder({ ...undated, 'hello.md': post(`title: ${title}`, `date: ${date}`) });
  const [one, two] = [blog('One', '2012-05-08'), blog('Two', '2015-05-08')];
  for (const [folder, outcomes] of [
    [one, ['imported hello', 'imported undated']],
    [two, ['imported hello-2', 'skipped undated']],
    [one, ['skipped hello', 'skipped undated']],
    [two, ['skipped hello-2', 'skipped undated']],
    [blog('One', '2020-01-01'), ['skipped hello', 'skipped undated']],
  ] as const) {
    const items = await importPath(site, folder);
    expect(items.map(({ outcome, slug }) => `${outcome} ${slug}`)).toEqual(outcomes);
  }
});

it('an import is taken back into the trash, but for posts that were edited, corrected or frozen since', async () => {
  const { site, items } = await importFiles({ 'a.md': 'A', 'b.md': 'B', 'c.md': 'C', 'd.md': 'D' });
  const ids = items.flatMap(({ postId }) => postId ?? []);
  unwrap(await editPost(site, 'b', BY_HAND));
  const own = unwrap(await createPost(site, { ...BY_HAND, slug: 'own' }));
  await writeNotices(site.db.query, { id: ids[2] ?? '' }, [], '2100-01-01T00:00:00.000Z');
  unwrap(await freezeVersion(site, 'd', { etag: `${ids[3]}.1`, note: '', by: 'a@b.test' }));
  const taken = await trashImported(site, [...ids, own.id, 'nothing']);
  expect(taken).toEqual({ trashed: ['a'], kept: ['b', 'c', 'd'] });
});
