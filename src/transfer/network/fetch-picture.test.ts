import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
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

// IANA's special-purpose registries of IPv4 and IPv6 addresses, and services of cloud providers.
const NOT_PUBLIC = `0.0.0.0 0.1.2.3 10.0.0.1 100.64.0.1 100.100.100.200 127.0.0.1 168.63.129.16 169.254.169.254
  172.16.0.1 192.0.0.1 192.0.2.1 192.88.99.1 192.168.1.1 198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1
  240.0.0.1 255.255.255.255 :: ::1 1:: ::7f00:1 ::127.0.0.1 ::ffff:10.0.0.1 ::ffff:168.63.129.16
  ::ffff:0:127.0.0.1 64:ff9b::a00:1 64:ff9b::5db8:d822 64:ff9b:1::a00:1 100::1 2001::1 2001:2::1
  2001:10::1 2001:20::1 2001:db8::1 2002:a00:1:: 3fff::1 4000::1 5f00::1 fc00::1 fd00:ec2::254 fe80::1
  fe80::1%eth0 fec0::1 ff02::1 x`;
const PUBLIC =
  '93.184.216.34 168.63.129.17 2606:2800:220:1::1 2a00:1450:4001::1 ::ffff:93.184.216.34';

it('addresses of this machine, its network and special purposes are not public', () => {
  for (const ip of NOT_PUBLIC.split(/\s+/)) expect([ip, isPublicIp(ip)]).toEqual([ip, false]);
  for (const ip of PUBLIC.split(/\s+/)) expect([ip, isPublicIp(ip)]).toEqual([ip, true]);
});
