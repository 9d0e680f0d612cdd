import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { makeApp } from '../../../test/make-app.ts';
import { sendRaw } from '../../../test/raw-connection.ts';
import { serveSite } from '../../../test/serve-site.ts';

describe('a body that is too large', () => {
  const METHODS = ['POST', 'PUT', 'PATCH', 'DELETE', 'QUERY'];
  const FORMS = ['/contact', '/newsletter/unsubscribe', '/api/contact'];
  const TARGETS = ['/', '/nothing', '/api/nothing', '/feed.xml', '/media/x', ...FORMS];

  it('is rejected unread, whatever the method', async () => {
    const { port, site } = await serveSite();
    const receive = vi.spyOn(site.services.inquiries, 'receiveContact');
    const requests = METHODS.flatMap((method) =>
      TARGETS.map((target) => [method, target] as const),
    );
    await Promise.all(
      requests.map(async ([method, target]) => {
        const { answers } = await sendRaw(
          port,
          `${method} ${target}?q=1 HTTP/1.1\r\nHost: x\r\nContent-Length: 150000000\r\n\r\n`,
        );
        const [answer] = answers;
        const isServed = method === 'POST' && FORMS.includes(target);
        const isNothing = target === '/api/nothing';
        expect([method, target, answers.length, answer?.status]).toEqual([
          method,
          target,
          1,
          isServed || isNothing ? 413 : 405,
        ]);
        expect(answer?.headers.get('X-Content-Type-Options')).toBe('nosniff');
      }),
    );
    expect(receive).not.toHaveBeenCalled();
  });

  it.each(['/contact', '/newsletter/unsubscribe', '/api/contact', '/api/admin/login'])(
    'is rejected at the limit when it never ends: %s',
    async (target) => {
      const { port, connections } = await serveSite({
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

  it('gets no 100 Continue', async () => {
    const { send, site } = await serveSite();
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

it('a body that does not come whole in time is given up, one of an attachment much later', async () => {
  const site = await makeApp();
  const token = await site.signIn();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  let isRead = Promise.withResolvers<void>();
  const stalled = () => {
    isRead = Promise.withResolvers();
    // Sends one byte, then nothing.
    let sent = 0;
    return new ReadableStream(
      {
        pull(controller) {
          sent += 1;
          if (sent > 1) {
            isRead.resolve();
            return new Promise<void>(() => undefined);
          }
          controller.enqueue(new Uint8Array(1));
          return;
        },
      },
      { highWaterMark: 0 },
    );
  };
  for (const [path, seconds] of [
    ['/api/admin/media', 60],
    ['/api/admin/attachments?name=a.zip', 600],
  ] as const) {
    let isAnswered = false;
    const headers = { 'Content-Type': 'application/octet-stream' };
    const answer = site.send('POST', path, { token, headers, body: stalled() }).then((each) => {
      isAnswered = true;
      return each;
    });
    await isRead.promise;
    await vi.advanceTimersByTimeAsync(seconds * 1_000 - 10);
    expect([path, isAnswered]).toEqual([path, false]);
    await vi.advanceTimersByTimeAsync(20);
    const response = await answer;
    expect([path, response.status]).toEqual([path, 400]);
    expect(await response.json()).toEqual({
      detail: `The body did not arrive within ${seconds} seconds.`,
    });
  }
  expect(await readdir(site.mediaDir)).toEqual([]);
});
