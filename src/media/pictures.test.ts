import { readdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { describeEachEngine } from '../../test/engines.ts';
import { makeApp } from '../../test/make-app.ts';
import { makeFolder } from '../../test/make-folder.ts';
import { startObjectStore } from '../../test/s3-server.ts';
import { readPictureUses } from '../posts/picture-uses.ts';
import { type PostDraft, postInputSchema } from '../posts/post-input.ts';
import type { Database } from '../server/db/connect.ts';
import { succeed } from '../server/failure.ts';
import { createLibrary } from './library.ts';
import { OPERATION_TIMEOUT_MS } from './picture-operations.ts';
import type { PictureStore } from './picture-store.ts';
import { createDiskPictureStore } from './storage/disk-picture-store.ts';
import { createS3PictureStore } from './storage/s3-picture-store.ts';

const ANNA = 'anna@site.test';

/** A library in which every file is a picture of 10 by 20 pixels. */
async function makeLibrary(db: Database, shared?: PictureStore) {
  const { services, clock, mediaDir } = await makeApp({ db });
  const processed: string[] = [];
  /** What takes the place of functions of `files`. */
  const failing: Partial<PictureStore> = {};
  const stored = shared ?? createDiskPictureStore(mediaDir);
  const files: PictureStore = {
    ...stored,
    put: async (...put) => (failing.put ?? stored.put)(...put),
    remove: async (id) => (failing.remove ?? stored.remove)(id),
  };
  const library = createLibrary({
    db,
    now: () => clock.now().toISOString(),
    files,
    readPictureUses,
    processPicture: async (file) => {
      processed.push(Buffer.from(file).toString());
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
  async function upload(content: string, name = `${content}.png`) {
    const uploaded = await library.uploadPicture(Buffer.from(content), { name, by: ANNA });
    if (!uploaded.ok) throw new Error('It was refused');
    clock.advance(1_000);
    return uploaded.value;
  }
  const write = (fields: Partial<PostDraft>) =>
    postInputSchema.parse({ title: 'A post', slug: 'a', content: 'Text', ...fields });
  const names = async (q?: string) =>
    (await library.pictures({ limit: 10, q })).items.map(({ name }) => name);
  const folders = () => readdir(mediaDir);
  return {
    ...library,
    services,
    clock,
    db,
    files,
    failing,
    processed,
    upload,
    write,
    names,
    folders,
  };
}

type Library = Awaited<ReturnType<typeof makeLibrary>>;

describeEachEngine('the library', (makeDatabase, { engine, makeMigrated }) => {
  it('knows a file by its content, however often and at once it comes', async () => {
    const { upload, processed, pictures, services } = await makeLibrary(await makeDatabase());
    const both = await Promise.all([upload('x', 'one.png'), upload('x', 'two.png')]);
    expect(both.map(({ isNew }) => isNew)).toEqual([true, false]);
    expect(both[1]?.picture).toEqual(both[0]?.picture);
    expect(processed).toEqual(['x']);
    const page = await pictures({ limit: 10 });
    expect(page).toMatchObject({ total: 1, next: null });
    expect(page.items[0]).toMatchObject({
      address: expect.stringMatching(/^\/media\/[0-9a-f]{32}\/10x20\.png$/),
      name: 'one.png',
      alt: '',
      usedIn: [],
    });
    const { events } = await services.accounts.auditTrail({ limit: 5 });
    expect(events).toMatchObject([{ actor: ANNA, action: 'picture-uploaded', subject: 'one.png' }]);
  });

  it('processes a picture again whose files were lost', async () => {
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
    const shown = [...first.items, ...second.items].map(({ name }) => name);
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

  it('lists the posts that show a picture in their current text', async () => {
    const { upload, services, write, pictures } = await makeLibrary(await makeDatabase());
    const { picture } = await upload('x');
    const usedIn = async () => (await pictures({ limit: 1 })).items[0]?.usedIn;
    const text = `![A](${picture.address}) ![B](${picture.address})`;
    await services.posts.createPost(
      write({ title: 'B', slug: 'b', content: text, status: 'draft' }),
    );
    const coverImage = `https://site.test${picture.address}`;
    await services.posts.createPost(write({ title: 'A', coverImage }));
    expect(await usedIn()).toEqual([
      { kind: 'post', slug: 'a', title: 'A', isInTrash: false },
      { kind: 'post', slug: 'b', title: 'B', isInTrash: false },
    ]);
    await services.posts.editPost('b', write({ slug: 'c' }));
    expect(await usedIn()).toMatchObject([{ slug: 'a', title: 'A' }]);
    await services.posts.removePost('a');
    expect(await usedIn()).toEqual([{ kind: 'post', slug: 'a', title: 'A', isInTrash: true }]);
  });

  it('refuses to remove a picture that posts show, and removes any other with its files', async () => {
    const library = await makeLibrary(await makeDatabase());
    const { upload, removePicture, services, clock, write, folders, names } = library;
    const { picture } = await upload('x');
    const content = `![A](${picture.address})`;
    for (const slug of ['a', 'b', 'c', 'd', 'e']) {
      await services.posts.createPost(write({ title: slug.toUpperCase(), slug, content }));
    }
    expect(await removePicture(picture.id, { by: ANNA })).toEqual({
      ok: false,
      failure: {
        kind: 'conflict',
        detail: 'This picture is used in “A”, “B”, “C” and 2 more. Remove it there first.',
      },
    });
    expect(await folders()).toEqual([picture.id]);
    for (const slug of ['a', 'b', 'c', 'd', 'e'])
      await services.posts.editPost(slug, write({ slug }));
    clock.advance(1_000);
    expect(await removePicture(picture.id, { by: ANNA })).toMatchObject({ ok: true });
    expect([await folders(), await names()]).toEqual([[], []]);
    const { events } = await services.accounts.auditTrail({ limit: 1 });
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

  /** Instances of one site: each has connections of its own, and all share the database and the place of files. */
  async function makeInstances(instances: number) {
    const open = await makeMigrated();
    const first = open();
    const root = makeFolder();
    // Machines that share PostgreSQL share a store, as a rule.
    const { bucket } = engine === 'postgres' ? await startObjectStore() : {};
    const openFiles = () =>
      bucket === undefined ? createDiskPictureStore(root) : createS3PictureStore(bucket);
    const dbs = [first, ...Array.from({ length: instances - 1 }, open)];
    return Promise.all(
      dbs.map(async (db) => {
        const files = openFiles();
        const library = await makeLibrary(db, files);
        library.failing.put = (...args) => sleep(3).then(() => files.put(...args));
        library.failing.remove = (id) => sleep(5).then(() => files.remove(id));
        return library;
      }),
    );
  }

  it('never has a row without its files, files without a row, or a post whose picture is gone, however many work at once', async () => {
    const instances = await makeInstances(3);
    const [library] = instances as [Library, ...Library[]];
    const id = (await library.upload('x')).picture.id;
    const content = `![A](/media/${id}/10x20.png)`;
    for (let round = 0; round < 20; round++) {
      const work = instances.flatMap(({ upload, removePicture, services, write }, i) => [
        () => upload('x'),
        () => removePicture(id),
        () => services.posts.createPost(write({ slug: `post-${round}-${i}`, content })),
      ]);
      // Another order in each round, and some way into one another.
      await Promise.all(
        work.map(async (each, i) => {
          await sleep((i * (round + 1)) % 11);
          await each();
        }),
      );
      const { db, files } = library;
      const rows = await db.query.selectFrom('pictures').select('id').execute();
      expect([round, rows.map((row) => row.id)]).toEqual([round, await files.ids()]);
      const uses = await db.query.selectFrom('post_pictures').select('picture_id').execute();
      if (rows.length === 0) expect([round, uses]).toEqual([round, []]);
      const posts = await db.query.selectFrom('posts').select('slug').execute();
      for (const { slug } of posts) await library.services.posts.removePost(slug);
    }
  }, 60_000);

  it('refuses to save a text whose picture has just been removed, and says so', async () => {
    const { upload, removePicture, services, write } = await makeLibrary(await makeDatabase());
    const { picture } = await upload('x');
    const made = await services.posts.createPost(write({ slug: 'a', title: 'A' }));
    expect(made.ok).toBe(true);
    await removePicture(picture.id);
    const named = write({ slug: 'a', content: `![A](${picture.address})`, status: 'draft' });
    const refusal = {
      kind: 'conflict',
      detail: `The picture or file /media/${picture.id}/… has been removed from the library. Remove it from the text, or upload it again.`,
    };
    expect(await services.posts.editPost('a', named)).toEqual({ ok: false, failure: refusal });
    expect(await services.posts.createPost({ ...named, slug: 'b' })).toMatchObject({
      failure: refusal,
    });
    await upload('x');
    expect(await services.posts.editPost('a', named)).toMatchObject({ ok: true });
    const stranger = { ...named, slug: 'c', content: `![A](/media/${'0'.repeat(32)}/1x1.png)` };
    expect(await services.posts.createPost(stranger)).toMatchObject({ ok: true });
  });

  it('takes a text that names more pictures than a statement takes values', async () => {
    const { services, write, db } = await makeLibrary(await makeDatabase());
    const named = Array.from(
      { length: 24_000 },
      (_, i) => `/media/${String(i).padStart(32, '0')}/`,
    );
    const content = named.join(' ');
    expect(await services.posts.createPost(write({ content }))).toMatchObject({ ok: true });
    const uses = db.query.selectFrom('post_pictures').select((eb) => eb.fn.countAll().as('uses'));
    expect(await uses.executeTakeFirst()).toEqual({ uses: 24_000 });
  });

  it('clears away what an upload or a removal leaves whose process dies, and has the picture back after it', async () => {
    const library = await makeLibrary(await makeDatabase());
    const { upload, removePicture, sweepPictures, files, folders, clock, db } = library;
    const died = new Error('The process died');
    const dies = () => Promise.reject(died);
    const operations = () => db.query.selectFrom('picture_operations').select('kind').execute();

    const { picture } = await upload('x');
    library.failing.remove = dies;
    await expect(removePicture(picture.id)).rejects.toBe(died);
    delete library.failing.remove;
    expect(await folders()).toEqual([picture.id]);
    await sweepPictures();
    expect(await folders()).toEqual([]);

    // The files are there, and the row is not.
    await db.query
      .insertInto('picture_operations')
      .values({ picture_id: picture.id, kind: 'upload', since: clock.now().toISOString() })
      .onConflict((row) => row.column('picture_id').doUpdateSet({ kind: 'upload' }))
      .execute();
    await files.put(picture.id, new Map([['10x20.png', Buffer.from('abc')]]));
    clock.advance(OPERATION_TIMEOUT_MS - 1);
    await sweepPictures();
    expect(await folders()).toEqual([picture.id]);
    clock.advance(2);
    await sweepPictures();
    expect(await folders()).toEqual([]);

    expect((await upload('x')).isNew).toBe(true);
    await removePicture(picture.id);
    clock.advanceDays(1);
    await sweepPictures();
    expect(await operations()).toEqual([]);
  });
});
