import { describe, expect, it } from 'vitest';
import { boundTo } from '../../test/bound-to.ts';
import { askedOptions } from '../../test/cheap-argon2.ts';
import { ADMINISTRATOR as EDITOR, makeApp } from '../../test/make-app.ts';
import { unwrap } from '../../test/unwrap.ts';
import { hashPassword, newPassword, verifyPassword } from './passwords.ts';
import * as people from './people.ts';
import { createFirstAdministrator } from './people.ts';
import * as sessions from './sessions.ts';
import * as signIn from './sign-in.ts';

const OTHER = { email: 'other@site.test', password: 'another for tests' };

async function makeAccess() {
  const { site, ...app } = await makeApp();
  return {
    ...app,
    site,
    ...boundTo(site, { ...people, ...sessions, ...signIn }),
  };
}

type Access = Awaited<ReturnType<typeof makeAccess>>;

async function tokenOf({ signIn }: Pick<Access, 'signIn'>, who = EDITOR) {
  const step = unwrap(await signIn(who));
  if (!('session' in step)) throw new Error('A second step was required');
  return step.session.token;
}

describe('a session', () => {
  it('stores its last use once a minute, not with every request', async () => {
    const { db, clock, findSession, ...access } = await makeAccess();
    await access.ensureAdministrator(EDITOR);
    const token = await tokenOf(access);
    const noted: string[] = [];
    for (let second = 0; second <= 120; second += 20) {
      await findSession(token);
      const row = await db.query
        .selectFrom('sessions')
        .select('last_used_at')
        .executeTakeFirstOrThrow();
      noted.push(row.last_used_at.slice(14, 19));
      clock.advance(20_000);
    }
    expect(noted).toEqual(['00:00', '00:00', '00:00', '01:00', '01:00', '01:00', '02:00']);
  });

  it('and the password are stored as hashes only: a reader of the database cannot sign in', async () => {
    const { db, findSession, ...access } = await makeAccess();
    await access.ensureAdministrator(EDITOR);
    const token = await tokenOf(access);
    const sessions = await db.query.selectFrom('sessions').selectAll().execute();
    const administrators = await db.query.selectFrom('administrators').selectAll().execute();
    const stored = JSON.stringify([sessions, administrators]);
    expect(stored).not.toContain(token);
    expect(stored).not.toContain(EDITOR.password);
    expect(await findSession(sessions[0]?.token_hash ?? '')).toBeNull();
    expect(Buffer.from(token, 'base64url').length).toBeGreaterThanOrEqual(20);
  });

  it('ends with a changed password, and none of another account', async () => {
    const { changePassword, findSession, signIn, ...access } = await makeAccess();
    expect(await changePassword(EDITOR)).toMatchObject({ failure: { kind: 'not-found' } });
    for (const who of [EDITOR, OTHER]) await access.ensureAdministrator(who);
    const mine = [await tokenOf({ signIn }), await tokenOf({ signIn })];
    const theirs = await tokenOf({ signIn }, OTHER);
    const changed = { email: 'EDITOR@site.test', password: 'a new password' };
    expect(await changePassword(changed)).toEqual({ ok: true, value: undefined });
    expect(await Promise.all(mine.map(findSession))).toEqual([null, null]);
    expect(await findSession(theirs)).toMatchObject({ email: OTHER.email });
    expect(await signIn(EDITOR)).toMatchObject({ ok: false });
    expect(await signIn(changed)).toMatchObject({ ok: true });
  });
});

describe('the administrator of the settings', () => {
  it('stays as it is at every start, and is changed and signed out by another password', async () => {
    const { db, ensureAdministrator, findSession, ...access } = await makeAccess();
    const stored = () => db.query.selectFrom('administrators').selectAll().execute();
    await ensureAdministrator({ ...EDITOR, email: 'Editor@Site.test' });
    const token = await tokenOf(access);
    const before = await stored();
    await ensureAdministrator({ ...EDITOR, email: EDITOR.email.toUpperCase() });
    expect(await stored()).toEqual(before);
    expect(await findSession(token)).toMatchObject({ email: EDITOR.email });
    await ensureAdministrator({ ...EDITOR, password: 'set by the operator' });
    expect(await findSession(token)).toBeNull();
    await tokenOf(access, { ...EDITOR, password: 'set by the operator' });
  });

  it('stays removed or demoted with the same settings, and returns with changed ones or where nobody is left', async () => {
    const { db, ensureAdministrator, removePerson, listPeople, signIn, ...access } =
      await makeAccess();
    const listed = async () => (await listPeople()).map(({ email, role }) => `${role} ${email}`);
    const other = `administrator ${OTHER.email}`;
    await ensureAdministrator(OTHER);
    await ensureAdministrator(EDITOR);
    await access.changeRole(EDITOR, 'writer', { by: null });
    await ensureAdministrator(EDITOR);
    expect(await listed()).toEqual([`writer ${EDITOR.email}`, other]);
    await removePerson(EDITOR, { by: null });
    await ensureAdministrator(EDITOR);
    expect(await listed()).toEqual([other]);
    const changed = { ...EDITOR, password: 'changed by the operator' };
    await ensureAdministrator(changed);
    expect(await signIn(changed)).toMatchObject({ ok: true });
    await access.changePassword({ ...changed, password: 'changed in the account' });
    await ensureAdministrator(changed);
    expect(await signIn(changed)).toMatchObject({ ok: false });
    await removePerson(EDITOR, { by: null });
    await ensureAdministrator({ ...changed, email: 'third@site.test' });
    expect(await listed()).toEqual([other, 'administrator third@site.test']);
    await db.query.deleteFrom('administrators').execute();
    await ensureAdministrator(EDITOR);
    expect(await signIn(EDITOR)).toMatchObject({ ok: true });
  });

  it('gets a generated password where the settings name none, once', async () => {
    const { site, hasAdministrators, ...access } = await makeAccess();
    const createFirst = (email: string) => createFirstAdministrator(site, email, site.db.query);
    expect(await hasAdministrators()).toBe(false);
    const first = await createFirst('First@site.test');
    // Without characters that look alike.
    expect(first?.password).toMatch(/^[^0OIl1\s]{24}$/);
    expect(await hasAdministrators()).toBe(true);
    expect(await createFirst('second@site.test')).toBeNull();
    const token = await tokenOf(access, first ?? EDITOR);
    expect(await access.findSession(token)).toMatchObject({ email: 'first@site.test' });
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
    const eight = '\u00e4'.repeat(8).normalize('NFD');
    expect([newPassword.safeParse(eight).success, eight.length]).toEqual([false, 16]);
    const { hash } = await import('@node-rs/argon2');
    const decomposed = password.normalize('NFD');
    const fromBeforeNormalization = await hash(decomposed);
    expect(await verifyPassword(fromBeforeNormalization, decomposed)).toBe(true);
    expect(await verifyPassword(fromBeforeNormalization, `${decomposed}x`)).toBe(false);
  });
});
