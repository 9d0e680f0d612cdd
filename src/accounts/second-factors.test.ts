import { Secret, TOTP } from 'otpauth';
import { describe, expect, it, vi } from 'vitest';
import { boundTo } from '../../test/bound-to.ts';
import { describeEachEngine } from '../../test/engines.ts';
import { ADMINISTRATOR as EDITOR, makeApp } from '../../test/make-app.ts';
import { makeSoftwarePasskey } from '../../test/software-passkey.ts';
import { unwrap } from '../../test/unwrap.ts';
import type { Database } from '../server/db/connect.ts';
import type { Result } from '../server/failure.ts';
import { relyingParty } from './passkeys.ts';
import * as people from './people.ts';
import * as secondFactors from './second-factors.ts';
import * as sessions from './sessions.ts';
import * as signIn from './sign-in.ts';

/** The delays of the sign-in guard are not waited for. */
vi.mock('node:timers/promises', () => ({ setTimeout: async () => undefined }));

const OTHER = { email: 'other@site.test', password: 'another for tests' };
const { email } = EDITOR;
const PROOF = { password: EDITOR.password };
const IDENTITY = {
  ...{ name: 'Site', url: 'https://site.test', email: 'info@site.test', location: 'Testville' },
  ...{ tagline: 'A site for tests.', timeZone: 'Australia/Brisbane' },
};

async function makeAccess(db?: Database, instant?: string) {
  const identity = { ...IDENTITY };
  const app = await makeApp({ db, identity });
  const { clock } = app;
  if (instant !== undefined) clock.set(instant);
  const access = boundTo(app.site, { ...people, ...secondFactors, ...sessions, ...signIn });
  await access.ensureAdministrator(EDITOR);

  /** The code that an app with this secret shows now. */
  const code = (secret: string) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now().getTime() });

  /** Adds an app, and waits for the next code: the one that confirmed it is used. */
  async function addApp(who = EDITOR, by?: ReturnType<typeof makeSoftwarePasskey>) {
    const proof = by
      ? { passkey: by.answer(unwrap(await access.proofRequest(who.email))) }
      : { password: who.password };
    const { secret } = unwrap(await access.startAppEnrolment(who.email, proof, {}));
    const { recoveryCodes } = unwrap(await access.confirmApp(who.email, code(secret)));
    clock.advance(30_000);
    return { secret, recoveryCodes: recoveryCodes ?? [] };
  }

  async function createPasskey(passkey = makeSoftwarePasskey(), code?: string) {
    const proof = { ...PROOF, code };
    return passkey.create(unwrap(await access.startPasskeyRegistration(email, proof, {})));
  }

  async function addPasskey(code?: string) {
    const passkey = makeSoftwarePasskey();
    const created = { name: 'Phone', passkey: await createPasskey(passkey, code) };
    return { passkey, ...unwrap(await access.addPasskey(email, created)) };
  }

  async function secondStep(who = EDITOR) {
    const step = unwrap(await access.signIn(who));
    if (!('second_factor' in step)) throw new Error('No second step was required');
    return step.second_factor;
  }

  const finish = async (ticket: string, typed: string) =>
    kindOf(await access.finishSignIn({ ticket, code: typed }));

  return {
    ...access,
    db: app.db,
    sendMails: app.sendMails,
    identity,
    clock,
    code,
    addApp,
    createPasskey,
    keepPasskey: access.addPasskey,
    addPasskey,
    secondStep,
    finish,
  };
}

const kindOf = (result: Result<unknown>) => (result.ok ? 'let in' : result.failure.kind);

/** How many of several simultaneous attempts succeeded. */
const countLetIn = (kinds: readonly string[]) => kinds.filter((kind) => kind === 'let in').length;

describe('an authenticator app', () => {
  it('is active only after a first code, within a quarter of an hour', async () => {
    const access = await makeAccess();
    const { secret, uri } = unwrap(await access.startAppEnrolment(email, PROOF, {}));
    expect(uri).toMatch(/^otpauth:\/\/totp\/Site:editor%40site\.test\?.*secret=[A-Z2-7]{32}/);
    expect(await access.signIn(EDITOR)).toMatchObject({ value: { session: { email } } });
    expect(await access.confirmApp(email, '000000')).toMatchObject({
      failure: { kind: 'invalid', issues: [{ loc: ['body', 'code'] }] },
    });
    access.clock.advance(15 * 60_000);
    expect(kindOf(await access.confirmApp(email, access.code(secret)))).toBe('invalid');
    expect(await access.secondFactorsOf(email)).toMatchObject({ appSince: null });
  });

  it('shows codes that are valid for a minute and a half, each once', async () => {
    const access = await makeAccess();
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
  });
});

describeEachEngine('concurrent proofs', (makeDatabase) => {
  it('an app’s code is accepted once, with one ticket or two', async () => {
    const access = await makeAccess(await makeDatabase());
    const { secret } = await access.addApp();
    const tickets = [await access.secondStep(), await access.secondStep()].map((s) => s.ticket);
    const all = [...tickets, ...tickets].map((ticket) =>
      access.finish(ticket, access.code(secret)),
    );
    expect(countLetIn(await Promise.all(all))).toBe(1);
  });

  it('a ticket allows five guesses, and an account ten six-digit codes in a quarter of an hour', async () => {
    const access = await makeAccess(await makeDatabase());
    const { secret, recoveryCodes } = await access.addApp();
    const { ticket } = await access.secondStep();
    const guesses = Array.from({ length: 9 }, () => access.finish(ticket, '000000'));
    const kinds = (await Promise.all(guesses)).toSorted();
    expect(kinds).toEqual([...Array(5).fill('not-found'), ...Array(4).fill('unauthenticated')]);
    // Five of ten; the tenth is the last.
    const next = await access.secondStep();
    await Promise.all([1, 2, 3, 4].map(() => access.finish(next.ticket, '000000')));
    const third = await access.secondStep();
    await access.finish(third.ticket, '000000');
    const right = { ticket: third.ticket, code: access.code(secret) };
    expect(await access.finishSignIn(right)).toMatchObject({
      failure: {
        kind: 'too-many',
        detail: expect.stringMatching(/recovery code, or try again in/),
      },
    });
    // Recovery codes cannot be guessed and still work.
    expect(await access.finish(third.ticket, recoveryCodes[0] ?? '')).toBe('let in');
  });

  it('an account allows 20 six-digit codes a day, in any process, and a right one takes back itself', async () => {
    const db = await makeDatabase();
    const access = await makeAccess(db);
    const { secret } = await access.addApp();
    const tries = async (count: number, typed: string) => {
      const kinds: string[] = [];
      for (let number = 0; number < count; number += 1) {
        access.clock.advance(4 * 60_000);
        kinds.push(await access.finish((await access.secondStep()).ticket, typed));
      }
      return kinds;
    };
    expect(new Set(await tries(19, '000 000'))).toEqual(new Set(['unauthenticated']));
    expect(await access.finish((await access.secondStep()).ticket, access.code(secret))).toBe(
      'let in',
    );
    const restarted = await makeAccess(db, access.clock.now().toISOString());
    const next = await restarted.secondStep();
    expect(await restarted.finish(next.ticket, '000000')).toBe('unauthenticated');
    restarted.clock.advance(30_000);
    expect(await restarted.finish(next.ticket, restarted.code(secret))).toBe('too-many');
    restarted.clock.advanceDays(1);
    const later = await restarted.secondStep();
    expect(await restarted.finish(later.ticket, restarted.code(secret))).toBe('let in');
  });

  it('recovery codes let in once each, however they are copied from paper, and are recorded', async () => {
    const access = await makeAccess(await makeDatabase());
    const { recoveryCodes } = await access.addApp();
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^(?:[0-9a-hjkmnp-tv-z]{4}-?){8}$/);
    const [code = '', next = ''] = recoveryCodes;
    const copied = code.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O');
    const { ticket } = await access.secondStep();
    expect(await access.finish(ticket, copied)).toBe('let in');
    const again = await access.secondStep();
    const attempts = [code, next, next].map((each) => access.finish(again.ticket, each));
    expect(countLetIn(await Promise.all(attempts))).toBe(1);
    expect((await access.secondFactorsOf(email)).recoveryCodes).toMatchObject({
      left: 8,
      lastUsedAt: access.clock.now().toISOString(),
    });
    const actions = await access.db.query.selectFrom('audit_events').select('action').execute();
    expect(actions.filter(({ action }) => action === 'recovery-code-used')).toHaveLength(2);
  });

  it('a passkey’s challenge is answered once', async () => {
    const access = await makeAccess(await makeDatabase());
    const { passkey } = await access.addPasskey();
    const request = unwrap(await access.passkeyRequest());
    const sent = [passkey.answer(request), passkey.answer(request), passkey.answer(request)];
    const kinds = await Promise.all(
      sent.map(async (each) => kindOf(await access.signInWithPasskey(each))),
    );
    expect(countLetIn(kinds)).toBe(1);
  });

  it('adding passkeys stores twenty at most, and generates recovery codes with the first', async () => {
    const access = await makeAccess(await makeDatabase());
    const made = [];
    for (let number = 0; number < 24; number++) made.push(await access.createPasskey());
    const added = await Promise.all(
      made.map((passkey) => access.keepPasskey(email, { name: 'Phone', passkey })),
    );
    expect(countLetIn(added.map(kindOf))).toBe(20);
    expect((await access.secondFactorsOf(email)).passkeys).toHaveLength(20);
    const codes = added.flatMap((each) => (each.ok ? (each.value.recoveryCodes ?? []) : []));
    expect(codes).toHaveLength(10);
  });
});

describe('a ticket of the first step', () => {
  it('is invalid for another account, after five minutes, and a second time', async () => {
    const access = await makeAccess();
    await access.ensureAdministrator(OTHER);
    const { secret, recoveryCodes } = await access.addApp();
    await access.addApp(OTHER);
    const other = await access.secondStep(OTHER);
    for (const mine of [access.code(secret), recoveryCodes[0] ?? '']) {
      expect(await access.finish(other.ticket, mine)).toBe('unauthenticated');
    }
    const late = await access.secondStep();
    access.clock.advance(5 * 60_000);
    expect(await access.finish(late.ticket, access.code(secret))).toBe('not-found');
    const once = await access.secondStep();
    expect(await access.finish(once.ticket, access.code(secret))).toBe('let in');
    access.clock.advance(30_000);
    expect(await access.finish(once.ticket, access.code(secret))).toBe('not-found');
  });

  it('is stored as a hash, and ends when the password changes; the second factor stays', async () => {
    const access = await makeAccess();
    const { secret } = await access.addApp();
    const { ticket } = await access.secondStep();
    const rows = await access.db.query.selectFrom('one_time_tokens').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(ticket);
    const changed = { email, password: 'set by somebody who forgot' };
    await access.changePassword(changed);
    expect(await access.finish(ticket, access.code(secret))).toBe('not-found');
    expect((await access.secondStep(changed)).methods).toEqual(['totp', 'recovery']);
  });
});

describe('a passkey', () => {
  it('answers a challenge in time, and only for its purpose', async () => {
    const access = await makeAccess();
    const { passkey } = await access.addPasskey();
    const late = unwrap(await access.passkeyRequest());
    access.clock.advance(5 * 60_000);
    const { passkey: ofStep } = await access.secondStep();
    const ofProof = unwrap(await access.proofRequest(email));
    for (const challenge of [late.challenge, ofStep?.challenge, ofProof.challenge, 'made-up']) {
      const answer = passkey.answer({ challenge: challenge ?? '' });
      expect(kindOf(await access.signInWithPasskey(answer))).toBe('unauthenticated');
    }
  });

  it('is refused without user verification, as a clone, of another site and for another account', async () => {
    const access = await makeAccess();
    const { passkey } = await access.addPasskey();
    const signIn = async (
      answer: (request: { challenge: string }) => ReturnType<typeof passkey.answer>,
    ) => kindOf(await access.signInWithPasskey(answer(unwrap(await access.passkeyRequest()))));
    expect(await signIn((request) => passkey.answer(request, { isVerified: false }))).toBe(
      'unauthenticated',
    );
    const userHandle = Buffer.from('somebody else').toString('base64url');
    expect(await signIn((request) => passkey.answer(request, { userHandle }))).toBe(
      'unauthenticated',
    );
    const elsewhere = makeSoftwarePasskey('https://site.test.evil.test');
    const { id } = passkey.answer({ challenge: '' });
    expect(await signIn((request) => ({ ...elsewhere.answer(request), id, rawId: id }))).toBe(
      'unauthenticated',
    );
    expect(await signIn((request) => passkey.answer(request))).toBe('let in');
    passkey.resetCounter();
    expect(await signIn((request) => passkey.answer(request))).toBe('unauthenticated');
  });

  it('is stored once, for the administrator who requested it', async () => {
    const access = await makeAccess();
    await access.ensureAdministrator(OTHER);
    const passkey = makeSoftwarePasskey();
    const request = unwrap(await access.startPasskeyRegistration(email, PROOF, {}));
    const created = { name: 'Phone', passkey: passkey.create(request) };
    expect(kindOf(await access.keepPasskey(OTHER.email, created))).toBe('invalid');
    expect(kindOf(await access.keepPasskey(email, created))).toBe('let in');
    expect(kindOf(await access.keepPasskey(email, created))).toBe('invalid');
    expect((await access.secondFactorsOf(email)).passkeys).toHaveLength(1);
  });
});

describe('second factors', () => {
  it('are changed by a passkey, or by the password with a code where one exists, and by nothing less', async () => {
    const access = await makeAccess();
    await access.ensureAdministrator(OTHER);
    const { passkey } = await access.addPasskey();
    const { secret, recoveryCodes } = await access.addApp(EDITOR, passkey);
    const [{ id = '' } = {}] = (await access.secondFactorsOf(email)).passkeys;
    for (const proof of [
      PROOF,
      { password: OTHER.password },
      { ...PROOF, code: '000000' },
      { ...PROOF, code: 'a wrong one' },
      { password: OTHER.password, code: access.code(secret) },
    ]) {
      const attempts = [
        await access.startAppEnrolment(email, proof, {}),
        await access.startPasskeyRegistration(email, proof, {}),
        await access.removePasskey(email, id, proof, {}),
        await access.removeApp(email, proof, {}),
        await access.renewRecoveryCodes(email, proof, {}),
      ];
      const kinds = attempts.map(kindOf);
      expect(kinds.filter((kind) => kind === 'invalid' || kind === 'too-many')).toHaveLength(5);
    }
    expect(await access.secondFactorsOf(email)).toMatchObject({ passkeys: [{ id }] });
    expect(recoveryCodes).toEqual([]);
    const proof = { passkey: passkey.answer(unwrap(await access.proofRequest(email))) };
    expect(kindOf(await access.removePasskey(OTHER.email, id, proof, {}))).toBe('invalid');
    expect(kindOf(await access.removePasskey(email, id, proof, {}))).toBe('let in');
    access.clock.advance(16 * 60_000);
    const withCode = { ...PROOF, code: access.code(secret) };
    expect(kindOf(await access.removeApp(email, withCode, {}))).toBe('let in');
    expect(await access.secondFactorsOf(email)).toMatchObject({ recoveryCodes: null });
    expect(await access.signIn(EDITOR)).toMatchObject({ value: { session: { email } } });
  });

  it('end the sessions from before them but the one that adds, and mail the owner each change', async () => {
    const access = await makeAccess();
    const tokens = [];
    for (const _ of ['here', 'elsewhere']) {
      const step = unwrap(await access.signIn(EDITOR));
      tokens.push('session' in step ? step.session.token : '');
    }
    const [here = '', elsewhere = ''] = tokens;
    const { secret } = unwrap(await access.startAppEnrolment(email, PROOF, {}));
    unwrap(await access.confirmApp(email, access.code(secret), here));
    expect(await access.findSession(here)).not.toBeNull();
    expect(await access.findSession(elsewhere)).toBeNull();
    access.clock.advance(30_000);
    await access.addPasskey(access.code(secret));
    access.clock.advance(30_000);
    unwrap(await access.removeApp(email, { ...PROOF, code: access.code(secret) }, {}));
    unwrap(await access.removeSecondFactors(email));
    const mails = await access.sendMails();
    expect(mails.map(({ to, subject }) => `${to}: ${subject}`).sort()).toEqual(
      [
        'An authenticator app was added to your account',
        'A passkey was added to your account',
        'The authenticator app was removed from your account',
        'Two-step sign-in was turned off for your account',
      ]
        .map((subject) => `${email}: ${subject}`)
        .sort(),
    );
  });

  it('count also where passkeys cannot be used at the URL of the site', async () => {
    const access = await makeAccess();
    const { recoveryCodes } = await access.addPasskey();
    access.identity.url = 'http://192.0.2.7';
    expect(await access.secondStep()).toMatchObject({ methods: ['recovery'], passkey: null });
    const proof = { ...PROOF, code: recoveryCodes?.[0] };
    expect(kindOf(await access.renewRecoveryCodes(email, PROOF, {}))).toBe('invalid');
    const renewed = unwrap(await access.renewRecoveryCodes(email, proof, {}));
    const { ticket } = await access.secondStep();
    expect(await access.finish(ticket, recoveryCodes?.[1] ?? '')).toBe('unauthenticated');
    expect(await access.finish(ticket, renewed.recoveryCodes[0] ?? '')).toBe('let in');
    const rows = await access.db.query.selectFrom('recovery_codes').selectAll().execute();
    for (const code of renewed.recoveryCodes) expect(JSON.stringify(rows)).not.toContain(code);
  });

  it('that are lost are removed by the operator, with every session', async () => {
    const access = await makeAccess();
    await access.ensureAdministrator(OTHER);
    const before = unwrap(await access.signIn(EDITOR));
    const others = unwrap(await access.signIn(OTHER));
    const token = (step: typeof before) => ('session' in step ? step.session.token : '');
    await access.addApp();
    expect(kindOf(await access.removeSecondFactors(email.toUpperCase()))).toBe('let in');
    expect(kindOf(await access.removeSecondFactors('nobody@site.test'))).toBe('not-found');
    expect(await access.findSession(token(before))).toBeNull();
    expect(await access.findSession(token(others))).not.toBeNull();
    expect(await access.secondFactorsOf(email)).toMatchObject({ appSince: null, passkeys: [] });
    expect(await access.signIn(EDITOR)).toMatchObject({ value: { session: { email } } });
  });
});

describe('passkeys', () => {
  it.each([
    ['https://ligara.example', 'ligara.example'],
    ['https://www.ligara.example:8443', 'www.ligara.example'],
    ['http://localhost:3000', 'localhost'],
    ['http://ligara.example', undefined],
    ['http://127.0.0.1:3000', undefined],
    ['https://192.0.2.7', undefined],
    ['https://[2001:db8::7]', undefined],
  ])('of a site at %s belong to %s: browsers offer none elsewhere', (url, id) => {
    expect(relyingParty({ url, name: 'Site' })?.id).toBe(id);
  });
});
