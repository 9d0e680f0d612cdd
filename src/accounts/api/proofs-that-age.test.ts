import { Secret, TOTP } from 'otpauth';
import { beforeEach, expect, it, vi } from 'vitest';
import { ADMINISTRATOR, makeApp } from '../../../test/make-app.ts';
import { unwrap } from '../../../test/unwrap.ts';
import { changeOwnPassword, changePassword } from '../people.ts';
import { confirmApp, startAppEnrolment } from '../second-factors.ts';
import { signIn } from '../sign-in.ts';

/** Called once, after a password was found right and before anything comes of it. */
const meanwhile = vi.hoisted(() => ({ happens: async () => undefined as unknown }));
vi.mock('../passwords.ts', async (original) => {
  const real = await original<typeof import('../passwords.ts')>();
  return {
    ...real,
    checkPassword: async (...given: Parameters<typeof real.checkPassword>) => {
      const administrator = await real.checkPassword(...given);
      const { happens } = meanwhile;
      meanwhile.happens = async () => undefined;
      await happens();
      return administrator;
    },
  };
});
beforeEach(() => {
  meanwhile.happens = async () => undefined;
});

const NEW = 'set by the owner who was warned';
const { email, password } = ADMINISTRATOR;

it('a password that is changed while it is checked signs in nobody, changes nothing and invites nobody', async () => {
  const app = await makeApp();
  const token = await app.signIn();
  const { query } = app.db;
  const uses = [
    [() => signIn(app.site, { email, password }), 'unauthenticated'],
    [
      () => changeOwnPassword(app.site, { email, current: password, password: 'a thief’s' }, token),
      'invalid',
    ],
    [() => startAppEnrolment(app.site, email, { password }, {}), 'invalid'],
  ] as const;
  for (const [use, kind] of uses) {
    meanwhile.happens = () => changePassword(app.site, { email, password: NEW });
    expect(await use()).toMatchObject({ failure: { kind } });
    await changePassword(app.site, { email, password });
  }
  const again = await app.signIn();
  meanwhile.happens = () => changePassword(app.site, { email, password: NEW });
  const invitation = { email: 'friend@site.test', role: 'administrator', password };
  const answer = await app.postJson('/api/admin/people/invitations', invitation, again);
  expect(answer.status).toBe(422);
  expect(await signIn(app.site, { email, password: NEW })).toMatchObject({ ok: true });
  for (const table of ['authenticator_apps', 'invitations'] as const) {
    expect(await query.selectFrom(table).selectAll().execute()).toEqual([]);
  }
});

it('an app that is added while a password is checked is asked for', async () => {
  const app = await makeApp();
  await app.signIn();
  const { secret } = unwrap(await startAppEnrolment(app.site, email, { password }, {}));
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: app.clock.now().getTime(),
  });
  meanwhile.happens = () => confirmApp(app.site, email, code);
  expect(unwrap(await signIn(app.site, { email, password }))).toHaveProperty('second_factor');
  expect(await app.db.query.selectFrom('sessions').selectAll().execute()).toEqual([]);
});
