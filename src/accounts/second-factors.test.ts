import { Secret, TOTP } from 'otpauth';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { boundTo } from '../../test/bound-to.ts';
import { describeEachEngine } from '../../test/engines.ts';
import { ADMINISTRATOR as EDITOR, makeApp } from '../../test/make-app.ts';
import { makeSoftwarePasskey } from '../../test/software-passkey.ts';
import { unwrap } from '../../test/unwrap.ts';
import type { Database } from '../server/db/connect.ts';
import type { Result } from '../server/failure.ts';
import { changePassword, ensureAdministrator } from './administrators.ts';
import { appConfirmedAt } from './authenticator-apps.ts';
import { relyingParty } from './passkeys.ts';
import { proofRequest } from './reauthentication.ts';
import {
  addPasskey as addPasskeyOf,
  confirmApp,
  removeApp,
  removePasskey,
  removeSecondFactors,
  renewRecoveryCodes,
  secondFactorsOf,
  startAppEnrolment,
  startPasskeyRegistration,
} from './second-factors.ts';
import { finishSignIn } from './second-step.ts';
import { findSession } from './sessions.ts';
import { passkeyRequest, signIn as signInOf, signInWithPasskey } from './sign-in.ts';

/** The delays of the sign-in guard, recorded instead of slept, and what happens once after a look for an app. */
const hooks = vi.hoisted(() => ({
  delays: [] as number[],
  afterLook: undefined as (() => Promise<unknown>) | undefined,
}));
vi.mock('node:timers/promises', () => ({
  setTimeout: async (milliseconds: number) => {
    hooks.delays.push(milliseconds);
  },
}));
vi.mock('./authenticator-apps.ts', async (original) => {
  const apps = await original<typeof import('./authenticator-apps.ts')>();
  const appConfirmedAt: typeof apps.appConfirmedAt = async (...given) => {
    const confirmed = await apps.appConfirmedAt(...given);
    const { afterLook } = hooks;
    hooks.afterLook = undefined;
    await afterLook?.();
    return confirmed;
  };
  return { ...apps, appConfirmedAt };
});
beforeEach(() => {
  Object.assign(hooks, { delays: [], afterLook: undefined });
});

const OTHER = { email: 'other@site.test', password: 'another for tests' };
const { email } = EDITOR;
const PROOF = { password: EDITOR.password };

async function makeAccess(db?: Database) {
  const app = await makeApp({ db });
  const { clock } = app;
  const access = boundTo(app.site, {
    changePassword,
    ensureAdministrator,
    confirmedAt: appConfirmedAt,
    proofRequest,
    secondFactorsOf,
    startAppEnrolment,
    confirmApp,
    removeApp,
    startPasskeyRegistration,
    addPasskey: addPasskeyOf,
    removePasskey,
    renewRecoveryCodes,
    removeSecondFactors,
    finishSignIn,
    findSession,
    signIn: signInOf,
    passkeyRequest,
    signInWithPasskey,
  });
  await access.ensureAdministrator(EDITOR);

  /** The code that an app with this secret shows now. */
  const code = (secret: string) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now().getTime() });

  /** Adds an app, and waits for the next code: the one that confirmed it is used. */
  async function addApp(who = EDITOR) {
    const { secret } = unwrap(await access.startAppEnrolment(who.email, who, {}));
    const { recoveryCodes } = unwrap(await access.confirmApp(who.email, code(secret)));
    clock.advance(30_000);
    return { secret, recoveryCodes: recoveryCodes ?? [] };
  }

  async function createPasskey(passkey = makeSoftwarePasskey()) {
    return passkey.create(unwrap(await access.startPasskeyRegistration(email, PROOF, {})));
  }

  async function addPasskey() {
    const passkey = makeSoftwarePasskey();
    const created = { name: 'Phone', passkey: await createPasskey(passkey) };
    return { passkey, ...unwrap(await access.addPasskey(email, created)) };
  }

  async function secondStep(who = EDITOR) {
    const step = unwrap(await access.signIn(who));
    if (!('secondStep' in step)) throw new Error('No second step was required');
    return step.secondStep;
  }

  const finish = async (ticket: string, typed: string) =>
    kindOf(await access.finishSignIn({ ticket, code: typed }));

  return {
    ...access,
    db: app.db,
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

  it('is required also when it is added during a sign-in by the password alone', async () => {
    const access = await makeAccess();
    const { secret } = unwrap(await access.startAppEnrolment(email, PROOF, {}));
    hooks.afterLook = () => access.confirmApp(email, access.code(secret));
    expect(kindOf(await access.signIn(EDITOR))).toBe('unauthenticated');
    const sessions = access.db.query.selectFrom('sessions').select('token_hash');
    expect(await sessions.execute()).toEqual([]);
    expect(unwrap(await access.signIn(EDITOR))).toHaveProperty('secondStep');
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

  it('recovery codes let in once each, however they are copied from paper, and are recorded', async () => {
    const access = await makeAccess(await makeDatabase());
    const { recoveryCodes } = await access.addApp();
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^(?:[0-9a-hjkmnp-tv-z]{4}-?){4}$/);
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
    const rows = await access.db.query.selectFrom('pending_sign_ins').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(ticket);
    const changed = { email, password: 'set by somebody who forgot' };
    await access.changePassword(changed);
    expect(await access.finish(ticket, access.code(secret))).toBe('not-found');
    expect((await access.secondStep(changed)).methods).toEqual(['totp', 'recovery']);
  });

  it('does not reset the delays after wrong passwords; wrong proofs have delays of their own', async () => {
    const access = await makeAccess();
    await access.addApp();
    const guess = () => access.signIn({ email, password: 'wrong' });
    for (let times = 0; times < 5; times += 1) await guess();
    await access.secondStep();
    await guess();
    await guess();
    expect(hooks.delays).toEqual([250, 250, 500]);
    const tickets = [await access.secondStep(), await access.secondStep()].map((s) => s.ticket);
    hooks.delays = [];
    for (const ticket of [...tickets, ...tickets, ...tickets, ...tickets]) {
      await access.finish(ticket, 'a wrong code');
    }
    expect(hooks.delays).toEqual([250, 500, 1_000]);
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
  it('are not changed without the password or a passkey, even in an open session', async () => {
    const access = await makeAccess();
    await access.ensureAdministrator(OTHER);
    const { passkey } = await access.addPasskey();
    const [{ id = '' } = {}] = (await access.secondFactorsOf(email)).passkeys;
    const guess = { password: OTHER.password };
    const attempts = [
      await access.startAppEnrolment(email, guess, {}),
      await access.startPasskeyRegistration(email, guess, {}),
      await access.removePasskey(email, id, guess, {}),
      await access.renewRecoveryCodes(email, guess, {}),
    ];
    expect(attempts.map(kindOf)).toEqual(['invalid', 'invalid', 'invalid', 'invalid']);
    const proof = { passkey: passkey.answer(unwrap(await access.proofRequest(email))) };
    expect(kindOf(await access.removePasskey(OTHER.email, id, proof, {}))).toBe('invalid');
    expect(kindOf(await access.removePasskey(email, id, proof, {}))).toBe('let in');
  });

  it('have recovery codes that are stored as hashes, and replaced all together', async () => {
    const access = await makeAccess();
    const { recoveryCodes } = await access.addApp();
    const rows = await access.db.query.selectFrom('recovery_codes').selectAll().execute();
    for (const code of recoveryCodes) expect(JSON.stringify(rows)).not.toContain(code);
    const renewed = unwrap(await access.renewRecoveryCodes(email, PROOF, {}));
    const { ticket } = await access.secondStep();
    expect(await access.finish(ticket, recoveryCodes[0] ?? '')).toBe('unauthenticated');
    expect(await access.finish(ticket, renewed.recoveryCodes[0] ?? '')).toBe('let in');
  });

  it('are gone with the last of them, recovery codes too, and the password is enough again', async () => {
    const access = await makeAccess();
    const { secret } = await access.addApp();
    const { recoveryCodes } = await access.addPasskey();
    expect(recoveryCodes).toBeNull();
    const [{ id = '' } = {}] = (await access.secondFactorsOf(email)).passkeys;
    unwrap(await access.removeApp(email, PROOF, {}));
    expect(await access.secondFactorsOf(email)).toMatchObject({ recoveryCodes: { left: 10 } });
    const { ticket } = await access.secondStep();
    expect(await access.finish(ticket, access.code(secret))).toBe('unauthenticated');
    unwrap(await access.removePasskey(email, id, PROOF, {}));
    expect(await access.secondFactorsOf(email)).toMatchObject({ recoveryCodes: null });
    expect(await access.signIn(EDITOR)).toMatchObject({ value: { session: { email } } });
  });

  it('that are lost are removed by the operator, with every session', async () => {
    const access = await makeAccess();
    await access.ensureAdministrator(OTHER);
    const before = unwrap(await access.signIn(EDITOR));
    const others = unwrap(await access.signIn(OTHER));
    const token = (step: typeof before) => ('session' in step ? step.session.token : '');
    await access.addApp();
    await access.addPasskey();
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
