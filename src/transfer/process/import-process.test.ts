import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { makeFolder } from '../../../test/make-folder.ts';
import { unwrap } from '../../../test/unwrap.ts';
import { fail, succeed } from '../../server/failure.ts';
import {
  type OpenSession,
  openSession,
  SourceAbandonedError,
  type SourceHost,
} from '../source-session.ts';
import { createImportProcess } from './import-process.ts';

const REQUEST = { options: {}, fetchesPictures: false, isDryRun: false, pages: [] };
const HOST: SourceHost = {
  store: async (path) => succeed({ url: `/media/${path}`, id: '1' }),
  fetch: async () => fail({ kind: 'malformed', detail: 'no network' }),
  progress: () => undefined,
};

async function makeChild(code: string): Promise<URL> {
  const file = join(makeFolder(), 'child.mjs');
  await writeFile(file, `process.on('message', ({ id }) => { ${code} }); process.send('ready');`);
  return pathToFileURL(file);
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

async function readAll(open: OpenSession, path: string) {
  const session = unwrap(await open({ ...REQUEST, path }, HOST));
  try {
    const rows = await all(session.rows());
    await session.assignSlugs(['one', 'two']);
    const content = await all(session.content('a/b.bin'));
    const post = await session.prepare(0);
    return { summary: await session.summary(), rows, post, file: Buffer.concat(content) };
  } finally {
    await session.close();
  }
}

it('a source is read in another process as it would be in this one', async () => {
  const folder = makeFolder({
    'a/one.md': '---\ntitle: One\n---\n![b](b.png) [two](two.md)',
    'a/two.md': '# Two',
    'a/b.png': 'x',
    'a/b.bin': Buffer.alloc(1_000_000, 7),
  });
  expect(await readAll(createImportProcess(), folder)).toEqual(await readAll(openSession, folder));
});

it('a source that needs more memory than imports may use costs its own process alone', async () => {
  const html = '“quoted” '.repeat(4_000_000);
  const data = { posts: [{ id: '1', title: 'A', slug: 'a', html }] };
  const folder = makeFolder({ 'a.json': JSON.stringify({ db: [{ meta: {}, data }] }) });
  const opening = createImportProcess({ memory: 200 })({ ...REQUEST, path: folder }, HOST);
  await expect(opening).rejects.toThrow(SourceAbandonedError);
  await expect(opening).rejects.toThrow('more memory than imports can use (200 MB)');
});

it('a source whose reading never ends is given up', async () => {
  const child = await makeChild('for (;;);');
  const open = createImportProcess({ child, timeout: 500 });
  await expect(open({ ...REQUEST, path: '/' }, HOST)).rejects.toThrow('made no progress');
});

it('an import that is stopped waits for no reading', async () => {
  const child = await makeChild('for (;;);');
  const signal = AbortSignal.timeout(300);
  const opening = createImportProcess({ child })({ ...REQUEST, path: '/' }, HOST, signal);
  await expect(opening).rejects.toMatchObject({ name: 'TimeoutError' });
});

it('a mistake of the program is not taken for one of the source', async () => {
  const child = await makeChild('process.exit(1)');
  const opening = createImportProcess({ child })({ ...REQUEST, path: '/' }, HOST);
  await expect(opening).rejects.toThrow(/status 1$/);
});

it('an error of the site while it stores a picture stays what it is', async () => {
  class FullDiskError extends Error {}
  const host: SourceHost = {
    ...HOST,
    store: async () => {
      throw new FullDiskError('The disk is full');
    },
  };
  const path = makeFolder({ 'a.md': '![b](b.png)', 'b.png': 'x' });
  const session = unwrap(await createImportProcess()({ ...REQUEST, path }, host));
  await expect(session.prepare(0)).rejects.toThrow(FullDiskError);
  await session.close();
});

it('a reader of sources knows no secret of the site', async () => {
  const answer = '{ ok: false, failure: { detail: Object.keys(process.env).sort() } }';
  const child = await makeChild(`process.send({ id, value: ${answer} })`);
  const opened = await createImportProcess({ child })({ ...REQUEST, path: '/' }, HOST);
  const names = (opened as unknown as { failure: { detail: string[] } }).failure.detail;
  expect(names).toEqual(['MALLOC_ARENA_MAX']);
});
