import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { LARGE, serveSite } from '../../../test/serve-site.ts';

function open(port: number) {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  return socket;
}

describe('a slow client, or one that goes away', () => {
  it('is disconnected when it never reads the response', async () => {
    const { port } = await serveSite({ idleTimeout: 200 });
    const socket = open(port);
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

  it('is no error of the site when it goes away in the middle of a body', async () => {
    const { port, site, connections } = await serveSite({
      renderPage: async (request) => {
        await request.formData().catch(() => null);
        return new Response('a page');
      },
    });
    for (const target of ['/api/contact', '/contact', '/newsletter/unsubscribe']) {
      const socket = open(port);
      const type = 'Content-Type: application/x-www-form-urlencoded';
      const expecting = 'Content-Length: 100\r\nExpect: 100-continue';
      socket.write(`POST ${target} HTTP/1.1\r\nHost: x\r\n${type}\r\n${expecting}\r\n\r\na=`);
      // The server sends 100 Continue when it starts to read.
      await once(socket, 'data');
      socket.destroy();
      while ((await connections()) > 0) await sleep(5);
    }
    expect(site.errors).toEqual([]);
  });

  it.each([
    ['nobody has read', 'POST /api/admin/attachments?name=a.pdf', 401],
    ['is too large', 'POST /api/contact', 413],
  ])('sends its next request on a connection whose last body %s', async (_, target, status) => {
    const { port } = await serveSite();
    const socket = open(port);
    const answers: string[] = [];
    socket.setEncoding('latin1').on('data', (text: string) => answers.push(text));
    const head = `${target} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`;
    socket.write(`${head}Content-Length: 3000000\r\n\r\n`);
    socket.write(Buffer.alloc(3_000_000, 'x'));
    await expect.poll(() => answers.join('')).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    // Longer than an unread body keeps its connection.
    await sleep(800);
    answers.length = 0;
    socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    await expect.poll(() => answers.join('')).toMatch(/^HTTP\/1\.1 200 /);
    socket.destroy();
  });
});
