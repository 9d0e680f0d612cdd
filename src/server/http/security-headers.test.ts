import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { makeApp } from '../../../test/make-app.ts';
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

it('security headers are on a failed page, too, and bind browsers to TLS only where the site has it', async () => {
  const app = await makeApp({ renderPage: () => Promise.reject(new Error('broken')) });
  const { status, headers } = await app.get('/');
  expect([status, Object.fromEntries(headers)]).toMatchObject([
    500,
    {
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/^default-src 'none'; (?!.*script-src)/),
      'strict-transport-security': 'max-age=31536000',
    },
  ]);
  const plain = new Headers();
  addSecurityHeaders(plain, { contentPolicy: true, publicUrl: 'http://site.test' });
  expect(plain.get('Strict-Transport-Security')).toBeNull();
});
