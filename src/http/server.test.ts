import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { makeApp } from '../../test/make-app.ts';
import { sendRaw } from '../../test/raw-connection.ts';
import { readAssets } from './cache/assets.ts';
import { createPageCache } from './cache/page-cache.ts';
import type { RenderPage } from './pages.ts';
import { createSiteServer } from './server.ts';

const PUBLIC_URL = 'https://site.test';

/** More bytes than a system keeps for one who does not read. */
const LARGE = 32 * 1024 * 1024;

type Timeouts = NonNullable<Parameters<typeof createSiteServer>[1]>;

/** The test site behind the server that it is deployed with. */
async function serve({ renderPage, ...timeouts }: Timeouts & { renderPage?: RenderPage } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'ligara-server-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'static'));
  writeFileSync(join(folder, 'static/a.js'), 'a()');
  writeFileSync(join(folder, 'static/large.js'), Buffer.alloc(timeouts.idleTimeout ? LARGE : 1));
  // Each rendering is told from every other one, and shows what it was asked with.
  let rendered = 0;
  const site = await makeApp({
    renderPage:
      renderPage ??
      (async ({ url, headers }) => {
        rendered += 1;
        const asked = JSON.stringify([url, ...headers]);
        return new Response(`<p>rendering ${rendered} of ${asked}</p>`, {
          headers: { 'Content-Type': 'text/html; charset=utf-8' },
        });
      }),
  });
  const cache = createPageCache({
    fetch: site.app.fetch,
    publicUrl: PUBLIC_URL,
    nextDue: site.services.nextDue,
    now: () => site.clock.now().getTime(),
    maxBytes: 1_000_000,
  });
  const server = createSiteServer(
    {
      cache,
      assets: await readAssets(folder, PUBLIC_URL),
      publicUrl: PUBLIC_URL,
      reportError: (error) => site.errors.push(error),
    },
    timeouts,
  );
  const port = await listen(server);
  const send = (text: string) => sendRaw(port, text);
  const get = async (target: string, ...lines: string[]) => {
    const { answers } = await send(
      [`GET ${target} HTTP/1.1`, 'Host: x', 'Connection: close', ...lines, '', ''].join('\r\n'),
    );
    const [answer] = answers;
    if (answers.length !== 1 || answer === undefined) throw new Error(`${answers.length} answers`);
    return answer;
  };
  const connections = promisify(server.getConnections.bind(server));
  return { site, port, send, get, connections };
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}

/** What a smuggler wants to be taken for a request of its own. */
const SMUGGLED = 'GET /healthz HTTP/1.1\r\nHost: smuggled\r\n\r\n';

const POST = 'POST /api/contact HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';

describe('a message whose end is in doubt', () => {
  it.each([
    [
      'a length beside chunks',
      `${POST}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n`,
    ],
    [
      'chunks beside a length',
      `${POST}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n`,
    ],
    ['two lengths', `${POST}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`],
    ['one length twice', `${POST}Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}`],
    ['a list of lengths', `${POST}Content-Length: 2, 2\r\n\r\n{}`],
    ['a length with a sign', `${POST}Content-Length: +2\r\n\r\n{}`],
    ['a length in another base', `${POST}Content-Length: 0x2\r\n\r\n{}`],
    ['a length that is too great', `${POST}Content-Length: 99999999999999999999\r\n\r\n{}`],
    ['another coding than chunks', `${POST}Transfer-Encoding: xchunked\r\n\r\n0\r\n`],
    ['a coding after chunks', `${POST}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n`],
    ['two codings', `${POST}Transfer-Encoding: chunked\r\nTransfer-Encoding: x\r\n\r\n0\r\n`],
    ['a control character in a coding', `${POST}Transfer-Encoding: \x0bchunked\r\n\r\n0\r\n`],
    ['a space before a colon', `${POST}Transfer-Encoding : chunked\r\n\r\n0\r\n`],
    ['a folded header', `${POST}X-A: a\r\n Transfer-Encoding: chunked\r\n\r\n0\r\n`],
    ['a folded coding', `${POST}Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n`],
    ['lines that end in LF', 'GET / HTTP/1.1\nHost: x\n\n'],
    ['a header that ends in LF', 'GET / HTTP/1.1\r\nHost: x\nX-A: a\r\n\r\n'],
    ['a CR within a header', 'GET / HTTP/1.1\r\nHost: x\rX-A: a\r\n\r\n'],
    ['a NUL within a header', 'GET / HTTP/1.1\r\nHost: x\r\nX-A: a\0b\r\n\r\n'],
    ['a chunk whose size is none', `${POST}Transfer-Encoding: chunked\r\n\r\nxyz\r\n{}\r\n0\r\n`],
    ['a chunk with a sign', `${POST}Transfer-Encoding: chunked\r\n\r\n-1\r\n{}\r\n0\r\n`],
    ['a chunk longer than it says', `${POST}Transfer-Encoding: chunked\r\n\r\n1\r\n{}\r\n0\r\n`],
    ['another protocol', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n'],
    ['HTTP/2 beforehand', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['another version', 'GET / HTTP/3.7\r\nHost: x\r\n\r\n'],
    ['a method that there is not', 'FETCH / HTTP/1.1\r\nHost: x\r\n\r\n'],
  ])('is refused, and nothing after it is taken for a request: %s', async (_what, text) => {
    const { send, site } = await serve();
    const { answers, isClosed } = await send(`${text}\r\n${SMUGGLED}`);
    expect(answers.map(({ status }) => status)).toEqual([400]);
    expect(isClosed).toBe(true);
    expect(await site.services.inquiries({ limit: 1 })).toMatchObject({ total: 0 });
  });

  it('is told from one that is clear: chunks in any letter case, requests one after another', async () => {
    const { send } = await serve();
    const chunked = `${POST}Transfer-Encoding: Chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`;
    const { answers, isClosed } = await send(chunked + SMUGGLED);
    expect(answers.map(({ status }) => status)).toEqual([422, 200]);
    expect(isClosed).toBe(false);
  });

  it.each(['GET', 'HEAD'])(
    'has no chance in the body of a %s, which nobody reads',
    async (method) => {
      const { send } = await serve();
      for (const target of ['/', '/', '/static/a.js', '/api/blog/posts', '/nothing?q=1']) {
        const line = `${method} ${target} HTTP/1.1\r\nHost: x\r\n`;
        for (const framing of [
          `Content-Length: ${SMUGGLED.length}\r\n\r\n${SMUGGLED}`,
          `Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n${SMUGGLED}`,
        ]) {
          const { bytes, isClosed } = await send(line + framing);
          expect([target, bytes.match(/HTTP\/1\.1 \d+/g), isClosed]).toEqual([
            target,
            ['HTTP/1.1 200'],
            true,
          ]);
        }
      }
    },
  );

  it('has no chance behind a body that was refused unread', async () => {
    const { send } = await serve();
    const refused = 'POST /api/admin/blog/posts HTTP/1.1\r\nHost: x\r\n';
    const { answers } = await send(
      `${refused}Content-Length: ${SMUGGLED.length}\r\n\r\n${SMUGGLED}`,
    );
    expect(answers.map(({ status }) => status)).toEqual([401]);
  });
});

describe('every answer that the server gives by itself', () => {
  const refused: [status: number, what: string, text: string][] = [
    [400, 'no request', 'hello\r\n\r\n'],
    [400, 'no host', 'GET / HTTP/1.1\r\n\r\n'],
    [400, 'two hosts', 'GET / HTTP/1.1\r\nHost: site.test\r\nhost: evil.example\r\n\r\n'],
    [400, 'a host that is none', 'GET /x?y HTTP/1.1\r\nHost: evil.example/path\r\n\r\n'],
    [400, 'a host with a name before it', 'GET /x?y HTTP/1.1\r\nHost: a@evil.example\r\n\r\n'],
    [400, 'another kind of address', 'GET ftp://evil.example/ HTTP/1.1\r\nHost: x\r\n\r\n'],
    [400, 'no address', 'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n'],
    [400, 'a backslash in the path', 'GET /\\evil.example HTTP/1.1\r\nHost: x\r\n\r\n'],
    [400, 'bytes that are not ASCII in the path', 'GET /\xc3\xb6 HTTP/1.1\r\nHost: x\r\n\r\n'],
    [405, 'a request to be connected elsewhere', 'CONNECT x.test:443 HTTP/1.1\r\nHost: x\r\n\r\n'],
    [
      413,
      'endless chunk extensions',
      `${POST}Transfer-Encoding: chunked\r\n\r\n2;${'a'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`,
    ],
    [417, 'another expectation', 'GET / HTTP/1.1\r\nHost: x\r\nExpect: tea\r\n\r\n'],
    [
      431,
      'a header that is too long',
      `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
    ],
    [431, 'too many headers', `GET / HTTP/1.1\r\nHost: x\r\n${'A: b\r\n'.repeat(4_000)}\r\n`],
    [431, 'an address that is too long', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
  ];

  it.each(refused)(
    'protects like any other, in words, and is the last: %i for %s',
    async (status, _what, text) => {
      const { send } = await serve();
      const { answers, isClosed } = await send(text + SMUGGLED);
      expect(answers.map((answer) => answer.status)).toEqual([status]);
      expect(isClosed).toBe(true);
      const [{ headers, body } = { headers: new Headers(), body: '' }] = answers;
      expect(Object.fromEntries(headers)).toMatchObject({
        connection: 'close',
        'cache-control': 'no-store',
        'content-type': 'text/plain; charset=utf-8',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
        'strict-transport-security': expect.stringContaining('max-age='),
        'x-content-type-options': 'nosniff',
        'referrer-policy': expect.any(String),
        'permissions-policy': expect.any(String),
        date: expect.any(String),
      });
      expect(body).toMatch(/^[A-Z][^\n]+\.\n$/);
    },
  );

  it('also when a request or its headers never end', async () => {
    const { send } = await serve({
      headersTimeout: 100,
      requestTimeout: 200,
      connectionsCheckingInterval: 20,
    });
    for (const text of [
      'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ',
      `${POST}Content-Length: 9\r\n\r\n{`,
    ]) {
      const { answers, isClosed } = await send(text);
      expect([answers.map(({ status }) => status), isClosed]).toEqual([[408], true]);
      expect(answers[0]?.headers.get('X-Content-Type-Options')).toBe('nosniff');
    }
  });

  it('is given to nobody else: programs that know no Host are answered', async () => {
    const { send } = await serve();
    const { answers } = await send('GET /healthz HTTP/1.0\r\n\r\n');
    expect(answers.map(({ status }) => status)).toEqual([200]);
    const page = await send('GET /blog?q=x HTTP/1.0\r\n\r\n');
    expect(page.answers.map(({ status }) => status)).toEqual([200]);
  });

  it('never stands within the answer before it', async () => {
    const { send } = await serve();
    const { bytes, isClosed } = await send(
      'GET /static/a.js HTTP/1.1\r\nHost: x\r\n\r\nno request\r\n\r\n',
    );
    expect(bytes.match(/HTTP\/1\.1 \d+/g)?.length).toBeLessThanOrEqual(2);
    expect(isClosed).toBe(true);
  });
});

describe('requests that are sent ahead', () => {
  it('are answered in their order, and a body that comes later is waited for', async () => {
    const { port } = await serve();
    const socket = connect(port, '127.0.0.1');
    let bytes = '';
    socket.on('data', (piece) => {
      bytes += piece.toString('latin1');
    });
    const pages = ['/blog?q=1', '/static/a.js', '/blog?q=2', '/healthz', '/blog?q=3'];
    const heads = pages.map((page) => `GET ${page} HTTP/1.1\r\nHost: x\r\n\r\n`).join('');
    socket.write(`${heads}${POST}Content-Length: 2\r\n\r\n{`);
    while (!bytes.includes('/blog?q=3')) await sleep(5);
    socket.write(`}${SMUGGLED}`);
    while (!bytes.endsWith('{"status":"ok"}') || !bytes.includes(' 422 ')) await sleep(5);
    socket.destroy();
    const inOrder = ['/blog?q=1', 'a()', '/blog?q=2', '"ok"', '/blog?q=3', ' 422 '];
    const places = inOrder.map((text) => bytes.indexOf(text));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(bytes.match(/HTTP\/1\.1 \d+/g)).toHaveLength(7);
  });

  it('wait as many as a browser or a proxy would ever send', async () => {
    const { send } = await serve();
    const { answers, isClosed } = await send(
      'GET /blog?q=2 HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(32),
    );
    expect([answers.map(({ status }) => status), isClosed]).toEqual([Array(32).fill(200), false]);
  });
});

describe('a client that does not do its part', () => {
  it('loses its connection when it asks and never reads', async () => {
    const { port } = await serve({ idleTimeout: 200 });
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.pause();
    socket.write('GET /static/large.js HTTP/1.1\r\nHost: x\r\n\r\n');
    // The buffers between the two take some of it; nothing moves once they are full.
    await sleep(600);
    const closed = once(socket, 'close');
    socket.resume();
    await closed;
    expect(socket.bytesRead).toBeGreaterThan(0);
    expect(socket.bytesRead).toBeLessThan(LARGE);
  });

  it('who sends many requests ahead and never reads has few of them rendered, one at a time', async () => {
    const rendering = { now: 0, most: 0, all: 0 };
    const { port, connections } = await serve({
      idleTimeout: 300,
      renderPage: async () => {
        rendering.now += 1;
        rendering.all += 1;
        rendering.most = Math.max(rendering.most, rendering.now);
        await sleep(1);
        rendering.now -= 1;
        return new Response(Buffer.alloc(LARGE), { headers: { 'Content-Type': 'text/html' } });
      },
    });
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.pause();
    socket.write('GET /blog?q=x HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(20));
    while (rendering.all === 0) await sleep(5);
    // Nothing moves once the buffers between the two are full: the server gives up.
    while ((await connections()) > 0) await sleep(5);
    socket.destroy();
    expect(rendering).toMatchObject({ now: 0, most: 1 });
    expect(rendering.all).toBeLessThan(4);
  });

  it('who sends more requests ahead than may wait loses the connection, and nobody else does', async () => {
    let rendered = 0;
    const { port, get } = await serve({
      renderPage: async () => {
        rendered += 1;
        return new Response('page', { headers: { 'Content-Type': 'text/html' } });
      },
    });
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    const closed = once(socket, 'close');
    socket.resume();
    socket.write('GET /blog?q=x HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(1_000));
    await closed;
    expect(rendered).toBeLessThan(40);
    expect((await get('/healthz')).status).toBe(200);
  });

  it('is cut off where a body goes on beyond its limit, instead of being read to its end', async () => {
    const { port } = await serve();
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    const closed = once(socket, 'close');
    const answered = once(socket, 'data');
    socket.write(`${POST}Transfer-Encoding: chunked\r\n\r\n`);
    const piece = `1000\r\n${' '.repeat(4096)}\r\n`;
    let isOpen = true;
    void closed.then(() => {
      isOpen = false;
    });
    // It never ends by itself.
    while (isOpen) {
      socket.write(piece);
      await sleep(1);
    }
    const [answer] = (await answered) as [Buffer];
    expect(answer.toString('latin1')).toMatch(/^HTTP\/1\.1 413 /);
  });

  it.each(['/api/contact', '/contact', '/newsletter/unsubscribe'])(
    'is nobody’s mistake when it goes away in the middle of a body: %s',
    async (target) => {
      const { port, site, connections } = await serve({
        renderPage: async (request) => {
          await request.formData().catch(() => null);
          return new Response('a page');
        },
      });
      const socket = connect(port, '127.0.0.1');
      const type = 'Content-Type: application/x-www-form-urlencoded';
      const length = 'Content-Length: 100';
      socket.write(
        `POST ${target} HTTP/1.1\r\nHost: x\r\n${type}\r\n${length}\r\nExpect: 100-continue\r\n\r\na=`,
      );
      // It is being read.
      await once(socket, 'data');
      socket.destroy();
      while ((await connections()) > 0) await sleep(5);
      expect(site.errors).toEqual([]);
    },
  );

  it('is cut off where a request that has no body goes on with one', async () => {
    const { port } = await serve();
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    const closed = once(socket, 'close');
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n');
    socket.resume();
    await closed;
  });
});

describe('a body that is too large', () => {
  const METHODS = ['POST', 'PUT', 'PATCH', 'DELETE', 'QUERY'];
  const FORMS = ['/contact', '/newsletter/unsubscribe', '/api/contact'];
  const TARGETS = ['/', '/nothing', '/api/nothing', '/feed.xml', '/media/x', ...FORMS];

  it('is refused unread, whatever the method', async () => {
    const { port, site } = await serve();
    const readAll = vi.spyOn(site.services, 'receiveContact');
    const asked = METHODS.flatMap((method) => TARGETS.map((target) => [method, target] as const));
    await Promise.all(
      asked.map(async ([method, target]) => {
        const { answers } = await sendRaw(
          port,
          `${method} ${target}?q=1 HTTP/1.1\r\nHost: x\r\nContent-Length: 150000000\r\n\r\n`,
        );
        const [answer] = answers;
        const isServed = method === 'POST' && FORMS.includes(target);
        const isNothing = target === '/api/nothing';
        expect([method, target, answers.length, answer?.status]).toEqual([
          ...[method, target, 1],
          isServed || isNothing ? 413 : 405,
        ]);
        expect(answer?.headers.get('X-Content-Type-Options')).toBe('nosniff');
      }),
    );
    expect(readAll).not.toHaveBeenCalled();
  });

  it.each(['/contact', '/newsletter/unsubscribe', '/api/contact', '/api/admin/login'])(
    'is refused at the limit when it never ends: %s',
    async (target) => {
      const { port, connections } = await serve({
        renderPage: async (request) => {
          const form = await request.formData().catch(() => null);
          return new Response(`a form: ${form !== null}`);
        },
      });
      for (const type of [
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'application/json',
      ]) {
        const socket = connect(port, '127.0.0.1');
        socket.on('error', () => undefined);
        let bytes = '';
        socket.on('data', (piece) => {
          bytes += piece.toString('latin1');
        });
        socket.write(
          `POST ${target} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nTransfer-Encoding: chunked\r\n\r\n`,
        );
        if (type.startsWith('multipart')) {
          const part = '--x\r\nContent-Disposition: form-data; name="a"; filename="b"\r\n\r\n';
          socket.write(`${part.length.toString(16)}\r\n${part}\r\n`);
        }
        const piece = `1000\r\n${'a'.repeat(4096)}\r\n`;
        while (bytes === '') {
          socket.write(piece);
          await sleep(1);
        }
        expect([type, bytes.slice(0, 12)]).toEqual([type, 'HTTP/1.1 413']);
        while ((await connections()) > 0) {
          socket.write(piece);
          await sleep(1);
        }
      }
    },
  );

  it('is not even asked for where a client waits to be asked', async () => {
    const { send, site } = await serve();
    const expecting = (target: string, ...lines: string[]) =>
      send(
        [
          `POST ${target} HTTP/1.1`,
          'Host: x',
          'Content-Type: application/json',
          'Expect: 100-continue',
          ...lines,
          '',
          '',
        ].join('\r\n'),
      );
    const large = await expecting('/api/contact', 'Content-Length: 150000000');
    expect(large.bytes).toMatch(/^HTTP\/1\.1 413 /);
    const nobody = await expecting('/api/admin/media', 'Content-Length: 1000000');
    expect(nobody.bytes).toMatch(/^HTTP\/1\.1 401 /);
    const wrong = await expecting('/feed.xml', 'Content-Length: 10');
    expect(wrong.bytes).toMatch(/^HTTP\/1\.1 405 /);
    const token = await site.signIn();
    const asked = await expecting(
      '/api/admin/preview',
      `Authorization: Bearer ${token}`,
      'Transfer-Encoding: chunked',
      '',
      '2',
      '{}',
      '0',
    );
    expect(asked.bytes).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 422 /);
  });
});

describe('what a visitor says of hosts', () => {
  const POISON = [
    'X-Forwarded-Host: evil.example',
    'X-Forwarded-Proto: gopher',
    'X-Forwarded-Server: evil.example',
    'X-Host: evil.example',
    'Forwarded: host=evil.example;proto=gopher',
    'X-Original-URL: /admin',
    'X-Rewrite-URL: /admin',
    'X-HTTP-Method-Override: DELETE',
    'X-HTTP-Method: DELETE',
    'X-Method-Override: DELETE',
    'Cookie: evil.example=1',
    'User-Agent: evil.example',
    'Referer: http://evil.example/',
    'Origin: http://evil.example',
    'Accept-Language: evil.example',
    'Range: bytes=0-0',
    'If-None-Match: "evil.example"',
    'If-Modified-Since: Thu, 01 Jan 2099 00:00:00 GMT',
    'Purpose: prefetch',
  ];

  it('is in no page that is kept, and changes none', async () => {
    const { get, send } = await serve();
    const targets = ['/', '/blog', '/blog?page=2', '/feed.xml', '/sitemap.xml', '/llms.txt'];
    for (const target of targets) {
      const lines = [
        `GET ${target} HTTP/1.1`,
        'Host: evil.example',
        'Connection: close',
        ...POISON,
        '',
        '',
      ];
      const { answers } = await send(lines.join('\r\n'));
      expect([target, answers.map(({ status }) => status)]).toEqual([target, [200]]);
      const absolute = await send(
        `GET http://evil.example${target} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`,
      );
      expect([target, absolute.answers.map(({ status }) => status)]).toEqual([target, [200]]);
      const { status, headers, body } = await get(target);
      expect([target, status]).toEqual([target, 200]);
      expect([target, JSON.stringify([...headers]) + body]).toEqual([
        target,
        expect.not.stringContaining('evil'),
      ]);
      expect(body).toBe(answers[0]?.body);
      expect(body).toBe(absolute.answers[0]?.body);
    }
  });

  it('turns no method into another: the post is still there', async () => {
    const { site, send } = await serve();
    const token = await site.signIn();
    const post = { title: 'A', slug: 'a', content: 'Text', status: 'published' };
    expect((await site.postJson('/api/admin/blog/posts', post, token)).status).toBe(201);
    for (const method of ['GET', 'POST']) {
      for (const query of ['', '?_method=DELETE', '?method=DELETE']) {
        const lines = [
          `${method} /api/admin/blog/posts/a${query} HTTP/1.1`,
          ...['Host: x', `Authorization: Bearer ${token}`, 'Connection: close'],
          ...['Content-Type: application/x-www-form-urlencoded', 'Content-Length: 14'],
          ...POISON.filter((line) => line.includes('Method')),
        ];
        const { answers } = await send(`${lines.join('\r\n')}\r\n\r\n_method=DELETE`);
        expect([404, 405, 415]).toContain(answers[0]?.status);
      }
    }
    expect((await site.get('/api/blog/posts/a')).status).toBe(200);
  });

  it.each(['TRACE', 'PROPFIND', 'PURGE', 'QUERY', 'SEARCH', 'LINK'])(
    'is not sent back by %s, which does nothing',
    async (method) => {
      const { send } = await serve();
      for (const target of ['/', '/api/blog/posts', '/static/a.js', '/media/x']) {
        const { answers } = await send(
          `${method} ${target} HTTP/1.1\r\nHost: x\r\nX-Secret: needle\r\nConnection: close\r\n\r\n`,
        );
        expect([method, target, answers[0]?.status]).toEqual([method, target, 405]);
        expect(answers[0]?.headers.get('Allow')).toMatch(/^GET, HEAD/);
        expect(answers[0]?.body).not.toContain('needle');
        expect(answers[0]?.headers.get('Content-Type')).not.toMatch(/message\/http/);
      }
    },
  );
});

describe('an address written in another way', () => {
  const SPELLINGS = [
    '/blog/',
    '/Blog',
    '/BLOG',
    '//blog',
    '/./blog',
    '/x/../blog',
    '/x/%2e%2e/blog',
    '/%62log',
    '/blog%20',
    '/blog.',
    '/blog..',
    '/blog;x=1',
    '/blog%3bx',
    '/blog%2f',
    '/blog%00',
    '/blog%3Fpage=2',
    '/blog?page=02',
    '/blog?page=2&page=3',
    '/blog?PAGE=2',
    '/blog?page[]=2',
    '/blog?%70age=2',
    '/blog?page=2%00',
    '/blog?x=<script>',
    '/blog?page=2#x',
    '/blog?utm_source=evil',
    '/blog?q=evil',
    '/blog?__proto__=1',
    '/blog?',
    '/blog?&',
    `/blog?x=${'y'.repeat(10_000)}`,
    `/${'blog/'.repeat(200)}`,
  ];

  it('never changes what others get at the plain one, whoever asks first', async () => {
    const { get } = await serve();
    const plain = await get('/blog');
    const second = await get('/blog?page=2');
    for (const spelling of SPELLINGS) {
      const { status } = await get(spelling);
      expect([spelling, [200, 404].includes(status)]).toEqual([spelling, true]);
      expect([spelling, (await get('/blog')).body]).toEqual([spelling, plain.body]);
      expect([spelling, (await get('/blog?page=2')).body]).toEqual([spelling, second.body]);
    }
  });

  it('never becomes what is kept for the plain one', async () => {
    for (const spelling of SPELLINGS) {
      const { get } = await serve();
      await get(spelling);
      const { body } = await get('/blog');
      // The page was rendered with its own address and nothing of the visitor's.
      expect([spelling, /\["https:\/\/site\.test\/blog"\]/.test(body)]).toEqual([spelling, true]);
    }
  });
});

describe('a file that is not to be had', () => {
  const WAYS_UP = [
    '..',
    '%2e%2e',
    '%2E.',
    '%252e%252e',
    '..%2f..',
    '..%5c..',
    '..;',
    '.%00.',
    '%c0%ae%c0%ae',
    '..%ef%bc%8f..',
    '....//',
  ];

  it.each(['/static', '/media', '/blog', '/media/00', '/api', ''])(
    'is not reached from %s by any way of writing the way up',
    async (start) => {
      const { get, site } = await serve();
      writeFileSync(join(site.mediaDir, '..', 'secret.txt'), 'needle');
      onTestFinished(() => rmSync(join(site.mediaDir, '..', 'secret.txt'), { force: true }));
      for (const way of WAYS_UP) {
        for (const target of ['secret.txt', 'package.json', 'etc/passwd', 'share.png', 'x.md']) {
          const path = `${start}/${way}/${target}`;
          const { status, headers, body } = await get(path).catch(() => {
            throw new Error(`${path} was not answered once`);
          });
          expect([path, status < 500]).toEqual([path, true]);
          expect([path, body]).toEqual([path, expect.not.stringMatching(/needle|root:|"scripts"/)]);
          expect([path, headers.get('X-Content-Type-Options')]).toEqual([path, 'nosniff']);
        }
      }
      expect(site.errors).toEqual([]);
    },
  );
});
