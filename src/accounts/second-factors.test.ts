import { describe, expect, it, vi } from 'vitest';
import { codeOf, linkToken, sessionOf } from '../../test/accounts.ts';
import { boundTo } from '../../test/bound-to.ts';
import { describeEachEngine } from '../../test/engines.ts';
import { ADMINISTRATOR as EDITOR, makeApp } from '../../test/make-app.ts';
import { makeSoftwarePasskey } from '../../test/software-passkey.ts';
import { unwrap } from '../../test/unwrap.ts';
import type { Database } from '../server/db/connect.ts';
import type { Result } from '../server/failure.ts';
import { invite, redeemLink } from './mailed-links.ts';
import { passkeyRequestOptions, relyingParty } from './passkeys.ts';
import * as people from './people.ts';
import * as secondFactors from './second-factors.ts';
import { endSession, findSession } from './sessions.ts';
import * as signIn from './sign-in.ts';

/** The delays of the sign-in guard are not waited for. */
vi.mock('node:timers/promises', () => ({ setTimeout: async () => undefined }));

/** What is called once, after a password was found right and before anything comes of it, or before it is hashed. */
const meanwhile = vi.hoisted(() => ({
  happens: async () => undefined as unknown,
  isHashed: async () => undefined as unknown,
}));
vi.mock('./administrators.ts', async (original) => {
  const real = await original<typeof import('./administrators.ts')>();
  return {
    ...real,
    hashPassword: async (password: string) => {
      await meanwhile.isHashed();
      return real.hashPassword(password);
    },
    checkPassword: async (...given: Parameters<typeof real.checkPassword>) => {
      const administrator = await real.checkPassword(...given);
      const { happens } = meanwhile;
      meanwhile.happens = async () => undefined;
      await happens();
      return administrator;
    },
  };
});

const OTHER = { email: 'other@site.test', password: 'another for tests' };
const { email, password } = EDITOR;

const proven = (body: secondFactors.Proof, by = email) => ({ by, body, client: {} });

async function makeAccess(db?: Database, instant?: string) {
  const app = await makeApp({ db });
  const { clock, site } = app;
  if (instant !== undefined) clock.set(instant);
  const access = boundTo(site, { ...people, ...secondFactors, ...signIn, findSession });
  for (const who of [EDITOR, OTHER]) await access.ensureAdministrator(who);
  const code = (secret: string) => codeOf(site, secret);

  /** Adds an app, and waits for the next code: the one that confirmed it is used. */
  async function addApp(who = EDITOR, proof: secondFactors.Proof = { password: who.password }) {
    const { secret } = unwrap(await access.startAppEnrolment(proven(proof, who.email)));
    const { recoveryCodes } = unwrap(await access.confirmApp(who.email, code(secret)));
    clock.advance(30_000);
    return { secret, recoveryCodes: recoveryCodes ?? [] };
  }

  async function createPasskey(passkey = makeSoftwarePasskey(), typed?: string) {
    const proof = proven({ password, code: typed });
    const created = passkey.create(unwrap(await access.startPasskeyRegistration(proof)));
    return { name: 'Phone', passkey: created };
  }

  async function addPasskey(typed?: string) {
    const passkey = makeSoftwarePasskey();
    const added = await access.addPasskey(email, await createPasskey(passkey, typed));
    return { passkey, ...unwrap(added) };
  }

  async function secondStep(who = EDITOR) {
    const step = unwrap(await access.signIn(who));
    if (!('second_factor' in step)) throw new Error('No second step was required');
    return step.second_factor;
  }

  return {
    ...access,
    passkeyRequest: async () => unwrap(await passkeyRequestOptions(site, { purpose: 'sign-in' })),
    app,
    clock,
    code,
    addApp,
    createPasskey,
    keepPasskey: access.addPasskey,
    addPasskey,
    secondStep,
    /** The second step with a code. */
    finish: async (ticket: string, typed = '') =>
      kindOf(await access.finishSignIn({ ticket, code: typed })),
    stored: (table: 'one_time_tokens' | 'recovery_codes' | 'sessions') =>
      app.db.query.selectFrom(table).selectAll().execute(),
  };
}

const kindOf = (result: Result<unknown>) => (result.ok ? 'let in' : result.failure.kind);

/** How many of several simultaneous attempts succeeded. */
const countLetIn = (kinds: readonly string[]) => kinds.filter((kind) => kind === 'let in').length;

it('an authenticator app is active only after a first code, within a quarter of an hour; its codes are valid for a minute and a half, each once', async () => {
  const access = await makeAccess();
  const { secret: late, uri } = unwrap(await access.startAppEnrolment(proven({ password })));
  expect(uri).toMatch(/^otpauth:\/\/totp\/Site:editor%40site\.test\?.*secret=[A-Z2-7]{32}/);
  await sessionOf(access.app.site, EDITOR);
  expect(await access.confirmApp(email, '000000')).toMatchObject({
    failure: { kind: 'invalid', issues: [{ loc: ['body', 'code'] }] },
  });
  access.clock.advance(15 * 60_000);
  expect(kindOf(await access.confirmApp(email, access.code(late)))).toBe('invalid');
  expect(await access.secondFactorsOf(email)).toMatchObject({ factors: [] });
  const { secret } = await access.addApp();
  access.clock.set('2026-03-01T10:00:00.000Z');
  const early = access.code(secret);
  access.clock.advance(60_000);
  const { ticket } = await access.secondStep();
  expect(await access.finish(ticket, early)).toBe('unauthenticated');
  access.clock.advance(-30_000);
  expect(await access.finish(ticket, early)).toBe('let in');
  const again = await access.secondStep();
  expect(await access.finish(again.ticket, early)).toBe('unauthenticated');
  expect(await access.secondFactorsOf(email)).toMatchObject({
    factors: [{ id: 'app', lastUsedAt: '2026-03-01T10:00:00.000Z' }],
  });
});

describeEachEngine('concurrent proofs', (makeDatabase) => {
  it('an app’s code is accepted once, with one ticket or two; so are recovery codes, however they are copied from paper', async () => {
    const access = await makeAccess(await makeDatabase());
    const { secret, recoveryCodes } = await access.addApp();
    const tickets = [await access.secondStep(), await access.secondStep()].map((s) => s.ticket);
    const all = [...tickets, ...tickets].map((ticket) =>
      access.finish(ticket, access.code(secret)),
    );
    expect(countLetIn(await Promise.all(all))).toBe(1);
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^(?:[0-9a-hjkmnp-tv-z]{4}-?){8}$/);
    const [code = '', next = ''] = recoveryCodes;
    const copied = code.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O');
    const { ticket } = await access.secondStep();
    expect(await access.finish(ticket, copied)).toBe('let in');
    const again = await access.secondStep();
    const attempts = [code, next, next].map((typed) => access.finish(again.ticket, typed));
    expect(countLetIn(await Promise.all(attempts))).toBe(1);
    expect((await access.secondFactorsOf(email)).recoveryCodes).toMatchObject({
      left: 8,
      lastUsedAt: access.clock.now().toISOString(),
    });
  });

  it('a ticket allows five guesses; an account ten six-digit codes in a quarter of an hour and 20 a day, in any process, and a right one takes back itself', async () => {
    const db = await makeDatabase();
    const access = await makeAccess(db);
    const { secret, recoveryCodes } = await access.addApp();
    const { ticket } = await access.secondStep();
    const guesses = Array.from({ length: 9 }, () => access.finish(ticket, '000 000'));
    const kinds = (await Promise.all(guesses)).toSorted();
    expect(kinds).toEqual([...Array(5).fill('not-found'), ...Array(4).fill('unauthenticated')]);
    const next = await access.secondStep();
    await Promise.all([1, 2, 3, 4].map(() => access.finish(next.ticket, '000000')));
    const third = await access.secondStep();
    expect(await access.finish(third.ticket, access.code(secret))).toBe('let in');
    const fourth = await access.secondStep();
    expect(await access.finish(fourth.ticket, '000000')).toBe('unauthenticated');
    access.clock.advance(60_000);
    const right = { ticket: fourth.ticket, code: access.code(secret) };
    expect(await access.finishSignIn(right)).toMatchObject({
      failure: { kind: 'too-many', detail: expect.stringMatching(/code, or try again in 14 m/) },
    });
    // Recovery codes cannot be guessed and still work.
    expect(await access.finish(fourth.ticket, recoveryCodes[0])).toBe('let in');
    const restarted = await makeAccess(db, access.clock.now().toISOString());
    for (let number = 10; number < 20; number += 1) {
      restarted.clock.advance(15 * 60_000);
      const { ticket } = await restarted.secondStep();
      expect(await restarted.finish(ticket, '000000')).toBe('unauthenticated');
    }
    restarted.clock.advance(15 * 60_000);
    const late = await restarted.secondStep();
    expect(await restarted.finish(late.ticket, restarted.code(secret))).toBe('too-many');
    restarted.clock.advanceDays(1);
    const later = await restarted.secondStep();
    expect(await restarted.finish(later.ticket, restarted.code(secret))).toBe('let in');
  });

  it('a passkey’s challenge is answered once, and the first of several passkeys brings recovery codes', async () => {
    const access = await makeAccess(await makeDatabase());
    const passkey = makeSoftwarePasskey();
    const made = [await access.createPasskey(passkey), await access.createPasskey()];
    const [first] = made;
    // It is stored once, for the administrator who requested it.
    if (first) expect(kindOf(await access.keepPasskey(OTHER.email, first))).toBe('invalid');
    const added = await Promise.all(made.map((created) => access.keepPasskey(email, created)));
    const codes = added.flatMap((result) => unwrap(result).recoveryCodes ?? []);
    expect(codes).toHaveLength(10);
    if (first) expect(kindOf(await access.keepPasskey(email, first))).toBe('invalid');
    const request = await access.passkeyRequest();
    const sent = [passkey.answer(request), passkey.answer(request), passkey.answer(request)];
    const answers = sent.map(async (answer) => kindOf(await access.signInWithPasskey(answer)));
    expect(countLetIn(await Promise.all(answers))).toBe(1);
  });
});

describe('a ticket of the first step', () => {
  it('answers 202 with no token, and goes on with a code of its account, once, for five minutes, until another password', async () => {
    const access = await makeAccess();
    const { app } = access;
    const { secret, recoveryCodes } = await access.addApp();
    await access.addApp(OTHER);
    const first = await app.postJson('/api/admin/login', EDITOR);
    expect([first.status, first.headers.get('Cache-Control')]).toEqual([202, 'no-store']);
    const body = (await first.json()) as { second_factor: { ticket: string } };
    const { ticket } = body.second_factor;
    const expires_at = new Date(access.clock.now().getTime() + 5 * 60_000).toISOString();
    expect(body.second_factor).toEqual({ ticket, expires_at });
    const refused = await app.postJson('/api/admin/login', { ...EDITOR, password: 'wrong' });
    expect(await refused.json()).toEqual({ detail: 'Invalid email or password.' });
    const other = await access.secondStep(OTHER);
    for (const mine of [access.code(secret), recoveryCodes[0]]) {
      expect(await access.finish(other.ticket, mine)).toBe('unauthenticated');
    }
    const finish = (code: string) =>
      app.postJson('/api/admin/login/second-factor', { ticket, code });
    expect((await finish('000000')).status).toBe(401);
    // Apps show a code in two halves.
    const right = await finish(access.code(secret).replace(/^.../, '$& '));
    const { access_token, ...others } = (await right.json()) as Record<string, string>;
    expect(others).toEqual({ email, expires_at: expect.any(String) });
    expect((await app.get('/api/admin/stats', access_token)).status).toBe(200);
    expect((await app.get('/api/admin/stats', ticket)).status).toBe(401);
    access.clock.advance(30_000);
    expect((await finish(access.code(secret))).status).toBe(404);
    const late = await access.secondStep();
    access.clock.advance(5 * 60_000);
    expect(await access.finish(late.ticket, access.code(secret))).toBe('not-found');
    const next = await access.secondStep();
    await access.resetPassword(email, 'set by somebody who forgot');
    expect(await access.finish(next.ticket, access.code(secret))).toBe('not-found');
  });
});

describe('a passkey', () => {
  it('that did not sign is answered like any other wrong one; asking for challenges stores nothing', async () => {
    const { app, stored } = await makeAccess();
    const asked = await app.send('POST', '/api/admin/login/passkey/options');
    const options = (await asked.json()) as { challenge: string; allowCredentials?: unknown[] };
    expect(options).toMatchObject({ rpId: 'site.test', userVerification: 'required' });
    expect(options.allowCredentials ?? []).toEqual([]);
    const answerOf = (challenge: string) => makeSoftwarePasskey().answer({ challenge });
    for (const passkey of [answerOf(options.challenge), { ...answerOf('x'), rawId: 'y' }]) {
      const answer = await app.postJson('/api/admin/login/passkey', { passkey });
      expect([answer.status, await answer.json()]).toEqual([
        401,
        { detail: 'This passkey was not accepted. Please try again.' },
      ]);
    }
    expect(app.errors).toEqual([]);
    expect(await stored('one_time_tokens')).toEqual([]);
  });

  it('answers a challenge in time, for its purpose, verified, as no clone, of this site and for its account', async () => {
    const access = await makeAccess();
    const { passkey } = await access.addPasskey();
    const late = await access.passkeyRequest();
    access.clock.advance(5 * 60_000);
    const ofProof = unwrap(await access.proofRequest(email));
    for (const challenge of [late.challenge, ofProof.challenge, 'made-up']) {
      const answer = passkey.answer({ challenge });
      expect(kindOf(await access.signInWithPasskey(answer))).toBe('unauthenticated');
    }
    type Answer = (request: { challenge: string }) => ReturnType<typeof passkey.answer>;
    const signIn = async (answer: Answer) =>
      kindOf(await access.signInWithPasskey(answer(await access.passkeyRequest())));
    const elsewhere = makeSoftwarePasskey('https://site.test.evil.test');
    const { id } = passkey.answer({ challenge: '' });
    const userHandle = Buffer.from('somebody else').toString('base64url');
    const wrong: Answer[] = [
      (request) => passkey.answer(request, { isVerified: false }),
      (request) => passkey.answer(request, { userHandle }),
      (request) => ({ ...elsewhere.answer(request), id, rawId: id }),
    ];
    for (const answer of wrong) expect(await signIn(answer)).toBe('unauthenticated');
    expect(await signIn((request) => passkey.answer(request))).toBe('let in');
    expect(await access.secondStep()).toHaveProperty('ticket');
    expect((await access.secondFactorsOf(email)).factors).toMatchObject([
      { name: 'Phone', lastUsedAt: access.clock.now().toISOString() },
    ]);
    passkey.resetCounter();
    expect(await signIn((request) => passkey.answer(request))).toBe('unauthenticated');
  });

  it.each([
    ['https://www.ligara.example:8443', 'www.ligara.example'],
    ['http://localhost:3000', 'localhost'],
    ['http://ligara.example', undefined],
    ['http://127.0.0.1:3000', undefined],
    ['https://192.0.2.7', undefined],
    ['https://[2001:db8::7]', undefined],
  ])('of a site at %s belongs to %s: browsers offer none elsewhere', (url, id) => {
    expect(relyingParty({ url, name: 'Site' })?.id).toBe(id);
  });
});

describe('second factors', () => {
  it('are changed by a passkey, or by the password with a code where one exists, and by nothing less', async () => {
    const access = await makeAccess();
    const { passkey } = await access.addPasskey();
    const byPasskey = async (by = email) =>
      proven({ passkey: passkey.answer(unwrap(await access.proofRequest(email))) }, by);
    const { secret } = await access.addApp(EDITOR, (await byPasskey()).body);
    const [, { id = '' } = {}] = (await access.secondFactorsOf(email)).factors;
    for (const [proof, field] of [
      [{ password }, 'code'],
      [{ password, code: 'a wrong one' }, 'code'],
      [{ password: OTHER.password, code: access.code(secret) }, 'password'],
    ] as const) {
      for (const attempt of [
        await access.startAppEnrolment(proven(proof)),
        await access.startPasskeyRegistration(proven(proof)),
        await access.removeFactor(id, proven(proof)),
        await access.removeFactor('app', proven(proof)),
        await access.renewRecoveryCodes(proven(proof)),
      ]) {
        expect(attempt).toMatchObject({ failure: { issues: [{ loc: ['body', field] }] } });
      }
    }
    expect(kindOf(await access.removeFactor('app', proven({ password, code: '000000' })))).toBe(
      'invalid',
    );
    const theirs = await byPasskey(OTHER.email);
    expect(kindOf(await access.removeFactor(id, theirs))).toBe('invalid');
    expect(kindOf(await access.startAppEnrolment(await byPasskey()))).toBe('conflict');
    expect(kindOf(await access.removeFactor(id, await byPasskey()))).toBe('let in');
    const withCode = proven({ password, code: access.code(secret) });
    expect(kindOf(await access.removeFactor('app', withCode))).toBe('let in');
    expect(await access.secondFactorsOf(email)).toMatchObject({ recoveryCodes: null });
    await sessionOf(access.app.site, EDITOR);
  });

  it('end the sessions from before them but the one that adds, and mail the owner each change', async () => {
    const access = await makeAccess();
    const { site } = access.app;
    const [here, elsewhere] = [await sessionOf(site, EDITOR), await sessionOf(site, EDITOR)];
    const others = await sessionOf(site, OTHER);
    const { secret } = unwrap(await access.startAppEnrolment(proven({ password })));
    unwrap(await access.confirmApp(email, access.code(secret), here));
    expect(await access.findSession(here)).not.toBeNull();
    expect(await access.findSession(elsewhere)).toBeNull();
    access.clock.advance(30_000);
    await access.addPasskey(access.code(secret));
    access.clock.advance(30_000);
    unwrap(await access.removeFactor('app', proven({ password, code: access.code(secret) })));
    // Lost ones are removed by the operator, with every session.
    unwrap(await access.removeSecondFactors(email.toUpperCase()));
    expect(kindOf(await access.removeSecondFactors('nobody@site.test'))).toBe('not-found');
    expect(await access.findSession(here)).toBeNull();
    expect(await access.findSession(others)).not.toBeNull();
    expect(await access.secondFactorsOf(email)).toMatchObject({ factors: [] });
    await sessionOf(site, EDITOR);
    const mails = await access.app.sendMails();
    expect(mails.map(({ to, subject }) => `${to}: ${subject}`).sort()).toEqual(
      [
        'A passkey was added to your account',
        'An authenticator app was added to your account',
        'The authenticator app was removed from your account',
        'Two-step sign-in was turned off for your account',
      ].map((subject) => `${email}: ${subject}`),
    );
  });

  it('count also where passkeys cannot be used at the URL of the site; new recovery codes void the former', async () => {
    const access = await makeAccess();
    const { recoveryCodes } = await access.addPasskey();
    Object.assign(access.app.site, {
      identity: { ...access.app.site.identity, url: 'http://192.0.2.7' },
    });
    expect(await access.secondStep()).toHaveProperty('ticket');
    const proof = proven({ password, code: recoveryCodes?.[0] });
    const renewed = unwrap(await access.renewRecoveryCodes(proof)).recoveryCodes;
    const { ticket } = await access.secondStep();
    expect(await access.finish(ticket, recoveryCodes?.[1])).toBe('unauthenticated');
    const tables = [await access.stored('recovery_codes'), await access.stored('one_time_tokens')];
    for (const secret of [ticket, ...renewed]) {
      expect(JSON.stringify(tables)).not.toContain(secret);
    }
    expect(await access.finish(ticket, renewed[0])).toBe('let in');
  });
});

it('a password is hashed while others use the database', async () => {
  const { app, ...access } = await makeAccess();
  const guest = { email: 'guest@site.test', role: 'writer' } as const;
  const { link } = unwrap(await invite({ ...app.site, sendsMail: false }, guest, { by: email }));
  const next = { email, current: password, password: 'four words in a row' };
  const token = await app.signIn();
  meanwhile.isHashed = access.listPeople;
  unwrap(await redeemLink(app.site, { ...next, token: linkToken(link) }));
  unwrap(await access.resetPassword(guest.email));
  unwrap(await access.changeOwnPassword(next, token));
  meanwhile.isHashed = async () => undefined;
});

describe('a password that is being checked', () => {
  it('signs in nobody, changes nothing and invites nobody when it is changed meanwhile', async () => {
    const { app, resetPassword, ...access } = await makeAccess();
    const token = await app.signIn();
    const change = () => resetPassword(email, 'set by the owner who was warned');
    const next = { email, current: password, password: 'a thief’s choice of words' };
    meanwhile.happens = () => endSession(app.site, token, email);
    expect(await access.changeOwnPassword(next, token)).toMatchObject({ ok: false });
    for (const [use, kind] of [
      [() => access.signIn(EDITOR), 'unauthenticated'],
      [() => access.changeOwnPassword(next, token), 'invalid'],
      [() => access.startAppEnrolment(proven({ password })), 'invalid'],
    ] as const) {
      meanwhile.happens = change;
      expect(await use()).toMatchObject({ failure: { kind } });
      await resetPassword(email, password);
    }
    const again = await app.signIn();
    meanwhile.happens = change;
    const invitation = { email: 'friend@site.test', role: 'administrator', password };
    const answer = await app.postJson('/api/admin/people/invitations', invitation, again);
    expect(answer.status).toBe(422);
    await sessionOf(app.site, { email, password: 'set by the owner who was warned' });
    const apps = app.db.query.selectFrom('authenticator_apps').selectAll();
    expect([await apps.execute(), (await access.listPeople()).length]).toEqual([[], 2]);
  });

  it('is not enough when an app is added meanwhile', async () => {
    const { code, stored, ...access } = await makeAccess();
    const { secret } = unwrap(await access.startAppEnrolment(proven({ password })));
    meanwhile.happens = () => access.confirmApp(email, code(secret));
    expect(unwrap(await access.signIn(EDITOR))).toHaveProperty('second_factor');
    expect(await stored('sessions')).toEqual([]);
  });
});
