import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readTable } from '../../../test/read-table.ts';
import { createPictureFetcher, isPublicIp } from './fetch-picture.ts';

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const anywhere = { isAllowed: () => true };

describe('a picture of another site', () => {
  it('comes with all its bytes, also behind redirects', async () => {
    const url = await serve(({ url: path }, response) => {
      if (path === '/moved') response.writeHead(302, { Location: '/a.png' }).end();
      else response.end(Buffer.from([1, 2, 3]));
    });
    const fetchPicture = createPictureFetcher(anywhere);
    for (const path of ['/a.png', '/moved']) {
      expect(await fetchPicture(url + path)).toEqual({ ok: true, value: Buffer.from([1, 2, 3]) });
    }
  });

  it('is not fetched from this machine or its network, by whatever name', async () => {
    let requests = 0;
    const url = await serve((_request, response) => {
      requests += 1;
      response.end('x');
    });
    const { port } = new URL(url);
    const fetchPicture = createPictureFetcher();
    const hosts = '127.0.0.1 localhost 127.1 2130706433 [::1] [::ffff:127.0.0.1] 0.0.0.0';
    const urls = hosts.split(' ').map((host) => `http://${host}:${port}/`);
    const wrong = ['file:///etc/passwd', 'ftp://a.test/', 'data:image/png;base64,AA==', 'x'];
    for (const each of [...urls, ...wrong]) {
      expect([each, (await fetchPicture(each)).ok]).toEqual([each, false]);
    }
    expect(requests).toBe(0);
  });

  it('is not fetched where a redirect leads into the network', async () => {
    let isReached = false;
    const inside = await serve((_request, response) => {
      isReached = true;
      response.end('secret');
    });
    const outside = await serve((_request, response) => {
      response.writeHead(301, { Location: inside }).end();
    });
    // The first connection alone is allowed.
    let asked = 0;
    const fetchPicture = createPictureFetcher({ isAllowed: () => ++asked === 1 });
    expect(await fetchPicture(outside)).toMatchObject({
      failure: { detail: 'its address is not public' },
    });
    expect(isReached).toBe(false);
  });

  it('that does not come as a picture of an ordinary size and in time is given up, in words', async () => {
    const redirect = (Location: string): RequestListener => {
      return (_request, response) => void response.writeHead(302, { Location }).end();
    };
    const fetchPicture = createPictureFetcher({ ...anywhere, timeout: 500, maxBytes: 1_000 });
    const cases: [listener: RequestListener, told: RegExp][] = [
      [(_request, response) => void response.end(Buffer.alloc(2_000)), /larger than/],
      [(_request, response) => void response.write('x'), /within 0\.5 s/],
      [() => undefined, /within 0\.5 s/],
      [(_request, response) => void response.writeHead(404).end(), /responded with 404/],
      [redirect('/'), /more than 5 times/],
      [redirect('file:///etc/passwd'), /neither http/],
      [(_request, response) => void response.destroy(), /./],
    ];
    for (const [listener, told] of cases) {
      expect(await fetchPicture(await serve(listener))).toMatchObject({
        failure: { detail: expect.stringMatching(told) },
      });
    }
  });
});

it.each(readTable(new URL('ips.tsv', import.meta.url)))(
  'whether %s is public, not of this machine, its network or a special purpose: %s',
  (ip = '', isPublic = '') => {
    expect(String(isPublicIp(ip))).toBe(isPublic);
  },
);
