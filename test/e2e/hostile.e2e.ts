import { Agent, type IncomingMessage, METHODS, request } from 'node:http';
import { expect } from '@playwright/test';
import { type RawResponse, sendRaw } from '../raw-connection.ts';
import { test } from './page-test.ts';

/** Sends a request as nobody's browser would, and gives the one answer to it. */
async function ask(
  address: string | undefined,
  target: string,
  headers: readonly string[] = [],
  { method = 'GET', host = 'evil.example', body = '' } = {},
): Promise<RawResponse> {
  const lines = [`${method} ${target} HTTP/1.1`, `Host: ${host}`, 'Connection: close', ...headers];
  const { answers } = await sendRaw(
    Number(new URL(address ?? '').port),
    `${lines.join('\r\n')}\r\n\r\n${body}`,
  );
  const [answer] = answers;
  if (answers.length !== 1 || answer === undefined) {
    throw new Error(`${target} got ${answers.length} answers`);
  }
  return answer;
}

const everythingIn = ({ headers, body }: RawResponse) => JSON.stringify([...headers]) + body;

/** Cached pages, and pages that are rendered for each request. */
const TARGETS = [
  '/',
  '/contact',
  '/contact?type=investor',
  '/purpose',
  '/blog',
  '/blog?page=2',
  '/blog?q=ic50',
  '/blog/how-to-read-an-ic50',
  '/blog/How-To-Read-An-IC50/',
  '/blog/nothing',
  '/nothing',
  '/Purpose/',
  '/preview/nothing',
  '/newsletter/confirm?token=nothing',
  '/admin',
  '/admin/login',
  '/admin/dashboard',
  '/blog.data',
  '/blog/how-to-read-an-ic50.md',
  '/feed.xml',
  '/feed.json',
  '/sitemap.xml',
  '/robots.txt',
  '/llms.txt',
  '/site.webmanifest',
  '/api',
  '/api/blog/posts',
  '/api/docs',
  '/api/openapi.json',
  '/media/nothing',
  '/healthz',
];

const POISON = [
  'X-Forwarded-Host: evil.example',
  'X-Forwarded-Proto: evil',
  'X-Forwarded-Port: 666',
  'Forwarded: host=evil.example',
  'X-Host: evil.example',
  'X-Original-URL: /evil',
  'X-Rewrite-URL: /evil',
  'Origin: http://evil.example',
  'Referer: http://evil.example/',
  'User-Agent: evil',
  'Accept-Language: evil',
  'Cookie: evil=1',
];

test('hostile requests: hosts, spellings, ways up, methods and forms harm nobody', async ({
  baseURL,
}) => {
  await test.step('no host or header that a visitor makes up is in any page, for that visitor or the next', async () => {
    for (const target of TARGETS) {
      const poisoned = await ask(baseURL, target, POISON);
      expect([target, poisoned.status < 500]).toEqual([target, true]);
      expect([target, everythingIn(poisoned)]).toEqual([target, expect.not.stringMatching(/evil/)]);
      const absolute = await ask(baseURL, `http://evil.example${target}`, POISON);
      expect([target, absolute.status]).toEqual([target, poisoned.status]);
      expect([target, everythingIn(absolute)]).toEqual([target, expect.not.stringMatching(/evil/)]);
      const next = await ask(baseURL, target, [], { host: new URL(baseURL ?? '').host });
      expect([target, next.status]).toEqual([target, poisoned.status]);
      expect([target, everythingIn(next)]).toEqual([target, expect.not.stringMatching(/evil/)]);
    }
  });
  await test.step('no spelling of a URL leads to another site, or to another page', async () => {
    const plain = await ask(baseURL, '/blog');
    const spellings = [
      '//evil.example',
      '//evil.example/',
      '//evil.example/blog/',
      '///evil.example/Blog',
      '/%2fevil.example/',
      '/%5cevil.example/',
      '/.evil.example/',
      '/evil.example/..',
      '//evil.example/%2e%2e',
      '/blog/../purpose',
      '/blog/%2e%2e/purpose',
      '/blog;/purpose',
      '/blog%00',
      '/blog%2f',
      '/blog.',
      '/blog//',
      '/BLOG/',
      '/blog?page=1&page=2',
      '/blog?x=<script>alert(1)</script>',
      `/blog?${'x'.repeat(8_000)}`,
      '/admin/login?next=//evil.example',
      '/admin/login?next=https://evil.example',
    ];
    for (const spelling of spellings) {
      const { status, headers } = await ask(baseURL, spelling);
      expect([spelling, status < 500]).toEqual([spelling, true]);
      const location = headers.get('Location');
      if (location !== null) {
        const { origin } = new URL(location, baseURL);
        expect([spelling, location, origin]).toEqual([
          spelling,
          location,
          new URL(baseURL ?? '').origin,
        ]);
      }
      expect([spelling, (await ask(baseURL, '/blog')).body === plain.body]).toEqual([
        spelling,
        true,
      ]);
    }
  });
  await test.step('no way of writing the way up reaches a file that is not for browsers', async () => {
    const waysUp = ['..', '%2e%2e', '%2E.', '%252e%252e', '..%2f..', '..%5c..', '..%00', '....//'];
    const starts = ['', '/static', '/media', '/media/aa', '/blog', '/purpose', '/api', '/fonts'];
    const files = ['package.json', 'server.ts', 'share.png'];
    for (const start of starts) {
      for (const up of waysUp) {
        for (const file of files) {
          const path = `${start}/${up}/${up}/${file}`;
          const { status, headers, body } = await ask(baseURL, path);
          expect([path, status < 500]).toEqual([path, true]);
          expect([path, headers.get('X-Content-Type-Options')]).toEqual([path, 'nosniff']);
          expect([path, body]).toEqual([
            path,
            expect.not.stringMatching(/"scripts"|from '\.\/src/),
          ]);
        }
      }
    }
  });
  await test.step('a method that a route does not serve is refused and does nothing, on each kind of address', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 8 });
    const send = (method: string, path: string, body: string | null) =>
      new Promise<IncomingMessage>((resolve, reject) => {
        const headers =
          body === null
            ? {}
            : { 'Content-Type': 'application/json', 'Content-Length': body.length };
        const sent = request(`${baseURL}${path}`, { method, agent, headers }, (answer) => {
          answer.resume();
          answer.once('end', () => resolve(answer));
        });
        sent.once('error', reject);
        sent.end(body ?? undefined);
      });
    const targets = [
      '/',
      '/blog.data',
      '/ADMIN/LOGIN/',
      '/preview/x',
      '/api/blog/posts',
      '/feed.xml',
      '/media/x',
      '/%zz',
    ];
    // GET and POST are what the site serves; node:http cannot send CONNECT as a request.
    const methods = METHODS.filter((method) => !['CONNECT', 'GET', 'HEAD'].includes(method));
    const asked = targets.flatMap((path) => methods.map((method) => ({ path, method })));
    const wrong: unknown[] = [];
    async function work() {
      for (let next = asked.pop(); next !== undefined; next = asked.pop()) {
        const { method, path } = next;
        // A TRACE request has no content (RFC 9110, section 9.3.8): with one it is malformed.
        const body = method === 'TRACE' ? null : '{}';
        const { statusCode = 0, headers } = await send(method, path, body);
        const { allow, 'x-content-type-options': sniffing } = headers;
        const isRefused = statusCode === 405 && allow?.split(', ').includes(method) === false;
        const isAnswered =
          isRefused || (statusCode < 500 && statusCode !== 405 && isMeant(method, path));
        if (!isAnswered || sniffing !== 'nosniff') {
          wrong.push({ method, path, statusCode, allow, sniffing });
        }
      }
    }
    await Promise.all(Array.from({ length: 8 }, work));
    expect(wrong).toEqual([]);
    agent.destroy();
    for (const override of ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override']) {
      const answer = await ask(baseURL, '/blog', [`${override}: DELETE`]);
      expect([override, answer.status]).toEqual([override, 200]);
    }
  });
  await test.step('a form of a hostile type is refused as what it is, never with an error', async () => {
    const forms = [
      '/contact',
      '/investors',
      '/newsletter',
      '/newsletter/confirm',
      '/newsletter/unsubscribe',
    ];
    const types = ['', 'text/plain', 'application/json', 'multipart/form-data', 'x'.repeat(1_000)];
    types.push(
      'multipart/form-data; boundary=',
      'application/x-www-form-urlencoded; charset=utf-7',
    );
    for (const path of forms.flatMap((form) => [form, `${form}.data`])) {
      for (const type of types) {
        for (const body of ['', '{}', '--x', 'a=%ff%00&a=%zz', '\u0000']) {
          const answer = await ask(
            baseURL,
            path,
            [`Content-Type: ${type}`, `Content-Length: ${Buffer.byteLength(body)}`],
            { method: 'POST', body },
          );
          expect([path, type, body, answer.status < 500]).toEqual([path, type, body, true]);
        }
      }
    }
  });
});

/** Methods of the API's own calls, and of forms, which refuse what is no form. */
function isMeant(method: string, path: string): boolean {
  return (
    method === 'POST' || (path.startsWith('/api/') && ['PUT', 'PATCH', 'DELETE'].includes(method))
  );
}
