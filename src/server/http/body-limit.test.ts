import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { sendRaw } from '../../../test/raw-connection.ts';
import { serveSite } from '../../../test/serve-site.ts';

describe('a body that is too large', () => {
  it('is rejected unread', async () => {
    const { port, site } = await serveSite();
    const spend = vi.spyOn(site.site.limits, 'spend');
    const forms = ['/contact', '/newsletter/unsubscribe', '/api/contact'];
    const requests = forms.map((form) => ['POST', form]);
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'QUERY']) {
      requests.push([method, '/api/nothing']);
    }
    for (const [method, target] of requests) {
      const { answers } = await sendRaw(
        port,
        `${method} ${target}?q=1 HTTP/1.1\r\nHost: x\r\nContent-Length: 150000000\r\n\r\n`,
      );
      const statuses = answers.map(({ status }) => status);
      expect([method, target, statuses]).toEqual([method, target, [413]]);
      expect(answers[0]?.headers.get('X-Content-Type-Options')).toBe('nosniff');
    }
    expect(spend).not.toHaveBeenCalled();
  });

  it('is rejected at the limit when it never ends, and cut off', async () => {
    const { port } = await serveSite({
      renderPage: async (request) => {
        const form = await request.formData().catch(() => null);
        return new Response(`a form: ${form !== null}`);
      },
    });
    async function sendEndlessly(target: string, type: string, start = ''): Promise<string> {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined);
      let bytes = '';
      socket.on('data', (piece) => {
        bytes += piece.toString('latin1');
      });
      const head = `POST ${target} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\n`;
      socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n`);
      if (start !== '') socket.write(`${start.length.toString(16)}\r\n${start}\r\n`);
      while (!socket.closed) {
        socket.write(`1000\r\n${'a'.repeat(4096)}\r\n`);
        await sleep(1);
      }
      return bytes.slice(0, 12);
    }
    const part = '--x\r\nContent-Disposition: form-data; name="a"; filename="b"\r\n\r\n';
    for (const target of [
      '/contact',
      '/newsletter/unsubscribe',
      '/api/contact',
      '/api/admin/login',
    ]) {
      const answers = await Promise.all([
        sendEndlessly(target, 'application/x-www-form-urlencoded'),
        sendEndlessly(target, 'multipart/form-data; boundary=x', part),
        sendEndlessly(target, 'application/json'),
      ]);
      expect([target, ...answers]).toEqual([target, ...Array(3).fill('HTTP/1.1 413')]);
    }
  });

  it('gets no 100 Continue, nor does one of a stranger, and one that is read does', async () => {
    const { send, site } = await serveSite();
    const expecting = async (target: string, ...lines: string[]) => {
      const head = `POST ${target} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`;
      return (await send(`${head}Expect: 100-continue\r\n${lines.join('\r\n')}\r\n\r\n`)).bytes;
    };
    expect(await expecting('/api/contact', 'Content-Length: 150000000')).toMatch(
      /^HTTP\/1\.1 413 /,
    );
    expect(await expecting('/api/admin/media', 'Content-Length: 1000000')).toMatch(
      /^HTTP\/1\.1 401 /,
    );
    const token = `Authorization: Bearer ${await site.signIn()}`;
    const chunks = ['Transfer-Encoding: chunked', '', '2', '{}', '0'];
    expect(await expecting('/api/admin/preview', token, ...chunks)).toMatch(
      /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 422 /,
    );
  });
});
