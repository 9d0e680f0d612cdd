import { describe, expect, it } from 'vitest';
import { documentOf } from '../../../test/api-document.ts';
import { makeApp, type TestApp } from '../../../test/make-app.ts';
import { errorResponse } from '../../server/http/error-responses.ts';
import { createRouter } from '../../server/http/router.ts';
import type { Role } from '../roles.ts';
import { authorize, FORBIDDEN, forWriters } from './authorization.ts';

/** Calls below `/admin/` that need no token. */
const PUBLIC = [
  'GET /admin/password-resets',
  'POST /admin/invitations/accept',
  'POST /admin/invitations/open',
  'POST /admin/login',
  'POST /admin/login/passkey',
  'POST /admin/login/passkey/options',
  'POST /admin/login/second-factor',
  'POST /admin/password-resets',
  'POST /admin/password-resets/open',
  'POST /admin/password-resets/redeem',
];

/** Everything that a writer may call. A new call belongs here only if writers need it. */
const FOR_WRITERS = [
  'DELETE /admin/attachments/{id}',
  'DELETE /admin/autosaves/{document}',
  'DELETE /admin/blog/posts/{slug}',
  'DELETE /admin/blog/posts/{slug}/changes',
  'DELETE /admin/blog/posts/{slug}/preview-links/{id}',
  'DELETE /admin/blog/posts/{slug}/record/notices/{id}',
  'DELETE /admin/media/{id}',
  'DELETE /admin/sessions/{id}',
  'GET /admin/attachments',
  'GET /admin/authors',
  'GET /admin/autosaves',
  'GET /admin/autosaves/{document}',
  'GET /admin/autosaves/{document}/others',
  'GET /admin/blog/posts',
  'GET /admin/blog/posts/{slug}/changes',
  'GET /admin/blog/posts/{slug}/preview-links',
  'GET /admin/blog/posts/{slug}/record',
  'GET /admin/blog/posts/{slug}/revisions',
  'GET /admin/blog/posts/{slug}/revisions/{version}',
  'GET /admin/glossary',
  'GET /admin/media',
  'GET /admin/references',
  'GET /admin/references/export',
  'GET /admin/second-factors',
  'GET /admin/sessions',
  'GET /admin/stats',
  'GET /admin/tags',
  'GET /admin/trash',
  'PATCH /admin/media/{id}',
  'POST /admin/attachments',
  'POST /admin/blog/posts',
  'POST /admin/blog/posts/bulk',
  'POST /admin/blog/posts/{slug}/changes/publish',
  'POST /admin/blog/posts/{slug}/preview-links',
  'POST /admin/blog/posts/{slug}/record/notices',
  'POST /admin/blog/posts/{slug}/record/versions',
  'POST /admin/logout',
  'POST /admin/media',
  'POST /admin/posts/check',
  'POST /admin/preview',
  'POST /admin/references/read',
  'POST /admin/second-factors/app',
  'POST /admin/second-factors/app/confirm',
  'POST /admin/second-factors/app/remove',
  'POST /admin/second-factors/passkeys',
  'POST /admin/second-factors/passkeys/options',
  'POST /admin/second-factors/passkeys/{id}/remove',
  'POST /admin/second-factors/proof',
  'POST /admin/second-factors/recovery-codes',
  'POST /admin/trash/{id}/restore',
  'POST /admin/verify',
  'PUT /admin/autosaves/{document}',
  'PUT /admin/blog/posts/{slug}',
  'PUT /admin/blog/posts/{slug}/changes',
  'PUT /admin/password',
];

async function adminCalls(app: TestApp): Promise<string[]> {
  const { paths } = await documentOf(app.app);
  return Object.entries(paths)
    .filter(([path]) => path.startsWith('/admin/'))
    .flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
}

/** Calls with parameters that name nothing, so that nothing happens. */
function call(app: TestApp, which: string, token: string | null): Promise<Response> {
  const [method = '', path = ''] = which.split(' ');
  const named = path.replace('{slug}', 'nothing').replace(/\{\w+\}/g, crypto.randomUUID());
  return app.send(method, `/api${named}`, { token });
}

async function signInAs(app: TestApp, role: Role): Promise<string> {
  const token = await app.signIn();
  await app.db.query.updateTable('administrators').set({ role }).execute();
  return token;
}

describe('every call below /admin/', () => {
  it('is closed to strangers, but for signing in', async () => {
    const app = await makeApp();
    const calls = await adminCalls(app);
    const open: string[] = [];
    for (const which of calls) {
      const response = await call(app, which, null);
      if (response.status !== 401) open.push(which);
    }
    expect(open.sort()).toEqual(PUBLIC);
    expect(calls.length).toBeGreaterThan(PUBLIC.length + FOR_WRITERS.length);
  });

  it('says to a writer in words that it is for administrators, unless writers need it', async () => {
    const app = await makeApp();
    let token = await signInAs(app, 'writer');
    const allowed: string[] = [];
    for (const which of await adminCalls(app)) {
      if (PUBLIC.includes(which)) continue;
      const response = await call(app, which, token);
      const { status } = response;
      expect([which, status]).not.toEqual([which, 401]);
      if (status === 403) expect(await response.json()).toEqual({ detail: FORBIDDEN });
      else allowed.push(which);
      if (which === 'POST /admin/logout') token = await signInAs(app, 'writer');
    }
    expect(allowed.sort()).toEqual(FOR_WRITERS);
  });

  it('is open to an administrator', async () => {
    const app = await makeApp();
    let token = await signInAs(app, 'administrator');
    for (const which of await adminCalls(app)) {
      if (PUBLIC.includes(which)) continue;
      const { status } = await call(app, which, token);
      expect([which, status === 401 || status === 403]).toEqual([which, false]);
      if (which === 'POST /admin/logout') token = await app.signIn();
    }
  });

  it('loses an administrator who is made a writer with the next request', async () => {
    const app = await makeApp();
    const token = await app.signIn();
    expect((await app.get('/api/admin/audit', token)).status).toBe(200);
    await signInAs(app, 'writer');
    expect((await app.get('/api/admin/audit', token)).status).toBe(403);
    expect(await (await app.postJson('/api/admin/verify', {}, token)).json()).toMatchObject({
      role: 'writer',
    });
  });
});

describe('a call below /admin/ that does not say who may make it', () => {
  it('is closed to everybody, whatever its method', async () => {
    const app = await makeApp();
    const token = await app.signIn();
    const router = createRouter();
    router.use('/admin/*', authorize(app.services.accounts, router));
    router.get('/admin/forgotten', (c) => c.text('open'));
    router.all('/admin/any', (c) => c.text('open'));
    router.openapi(
      { method: 'get', path: '/admin/undeclared', responses: { 200: { description: '' } } },
      (c) => c.text('open'),
    );
    router.openapi(
      {
        method: 'get',
        path: '/admin/declared',
        security: forWriters,
        responses: { 200: { description: '' } },
      },
      (c) => c.text('open'),
    );
    const deps = { outageOf: () => null, reportError: () => undefined };
    router.onError((error) => errorResponse(error, deps));
    const statusOf = async (method: string, path: string) => {
      const headers = { Authorization: `Bearer ${token}` };
      return (await router.request(path, { method, headers })).status;
    };
    for (const path of ['/admin/forgotten', '/admin/undeclared', '/admin/any']) {
      for (const method of ['GET', 'HEAD']) {
        expect([path, method, await statusOf(method, path)]).toEqual([path, method, 403]);
      }
    }
    expect(await statusOf('POST', '/admin/any')).toBe(403);
    expect(await statusOf('GET', '/admin/declared')).toBe(200);
    expect(await statusOf('GET', '/admin/nothing')).toBe(404);
  });
});
