import { describe, expect, it } from 'vitest';
import { askedOptions } from '../../test/cheap-argon2.ts';
import { describeEachEngine } from '../../test/engines.ts';
import { makeClock, SITE_OPTIONS } from '../../test/make-app.ts';
import { auditedTitle } from '../posts/audited-title.ts';
import { holdScheduled } from '../posts/hold-scheduled.ts';
import type { Database } from '../server/db/connect.ts';
import type { Result } from '../server/failure.ts';
import { createLimits } from '../server/limits/limits.ts';
import { createSigning } from '../server/signing.ts';
import { createAccounts } from './accounts.ts';
import { generatePassword, hashPassword, verifyPassword } from './passwords.ts';
import type { FirstStep } from './sign-in-steps.ts';

const EDITOR = { email: 'editor@site.test', password: 'a password for tests' };
const HOUR = 60 * 60 * 1000;
const OTHER = { email: 'other@site.test', password: 'another for tests' };

function makeAccess(db: Database) {
  const clock = makeClock();
  const now = () => clock.now().toISOString();
  const signing = createSigning(db);
  const limits = createLimits({ db, now, signing });
  return {
    clock,
    ...createAccounts({
      ...SITE_OPTIONS,
      db,
      now,
      signing,
      limits,
      titleOfPost: auditedTitle,
      holdScheduled,
    }),
  };
}

function sessionIn(started: Result<FirstStep>) {
  if (!started.ok || !('session' in started.value)) throw new Error('The sign-in was refused');
  return started.value.session;
}

async function tokenOf(signIn: ReturnType<typeof makeAccess>['signIn'], who = EDITOR) {
  return sessionIn(await signIn(who)).token;
}

describeEachEngine('access', (makeDatabase) => {
  it('is given to the right e-mail and password, in any letter case of the e-mail', async () => {
    const { ensureAdministrator, signIn, findSession } = makeAccess(await makeDatabase());
    await ensureAdministrator({ ...EDITOR, email: 'Editor@Site.test' });
    for (const email of ['editor@site.test', 'EDITOR@SITE.TEST']) {
      const started = await signIn({ ...EDITOR, email });
      const { token, expiresAt } = sessionIn(started);
      expect(await findSession(token)).toEqual({
        email: 'editor@site.test',
        role: 'administrator',
        expiresAt,
      });
    }
  });

  it('is refused with the same message for a wrong password and an unknown email', async () => {
    const { ensureAdministrator, signIn } = makeAccess(await makeDatabase());
    const toNobody = await signIn(EDITOR);
    await ensureAdministrator(EDITOR);
    const wrong = await signIn({ ...EDITOR, password: `${EDITOR.password} ` });
    const unknown = await signIn({ ...EDITOR, email: 'nobody@site.test' });
    expect(wrong).toMatchObject({ ok: false, failure: { kind: 'unauthenticated' } });
    expect([unknown, toNobody]).toEqual([wrong, wrong]);
  });

  it('lasts 24 hours and not a moment longer', async () => {
    const { clock, ensureAdministrator, signIn, findSession } = makeAccess(await makeDatabase());
    await ensureAdministrator(EDITOR);
    const { token, expiresAt } = sessionIn(await signIn(EDITOR));
    expect(Date.parse(expiresAt) - clock.now().getTime()).toBe(24 * HOUR);
    for (let hour = 1; hour < 24; hour += 1) {
      clock.advance(HOUR);
      await findSession(token);
    }
    clock.advance(HOUR - 1);
    expect(await findSession(token)).toMatchObject({ email: EDITOR.email, expiresAt });
    clock.advance(1);
    expect(await findSession(token)).toBeNull();
  });

  it('ends two hours after it was last used, and not before', async () => {
    const access = makeAccess(await makeDatabase());
    await access.ensureAdministrator(EDITOR);
    const token = await tokenOf(access.signIn);
    access.clock.advance(2 * HOUR - 1);
    expect(await access.findSession(token)).not.toBeNull();
    access.clock.advance(2 * HOUR - 1);
    expect(await access.findSession(token)).not.toBeNull();
    access.clock.advance(2 * HOUR);
    expect(await access.findSession(token)).toBeNull();
    expect(await access.sessionsOf(EDITOR.email, token)).toEqual([]);
  });

  it('stores its last use once a minute, not with every request', async () => {
    const db = await makeDatabase();
    const access = makeAccess(db);
    await access.ensureAdministrator(EDITOR);
    const token = await tokenOf(access.signIn);
    const noted: string[] = [];
    for (let second = 0; second <= 120; second += 20) {
      await access.findSession(token);
      const row = await db.query
        .selectFrom('sessions')
        .select('last_used_at')
        .executeTakeFirstOrThrow();
      noted.push(row.last_used_at.slice(14, 19));
      access.clock.advance(20_000);
    }
    expect(noted).toEqual(['00:00', '00:00', '00:00', '01:00', '01:00', '01:00', '02:00']);
  });

  it('is stored as a hash only: a reader of the database cannot sign in with it', async () => {
    const db = await makeDatabase();
    const { ensureAdministrator, signIn, findSession } = makeAccess(db);
    await ensureAdministrator(EDITOR);
    const token = await tokenOf(signIn);
    const sessions = await db.query.selectFrom('sessions').selectAll().execute();
    const administrators = await db.query.selectFrom('administrators').selectAll().execute();
    const stored = JSON.stringify([sessions, administrators]);
    expect(stored).not.toContain(token);
    expect(stored).not.toContain(EDITOR.password);
    expect(await findSession(sessions[0]?.token_hash ?? '')).toBeNull();
    expect(Buffer.from(token, 'base64url').length).toBeGreaterThanOrEqual(16);
  });

  it('ends for one token at logout, and for that one only', async () => {
    const { ensureAdministrator, signIn, findSession, endSession } = makeAccess(
      await makeDatabase(),
    );
    await ensureAdministrator(EDITOR);
    const [left, kept] = [await tokenOf(signIn), await tokenOf(signIn)];
    await endSession(left);
    await endSession('never a token');
    expect(await findSession(left)).toBeNull();
    expect(await findSession(kept)).toMatchObject({ email: EDITOR.email });
  });

  it('ends everywhere when the password changes, and for nobody else', async () => {
    const { ensureAdministrator, changePassword, signIn, findSession } = makeAccess(
      await makeDatabase(),
    );
    await ensureAdministrator(EDITOR);
    await ensureAdministrator(OTHER);
    const tokens = [await tokenOf(signIn), await tokenOf(signIn)];
    const others = await tokenOf(signIn, OTHER);
    const changed = { email: 'EDITOR@site.test', password: 'a new password' };
    expect(await changePassword(changed)).toEqual({ ok: true, value: undefined });
    expect(await Promise.all(tokens.map(findSession))).toEqual([null, null]);
    expect(await findSession(others)).toMatchObject({ email: OTHER.email });
    expect(await signIn(EDITOR)).toMatchObject({ ok: false });
    expect(await signIn(changed)).toMatchObject({ ok: true });
  });

  it('cannot be changed for somebody who has none', async () => {
    const { changePassword } = makeAccess(await makeDatabase());
    expect(await changePassword(EDITOR)).toMatchObject({ failure: { kind: 'not-found' } });
  });

  it('stays as it is when the same administrator is ensured at every start', async () => {
    const db = await makeDatabase();
    const { ensureAdministrator, signIn, findSession } = makeAccess(db);
    await ensureAdministrator(EDITOR);
    const token = await tokenOf(signIn);
    const before = await db.query.selectFrom('administrators').selectAll().execute();
    await ensureAdministrator({ ...EDITOR, email: EDITOR.email.toUpperCase() });
    expect(await db.query.selectFrom('administrators').selectAll().execute()).toEqual(before);
    expect(await findSession(token)).not.toBeNull();
  });

  it('ends when an administrator is ensured with another password', async () => {
    const { ensureAdministrator, signIn, findSession } = makeAccess(await makeDatabase());
    await ensureAdministrator(EDITOR);
    const token = await tokenOf(signIn);
    await ensureAdministrator({ ...EDITOR, password: 'set by the operator' });
    expect(await findSession(token)).toBeNull();
    expect(await signIn({ ...EDITOR, password: 'set by the operator' })).toMatchObject({
      ok: true,
    });
  });

  it('that was removed or demoted stays so with the same settings, and returns with changed ones', async () => {
    const { ensureAdministrator, changeRole, removePerson, people, changePassword, signIn } =
      makeAccess(await makeDatabase());
    const listed = async () => (await people()).map(({ email, role }) => `${role} ${email}`);
    await ensureAdministrator(OTHER);
    await ensureAdministrator(EDITOR);
    await changeRole(EDITOR, 'writer', { by: null });
    await ensureAdministrator(EDITOR);
    expect(await listed()).toEqual([`writer ${EDITOR.email}`, `administrator ${OTHER.email}`]);
    await removePerson(EDITOR, { by: null });
    await ensureAdministrator(EDITOR);
    expect(await listed()).toEqual([`administrator ${OTHER.email}`]);
    const changed = { ...EDITOR, password: 'changed by the operator' };
    await ensureAdministrator(changed);
    expect(await signIn(changed)).toMatchObject({ ok: true });
    await changePassword({ ...changed, password: 'changed in the account' });
    await ensureAdministrator(changed);
    expect(await signIn(changed)).toMatchObject({ ok: false });
    await removePerson(EDITOR, { by: null });
    await ensureAdministrator({ ...changed, email: 'third@site.test' });
    expect(await listed()).toEqual([
      `administrator ${OTHER.email}`,
      'administrator third@site.test',
    ]);
  });

  it('is given by the settings again to a site that has nobody else', async () => {
    const db = await makeDatabase();
    const { ensureAdministrator, signIn } = makeAccess(db);
    await ensureAdministrator(EDITOR);
    await db.query.deleteFrom('administrators').execute();
    await ensureAdministrator(EDITOR);
    expect(await signIn(EDITOR)).toMatchObject({ ok: true });
  });

  it('is given to a password that was stored before passwords were normalized', async () => {
    const db = await makeDatabase();
    const { ensureAdministrator, signIn } = makeAccess(db);
    await ensureAdministrator(EDITOR);
    const password = 'Größenwahn öffnet Türen 7'.normalize('NFD');
    const { hash } = await import('@node-rs/argon2');
    await db.query
      .updateTable('administrators')
      .set({ password_hash: await hash(password) })
      .execute();
    expect(await signIn({ ...EDITOR, password })).toMatchObject({ ok: true });
    expect(await signIn({ ...EDITOR, password: `${password}x` })).toMatchObject({ ok: false });
  });

  it('is generated once for a first administrator, and never when there is one', async () => {
    const { createFirstAdministrator, hasAdministrators, signIn } = makeAccess(
      await makeDatabase(),
    );
    expect(await hasAdministrators()).toBe(false);
    const first = await createFirstAdministrator('First@site.test');
    expect(first?.password).toMatch(/^\S{20,}$/);
    expect(await hasAdministrators()).toBe(true);
    expect(await createFirstAdministrator('second@site.test')).toBeNull();
    if (first === null) throw new Error('There were no credentials');
    expect(sessionIn(await signIn(first)).email).toBe('first@site.test');
  });

  it('does not accumulate expired sessions', async () => {
    const db = await makeDatabase();
    const { clock, ensureAdministrator, signIn, purgeAccess } = makeAccess(db);
    await ensureAdministrator(EDITOR);
    for (let day = 0; day < 3; day++) {
      await tokenOf(signIn);
      clock.advanceDays(1);
    }
    await tokenOf(signIn);
    expect(await purgeAccess()).toMatchObject({ sessions: 3 });
    expect(await db.query.selectFrom('sessions').select('token_hash').execute()).toHaveLength(1);
    clock.advance(2 * HOUR);
    expect(await purgeAccess()).toMatchObject({ sessions: 1 });
  });

  it('is not given by a sign-in during which the password changed', async () => {
    const { ensureAdministrator, changePassword, signIn, findSession } = makeAccess(
      await makeDatabase(),
    );
    await ensureAdministrator(EDITOR);
    const [started] = await Promise.all([
      signIn(EDITOR),
      changePassword({ ...EDITOR, password: 'a new password' }),
    ]);
    const session = started.ok ? await findSession(sessionIn(started).token) : null;
    expect(session).toBeNull();
  });
});

describe('passwords', () => {
  it('are hashed by argon2id with at least the parameters that OWASP recommends', async () => {
    const hashed = await hashPassword('secret');
    expect(hashed).toMatch(/^\$argon2id\$v=19\$/);
    const { memoryCost = 0, timeCost = 0, parallelism = 0 } = askedOptions();
    expect([memoryCost >= 19_456, timeCost >= 2, parallelism >= 1]).toEqual([true, true, true]);
    expect(await hashPassword('secret')).not.toBe(hashed);
  });

  it('are compared to the last character, also when they are long or not ASCII', async () => {
    for (const password of ['x'.repeat(1000), 'pässwörd \u{1F9EA}', 'nul\0inside']) {
      const hashed = await hashPassword(password);
      expect(await verifyPassword(hashed, password)).toBe(true);
      expect(await verifyPassword(hashed, `${password}x`)).toBe(false);
      expect(await verifyPassword(hashed, password.slice(0, -1))).toBe(false);
    }
  });

  it('are the same however a keyboard composes, spaces or widens their characters', async () => {
    const password = 'Größenwahn öffnet Türen 7';
    const typed = [
      password.normalize('NFC'),
      password.normalize('NFD'),
      password.replaceAll(' ', '\u00A0'),
      password.replace('7', '\uFF17'),
    ];
    for (const [i, form] of typed.entries()) {
      const hashed = await hashPassword(form);
      for (const other of typed)
        expect([i, await verifyPassword(hashed, other)]).toEqual([i, true]);
      expect(await verifyPassword(hashed, password.toLowerCase())).toBe(false);
    }
  });

  it('that are generated differ, and contain no look-alike characters', () => {
    const generated = Array.from({ length: 50 }, generatePassword);
    expect(new Set(generated).size).toBe(50);
    for (const password of generated) expect(password).toMatch(/^[^0OIl1]{24}$/);
  });
});
