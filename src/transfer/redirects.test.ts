import { describe, expect, it } from 'vitest';
import { describeEachEngine } from '../../test/engines.ts';
import { makeApp } from '../../test/make-app.ts';
import { makeFolder } from '../../test/make-folder.ts';
import { input } from '../../test/make-posts.ts';
import { makeMemoryDatabase } from '../../test/make-site.ts';
import { createPost, editPost } from '../../test/save-posts.ts';
import { unwrap } from '../../test/unwrap.ts';
import type { PostInput } from '../posts/post-input.ts';
import { publishedPost } from '../posts/public-posts.ts';
import { eraseTrashedPost, removePost, restorePost } from '../posts/trash.ts';
import { inTransaction } from '../server/db/transaction.ts';
import { openFiles } from './files.ts';
import { addFormerRedirects, addRedirect, type NewRedirect } from './redirects.ts';
import type { PostItem } from './source.ts';

const NOT_FOUND = async () => new Response('Not found', { status: 404 });

async function makeSite(renderPage = NOT_FOUND, db = makeMemoryDatabase()) {
  const app = await makeApp({ db, renderPage });
  const add = (redirect: NewRedirect) =>
    inTransaction(db.query, (trx) => addRedirect(trx, redirect, app.site.now()));
  const write = async (title: string, more: Partial<PostInput> = {}) =>
    unwrap(await createPost(app.site, input({ ...more, title })));
  const leadsTo = async (path: string) => {
    const { status, headers } = await app.get(path);
    return [status, headers.get('Location')];
  };
  /** Stores a redirect that the site would not take. */
  const store = (path: string, target: string) => {
    const known = { post_id: null, created_at: '2026-01-01T00:00:00.000Z' };
    return db.query
      .insertInto('redirects')
      .values({ path, target, ...known })
      .execute();
  };
  return { ...app, add, write, leadsTo, store };
}

describe('a path on an old site', () => {
  it('leads for good to its post, however it is spelled, and to its slug of today', async () => {
    const { add, write, leadsTo, site } = await makeSite();
    const { id } = await write('A');
    expect(await add({ from: '/2012/05/Fußball/index.html', to: { postId: id } })).toBe(true);
    for (const path of ['/2012/05/fu%C3%9Fball', '/2012/05/Fu%c3%9fball/', '/2012//05/FUßball']) {
      expect(await leadsTo(path)).toEqual([301, '/blog/a']);
    }
    await editPost(site, 'a', input({ title: 'B' }));
    expect(await leadsTo('/2012/05/fußball/index.htm')).toEqual([301, '/blog/b']);
    expect(await leadsTo('/2012/05')).toEqual([404, null]);
  });

  it('tells nothing of a draft, a scheduled post or one in the trash, and leads there once it is public', async () => {
    const { add, write, leadsTo, site, clock } = await makeSite();
    const draft = await write('Draft', { status: 'draft' });
    const later = await write('Later', { publishDate: '2026-03-02T09:00:00.000Z' });
    await add({ from: '/old/draft', to: { postId: draft.id } });
    await add({ from: '/old/later', to: { postId: later.id } });
    for (const path of ['/old/draft', '/old/later']) {
      expect(await leadsTo(path)).toEqual([404, null]);
    }
    clock.advanceDays(1);
    expect(await leadsTo('/old/later')).toEqual([301, '/blog/later']);
    await removePost(site, 'later');
    expect(await leadsTo('/old/later')).toEqual([404, null]);
    unwrap(await restorePost(site, later.id, { by: 'a@site.test' }));
    expect(await leadsTo('/old/later')).toEqual([404, null]);
  });

  it('never hides a page of the site, the home page least of all', async () => {
    const { add, write, leadsTo } = await makeSite(async () => new Response('A page'));
    const { id } = await write('A');
    await add({ from: '/contact', to: { postId: id } });
    expect(await add({ from: '/index.html', to: { postId: id } })).toBe(false);
    expect(await leadsTo('/contact')).toEqual([200, null]);
    expect(await leadsTo('/')).toEqual([200, null]);
  });

  it('on the blog becomes a former slug, unless a post has it', async () => {
    const { add, write, site } = await makeSite();
    const [a, b] = [await write('A'), await write('B')];
    expect(await add({ from: '/blog/old/', to: { postId: a.id } })).toBe(true);
    expect(await add({ from: '/blog/old', to: { postId: b.id } })).toBe(false);
    expect(await add({ from: '/blog/b', to: { postId: a.id } })).toBe(false);
    expect((await publishedPost(site, 'old'))?.id).toBe(a.id);
    expect((await publishedPost(site, 'b'))?.id).toBe(b.id);
  });

  it('keeps its post until that is erased, and then may lead elsewhere', async () => {
    const { add, write, leadsTo, site } = await makeSite();
    const [a, b] = [await write('A'), await write('B')];
    await add({ from: '/old', to: { postId: a.id } });
    expect(await add({ from: '/OLD/', to: { postId: b.id } })).toBe(false);
    await removePost(site, 'a');
    expect(await add({ from: '/old', to: { postId: b.id } })).toBe(false);
    await eraseTrashedPost(site, a.id, { by: 'a@site.test' });
    expect(await add({ from: '/old', to: { postId: b.id } })).toBe(true);
    expect(await leadsTo('/old')).toEqual([301, '/blog/b']);
  });

  it('may lead to a file or a path in any script, and hostile ones are no more than not found', async () => {
    const { add, leadsTo, get } = await makeSite();
    await add({ from: '/wp-content/a.jpg', to: { target: '/media/x/1x1.jpg' } });
    expect(await leadsTo('/wp-content/a.jpg')).toEqual([301, '/media/x/1x1.jpg']);
    await add({ from: '/old', to: { target: '/über/日本?a=é b#ö' } });
    const encoded = '/%C3%BCber/%E6%97%A5%E6%9C%AC?a=%C3%A9%20b#%C3%B6';
    expect(await leadsTo('/old')).toEqual([301, encoded]);
    for (const path of ['/%00', '/%ed%a0%80', `/${'x'.repeat(9_000)}`, "/'--", '/%zz']) {
      expect([path, (await get(path)).status]).toEqual([path, 404]);
    }
  });

  it('leads nobody away and breaks no response, whatever its target is', async () => {
    const { add, leadsTo, store, db } = await makeSite();
    for (const target of [
      '//evil.example',
      '/\\evil.example',
      '/.//evil.example',
      '/a/..//evil.example',
      '/\t/evil.example',
      'https://evil.example/',
      'javascript:alert(1)',
      'evil',
      '',
      '/a\r\nSet-Cookie: a=b',
      '/a\u{1}',
      `/${'a'.repeat(200_000)}`,
      `/${'é'.repeat(1_000)}`,
    ]) {
      expect(await add({ from: '/new', to: { target } })).toBe(false);
      await db.query.deleteFrom('redirects').execute();
      await store('/stored', target);
      for (const path of ['/new', '/stored']) expect(await leadsTo(path)).toEqual([404, null]);
    }
  });

  it('leads to no other redirect, so that none lead in a circle', async () => {
    const { add, leadsTo } = await makeSite();
    expect(await add({ from: '/a', to: { target: '/A/' } })).toBe(false);
    expect(await add({ from: '/b', to: { target: '/c' } })).toBe(true);
    expect(await add({ from: '/a', to: { target: '/b' } })).toBe(false);
    expect(await add({ from: '/c', to: { target: '/b?again' } })).toBe(false);
    expect([await leadsTo('/a'), await leadsTo('/b')]).toEqual([
      [404, null],
      [301, '/c'],
    ]);
  });
});

describeEachEngine('a path in any script', (makeDatabase) => {
  it('fits into the index of either database, or is not taken', async () => {
    const { add, write } = await makeSite(NOT_FOUND, await makeDatabase());
    const { id } = await write('A');
    const paths = Array.from({ length: 900 }, (_, at) => String.fromCharCode(0x4e00 + at * 7));
    expect(await add({ from: `/${paths.join('')}`, to: { postId: id } })).toBe(false);
    expect(await add({ from: `/${paths.slice(0, 600).join('')}`, to: { postId: id } })).toBe(true);
  });
});

function post(path: string): PostItem {
  const load = () => Promise.reject(new Error('Nothing is loaded'));
  const item = { kind: 'post', key: path, label: path, title: path, slug: 'a' } as const;
  return { ...item, status: 'published', date: null, formerPaths: [path], notes: [], load };
}

it('redirects of a former site to its home page are not taken, and a broken table is named', async () => {
  const home = post('/');
  const others = { _redirects: '/was /\n/x https://elsewhere.test/', 'redirects.json': '[' };
  const [left] = await addFormerRedirects(await openFiles(makeFolder(others)), [home], []);
  expect(home.formerPaths).toEqual(['/']);
  expect(left).toContain('redirects.json, /was to /');
});
