import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { ADMINISTRATOR, makeApp, type TestApp } from '../../../test/make-app.ts';
import { makeSoftwarePasskey } from '../../../test/software-passkey.ts';

const { password } = ADMINISTRATOR;
const FACTORS = '/api/admin/second-factors';

const codeOf = (app: TestApp, secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: app.clock.now().getTime(),
  });

async function withApp() {
  const app = await makeApp();
  const token = await app.signIn();
  const begun = await app.postJson(`${FACTORS}/app`, { password }, token);
  const { secret } = (await begun.json()) as { secret: string };
  const code = codeOf(app, secret);
  const confirmed = await app.postJson(`${FACTORS}/app/confirm`, { code }, token);
  const { recoveryCodes } = (await confirmed.json()) as { recoveryCodes: string[] };
  app.clock.advance(30_000);
  return { app, token, secret, recoveryCodes };
}

async function ticketOf(app: TestApp): Promise<string> {
  const answer = await app.postJson('/api/admin/login', ADMINISTRATOR);
  const { second_factor } = (await answer.json()) as { second_factor: { ticket: string } };
  return second_factor.ticket;
}

describe('POST /api/admin/login with a second factor', () => {
  it('is no success to a client that knows of none: 202, and no token', async () => {
    const { app } = await withApp();
    const answer = await app.postJson('/api/admin/login', ADMINISTRATOR);
    expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([202, 'no-store']);
    expect(await answer.json()).toEqual({
      second_factor: {
        ticket: expect.stringMatching(/^[\w-]{43}$/),
        methods: ['totp', 'recovery'],
        expires_at: '2026-03-01T09:05:30.000Z',
        passkey: null,
      },
    });
    const wrong = await app.postJson('/api/admin/login', { ...ADMINISTRATOR, password: 'wrong' });
    expect([wrong.status, await wrong.json()]).toEqual([
      401,
      { detail: 'Invalid email or password.' },
    ]);
  });

  it('goes on with the ticket and a code, once', async () => {
    const { app, secret } = await withApp();
    const ticket = await ticketOf(app);
    const finish = (code: string) =>
      app.postJson('/api/admin/login/second-factor', { ticket, code });
    const wrong = await finish('000000');
    expect([wrong.status, wrong.headers.get('WWW-Authenticate')]).toEqual([401, 'Bearer']);
    // Apps show a code in two halves.
    const right = await finish(codeOf(app, secret).replace(/^.../, '$& '));
    expect([right.status, right.headers.get('Cache-Control')]).toEqual([200, 'no-store']);
    const { access_token, ...rest } = (await right.json()) as Record<string, string>;
    expect(rest).toEqual({ email: ADMINISTRATOR.email, expires_at: '2026-03-02T09:00:30.000Z' });
    expect((await app.get('/api/admin/stats', access_token)).status).toBe(200);
    expect((await app.get('/api/admin/stats', ticket)).status).toBe(401);
    expect((await finish(codeOf(app, secret))).status).toBe(404);
  });

  it.each([
    [{}, 'ticket'],
    [{ ticket: 'x' }, 'code'],
    [{ ticket: 'x', code: '1', passkey: answerOf('x') }, 'code'],
    [{ ticket: 'x', passkey: {} }, 'passkey'],
    [{ ticket: 'x', passkey: { ...answerOf('x'), id: '\u0000' } }, 'passkey'],
  ])('refuses %j with 422', async (body, field) => {
    const app = await makeApp();
    const answer = await app.postJson('/api/admin/login/second-factor', body);
    expect(answer.status).toBe(422);
    const { detail } = (await answer.json()) as { detail: { loc: string[] }[] };
    expect(detail[0]?.loc.slice(0, 2)).toEqual(['body', field]);
  });

  it('answers an unsigned passkey response like any other wrong one', async () => {
    const app = await makeApp();
    const asked = await app.send('POST', '/api/admin/login/passkey/options');
    const { challenge } = (await asked.json()) as { challenge: string };
    for (const passkey of [answerOf(challenge), answerOf(''), { ...answerOf('x'), rawId: 'y' }]) {
      const answer = await app.postJson('/api/admin/login/passkey', { passkey });
      expect([answer.status, await answer.json()]).toEqual([
        401,
        { detail: 'This passkey was not accepted. Please try again.' },
      ]);
    }
    expect(app.errors).toEqual([]);
  });

  it('gives away challenges without writing anything', async () => {
    const app = await makeApp();
    for (let times = 0; times < 3; times += 1) {
      await app.send('POST', '/api/admin/login/passkey/options');
    }
    expect(await app.db.query.selectFrom('one_time_tokens').selectAll().execute()).toEqual([]);
  });
});

describe('/api/admin/second-factors', () => {
  it('adds a passkey, signs in by it, lists it and takes it away', async () => {
    const app = await makeApp();
    const token = await app.signIn();
    const passkey = makeSoftwarePasskey();
    const options = await app.postJson(`${FACTORS}/passkeys/options`, { password }, token);
    const created = passkey.create((await options.json()) as { challenge: string });
    const added = await app.postJson(
      `${FACTORS}/passkeys`,
      { name: 'Phone', passkey: created },
      token,
    );
    expect(added.status).toBe(201);
    const { recoveryCodes } = (await added.json()) as { recoveryCodes: string[] };
    expect(recoveryCodes).toHaveLength(10);
    const asked = await app.send('POST', '/api/admin/login/passkey/options');
    const request = (await asked.json()) as { challenge: string; allowCredentials?: unknown[] };
    expect(request).toMatchObject({ rpId: 'site.test', userVerification: 'required' });
    expect(request.allowCredentials ?? []).toEqual([]);
    const answer = passkey.answer(request);
    const signedIn = await app.postJson('/api/admin/login/passkey', { passkey: answer });
    expect([signedIn.status, await signedIn.json()]).toEqual([
      200,
      expect.objectContaining({ email: ADMINISTRATOR.email }),
    ]);
    const list = await app.get(FACTORS, token);
    const { passkeys } = (await list.json()) as { passkeys: { id: string }[] };
    expect(passkeys).toMatchObject([{ name: 'Phone', lastUsedAt: app.clock.now().toISOString() }]);
    const login = await app.postJson('/api/admin/login', ADMINISTRATOR);
    const { second_factor: step } = (await login.json()) as {
      second_factor: { ticket: string; methods: string[]; passkey: { challenge: string } };
    };
    expect(step.methods).toEqual(['passkey', 'recovery']);
    const finished = await app.postJson('/api/admin/login/second-factor', {
      ticket: step.ticket,
      passkey: passkey.answer(step.passkey),
    });
    expect(finished.status).toBe(200);
    const path = `${FACTORS}/passkeys/${passkeys[0]?.id}/remove`;
    const proofs = await app.send('POST', `${FACTORS}/proof`, { token });
    const proof = passkey.answer((await proofs.json()) as { challenge: string });
    expect((await app.postJson(path, { passkey: proof }, token)).status).toBe(204);
    expect((await app.postJson(path, { password }, token)).status).toBe(404);
  });

  it('names the field that is wrong or missing, and changes nothing', async () => {
    const { app, token, recoveryCodes } = await withApp();
    expect(recoveryCodes).toHaveLength(10);
    for (const path of ['app', 'app/remove', 'passkeys/options', 'recovery-codes']) {
      for (const [proof, field] of [
        [{ password: 'a guess' }, 'password'],
        [{ password }, 'code'],
        [{}, 'password'],
      ] as const) {
        const answer = await app.postJson(`${FACTORS}/${path}`, proof, token);
        expect([path, answer.status]).toEqual([path, 422]);
        expect(await answer.json()).toMatchObject({ detail: [{ loc: ['body', field] }] });
      }
    }
    const proof = { password, code: recoveryCodes[0] };
    expect((await app.postJson(`${FACTORS}/app`, proof, token)).status).toBe(409);
    const code = await app.postJson(`${FACTORS}/app/confirm`, { code: '1' }, token);
    expect(code.status).toBe(422);
    expect(await (await app.get(FACTORS, token)).json()).toMatchObject({
      appSince: '2026-03-01T09:00:00.000Z',
      offersPasskeys: true,
    });
  });
});

/** An unsigned response to a challenge, with a valid structure. */
function answerOf(challenge: string) {
  return makeSoftwarePasskey().answer({ challenge });
}
