import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { boundTo } from '../../test/bound-to.ts';
import { describeEachEngine } from '../../test/engines.ts';
import { makeApp } from '../../test/make-app.ts';
import { createPost, editPost } from '../../test/save-posts.ts';
import { unwrap } from '../../test/unwrap.ts';
import { readAuditTrail } from '../accounts/audit.ts';

import { type PostDraft, postInputSchema } from '../posts/post-input.ts';
import { removePost } from '../posts/trash.ts';
import type { Database } from '../server/db/connect.ts';
import { succeed } from '../server/failure.ts';
import { describePicture, listMedia, removeMedia, sweepPictures } from './library.ts';
import { uploadMedia } from './upload.ts';

const HOUR_MS = 60 * 60 * 1000;
const ANNA = 'anna@site.test';

/** Makes a file a picture for those who look at its first bytes. */
const GIF = 'GIF89a';

/** A library in which every file is a picture of 10 by 20 pixels. */
async function makeLibrary(database?: Database) {
  const processed: string[] = [];
  const { site, clock, db, mediaDir } = await makeApp({
    ...(database && { db: database }),
    processPicture: async (file) => {
      processed.push(Buffer.from(file).toString().replace(GIF, ''));
      return succeed({
        width: 10,
        height: 20,
        format: 'png',
        moving: false,
        placeholder: '#010203',
        bytes: 3,
        files: new Map([['10x20.png', Buffer.from('abc')]]),
      });
    },
  });
  async function upload(content: string, name = `${content}.png`, recheck?: () => Promise<void>) {
    const { item, isNew } = unwrap(
      await uploadMedia(site, [Buffer.from(GIF + content)], { name, by: ANNA, recheck }),
    );
    clock.advance(1_000);
    return { picture: item, isNew };
  }
  const write = (fields: Partial<PostDraft>) =>
    postInputSchema.parse({ title: 'A post', slug: 'a', content: 'Text', ...fields });
  return {
    ...boundTo(site, { removeMedia, describePicture, sweepPictures, removePost }),
    pictures: async (page: { limit: number; q?: string }) =>
      listMedia(site, { kind: 'picture', ...page }),
    create: (fields: Partial<PostDraft>) => createPost(site, write(fields)),
    edit: (slug: string, fields: Partial<PostDraft>) =>
      editPost(site, slug, write({ slug, ...fields })),
    lastEvent: async () => (await readAuditTrail(site, { limit: 1 })).events[0],
    db,
    clock,
    upload,
    processed,
    mediaDir,
    files: site.files,
  };
}

describeEachEngine('the library', (makeDatabase) => {
  it('knows a file by its content, however often and at once it comes', async () => {
    const { upload, pictures, lastEvent } = await makeLibrary(await makeDatabase());
    const both = await Promise.all([upload('x', 'one.png'), upload('x', 'two.png')]);
    expect(both.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(both[1]?.picture).toEqual(both[0]?.picture);
    expect(await pictures({ limit: 10 })).toMatchObject({ total: 1, next: null });
    expect(await lastEvent()).toMatchObject({ actor: ANNA, action: 'picture-uploaded' });
  });

  it('finds words of names and descriptions, whatever the case', async () => {
    const { upload, describePicture, pictures } = await makeLibrary(await makeDatabase());
    const { picture } = await upload('a', 'Dose_Curve.PNG');
    await upload('b', 'other.png');
    await describePicture(picture.id, 'Étude of 100 % inhibition');
    const names = async (q: string) =>
      (await pictures({ limit: 10, q })).items.map(({ name }) => name);
    for (const q of ['dose', 'CURVE étude', '100 %', 'e_c']) {
      expect([q, await names(q)]).toEqual([q, ['Dose_Curve.PNG']]);
    }
    expect(await names('curve other')).toEqual([]);
    expect(await names('  ')).toHaveLength(2);
    expect((await pictures({ limit: 1, q: 'png' })).total).toBe(2);
  });

  it('takes the description of a picture from a text that shows it, and keeps one that it has', async () => {
    const { upload, describePicture, create, pictures } = await makeLibrary(await makeDatabase());
    const [a, b] = [(await upload('a')).picture, (await upload('b')).picture];
    await describePicture(b.id, 'Its own');
    const shown = [`![First](${a.address})`, `![Second](${a.address})`, `![Other](${b.address})`];
    unwrap(await create({ content: shown.join(' ') }));
    expect((await pictures({ limit: 2 })).items).toMatchObject([
      { alt: 'Its own' },
      { alt: 'First' },
    ]);
  });

  it('refuses to save a text whose picture has been removed, and says so', async () => {
    const { upload, removeMedia, create, edit } = await makeLibrary(await makeDatabase());
    const { picture } = await upload('x');
    unwrap(await create({}));
    unwrap(await removeMedia(picture.id));
    const named = { content: `![A](${picture.address})`, status: 'draft' } as const;
    const failure = {
      kind: 'conflict',
      detail: `The picture or file /media/${picture.id}/… has been removed from the library. Remove it from the text, or upload it again.`,
    };
    expect(await edit('a', named)).toEqual({ ok: false, failure });
    expect(await create({ ...named, slug: 'b' })).toMatchObject({ failure });
    expect((await upload('x')).isNew).toBe(true);
    unwrap(await edit('a', named));
    const ofAnotherSite = `![A](/media/${'0'.repeat(32)}/1x1.png)`;
    unwrap(await create({ ...named, slug: 'c', content: ofAnotherSite }));
  });

  it('takes a text that names more pictures than a statement takes values', async () => {
    const { create, db } = await makeLibrary(await makeDatabase());
    const named = Array.from(
      { length: 24_000 },
      (_, i) => `/media/${String(i).padStart(32, '0')}/`,
    );
    unwrap(await create({ content: named.join(' ') }));
    const uses = db.query.selectFrom('post_pictures').select((eb) => eb.fn.countAll().as('uses'));
    expect(await uses.executeTakeFirst()).toEqual({ uses: 24_000 });
  });
});

describe('the library', () => {
  it('deletes the files of what was removed and of uploads that crashed, a day later, and no other', async () => {
    const { upload, removeMedia, sweepPictures, files, clock, mediaDir } = await makeLibrary();
    const [kept = '', removed = '', again = ''] = await Promise.all(
      ['kept', 'removed', 'again'].map(async (content) => (await upload(content)).picture.id),
    );
    const ofAnotherDatabase = 'f'.repeat(32);
    await files.put(ofAnotherDatabase, new Map([['1x1.png', Buffer.from('x')]]));
    const crash = () => Promise.reject(new Error('crashed'));
    await expect(upload('half', 'half.png', crash)).rejects.toThrow('crashed');
    for (const id of [removed, again]) unwrap(await removeMedia(id));
    for (const id of await files.ids()) {
      for (const name of await files.names(id)) await utimes(join(mediaDir, id, name), 0, 0);
    }
    clock.advance(23 * HOUR_MS);
    await sweepPictures();
    expect(await files.ids()).toHaveLength(5);
    expect((await upload('again')).isNew).toBe(true);
    clock.advance(2 * HOUR_MS);
    await sweepPictures();
    expect((await files.ids()).sort()).toEqual([kept, again, ofAnotherDatabase].sort());
    unwrap(await removeMedia(again));
    // What is uploaded again while the sweep runs is new.
    clock.advance(25 * HOUR_MS);
    await files.put(again, new Map([['10x20.png', Buffer.from('abc')]]));
    await sweepPictures();
    expect(await files.has(again)).toBe(true);
  });

  it('processes a picture again whose files were lost', async () => {
    const { upload, files, processed } = await makeLibrary();
    const { picture } = await upload('x');
    await files.remove(picture.id);
    expect(await upload('x')).toEqual({ picture, isNew: false });
    expect(await files.has(picture.id)).toBe(true);
    expect(processed).toEqual(['x', 'x']);
  });

  it('lists the posts that show a picture in their current text', async () => {
    const { upload, removePost, create, edit, pictures } = await makeLibrary();
    const { picture } = await upload('x');
    const usedIn = async () => (await pictures({ limit: 1 })).items[0]?.usedIn;
    const content = `![A](${picture.address}) ![B](${picture.address})`;
    await create({ title: 'B', slug: 'b', content, status: 'draft' });
    await create({ title: 'A', coverImage: `https://site.test${picture.address}` });
    const [inA, inB] = ['A', 'B'].map((title) => {
      return { kind: 'post', slug: title.toLowerCase(), title, isInTrash: false };
    });
    expect(await usedIn()).toEqual([inA, inB]);
    await edit('b', { slug: 'c' });
    expect(await usedIn()).toEqual([inA]);
    await removePost('a');
    expect(await usedIn()).toEqual([{ ...inA, isInTrash: true }]);
  });
});
