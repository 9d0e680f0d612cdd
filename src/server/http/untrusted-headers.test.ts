import { describe, expect, it } from 'vitest';
import { serveSite } from '../../../test/serve-site.ts';

describe('an untrusted header or method', () => {
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

  it('never gets into a cached page', async () => {
    const { get, send } = await serveSite();
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

  it.each(['TRACE', 'PROPFIND', 'PURGE', 'QUERY', 'SEARCH', 'LINK'])(
    'is not echoed: %s is rejected',
    async (method) => {
      const { send } = await serveSite();
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
