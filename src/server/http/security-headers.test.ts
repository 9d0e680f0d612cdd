import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { makeApp } from '../../../test/make-app.ts';
import { makeAssets, respondWith } from '../../../test/make-assets.ts';
import { addSecurityHeaders, hashInlineCode } from './security-headers.ts';

const NONCE = '0123456789abcdef';

function hashOf(code: string): string {
  return `'sha256-${createHash('sha256').update(code).digest('base64')}'`;
}

function directive(policy: string | null, name: string): string[] {
  const found = policy?.split('; ').find((line) => line.startsWith(`${name} `));
  return found?.split(' ').slice(1) ?? [];
}

describe('hashing the inline scripts of a page', () => {
  it("allows the page's own scripts by their hashes and takes the nonce off", () => {
    const html = `<script nonce="${NONCE}">one()</script><p>x</p><script type="module" async nonce="${NONCE}">\nimport "/a.js";\n</script>`;
    const sealed = hashInlineCode(html, NONCE);
    expect(sealed.html).toBe(
      '<script>one()</script><p>x</p><script type="module" async>\nimport "/a.js";\n</script>',
    );
    expect(directive(sealed.policy, 'script-src')).toEqual([
      "'strict-dynamic'",
      hashOf('one()'),
      hashOf('\nimport "/a.js";\n'),
    ]);
  });

  it.each([
    ['without a nonce', '<script>evil()</script>'],
    ['with another nonce', '<script nonce="guess">evil()</script>'],
    ['with an empty nonce', '<script nonce>evil()</script>'],
    ['that only shows the nonce in its code', `<script>evil(' nonce="${NONCE}"')</script>`],
    ['in capital letters', '<SCRIPT>evil()</SCRIPT>'],
  ])('leaves a script %s without a hash', (_what, script) => {
    const own = `<script nonce="${NONCE}">own()</script>`;
    for (const html of [script + own, own + script]) {
      const { policy } = hashInlineCode(html, NONCE);
      expect(directive(policy, 'script-src')).toEqual(["'strict-dynamic'", hashOf('own()')]);
    }
  });

  it('hashes the bytes that the browser will: UTF-8, up to the end tag, once, and none of a file', () => {
    const code = 'say("Zoë \u{1F9EA}") // <\\/script> <!-- ';
    const script = `<script nonce="${NONCE}">${code}</script>`;
    const html = `<script nonce="${NONCE}" src="/a.js"></script>${script}${script}`;
    const scripts = directive(hashInlineCode(html, NONCE).policy, 'script-src');
    expect(scripts).toEqual(["'strict-dynamic'", hashOf(code)]);
  });

  it('allows nothing inline that it did not hash, no plug-in, no frame of others, no other base', () => {
    const { policy } = hashInlineCode('<p>x</p>', NONCE);
    expect(policy).not.toContain('unsafe');
    expect(directive(policy, 'script-src')).toEqual(["'strict-dynamic'"]);
    expect(directive(policy, 'style-src')).toEqual(["'self'"]);
    expect(directive(policy, 'frame-src')).toEqual(["'self'"]);
    for (const name of ['default-src', 'base-uri', 'frame-ancestors']) {
      expect([name, directive(policy, name)]).toEqual([name, ["'none'"]]);
    }
    expect(directive(policy, 'require-trusted-types-for')).toEqual(["'script'"]);
    expect(policy.split('; ').filter((line) => line.startsWith('form-action'))).toHaveLength(1);
  });
});

describe('security headers', () => {
  const FILES = { 'static/app-abc123.js': 'x()', 'favicon.svg': '<svg/>' };

  it('are on every kind of response, and forbid scripts everywhere but on pages', async () => {
    const redirectHome = new Response(null, { status: 301, headers: { Location: '/' } });
    const app = await makeApp({
      renderPage: async (request) => {
        if (request.url.endsWith('/broken')) throw new Error('broken');
        if (request.url.endsWith('/moved')) return redirectHome;
        return new Response('<p>page</p>', { headers: { 'Content-Type': 'text/html' } });
      },
    });
    const token = await app.signIn();
    const assets = await makeAssets(FILES);
    const answers = {
      page: await app.get('/'),
      'redirected page': await app.get('/moved'),
      'broken page': await app.get('/broken'),
      script: await respondWith(assets, '/static/app-abc123.js'),
      picture: await respondWith(assets, '/favicon.svg'),
      list: await app.get('/api/blog/posts'),
      'signed in': await app.get('/api/admin/stats', token),
      'no content': await app.send('POST', '/api/admin/logout', { token }),
      unauthenticated: await app.get('/api/admin/stats'),
      'not found': await app.get('/api/nothing'),
      invalid: await app.postJson('/api/contact', {}),
      malformed: await app.send('POST', '/api/contact', {
        headers: { 'Content-Type': 'application/json' },
        body: '{',
      }),
      docs: await app.get('/api/docs'),
      health: await app.get('/healthz'),
      readiness: await app.get('/readyz'),
    };
    expect(Object.values(answers).map((answer) => answer.status)).toEqual([
      200, 301, 500, 200, 200, 200, 200, 204, 401, 404, 422, 400, 200, 200, 200,
    ]);
    for (const [what, { headers }] of Object.entries(answers)) {
      expect([what, Object.fromEntries(headers)]).toMatchObject([
        what,
        {
          'x-content-type-options': 'nosniff',
          'referrer-policy': 'strict-origin-when-cross-origin',
          'cross-origin-opener-policy': 'same-origin',
          'permissions-policy': expect.stringContaining('camera=()'),
          'content-security-policy': expect.not.stringContaining('unsafe'),
          'strict-transport-security': 'max-age=31536000',
        },
      ]);
      const policy = headers.get('Content-Security-Policy');
      expect([what, directive(policy, 'default-src')]).toEqual([what, ["'none'"]]);
      expect([what, directive(policy, 'frame-ancestors')]).toEqual([what, ["'none'"]]);
      expect([what, headers.get('Set-Cookie')]).toEqual([what, null]);
    }
    for (const path of ['/api/docs', '/api/blog/posts', '/api/nothing']) {
      const policy = (await app.get(path)).headers.get('Content-Security-Policy');
      expect([path, directive(policy, 'script-src')]).toEqual([path, []]);
    }
  });

  it('bind browsers to TLS only where the site has it', () => {
    const headers = new Headers();
    addSecurityHeaders(headers, { contentPolicy: true, publicUrl: 'http://site.test' });
    expect(headers.get('Strict-Transport-Security')).toBeNull();
    addSecurityHeaders(headers, { contentPolicy: true, publicUrl: 'https://site.test' });
    expect(headers.get('Strict-Transport-Security')).toBe('max-age=31536000');
  });
});
