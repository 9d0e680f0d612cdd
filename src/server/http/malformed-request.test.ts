import { describe, expect, it } from 'vitest';
import { POST, SMUGGLED, serveSite } from '../../../test/serve-site.ts';

describe('the response to a malformed request', () => {
  const malformed: [status: number, what: string, text: string][] = [
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

  it.each(malformed)(
    'has a message and the security headers, and closes the connection: %i for %s',
    async (status, _what, text) => {
      const { send } = await serveSite();
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

  it('is a 408 when a request or its headers never end', async () => {
    const { send } = await serveSite({
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

  it('is not sent to HTTP/1.0 clients without a Host', async () => {
    const { send } = await serveSite();
    const { answers } = await send('GET /healthz HTTP/1.0\r\n\r\n');
    expect(answers.map(({ status }) => status)).toEqual([200]);
    const page = await send('GET /blog?q=x HTTP/1.0\r\n\r\n');
    expect(page.answers.map(({ status }) => status)).toEqual([200]);
  });

  it('is never written into the response before it', async () => {
    const { send } = await serveSite();
    const { bytes, isClosed } = await send(
      'GET /static/a.js HTTP/1.1\r\nHost: x\r\n\r\nno request\r\n\r\n',
    );
    expect(bytes.match(/HTTP\/1\.1 \d+/g)?.length).toBeLessThanOrEqual(2);
    expect(isClosed).toBe(true);
  });
});
