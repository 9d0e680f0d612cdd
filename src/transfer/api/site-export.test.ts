import { randomBytes } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { ADMINISTRATOR, makeApp } from '../../../test/make-app.ts';
import { makeFolder } from '../../../test/make-folder.ts';
import { makePng } from '../../../test/pictures.ts';
import { serveSite } from '../../../test/serve-site.ts';
import { unwrap } from '../../../test/unwrap.ts';
import { readAuditTrail } from '../../accounts/audit.ts';
import { createDiskPictureStore } from '../../media/storage/disk-picture-store.ts';
import { uploadMedia } from '../../media/upload.ts';
import { PicturesUnavailableError } from '../../server/failure.ts';
import { exportSite } from '../export.ts';

const MIB = 1024 * 1024;
const PATH = '/api/admin/export';

describe('the export of the site', () => {
  it('that cannot go on, or whose reader may not have it any more, breaks off, and the log says why', async () => {
    const store = createDiskPictureStore(makeFolder());
    const find = () => Promise.reject(new PicturesUnavailableError('EIO'));
    const { site, errors, send, signIn } = await makeApp({ files: { ...store, find } });
    unwrap(await uploadMedia(site, [await makePng()], { name: 'a.png' }));
    const token = await signIn();
    const response = await send('POST', PATH, { token });
    await expect(response.arrayBuffer()).rejects.toThrow('EIO');
    await vi.waitFor(() => expect(errors).toMatchObject([{ code: 'EIO' }]));
    const recheck = () => Promise.reject(new Error('signed out'));
    const { finished } = unwrap(exportSite(site, { recheck }));
    await expect(finished).rejects.toThrow('signed out');
  });

  it('is for those who are signed in, runs once at a time, ends with the connection of its reader, and is in the audit log', async () => {
    const { port, site } = await serveSite();
    expect((await site.send('POST', PATH)).status).toBe(401);
    async function* large() {
      // Random: more than the buffers of sockets, also compressed.
      for (let at = 0; at < 16; at++) yield Buffer.from(randomBytes(MIB / 2).toString('hex'));
    }
    unwrap(await uploadMedia(site.site, large(), { name: 'large.csv' }));
    const headers = { Authorization: `Bearer ${await site.signIn()}` };
    const begin = (signal: AbortSignal | null = null) =>
      fetch(`http://127.0.0.1:${port}${PATH}`, { method: 'POST', headers, signal });
    const leaving = new AbortController();
    expect((await begin(leaving.signal)).status).toBe(200);
    expect((await begin()).status).toBe(409);
    leaving.abort();
    const retry = async () => {
      const response = await begin();
      expect(response.status).toBe(200);
      return response;
    };
    const response = await vi.waitFor(retry, { timeout: 10_000, interval: 100 });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="export-2026-03-01.zip"',
      'cache-control': 'no-store',
    });
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(8 * MIB);
    expect(site.errors).toEqual([]);
    const { events } = await readAuditTrail(site.site, { limit: 10 });
    const exported = { action: 'site-exported', actor: ADMINISTRATOR.email };
    expect(events).toContainEqual(expect.objectContaining(exported));
  });
});
