import { expect, it } from 'vitest';
import { describeEachEngine } from '../../test/engines.ts';
import { ADMINISTRATOR, makeApp } from '../../test/make-app.ts';
import type { Result } from '../server/failure.ts';
import type { FirstStep } from './sign-in-steps.ts';

const OTHER = { email: 'other@site.test', password: 'another password for tests' };
const NEXT = 'a password chosen by mail';
const MINUTE = 60_000;

function tokenIn(started: Result<FirstStep>): string {
  if (!started.ok || !('session' in started.value)) throw new Error('No session');
  return started.value.session.token;
}

describeEachEngine('a forgotten password', (makeDatabase) => {
  async function makeSite(sendsMail = true) {
    const app = await makeApp({ db: await makeDatabase(), sendsMail });
    const { services, sendMails } = app;
    for (const who of [ADMINISTRATOR, OTHER]) await services.accounts.ensureAdministrator(who);
    async function mailedTokens(): Promise<string[]> {
      const mails = await sendMails();
      return mails.map(({ text }) => /\/admin\/reset-password#(\w+)/.exec(text)?.[1] ?? '');
    }
    async function linkFor(email = ADMINISTRATOR.email): Promise<string> {
      expect(await services.accounts.requestPasswordReset({ email })).toMatchObject({ ok: true });
      const [token = ''] = await mailedTokens();
      return token;
    }
    return { ...app, mailedTokens, linkFor };
  }

  it('is replaced by a link that works once, and every session ends', async () => {
    const { services, linkFor } = await makeSite();
    const [mine, theirs] = [
      tokenIn(await services.accounts.signIn(ADMINISTRATOR)),
      tokenIn(await services.accounts.signIn(OTHER)),
    ];
    const token = await linkFor('Editor@SITE.test');
    expect(await services.accounts.openPasswordReset(` ${token.toUpperCase()} `)).toMatchObject({
      value: { email: ADMINISTRATOR.email },
    });
    expect(await services.accounts.findSession(mine)).not.toBeNull();
    const chosen = { token, password: NEXT };
    expect(await services.accounts.redeemPasswordReset(chosen)).toMatchObject({
      value: { email: ADMINISTRATOR.email },
    });
    expect(await services.accounts.findSession(mine)).toBeNull();
    expect(await services.accounts.findSession(theirs)).not.toBeNull();
    expect(await services.accounts.signIn(ADMINISTRATOR)).toMatchObject({ ok: false });
    expect(await services.accounts.signIn({ ...ADMINISTRATOR, password: NEXT })).toMatchObject({
      ok: true,
    });
    expect(await services.accounts.redeemPasswordReset(chosen)).toMatchObject({
      failure: { kind: 'not-found' },
    });
  });

  it('that is requested twice gets two links, of which the first used ends the other', async () => {
    const { services, mailedTokens } = await makeSite();
    await services.accounts.requestPasswordReset(ADMINISTRATOR);
    await services.accounts.requestPasswordReset(ADMINISTRATOR);
    const tokens = await mailedTokens();
    expect(new Set(tokens).size).toBe(2);
    const redeemed = await Promise.all(
      [...tokens, ...tokens].map((token, number) =>
        services.accounts.redeemPasswordReset({ token, password: `${NEXT} ${number}` }),
      ),
    );
    expect(redeemed.filter(({ ok }) => ok)).toHaveLength(1);
    const password = `${NEXT} ${redeemed.findIndex(({ ok }) => ok)}`;
    expect(await services.accounts.signIn({ ...ADMINISTRATOR, password })).toMatchObject({
      ok: true,
    });
  });

  it('tells nobody who has an account: the answer and what is written are the same', async () => {
    const { services, db, sendMails } = await makeSite();
    const answers = [];
    for (const email of [ADMINISTRATOR.email, 'nobody@site.test']) {
      answers.push(await services.accounts.requestPasswordReset({ email }));
    }
    expect(answers[0]).toEqual(answers[1]);
    const rows = await db.query
      .selectFrom('outbox')
      .select(['kind', 'data', 'state'])
      .where('kind', '=', 'password-reset')
      .execute();
    expect(rows).toHaveLength(2);
    expect(rows[0]).toEqual(rows[1]);
    const audit = await db.query.selectFrom('audit_events').select('action').execute();
    expect(audit.map(({ action }) => action)).toEqual([
      'administrator-added',
      'administrator-added',
    ]);
    expect((await sendMails()).map(({ to }) => to)).toEqual([ADMINISTRATOR.email]);
    // The outbox forgets whom a stranger named.
    const left = await db.query.selectFrom('outbox').select(['recipient', 'state']).execute();
    expect(left).toContainEqual({ recipient: '', state: 'withdrawn' });
  });

  it('expires with its link an hour after the request, though its mail was late', async () => {
    const { services, mailedTokens, clock } = await makeSite();
    await services.accounts.requestPasswordReset(ADMINISTRATOR);
    clock.advance(50 * MINUTE);
    const [token = ''] = await mailedTokens();
    clock.advance(10 * MINUTE - 1);
    expect(await services.accounts.openPasswordReset(token)).toMatchObject({ ok: true });
    clock.advance(1);
    expect(await services.accounts.openPasswordReset(token)).toMatchObject({ ok: false });
    expect(await services.accounts.redeemPasswordReset({ token, password: NEXT })).toMatchObject({
      ok: false,
    });
    await services.accounts.requestPasswordReset(OTHER);
    clock.advance(60 * MINUTE);
    expect(await mailedTokens()).toEqual([]);
  });

  it('cannot be changed by a link from a clock that was ahead, nor by another account’s', async () => {
    const { services, linkFor, clock } = await makeSite();
    const theirs = await linkFor(OTHER.email);
    expect(
      await services.accounts.redeemPasswordReset({ token: theirs, password: NEXT }),
    ).toMatchObject({
      value: { email: OTHER.email },
    });
    expect(await services.accounts.signIn(ADMINISTRATOR)).toMatchObject({ ok: true });
    clock.advanceDays(300);
    const early = await linkFor();
    clock.advanceDays(-300);
    expect(
      await services.accounts.redeemPasswordReset({ token: early, password: NEXT }),
    ).toMatchObject({
      ok: false,
    });
  });

  it('is mailed three times an hour at most, and the answer stays the same', async () => {
    const { services, sendMails, clock } = await makeSite();
    for (let number = 0; number < 6; number++) {
      expect(await services.accounts.requestPasswordReset(ADMINISTRATOR)).toMatchObject({
        ok: true,
      });
    }
    expect(await sendMails()).toHaveLength(3);
    clock.advance(61 * MINUTE);
    await services.accounts.requestPasswordReset(ADMINISTRATOR);
    expect(await sendMails()).toHaveLength(1);
  });

  it('cannot be requested without end from one network', async () => {
    const { services } = await makeSite();
    const from = (ip: string, number: number) =>
      services.accounts.requestPasswordReset({ email: `reader${number}@site.test` }, { ip });
    for (let number = 0; number < 20; number++) {
      expect(await from('203.0.113.7', number)).toMatchObject({ ok: true });
    }
    expect(await from('203.0.113.99', 20)).toMatchObject({ failure: { kind: 'too-many' } });
    expect(await from('198.51.100.7', 21)).toMatchObject({ ok: true });
  });

  it('lets its owner in at once after many wrong guesses at it', async () => {
    const { services, linkFor } = await makeSite();
    for (let number = 0; number < 8; number++) {
      await services.accounts.signIn({ ...ADMINISTRATOR, password: `guess ${number}` });
    }
    const token = await linkFor();
    await services.accounts.redeemPasswordReset({ token, password: NEXT });
    const start = performance.now();
    expect(await services.accounts.signIn({ ...ADMINISTRATOR, password: NEXT })).toMatchObject({
      ok: true,
    });
    // The ninth attempt would wait for two seconds.
    expect(performance.now() - start).toBeLessThan(1_900);
  });

  it('has no link that outlives a password changed in another way, nor that the database shows', async () => {
    const { services, linkFor, db } = await makeSite();
    const token = await linkFor();
    const rows = await db.query.selectFrom('password_resets').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
    await services.accounts.resetPassword(ADMINISTRATOR.email);
    expect(await services.accounts.openPasswordReset(token)).toMatchObject({ ok: false });
  });

  it('refers to the operator where no mail is sent', async () => {
    const { services, sendMails } = await makeSite(false);
    const refused = await services.accounts.requestPasswordReset(ADMINISTRATOR);
    expect(refused).toMatchObject({
      failure: { kind: 'conflict', detail: expect.stringContaining('npm run admin') },
    });
    expect(await sendMails()).toEqual([]);
  });

  it('is forgotten by the daily job, with all else that has expired', async () => {
    const { services, linkFor, clock, db } = await makeSite();
    await services.accounts.signIn(ADMINISTRATOR, { ip: '203.0.113.7' });
    await linkFor();
    clock.advanceDays(15);
    expect(await services.privacy.purgeExpiredData()).toMatchObject({
      sessions: 1,
      passwordResets: 1,
      networks: 1,
    });
    for (const table of ['sessions', 'password_resets', 'known_networks'] as const) {
      expect(await db.query.selectFrom(table).selectAll().execute()).toEqual([]);
    }
  });
});
