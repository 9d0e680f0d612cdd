import { describe, expect, it } from 'vitest';
import { makeApp } from '../../../test/make-app.ts';
import { BusyError } from '../../server/failure.ts';
import type { RenderPage } from './pages.ts';

/** A page that records its arguments. */
function recordingPage() {
  const given: Parameters<RenderPage>[] = [];
  const renderPage: RenderPage = async (request, context) => {
    given.push([request, context]);
    const nonce = context.csp?.nonce;
    const page = `<script nonce="${nonce}">own()</script><script>foreign()</script>`;
    const { html = '', policy = '' } = context.csp?.hashInlineCode(page) ?? {};
    return new Response(html, {
      status: 404,
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': policy,
        'X-Page': 'kept',
      },
    });
  };
  return { given, renderPage };
}

describe('a page', () => {
  it('is rendered for the administrator, never cached or indexed, when the token is valid, and for anyone when it is not any more', async () => {
    const { given, renderPage } = recordingPage();
    const app = await makeApp({ renderPage });
    const token = await app.signIn();
    const mine = await app.get('/blog/A-Draft?page=2', token);
    const [[request, context] = []] = given;
    expect(request?.url).toBe('https://site.test/blog/A-Draft?page=2');
    expect(context).toMatchObject({ publicUrl: 'https://site.test' });
    expect(context?.site).toBe(app.site);
    expect([mine.status, mine.headers.get('X-Page')]).toEqual([404, 'kept']);
    expect(context?.viewer).toMatchObject({ email: 'editor@site.test' });
    expect(mine.headers.get('Cache-Control')).toBe('private, no-store');
    expect(mine.headers.get('X-Robots-Tag')).toBe('noindex');
    app.clock.advanceDays(1);
    const { headers } = await app.get('/blog/a-draft', token);
    expect(given[1]?.[1].viewer).toBeNull();
    expect(headers.get('Cache-Control')).toBe('no-cache');
    expect(headers.get('Vary')).toContain('Authorization');
    expect(headers.get('X-Robots-Tag')).toBeNull();
  });

  it('that too many ask for at once, or whose database is out of reach, says when to ask again; one that had to leave out a list is sent, and not cached for the next reader', async () => {
    const gone = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    for (const error of [new BusyError('Too many'), gone]) {
      const app = await makeApp({
        renderPage: async (_, { reportError }) => {
          reportError(error);
          return new Response('Sorry', { status: 500, headers: { 'Content-Type': 'text/html' } });
        },
      });
      const { status, headers } = await app.get('/molecules?q=C');
      const caching = headers.get('Cache-Control');
      expect([status, headers.get('Retry-After'), caching]).toEqual([503, '5', 'no-cache']);
      expect(app.errors).toEqual(error === gone ? [gone] : []);
    }

    const without = await makeApp({
      renderPage: async (_, { emptyOnFailure }) => {
        const titles = await Promise.reject(new BusyError('Too many')).catch(emptyOnFailure);
        const headers = { 'Content-Type': 'text/html; charset=utf-8' };
        return new Response(`Titles: ${titles.length}`, { headers });
      },
    });
    const page = await without.get('/');
    expect([page.status, await page.text()]).toEqual([200, 'Titles: 0']);
    expect(page.headers.get('Cache-Control')).toBe('no-cache');
  });

  it('with a secret URL keeps its own Cache-Control and Referrer-Policy; for an administrator, none is cached whatever it says', async () => {
    const own = { 'Cache-Control': 'private, no-store', 'Referrer-Policy': 'no-referrer' };
    const app = await makeApp({ renderPage: async () => new Response('', { headers: own }) });
    for (const method of ['GET', 'HEAD']) {
      const { headers } = await app.send(method, '/preview/x');
      expect(Object.fromEntries(headers)).toMatchObject({
        'cache-control': 'private, no-store',
        'referrer-policy': 'no-referrer',
      });
    }
    const open = { 'Cache-Control': 'public, max-age=60' };
    const shared = await makeApp({ renderPage: async () => new Response('', { headers: open }) });
    const { headers } = await shared.get('/', await shared.signIn());
    expect(headers.get('Cache-Control')).toBe('private, no-store');
  });

  it('runs its own scripts and no other, by an unpredictable nonce', async () => {
    const { given, renderPage } = recordingPage();
    const app = await makeApp({ renderPage });
    const [first, second] = [await app.get('/'), await app.get('/')];
    await (await makeApp({ renderPage })).get('/');
    const nonces = given.map(([, context]) => context.csp?.nonce);
    expect(new Set(nonces).size).toBe(2);
    for (const nonce of nonces) expect(nonce).toMatch(/^[0-9a-f]{32}$/);
    const html = await first.text();
    expect(html).toBe('<script>own()</script><script>foreign()</script>');
    expect(await second.text()).toBe(html);
    const policy = first.headers.get('Content-Security-Policy');
    expect(policy?.match(/sha256-/g)).toHaveLength(1);
    expect(second.headers.get('Content-Security-Policy')).toBe(policy);
  });

  it('is given a form that was sent without scripts, unless it is too large', async () => {
    const app = await makeApp({
      renderPage: async (request) => new Response(String((await request.formData()).get('name'))),
    });
    const sendForm = (name: string, headers: Record<string, string> = {}) =>
      app.send('POST', '/contact', { headers, body: new URLSearchParams({ name }) });
    expect(await (await sendForm('Zoë & co')).text()).toBe('Zoë & co');
    expect(await (await sendForm('Ada', { 'Content-Length': '8' })).text()).toBe('Ada');
    expect((await sendForm('x'.repeat(65_536))).status).toBe(413);
    expect(app.errors).toEqual([]);
  });

  it('is requested by a decodable URL, so that React Router does not log it', async () => {
    const { given, renderPage } = recordingPage();
    const app = await makeApp({ renderPage });
    for (const path of ['/preview/x%zz?a=%zz', '/blog/%ff', '/blog/%F0%9F%A7%AA', '/blog/100%25']) {
      await app.get(path);
    }
    expect(given.map(([{ url }]) => url.replace('https://site.test', ''))).toEqual([
      '/preview/x%25zz?a=%zz',
      '/blog/%25ff',
      '/blog/%F0%9F%A7%AA',
      '/blog/100%25',
    ]);
  });

  it('may be data for the router, or a redirect, which is passed on as it is', async () => {
    const app = await makeApp({
      renderPage: async ({ url }) =>
        url.endsWith('.data')
          ? new Response(' nonce="x"', { headers: { 'Content-Type': 'text/x-script' } })
          : new Response(null, { status: 301, headers: { Location: '/blog/new' } }),
    });
    const response = await app.get('/blog.data');
    expect(await response.text()).toBe(' nonce="x"');
    expect(response.headers.get('Content-Type')).toBe('text/x-script');
    expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
    const moved = await app.get('/blog/old');
    expect([moved.status, moved.headers.get('Location')]).toEqual([301, '/blog/new']);
  });

  it('that fails is answered with 500 and without a word of why', async () => {
    const rejecting = () => Promise.reject(new Error('secret path /srv/site'));
    const app = await makeApp({ renderPage: rejecting });
    const response = await app.get('/');
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain('secret');
    expect(app.errors).toHaveLength(1);
  });
});
