import { readdir } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { describeEachEngine } from '../../../test/engines.ts';
import { makeApp } from '../../../test/make-app.ts';
import type { Database } from '../../db/connect.ts';
import { succeed } from '../../failure.ts';
import { type PostDraft, postInputSchema } from '../posts/post-input.ts';
import { createPictureFiles } from './picture-files.ts';
import { createPictures } from './pictures.ts';

const ANNA = 'anna@site.test';

/** A library in which every file is a picture of 10 by 20 pixels. */
async function makeLibrary(db: Database) {
  const { services, clock, mediaDir } = await makeApp({ db });
  const processed: string[] = [];
  const files = createPictureFiles(mediaDir);
  const library = createPictures({
    db,
    now: () => clock.now().toISOString(),
    files,
    processPicture: async (file) => {
      processed.push(Buffer.from(file).toString());
      return succeed({
        ...{ width: 10, height: 20, format: 'png', moving: false, placeholder: '#010203' },
        ...{ bytes: 3, files: new Map([['10x20.png', Buffer.from('abc')]]) },
      });
    },
  });
  async function upload(content: string, name = `${content}.png`) {
    const uploaded = await library.uploadPicture(Buffer.from(content), { name, by: ANNA });
    if (!uploaded.ok) throw new Error('It was refused');
    clock.advance(1_000);
    return uploaded.value;
  }
  const write = (fields: Partial<PostDraft>) =>
    postInputSchema.parse({ title: 'A post', slug: 'a', content: 'Text', ...fields });
  const names = async (q?: string) =>
    (await library.pictures({ limit: 10, q })).pictures.map(({ name }) => name);
  const folders = () => readdir(mediaDir);
  return { ...library, services, clock, files, processed, upload, write, names, folders };
}

describeEachEngine('the library', (makeDatabase) => {
  it('knows a file by its content, however often and at once it comes', async () => {
    const { upload, processed, pictures, services } = await makeLibrary(await makeDatabase());
    const both = await Promise.all([upload('x', 'one.png'), upload('x', 'two.png')]);
    expect(both.map(({ isNew }) => isNew)).toEqual([true, false]);
    expect(both[1]?.picture).toEqual(both[0]?.picture);
    expect(processed).toEqual(['x']);
    const page = await pictures({ limit: 10 });
    expect(page).toMatchObject({ total: 1, next: null });
    expect(page.pictures[0]).toMatchObject({
      address: expect.stringMatching(/^\/media\/[0-9a-f]{32}\/10x20\.png$/),
      name: 'one.png',
      alt: '',
      usedIn: [],
    });
    const { events } = await services.auditTrail({ limit: 5 });
    expect(events).toMatchObject([{ actor: ANNA, action: 'picture-uploaded', subject: 'one.png' }]);
  });

  it('makes a picture anew whose files were lost', async () => {
    const { upload, files, processed } = await makeLibrary(await makeDatabase());
    const { picture } = await upload('x');
    await files.remove(picture.id);
    expect(await upload('x')).toEqual({ picture, isNew: false });
    expect(await files.has(picture.id)).toBe(true);
    expect(processed).toEqual(['x', 'x']);
  });

  it('goes on from page to page, the latest first', async () => {
    const { upload, pictures } = await makeLibrary(await makeDatabase());
    for (const content of ['a', 'b', 'c']) await upload(content);
    const first = await pictures({ limit: 2 });
    expect(first.total).toBe(3);
    const second = await pictures({ limit: 2, after: first.next ?? undefined });
    expect(second.next).toBeNull();
    const shown = [...first.pictures, ...second.pictures].map(({ name }) => name);
    expect(shown).toEqual(['c.png', 'b.png', 'a.png']);
  });

  it('finds words of names and descriptions, whatever the case', async () => {
    const { upload, describePicture, names, pictures } = await makeLibrary(await makeDatabase());
    const { picture } = await upload('a', 'Dose_Curve.PNG');
    await upload('b', 'other.png');
    await describePicture(picture.id, 'Étude of 100 % inhibition');
    for (const q of ['dose', 'CURVE étude', '100 %', 'e_c']) {
      expect([q, await names(q)]).toEqual([q, ['Dose_Curve.PNG']]);
    }
    expect(await names('curve other')).toEqual([]);
    expect(await names('  ')).toHaveLength(2);
    expect((await pictures({ limit: 1, q: 'png' })).total).toBe(2);
  });

  it('tells which posts show a picture, as they stand now', async () => {
    const { upload, services, write, pictures } = await makeLibrary(await makeDatabase());
    const { picture } = await upload('x');
    const usedIn = async () => (await pictures({ limit: 1 })).pictures[0]?.usedIn;
    const text = `![A](${picture.address}) ![B](${picture.address})`;
    await services.createPost(write({ title: 'B', slug: 'b', content: text, status: 'draft' }));
    const coverImage = `https://site.test${picture.address}`;
    await services.createPost(write({ title: 'A', coverImage }));
    expect(await usedIn()).toEqual([
      { slug: 'a', title: 'A' },
      { slug: 'b', title: 'B' },
    ]);
    await services.editPost('b', write({ slug: 'c' }));
    expect(await usedIn()).toEqual([{ slug: 'a', title: 'A' }]);
    await services.removePost('a');
    expect(await usedIn()).toEqual([]);
  });

  it('keeps a picture that posts show, and lets go of any other with its files', async () => {
    const library = await makeLibrary(await makeDatabase());
    const { upload, removePicture, services, clock, write, folders, names } = library;
    const { picture } = await upload('x');
    const content = `![A](${picture.address})`;
    for (const slug of ['a', 'b', 'c', 'd', 'e']) {
      await services.createPost(write({ title: slug.toUpperCase(), slug, content }));
    }
    expect(await removePicture(picture.id, { by: ANNA })).toEqual({
      ok: false,
      failure: {
        kind: 'conflict',
        detail: 'This picture is used in “A”, “B”, “C” and 2 more. Take it out there first.',
      },
    });
    expect(await folders()).toEqual([picture.id]);
    for (const slug of ['a', 'b', 'c', 'd', 'e']) await services.removePost(slug);
    clock.advance(1_000);
    expect(await removePicture(picture.id, { by: ANNA })).toMatchObject({ ok: true });
    expect([await folders(), await names()]).toEqual([[], []]);
    const { events } = await services.auditTrail({ limit: 1 });
    expect(events).toMatchObject([{ actor: ANNA, action: 'picture-removed', subject: 'x.png' }]);
    for (const id of [picture.id, 'x', '\0', '../..']) {
      expect(await removePicture(id)).toMatchObject({ failure: { kind: 'not-found' } });
    }
  });

  it('has a picture back that was removed and comes again', async () => {
    const { upload, removePicture, files } = await makeLibrary(await makeDatabase());
    const { picture } = await upload('x');
    const [, again] = await Promise.all([removePicture(picture.id), upload('x')]);
    expect(again.isNew).toBe(true);
    expect(await files.has(picture.id)).toBe(true);
  });
});
