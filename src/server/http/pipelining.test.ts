import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { LARGE, POST, SMUGGLED, serveSite } from '../../../test/serve-site.ts';

describe('pipelined requests', () => {
  it('are answered in order, also when a body arrives later', async () => {
    const { port } = await serveSite();
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

  it('may wait, up to 32', async () => {
    const { send } = await serveSite();
    const { answers, isClosed } = await send(
      'GET /blog?q=2 HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(32),
    );
    expect([answers.map(({ status }) => status), isClosed]).toEqual([Array(32).fill(200), false]);
  });

  it('of a client that never reads are rendered one at a time, and few of them', async () => {
    const rendering = { now: 0, most: 0, all: 0 };
    const { port, connections } = await serveSite({
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
    // The server closes the connection when the socket buffers are full and nothing moves.
    while ((await connections()) > 0) await sleep(5);
    socket.destroy();
    expect(rendering).toMatchObject({ now: 0, most: 1 });
    expect(rendering.all).toBeLessThan(4);
  });

  it('close the connection when there are too many, and no other connection', async () => {
    let rendered = 0;
    const { port, get } = await serveSite({
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
});
