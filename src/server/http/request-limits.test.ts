import { connect } from 'node:net';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { makeApp } from '../../../test/make-app.ts';
import { sendRaw } from '../../../test/raw-connection.ts';
import { serveSite } from '../../../test/serve-site.ts';
import { LARGER_BODIES } from '../../app/app.ts';

describe('limitBodies', () => {
  it('refuses a larger body unread, also one of a path or method that is not there', async () => {
    const { port, site } = await serveSite();
    const spend = vi.spyOn(site.site.limits, 'spend');
    for (const request of ['POST /contact', 'POST /api/contact', 'PUT /api/nothing']) {
      const [method, target = ''] = request.split(' ');
      const lines = ['Host: x', 'Content-Length: 150000000'];
      const { status, headers } = await sendRaw(port, `${target}?q=1`, { method, lines });
      expect([request, status]).toEqual([request, 413]);
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    }
    expect(spend).not.toHaveBeenCalled();
  });

  it('refuses a body that never ends at the limit, and cuts it off', async () => {
    const { port } = await serveSite({
      renderPage: async (request) => {
        const form = await request.formData().catch(() => null);
        return new Response(`a form: ${form !== null}`);
      },
    });
    async function sendEndlessly(target: string, type: string): Promise<string> {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined);
      let bytes = '';
      socket.on('data', (piece) => {
        bytes += piece.toString('latin1');
      });
      const head = `POST ${target} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\n`;
      socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n`);
      while (!socket.closed) {
        socket.write(`1000\r\n${'a'.repeat(4096)}\r\n`);
        await sleep(1);
      }
      return bytes.slice(0, 12);
    }
    const answers = await Promise.all([
      sendEndlessly('/contact', 'application/x-www-form-urlencoded'),
      sendEndlessly('/newsletter/unsubscribe', 'application/x-www-form-urlencoded'),
      sendEndlessly('/api/contact', 'application/json'),
      sendEndlessly('/api/admin/login', 'application/json'),
    ]);
    expect(answers).toEqual(Array(4).fill('HTTP/1.1 413'));
  });

  it('lets a call with a larger limit read nothing of a stranger', async () => {
    const { app } = await makeApp();
    for (const path of ['media', 'blog/posts', 'preview', 'references/read']) {
      expect(LARGER_BODIES.some(([pattern]) => pattern.test(`/api/admin/${path}`))).toBe(true);
      let isRead = false;
      const pull = (controller: ReadableStreamDefaultController) => {
        isRead = true;
        controller.enqueue(new Uint8Array(65_536));
      };
      const body = new ReadableStream({ pull }, { highWaterMark: 0 });
      const sent = { method: 'POST', ...{ body, duplex: 'half' } };
      const request = new Request(`https://site.test/api/admin/${path}`, sent);
      expect([path, (await app.fetch(request)).status, isRead]).toEqual([path, 401, false]);
    }
  });

  it('reports no error of a client that goes away within its body', async () => {
    const { port, site } = await serveSite();
    for (const target of ['/api/contact', '/newsletter/unsubscribe']) {
      const socket = connect(port, '127.0.0.1');
      socket.write(
        `POST ${target} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
      );
      await sleep(50);
      socket.destroy();
    }
    await sleep(100);
    expect(site.errors).toEqual([]);
  });
});

it('fifty requests for posts that come at once leave room for others between them', async () => {
  const { app } = await makeApp();
  for (const path of ['/blog/a', '/api/blog/posts/a']) {
    let answered = 0;
    const requests = Array.from({ length: 50 }, async () => {
      await app.request(path);
      answered += 1;
    });
    while (answered === 0) await setImmediate();
    expect(answered).toBeLessThan(10);
    await Promise.all(requests);
  }
});
