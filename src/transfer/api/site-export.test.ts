import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { ReadableStream } from 'node:stream/web';
import { describe, expect, it, vi } from 'vitest';
import { unzip } from '../../../test/export-site.ts';
import { ADMINISTRATOR, makeApp } from '../../../test/make-app.ts';
import { makeFolder } from '../../../test/make-folder.ts';
import { makePng } from '../../../test/pictures.ts';
import { createPost } from '../../../test/save-posts.ts';
import { serveSite } from '../../../test/serve-site.ts';
import { unwrap } from '../../../test/unwrap.ts';
import { readAuditTrail } from '../../accounts/audit.ts';
import { createDiskPictureStore } from '../../media/storage/disk-picture-store.ts';
import { uploadAttachment, uploadPicture } from '../../media/upload.ts';

import { postInputSchema } from '../../posts/post-input.ts';
import { PicturesUnavailableError } from '../../server/failure.ts';

const MIB = 1024 * 1024;
const PATH = '/api/admin/export';

async function makeSite(options: Parameters<typeof makeApp>[0] = {}) {
  const app = await makeApp(options);
  const post = postInputSchema.parse({ title: 'A', slug: 'a', content: 'Text' });
  unwrap(await createPost(app.site, post));
  const token = await app.signIn();
  app.clock.advance(1_000);
  return { ...app, token, begin: () => app.send('POST', PATH, { token }) };
}

describe('the export of the site', () => {
  it('comes as a download, and the audit log says who made it', async () => {
    const { begin, site } = await makeSite();
    const response = await begin();
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="export-2026-03-01.zip"',
      'cache-control': 'no-store',
    });
    const file = join(makeFolder(), 'site.zip');
    writeFileSync(file, await buffer(response.body as ReadableStream));
    expect(Object.keys(await unzip(file))).toContain('posts/a.md');
    const [event] = (await readAuditTrail(site, { limit: 1 })).events;
    expect(event).toMatchObject({ action: 'site-exported', actor: ADMINISTRATOR.email });
  });

  it('that cannot go on breaks off, and the log says why', async () => {
    const store = createDiskPictureStore(makeFolder());
    const find = () => Promise.reject(new PicturesUnavailableError('EIO'));
    const { begin, site, errors } = await makeSite({ files: { ...store, find } });
    unwrap(await uploadPicture(site, await makePng(), { name: 'a.png' }));
    const response = await begin();
    await expect(response.arrayBuffer()).rejects.toThrow('EIO');
    await vi.waitFor(() => expect(errors).toMatchObject([{ code: 'EIO' }]));
  });

  it('is for those who are signed in, runs once at a time, and ends with the connection of its reader', async () => {
    const { port, site } = await serveSite();
    expect((await site.send('POST', PATH)).status).toBe(401);
    async function* large() {
      // Random: more than the buffers of sockets, also compressed.
      for (let at = 0; at < 16; at++) yield Buffer.from(randomBytes(MIB / 2).toString('hex'));
    }
    unwrap(await uploadAttachment(site.site, large(), { name: 'large.csv' }));
    const headers = { Authorization: `Bearer ${await site.signIn()}` };
    const begin = (signal?: AbortSignal) =>
      fetch(`http://127.0.0.1:${port}${PATH}`, { method: 'POST', headers, signal: signal ?? null });
    const leaving = new AbortController();
    const first = await begin(leaving.signal);
    expect(first.status).toBe(200);
    expect((await begin()).status).toBe(409);
    leaving.abort();
    const retry = async () => {
      const response = await begin();
      expect(response.status).toBe(200);
      return response;
    };
    const again = await vi.waitFor(retry, { timeout: 10_000, interval: 100 });
    expect((await again.arrayBuffer()).byteLength).toBeGreaterThan(8 * MIB);
    expect(site.errors).toEqual([]);
  });
});
