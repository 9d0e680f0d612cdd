import { describe, expect, it } from 'vitest';
import { serveSite } from '../../../test/serve-site.ts';

describe('an untrusted header or method', () => {
  const POISON =
    `X-Forwarded-Host: evil.example|X-Forwarded-Proto: gopher|X-Forwarded-Server: evil.example|X-Host: evil.example
    Forwarded: host=evil.example;proto=gopher|X-Original-URL: /admin|X-Rewrite-URL: /admin
    X-HTTP-Method-Override: DELETE|X-HTTP-Method: DELETE|X-Method-Override: DELETE|Cookie: evil.example=1
    User-Agent: evil.example|Referer: http://evil.example/|Origin: http://evil.example|Accept-Language: evil.example
    Range: bytes=0-0|If-None-Match: "evil.example"|If-Modified-Since: Thu, 01 Jan 2099 00:00:00 GMT
    Purpose: prefetch`.split(/\||\n\s+/);

  it('never gets into a cached page', async () => {
    const { get, send } = await serveSite();
    const targets = ['/', '/blog', '/blog?page=2', '/feed.xml', '/sitemap.xml', '/llms.txt'];
    for (const target of targets) {
      const head = 'HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n';
      const asked = await send(`GET ${target} ${head}${POISON.join('\r\n')}\r\n\r\n`);
      const absolute = await send(`GET http://evil.example${target} ${head}\r\n`);
      const { status, headers, body } = await get(target);
      const answer = { status: 200, body };
      expect([target, asked.answers]).toMatchObject([target, [answer]]);
      expect([target, absolute.answers]).toMatchObject([target, [answer]]);
      expect([target, status]).toEqual([target, 200]);
      expect([target, JSON.stringify([...headers]) + body]).toEqual([
        target,
        expect.not.stringContaining('evil'),
      ]);
    }
  });

  it('does not override the method: the post still exists', async () => {
    const { site, send } = await serveSite();
    const token = await site.signIn();
    const post = { title: 'A', slug: 'a', content: 'Text', status: 'published' };
    expect((await site.postJson('/api/admin/blog/posts', post, token)).status).toBe(201);
    for (const method of ['GET', 'POST']) {
      for (const query of ['', '?_method=DELETE', '?method=DELETE']) {
        const lines = [
          `${method} /api/admin/blog/posts/a${query} HTTP/1.1`,
          'Host: x',
          `Authorization: Bearer ${token}`,
          'Connection: close',
          'Content-Type: application/x-www-form-urlencoded',
          'Content-Length: 14',
          ...POISON.filter((line) => line.includes('Method')),
        ];
        const { answers } = await send(`${lines.join('\r\n')}\r\n\r\n_method=DELETE`);
        expect([404, 405, 415]).toContain(answers[0]?.status);
      }
    }
    expect((await site.get('/api/blog/posts/a')).status).toBe(200);
  });
});
