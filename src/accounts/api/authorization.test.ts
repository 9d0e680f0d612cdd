import { expect, it } from 'vitest';
import { documentOf } from '../../../test/api-document.ts';
import { makeApp, type TestApp } from '../../../test/make-app.ts';
import { readTable } from '../../../test/read-table.ts';
import { errorResponse } from '../../server/http/error-responses.ts';
import type { Role } from '../roles.ts';
import { authorize, call, calls, createRouter, FORBIDDEN } from './call.ts';

/** Calls below `/admin/` that need no token. */
const PUBLIC = [
  'POST /admin/links/open',
  'POST /admin/links/redeem',
  'POST /admin/login',
  'POST /admin/login/passkey',
  'POST /admin/login/passkey/options',
  'POST /admin/login/second-factor',
  'POST /admin/password-resets',
];

const FOR_WRITERS = readTable(new URL('writer-calls.tsv', import.meta.url)).flatMap(
  ([path, methods = '']) => methods.split(' ').map((method) => `${method} /admin${path}`),
);

async function adminCalls(app: TestApp): Promise<string[]> {
  const { paths } = await documentOf(app.app);
  return Object.entries(paths)
    .filter(([path]) => path.startsWith('/admin/'))
    .flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
}

/** Calls with parameters that name nothing, so that nothing happens. */
function request(app: TestApp, which: string, token: string | null): Promise<Response> {
  const [method = '', path = ''] = which.split(' ');
  const named = path.replace('{slug}', 'nothing').replace(/\{\w+\}/g, crypto.randomUUID());
  return app.send(method, `/api${named}`, { token });
}

async function signInAs(app: TestApp, role: Role): Promise<string> {
  const token = await app.signIn();
  await app.db.query.updateTable('administrators').set({ role }).execute();
  return token;
}

it.each([
  ['a stranger', null, PUBLIC],
  ['a writer', 'writer', [...PUBLIC, ...FOR_WRITERS]],
  ['an administrator', 'administrator', null],
] as const)(
  'every call below /admin/ is closed to %s who may not make it',
  async (_, role, mayMake) => {
    const app = await makeApp();
    const calls = await adminCalls(app);
    // The role that counts is the one at the request, not at the sign-in.
    let token = role && (await signInAs(app, role));
    const allowed: string[] = [];
    for (const which of calls) {
      const response = await request(app, which, token);
      const { status } = response;
      if (role !== null) expect([which, status]).not.toEqual([which, 401]);
      if (status === 403) expect(await response.json()).toEqual({ detail: FORBIDDEN });
      else if (status !== 401) allowed.push(which);
      if (role && which === 'POST /admin/logout') token = await signInAs(app, role);
    }
    expect(allowed.sort()).toEqual([...(mayMake ?? calls)].sort());
  },
);

it('a call below /admin/ that does not say who may make it is closed to everybody, whatever its method', async () => {
  const app = await makeApp();
  const token = await app.signIn();
  const declared = { get: '/admin/declared', summary: '', for: 'writer', 204: '' } as const;
  const undeclared = { get: '/admin/undeclared', summary: '', 204: '' } as const;
  const router = createRouter().use('/admin/*', authorize(app.site));
  router.get('/admin/forgotten', (c) => c.text('open'));
  router.all('/admin/any', (c) => c.text('open'));
  router.route('/', calls([call(undeclared).to(() => null), call(declared).to(() => null)]));
  router.onError((error) => errorResponse(error, () => undefined));
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
  expect(await statusOf('GET', '/admin/declared')).toBe(204);
  expect(await statusOf('GET', '/admin/nothing')).toBe(404);
});
