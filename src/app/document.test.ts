import { describe, expect, it } from 'vitest';
import { documentOf } from '../../test/api-document.ts';
import { makeApp } from '../../test/make-app.ts';
import { LIMITS } from '../posts/post.ts';
import { createApi } from './api.ts';
import { LARGER_BODIES } from './body-limits.ts';

/** The paths of the OpenAPI document and of its HTML page. */
const UNDESCRIBED = ['GET /openapi.json', 'GET /docs', 'GET /docs.css'];

async function operations() {
  const app = await makeApp();
  const document = await documentOf(app.app);
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );
  return { app, document, calls };
}

describe('the API document', () => {
  it('names every call that runs, and no other', async () => {
    const { app, calls } = await operations();
    const api = createApi({
      ...app,
      siteName: 'Site',
      publicUrl: 'https://site.test',
      outageOf: () => null,
      reportError: () => undefined,
    });
    const running = api.routes
      .filter(({ method }) => method !== 'ALL')
      .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
      .filter((call) => !UNDESCRIBED.includes(call));
    const described = calls.map(({ method, path }) => `${method} ${path}`);
    expect(described.toSorted()).toEqual([...new Set(running)].sort());
    expect(described.length).toBeGreaterThanOrEqual(11);
  });

  it('names every call of the specification', async () => {
    const { calls } = await operations();
    const described = calls.map(({ method, path }) => `${method} /api${path}`);
    expect(described).toEqual(
      expect.arrayContaining([
        'POST /api/contact',
        'GET /api/blog/posts',
        'GET /api/blog/posts/{slug}',
        'POST /api/admin/login',
        'POST /api/admin/verify',
        'POST /api/admin/logout',
        'GET /api/admin/blog/posts',
        'GET /api/admin/stats',
        'DELETE /api/admin/blog/posts/{slug}',
        'POST /api/admin/blog/posts',
        'PUT /api/admin/blog/posts/{slug}',
      ]),
    );
  });

  it('describes calls that answer, each with a status that it states', async () => {
    const { app, calls } = await operations();
    for (const { method, path, operation } of calls) {
      const response = await app.send(method, `/api${path.replace('{slug}', 'nothing')}`);
      const call = `${method} ${path} → ${response.status}`;
      expect(Object.keys(operation.responses), call).toContain(String(response.status));
      const [needed] = operation.security ?? [];
      const needsToken = needed !== undefined && 'bearer' in needed;
      expect([call, response.status === 401]).toEqual([call, needsToken]);
    }
  });

  it('states the errors of every operation with a body', async () => {
    const { calls } = await operations();
    const withBody = calls.filter(({ operation }) => operation.requestBody !== undefined);
    expect(withBody.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
      'PATCH /admin/inquiries/{id}',
      'PATCH /admin/media/{id}',
      'PATCH /admin/people/{id}',
      'POST /admin/attachments',
      'POST /admin/authors',
      'POST /admin/blog/posts',
      'POST /admin/blog/posts/bulk',
      'POST /admin/blog/posts/{slug}/preview-links',
      'POST /admin/blog/posts/{slug}/record/notices',
      'POST /admin/blog/posts/{slug}/record/versions',
      'POST /admin/glossary',
      'POST /admin/invitations/accept',
      'POST /admin/invitations/open',
      'POST /admin/login',
      'POST /admin/login/passkey',
      'POST /admin/login/second-factor',
      'POST /admin/media',
      'POST /admin/newsletter/issues',
      'POST /admin/newsletter/preview',
      'POST /admin/newsletter/tests',
      'POST /admin/password-resets',
      'POST /admin/password-resets/open',
      'POST /admin/password-resets/redeem',
      'POST /admin/people/invitations',
      'POST /admin/people/invitations/{id}/resend',
      'POST /admin/people/{id}/remove',
      'POST /admin/posts/check',
      'POST /admin/preview',
      'POST /admin/references/read',
      'POST /admin/second-factors/app',
      'POST /admin/second-factors/app/confirm',
      'POST /admin/second-factors/app/remove',
      'POST /admin/second-factors/passkeys',
      'POST /admin/second-factors/passkeys/options',
      'POST /admin/second-factors/passkeys/{id}/remove',
      'POST /admin/second-factors/recovery-codes',
      'POST /admin/trash/{id}/restore',
      'POST /contact',
      'POST /investor-inquiries',
      'POST /newsletter',
      'POST /newsletter/letters/{token}',
      'POST /waitlist',
      'PUT /admin/authors/{id}',
      'PUT /admin/autosaves/{document}',
      'PUT /admin/blog/posts/{slug}',
      'PUT /admin/blog/posts/{slug}/changes',
      'PUT /admin/glossary/{id}',
      'PUT /admin/inquiries/{id}/note',
      'PUT /admin/newsletter/scheduled/{id}',
      'PUT /admin/password',
    ]);
    for (const { operation } of withBody) {
      expect(Object.keys(operation.responses)).toEqual(
        expect.arrayContaining(['400', '413', '415', '422']),
      );
    }
  });

  it('lets the longest text that it describes through: no writer is told that less is too large', async () => {
    const { app, document, calls } = await operations();
    const longestIn = (schema: unknown): number => {
      if (typeof schema !== 'object' || schema === null) return 0;
      const { $ref, maxLength } = schema as { $ref?: string; maxLength?: number };
      const named = $ref && document.components.schemas[$ref.split('/').at(-1) ?? ''];
      const parts = [named, ...Object.values(schema)].map(longestIn);
      return Math.max(maxLength ?? 0, ...parts);
    };
    for (const { method, path, operation } of calls) {
      const longest = longestIn(operation.requestBody);
      const { pattern } = app.routeAt(`/api${path.replace(/\{\w+\}/g, 'x')}`);
      const bytes = LARGER_BODIES[pattern]?.bytes ?? 64 * 1024;
      expect(bytes, `${method} ${path}`).toBeGreaterThan(longest);
    }
  });

  it('states the maximum length of every text that can be sent', async () => {
    const { document } = await operations();
    const { NewPost, EditedPost, ContactInquiry, Credentials } = document.components.schemas;
    const unlimited: string[] = [];
    const walk = (schema: unknown, path: string) => {
      if (typeof schema !== 'object' || schema === null) return;
      const { type } = schema as { type?: string | string[] };
      const isBounded = ['maxLength', 'enum', 'format', 'pattern'].some((key) => key in schema);
      if ([type].flat().includes('string') && !isBounded) unlimited.push(path);
      for (const [key, value] of Object.entries(schema)) walk(value, `${path}.${key}`);
    };
    walk({ NewPost, EditedPost, ContactInquiry, Credentials }, '');
    expect(unlimited).toEqual([]);
    expect(NewPost).toMatchObject({
      required: ['title', 'slug', 'content'],
      properties: {
        title: { maxLength: LIMITS.title },
        content: { maxLength: LIMITS.content },
        tags: { maxItems: LIMITS.tags, items: { maxLength: LIMITS.tag } },
      },
    });
    expect(EditedPost).toHaveProperty('properties.etag');
    expect(ContactInquiry).toMatchObject({
      required: ['name', 'email', 'message'],
      properties: {
        requestType: { default: 'general', pattern: expect.stringContaining('{1,40}') },
      },
    });
  });

  it('refers to nothing that is not in it', async () => {
    const { document } = await operations();
    const names = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)];
    expect(names.length).toBeGreaterThan(0);
    for (const [, name = ''] of names)
      expect(Object.keys(document.components.schemas)).toContain(name);
  });
});

describe('GET /api/docs', () => {
  it('shows every operation, every status and every shape', async () => {
    const { app, document, calls } = await operations();
    const response = await app.get('/api/docs');
    expect(response.headers.get('Content-Type')).toMatch(/^text\/html/);
    const page = await response.text();
    for (const { method, path, operation } of calls) {
      expect(page).toContain(`<h2><code>${method} /api${path}</code></h2>`);
      for (const status of Object.keys(operation.responses)) {
        expect(page).toContain(`<code>${status}</code>`);
      }
    }
    for (const name of Object.keys(document.components.schemas)) {
      expect(page).toContain(`id="schema-${name}"`);
    }
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target);
  });

  it('needs nothing that its content policy forbids', async () => {
    const { app } = await operations();
    const response = await app.get('/api/docs');
    const page = await response.text();
    expect(page).not.toMatch(/<script|<style|style="|https?:\/\//);
    const [, style = ''] = /<link rel="stylesheet" href="([^"]+)">/.exec(page) ?? [];
    const sheet = await app.get(style);
    expect([sheet.status, sheet.headers.get('Content-Type')]).toEqual([
      200,
      expect.stringMatching(/^text\/css/),
    ]);
    expect(response.headers.get('Content-Security-Policy')).toContain("style-src 'self'");
  });
});
