import { Secret, TOTP } from 'otpauth';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { describeEachEngine } from '../../test/engines.ts';
import { makeClock, SITE_OPTIONS } from '../../test/make-app.ts';
import { makeSoftwarePasskey } from '../../test/software-passkey.ts';
import { unwrap } from '../../test/unwrap.ts';
import { auditedTitle } from '../posts/audited-title.ts';
import { holdScheduled } from '../posts/hold-scheduled.ts';
import type { Database } from '../server/db/connect.ts';
import type { Result } from '../server/failure.ts';
import { createLimits } from '../server/limits/limits.ts';
import { createSigning } from '../server/signing.ts';
import { createAccounts } from './accounts.ts';
import { createAuthenticatorApps } from './authenticator-apps.ts';
import { createChallenges } from './challenges.ts';
import { createPasskeys } from './passkeys.ts';
import { createPasswordCheck } from './password-check.ts';
import { createPendingSignIns } from './pending-sign-ins.ts';
import { createRecoveryCodes } from './recovery-codes.ts';
import { relyingParty } from './relying-party.ts';
import { createSignIn } from './sign-in.ts';
import { createStartSession } from './start-session.ts';

/** The delays of the sign-in guard, recorded instead of slept. */
const { delays } = vi.hoisted(() => ({ delays: [] as number[] }));
vi.mock('node:timers/promises', () => ({
  setTimeout: async (milliseconds: number) => {
    delays.push(milliseconds);
  },
}));
beforeEach(() => {
  delays.length = 0;
});

const EDITOR = { email: 'editor@site.test', password: 'a password for tests' };
const OTHER = { email: 'other@site.test', password: 'another for tests' };
const { email } = EDITOR;
const PROOF = { password: EDITOR.password };

async function makeAccess(db: Database) {
  const clock = makeClock();
  const now = () => clock.now().toISOString();
  const signing = createSigning(db);
  const limits = createLimits({ db, now, signing });
  const access = createAccounts({
    ...SITE_OPTIONS,
    db,
    now,
    signing,
    limits,
    titleOfPost: auditedTitle,
    holdScheduled,
  });
  await access.ensureAdministrator(EDITOR);

  /** The code that an app with this secret shows now. */
  const code = (secret: string) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now().getTime() });

  /** Adds an app, and waits for the next code: the one that confirmed it is used. */
  async function addApp() {
    const { secret } = unwrap(await access.startAppEnrolment(email, PROOF, {}));
    const { recoveryCodes } = unwrap(await access.confirmApp(email, code(secret)));
    clock.advance(30_000);
    return { secret, recoveryCodes: recoveryCodes ?? [] };
  }

  async function addAPasskey(name = 'Phone') {
    const passkey = makeSoftwarePasskey();
    const request = unwrap(await access.startPasskeyRegistration(email, PROOF, {}));
    const added = await access.addPasskey(email, { name, passkey: passkey.create(request) });
    return { passkey, recoveryCodes: unwrap(added).recoveryCodes };
  }

  async function secondStep(who = EDITOR) {
    const step = unwrap(await access.signIn(who));
    if (!('secondStep' in step)) throw new Error('No second step was required');
    return step.secondStep;
  }

  return {
    ...access,
    db,
    clock,
    code,
    addApp,
    addPasskey: addAPasskey,
    secondStep,
    keepPasskey: access.addPasskey,
  };
}

const kindOf = (result: Result<unknown>) => (result.ok ? 'let in' : result.failure.kind);

describeEachEngine('an authenticator app', (makeDatabase) => {
  it('is required after the password, and only its code is accepted', async () => {
    const access = await makeAccess(await makeDatabase());
    const { secret } = await access.addApp();
    const { ticket, methods, passkey } = await access.secondStep();
    expect([methods, passkey]).toEqual([['totp', 'recovery'], null]);
    expect(await access.findSession(ticket)).toBeNull();
    const wrong = await access.finishSignIn({ ticket, code: '000000' });
    expect(wrong).toMatchObject({ failure: { kind: 'unauthenticated' } });
    const spaced = access.code(secret).replace(/^.../, '$& ');
    const { token } = unwrap(await access.finishSignIn({ ticket, code: spaced }));
    expect(await access.findSession(token)).toMatchObject({ email });
  });

  it('is active only after a first code, within a quarter of an hour', async () => {
    const access = await makeAccess(await makeDatabase());
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
    const access = await makeAccess(await makeDatabase());
    const { db, clock } = access;
    const deps = { db, now: () => clock.now().toISOString() };
    const apps = createAuthenticatorApps({ ...deps, siteName: 'Site' });
    const challenges = createChallenges({ ...deps, signing: createSigning(db) });
    let isAdded = false;
    const { signIn } = createSignIn({
      now: deps.now,
      startSession: createStartSession(db, deps.now),
      passwords: createPasswordCheck(db),
      pending: createPendingSignIns(deps),
      passkeys: createPasskeys({ ...deps, challenges, party: null }),
      recovery: createRecoveryCodes(deps),
      guard: {
        attempt: (_attempt, check) => check(),
        spendCode: async () => null,
        refundCode: async () => undefined,
        forgivePasswords: async () => undefined,
      },
      apps: {
        ...apps,
        confirmedAt: async (...given) => {
          const confirmedAt = await apps.confirmedAt(...given);
          if (!isAdded) {
            isAdded = true;
            await access.addApp();
          }
          return confirmedAt;
        },
      },
    });
    expect(kindOf(await signIn(EDITOR))).toBe('unauthenticated');
    expect(await db.query.selectFrom('sessions').select('token_hash').execute()).toEqual([]);
    expect(unwrap(await signIn(EDITOR))).toHaveProperty('secondStep');
  });

  it('shows codes that are valid for a minute and a half, each once', async () => {
    const access = await makeAccess(await makeDatabase());
    const { secret } = await access.addApp();
    access.clock.set('2026-03-01T10:00:00.000Z');
    const early = access.code(secret);
    access.clock.advance(60_000);
    const { ticket } = await access.secondStep();
    expect(kindOf(await access.finishSignIn({ ticket, code: early }))).toBe('unauthenticated');
    access.clock.advance(-30_000);
    expect(kindOf(await access.finishSignIn({ ticket, code: early }))).toBe('let in');
    const again = await access.secondStep();
    const replayed = await access.finishSignIn({ ticket: again.ticket, code: early });
    expect(kindOf(replayed)).toBe('unauthenticated');
  });

  it('accepts a code once when it is sent twice at the same time, with one ticket or two', async () => {
    const access = await makeAccess(await makeDatabase());
    const { secret } = await access.addApp();
    const tickets = [await access.secondStep(), await access.secondStep()].map((s) => s.ticket);
    const all = [...tickets, ...tickets].map((ticket) =>
      access.finishSignIn({ ticket, code: access.code(secret) }),
    );
    const kinds = (await Promise.all(all)).map(kindOf);
    expect(kinds.filter((kind) => kind === 'let in')).toHaveLength(1);
  });

  it('allows five guesses with a ticket and twenty a day, also when many come at once', async () => {
    const access = await makeAccess(await makeDatabase());
    const { secret, recoveryCodes } = await access.addApp();
    const { ticket } = await access.secondStep();
    const guesses = Array.from({ length: 9 }, () =>
      access.finishSignIn({ ticket, code: '000000' }),
    );
    const kinds = (await Promise.all(guesses)).map(kindOf);
    expect(kinds.filter((kind) => kind === 'unauthenticated')).toHaveLength(4);
    expect(kinds.filter((kind) => kind === 'not-found')).toHaveLength(5);
    // Five of ten in a quarter of an hour; the tenth is the last.
    const next = await access.secondStep();
    const more = [1, 2, 3, 4].map(() =>
      access.finishSignIn({ ticket: next.ticket, code: '000000' }),
    );
    await Promise.all(more);
    const third = await access.secondStep();
    await access.finishSignIn({ ticket: third.ticket, code: '000000' });
    const right = { ticket: third.ticket, code: access.code(secret) };
    expect(await access.finishSignIn(right)).toMatchObject({
      failure: {
        kind: 'too-many',
        detail: expect.stringMatching(/recovery code, or try again in/),
      },
    });
    // Recovery codes cannot be guessed and still work.
    const [code = ''] = recoveryCodes;
    expect(kindOf(await access.finishSignIn({ ticket: third.ticket, code }))).toBe('let in');
  });
});

describeEachEngine('guessing at the second step', (makeDatabase) => {
  it('is limited over all networks together, except known ones', async () => {
    const access = await makeAccess(await makeDatabase());
    const { recoveryCodes } = await access.addApp();
    const [first = '', second = ''] = recoveryCodes;
    const home = { ip: '203.0.113.5' };
    const atHome = async (code: string) => {
      const { ticket } = await access.secondStep();
      return kindOf(await access.finishSignIn({ ticket, code }, home));
    };
    expect(await atHome(first)).toBe('let in');

    const kinds: string[] = [];
    for (let network = 0; kinds.length < 65; network++) {
      const { ticket } = await access.secondStep();
      const guesses = [1, 2, 3, 4, 5].map(() =>
        access.finishSignIn({ ticket, code: 'a wrong code' }, { ip: `198.51.${network}.1` }),
      );
      kinds.push(...(await Promise.all(guesses)).map(kindOf));
    }
    expect(kinds.filter((kind) => kind !== 'too-many')).toHaveLength(60);
    expect(Math.max(...delays)).toBe(4_000);
    expect(await atHome(second)).toBe('let in');
  });
});

describeEachEngine('a ticket of the first step', (makeDatabase) => {
  it('is invalid for another account, after five minutes, and a second time', async () => {
    const access = await makeAccess(await makeDatabase());
    await access.ensureAdministrator(OTHER);
    const { secret, recoveryCodes } = await access.addApp();
    const theirs = unwrap(
      await access.startAppEnrolment(OTHER.email, { password: OTHER.password }, {}),
    );
    unwrap(await access.confirmApp(OTHER.email, access.code(theirs.secret)));
    access.clock.advance(30_000);

    const other = await access.secondStep(OTHER);
    const mine = { ticket: other.ticket, code: access.code(secret) };
    expect(kindOf(await access.finishSignIn(mine))).toBe('unauthenticated');
    const paper = { ticket: other.ticket, code: recoveryCodes[0] ?? '' };
    expect(kindOf(await access.finishSignIn(paper))).toBe('unauthenticated');

    const { ticket } = await access.secondStep();
    access.clock.advance(5 * 60_000);
    const late = await access.finishSignIn({ ticket, code: access.code(secret) });
    expect(kindOf(late)).toBe('not-found');

    const once = await access.secondStep();
    const first = { ticket: once.ticket, code: access.code(secret) };
    expect(kindOf(await access.finishSignIn(first))).toBe('let in');
    access.clock.advance(30_000);
    const second = { ticket: once.ticket, code: access.code(secret) };
    expect(kindOf(await access.finishSignIn(second))).toBe('not-found');
  });

  it('is stored as a hash, and ends when the password changes; the second factor stays', async () => {
    const access = await makeAccess(await makeDatabase());
    const { secret } = await access.addApp();
    const { ticket } = await access.secondStep();
    const rows = await access.db.query.selectFrom('pending_sign_ins').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(ticket);
    const changed = { email, password: 'set by somebody who forgot' };
    await access.changePassword(changed);
    const late = await access.finishSignIn({ ticket, code: access.code(secret) });
    expect(kindOf(late)).toBe('not-found');
    expect((await access.secondStep(changed)).methods).toEqual(['totp', 'recovery']);
  });

  it('does not reset the delays after wrong passwords', async () => {
    const access = await makeAccess(await makeDatabase());
    await access.addApp();
    const guess = () => access.signIn({ email, password: 'wrong' });
    for (let times = 0; times < 5; times += 1) await guess();
    await access.secondStep();
    await guess();
    await guess();
    expect(delays).toEqual([250, 250, 500]);
  });

  it('is given only for the right password, and refusals do not reveal a second factor', async () => {
    const access = await makeAccess(await makeDatabase());
    await access.ensureAdministrator(OTHER);
    await access.addApp();
    const refused = await Promise.all(
      [email, OTHER.email, 'nobody@site.test'].map((address) =>
        access.signIn({ email: address, password: 'wrong' }),
      ),
    );
    expect(refused[1]).toEqual(refused[0]);
    expect(refused[2]).toEqual(refused[0]);
  });
});

describeEachEngine('recovery codes', (makeDatabase) => {
  it('let in once each, however they are copied from paper, and are recorded', async () => {
    const access = await makeAccess(await makeDatabase());
    const { recoveryCodes } = await access.addApp();
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^(?:[0-9a-hjkmnp-tv-z]{4}-?){4}$/);
    const [code = '', next = ''] = recoveryCodes;
    const copied = code.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O');
    const { ticket } = await access.secondStep();
    expect(kindOf(await access.finishSignIn({ ticket, code: copied }))).toBe('let in');
    const again = await access.secondStep();
    const twice = [code, next, next].map((each) =>
      access.finishSignIn({ ticket: again.ticket, code: each }),
    );
    const kinds = (await Promise.all(twice)).map(kindOf);
    expect(kinds.filter((kind) => kind === 'let in')).toHaveLength(1);
    expect((await access.secondFactorsOf(email)).recoveryCodes).toMatchObject({
      left: 8,
      lastUsedAt: access.clock.now().toISOString(),
    });
    const actions = await access.db.query.selectFrom('audit_events').select('action').execute();
    expect(actions.filter(({ action }) => action === 'recovery-code-used')).toHaveLength(2);
  });

  it('are stored as hashes, and replaced all together', async () => {
    const access = await makeAccess(await makeDatabase());
    const { recoveryCodes } = await access.addApp();
    const rows = await access.db.query.selectFrom('recovery_codes').selectAll().execute();
    for (const code of recoveryCodes) expect(JSON.stringify(rows)).not.toContain(code);
    const renewed = unwrap(await access.renewRecoveryCodes(email, PROOF, {}));
    const { ticket } = await access.secondStep();
    const old = { ticket, code: recoveryCodes[0] ?? '' };
    expect(kindOf(await access.finishSignIn(old))).toBe('unauthenticated');
    const fresh = { ticket, code: renewed.recoveryCodes[0] ?? '' };
    expect(kindOf(await access.finishSignIn(fresh))).toBe('let in');
  });
});

describeEachEngine('a passkey', (makeDatabase) => {
  it('signs in by itself, and after the password', async () => {
    const access = await makeAccess(await makeDatabase());
    const { passkey, recoveryCodes } = await access.addPasskey();
    expect(recoveryCodes).toHaveLength(10);
    const request = unwrap(await access.passkeyRequest());
    expect(request).toMatchObject({ rpId: 'site.test', userVerification: 'required' });
    expect(request.allowCredentials ?? []).toEqual([]);
    expect(unwrap(await access.signInWithPasskey(passkey.answer(request))).email).toBe(email);

    const step = await access.secondStep();
    expect(step.methods).toEqual(['passkey', 'recovery']);
    const answer = passkey.answer(step.passkey ?? { challenge: '' });
    const finished = await access.finishSignIn({ ticket: step.ticket, passkey: answer });
    expect(kindOf(finished)).toBe('let in');
    expect((await access.secondFactorsOf(email)).passkeys).toMatchObject([
      { name: 'Phone', lastUsedAt: access.clock.now().toISOString() },
    ]);
  });

  it('answers each challenge once, in time, and only for its purpose', async () => {
    const access = await makeAccess(await makeDatabase());
    const { passkey } = await access.addPasskey();
    const request = unwrap(await access.passkeyRequest());
    const sent = [passkey.answer(request), passkey.answer(request), passkey.answer(request)];
    const kinds = (await Promise.all(sent.map((each) => access.signInWithPasskey(each)))).map(
      kindOf,
    );
    expect(kinds.filter((kind) => kind === 'let in')).toHaveLength(1);

    const late = unwrap(await access.passkeyRequest());
    access.clock.advance(5 * 60_000);
    const signIn = (challenge: string) =>
      access.signInWithPasskey(passkey.answer({ challenge })).then(kindOf);
    expect(await signIn(late.challenge)).toBe('unauthenticated');
    const { passkey: ofStep } = await access.secondStep();
    expect(await signIn(ofStep?.challenge ?? '')).toBe('unauthenticated');
    const ofProof = unwrap(await access.proofRequest(email));
    expect(await signIn(ofProof.challenge)).toBe('unauthenticated');
    expect(await signIn('made-up')).toBe('unauthenticated');
  });

  it('is refused without user verification, as a clone, of another site and for another account', async () => {
    const access = await makeAccess(await makeDatabase());
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

  it('is one of twenty at most, also when more are added at once', async () => {
    const access = await makeAccess(await makeDatabase());
    const made = [];
    for (let number = 0; number < 24; number++) {
      const request = unwrap(await access.startPasskeyRegistration(email, PROOF, {}));
      made.push(makeSoftwarePasskey().create(request));
    }
    const added = await Promise.all(
      made.map((passkey) => access.keepPasskey(email, { name: 'Phone', passkey })),
    );
    expect(added.map(kindOf).filter((kind) => kind === 'let in')).toHaveLength(20);
    expect((await access.secondFactorsOf(email)).passkeys).toHaveLength(20);
    // Generated with the first passkey, and shown once.
    const codes = added.flatMap((each) => (each.ok ? (each.value.recoveryCodes ?? []) : []));
    expect(codes).toHaveLength(10);
  });

  it('is stored once, for the administrator who requested it', async () => {
    const access = await makeAccess(await makeDatabase());
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

describeEachEngine('second factors', (makeDatabase) => {
  it('are not changed without the password or a passkey, even in an open session', async () => {
    const access = await makeAccess(await makeDatabase());
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

  it('are gone with the last of them, recovery codes too, and the password is enough again', async () => {
    const access = await makeAccess(await makeDatabase());
    const { secret } = await access.addApp();
    const { recoveryCodes } = await access.addPasskey();
    expect(recoveryCodes).toBeNull();
    const [{ id = '' } = {}] = (await access.secondFactorsOf(email)).passkeys;
    unwrap(await access.removeApp(email, PROOF, {}));
    expect(await access.secondFactorsOf(email)).toMatchObject({ recoveryCodes: { left: 10 } });
    const { ticket } = await access.secondStep();
    const removed = await access.finishSignIn({ ticket, code: access.code(secret) });
    expect(kindOf(removed)).toBe('unauthenticated');
    unwrap(await access.removePasskey(email, id, PROOF, {}));
    expect(await access.secondFactorsOf(email)).toMatchObject({ recoveryCodes: null });
    expect(await access.signIn(EDITOR)).toMatchObject({ value: { session: { email } } });
  });

  it('that are lost are removed by the operator, with every session', async () => {
    const access = await makeAccess(await makeDatabase());
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
