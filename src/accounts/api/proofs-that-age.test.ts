import { beforeEach, expect, it, vi } from 'vitest';
import { describeEachEngine } from '../../../test/engines.ts';
import { ADMINISTRATOR, makeApp } from '../../../test/make-app.ts';
import { changeOwnPassword, changePassword } from '../administrators.ts';
import { startAppEnrolment } from '../second-factors.ts';
import { signIn } from '../sign-in.ts';

/** Called once, after a password was found right and before anything comes of it. */
const meanwhile = vi.hoisted(() => ({ happens: async () => undefined as unknown }));
vi.mock('../passwords.ts', async (original) => {
  const real = await original<typeof import('../passwords.ts')>();
  return {
    ...real,
    verifyPassword: async (...given: Parameters<typeof real.verifyPassword>) => {
      const isRight = await real.verifyPassword(...given);
      const { happens } = meanwhile;
      meanwhile.happens = async () => undefined;
      await happens();
      return isRight;
    },
  };
});
beforeEach(() => {
  meanwhile.happens = async () => undefined;
});

const NEW = 'set by the owner who was warned';
const { email, password } = ADMINISTRATOR;

describeEachEngine('a password that is changed while it is being checked', (makeDatabase) => {
  async function openSite() {
    const db = await makeDatabase();
    const app = await makeApp({ db });
    const token = await app.signIn();
    const ownerChangesPassword = () => {
      meanwhile.happens = () => changePassword(app.site, { email, password: NEW });
    };
    return { app, db, token, ownerChangesPassword };
  }

  it('is not replaced by who knows the one before', async () => {
    const { app, token, ownerChangesPassword } = await openSite();
    ownerChangesPassword();
    const change = { email, current: password, password: 'chosen by a thief' };
    expect(await changeOwnPassword(app.site, change, token)).toMatchObject({
      failure: { kind: 'invalid', issues: [{ loc: ['body', 'current'] }] },
    });
    expect(await signIn(app.site, { email, password: NEW })).toMatchObject({
      ok: true,
    });
  });

  it('no longer signs in', async () => {
    const { app, ownerChangesPassword } = await openSite();
    ownerChangesPassword();
    expect(await signIn(app.site, { email, password })).toMatchObject({
      failure: { kind: 'unauthenticated' },
    });
  });

  it('no longer adds or removes second factors', async () => {
    const { app, db, ownerChangesPassword } = await openSite();
    ownerChangesPassword();
    expect(await startAppEnrolment(app.site, email, { password }, {})).toMatchObject({
      failure: { kind: 'invalid', issues: [{ loc: ['body', 'password'] }] },
    });
    const apps = await db.query.selectFrom('authenticator_apps').selectAll().execute();
    expect(apps).toEqual([]);
  });

  it('no longer invites anybody', async () => {
    const { app, db, token, ownerChangesPassword } = await openSite();
    ownerChangesPassword();
    const invitation = { email: 'friend@site.test', role: 'administrator', password };
    const answer = await app.postJson('/api/admin/people/invitations', invitation, token);
    expect(answer.status).toBe(401);
    expect(await db.query.selectFrom('invitations').selectAll().execute()).toEqual([]);
  });
});
