import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { LARGE, POST, serveSite } from '../../../test/serve-site.ts';

describe('a slow client, or one that goes away', () => {
  it('is disconnected when it never reads the response', async () => {
    const { port } = await serveSite({ idleTimeout: 200 });
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.pause();
    socket.write('GET /static/large.js HTTP/1.1\r\nHost: x\r\n\r\n');
    // The socket buffers take some of it; then nothing moves.
    await sleep(600);
    const closed = once(socket, 'close');
    socket.resume();
    await closed;
    expect(socket.bytesRead).toBeGreaterThan(0);
    expect(socket.bytesRead).toBeLessThan(LARGE);
  });

  it('keeps nobody else waiting, also when there are 200 that never end their requests', async () => {
    const { port, get } = await serveSite();
    const slow = Array.from({ length: 200 }, () => connect(port, '127.0.0.1'));
    onTestFinished(() => {
      for (const socket of slow) socket.destroy();
    });
    for (const socket of slow) {
      socket.on('error', () => undefined);
      socket.write('GET /blog HTTP/1.1\r\nHost: x\r\nX-Slow: ');
    }
    await Promise.all(slow.map((socket) => once(socket, 'connect')));
    expect((await get('/blog')).status).toBe(200);
  });

  it('is disconnected when its body goes on beyond the limit', async () => {
    const { port } = await serveSite();
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
    // The body never ends by itself.
    while (isOpen) {
      socket.write(piece);
      await sleep(1);
    }
    const [answer] = (await answered) as [Buffer];
    expect(answer.toString('latin1')).toMatch(/^HTTP\/1\.1 413 /);
  });

  it.each(['/api/contact', '/contact', '/newsletter/unsubscribe'])(
    'is no error of the site when it goes away in the middle of a body: %s',
    async (target) => {
      const { port, site, connections } = await serveSite({
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
      // The server sends 100 Continue when it starts to read.
      await once(socket, 'data');
      socket.destroy();
      while ((await connections()) > 0) await sleep(5);
      expect(site.errors).toEqual([]);
    },
  );

  it('is disconnected when it sends a body with a GET', async () => {
    const { port } = await serveSite();
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    const closed = once(socket, 'close');
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n');
    socket.resume();
    await closed;
  });

  it.each([
    ['nobody has read', 'POST /api/admin/attachments?name=a.pdf', 401],
    ['is too large', 'POST /api/contact', 413],
  ])('sends its next request on a connection whose last body %s', async (_, target, status) => {
    const { port } = await serveSite();
    const socket = connect(port, '127.0.0.1');
    const answers: string[] = [];
    socket.setEncoding('latin1').on('data', (text: string) => answers.push(text));
    const size = 3_000_000;
    const head = `${target} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`;
    socket.write(`${head}Content-Length: ${size}\r\n\r\n`);
    socket.write(Buffer.alloc(size, 'x'));
    await expect.poll(() => answers.join('')).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    // Longer than an unread body keeps its connection.
    await sleep(800);
    answers.length = 0;
    socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    await expect.poll(() => answers.join('')).toMatch(/^HTTP\/1\.1 200 /);
    socket.destroy();
  });
});
