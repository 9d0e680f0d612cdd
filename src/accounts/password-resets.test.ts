import { describe, expect, it } from 'vitest';
import { boundTo } from '../../test/bound-to.ts';
import { describeEachEngine } from '../../test/engines.ts';
import { ADMINISTRATOR, makeApp } from '../../test/make-app.ts';
import { unwrap } from '../../test/unwrap.ts';
import { purgeExpiredData } from '../inquiries/privacy/retention.ts';
import type { Database } from '../server/db/connect.ts';
import * as resets from './password-resets.ts';
import * as people from './people.ts';
import * as sessions from './sessions.ts';
import * as signIn from './sign-in.ts';

const OTHER = { email: 'other@site.test', password: 'another password for tests' };
const NEXT = 'a password chosen by mail';
const MINUTE = 60_000;

async function makeSite(db?: Database) {
  const { site, ...app } = await makeApp({ db });
  const accounts = boundTo(site, { ...resets, ...people, ...sessions, ...signIn });
  for (const who of [ADMINISTRATOR, OTHER]) await accounts.ensureAdministrator(who);
  async function mailedTokens(): Promise<string[]> {
    const mails = await app.sendMails();
    return mails.map(({ text }) => /\/admin\/reset-password#(\w+)/.exec(text)?.[1] ?? '');
  }
  async function linkFor(email = ADMINISTRATOR.email): Promise<string> {
    unwrap(await accounts.requestPasswordReset({ email }));
    const [token = ''] = await mailedTokens();
    return token;
  }
  async function sessionOf(who = ADMINISTRATOR, ip: string | null = null): Promise<string> {
    const step = unwrap(await accounts.signIn(who, { ip }));
    if (!('session' in step)) throw new Error('No session');
    return step.session.token;
  }
  return {
    ...app,
    ...accounts,
    purge: () => purgeExpiredData(site),
    mailedTokens,
    linkFor,
    sessionOf,
  };
}

describeEachEngine('a forgotten password', (makeDatabase) => {
  it('that is requested twice gets two links, of which the first used ends the other', async () => {
    const site = await makeSite(await makeDatabase());
    for (const _ of ['once', 'again']) await site.requestPasswordReset(ADMINISTRATOR);
    const tokens = await site.mailedTokens();
    expect(new Set(tokens).size).toBe(2);
    const redeemed = await Promise.all(
      [...tokens, ...tokens].map((token, number) =>
        site.redeemPasswordReset({ token, password: `${NEXT} ${number}` }),
      ),
    );
    expect(redeemed.filter(({ ok }) => ok)).toHaveLength(1);
    const password = `${NEXT} ${redeemed.findIndex(({ ok }) => ok)}`;
    unwrap(await site.signIn({ ...ADMINISTRATOR, password }));
  });
});

describe('a forgotten password', () => {
  it('tells nobody who has an account: the answer and what is stored are the same', async () => {
    const { db, ...site } = await makeSite();
    const answers = [];
    for (const email of [ADMINISTRATOR.email, 'nobody@site.test']) {
      answers.push(await site.requestPasswordReset({ email }));
    }
    expect(answers[0]).toEqual(answers[1]);
    const mails = db.query.selectFrom('outbox').where('kind', '=', 'password-reset');
    const rows = await mails.select(['kind', 'data', 'state']).execute();
    expect(rows).toHaveLength(2);
    expect(rows[0]).toEqual(rows[1]);
    const audit = await db.query.selectFrom('audit_events').select('action').execute();
    expect(audit.map(({ action }) => action)).toEqual(Array(2).fill('administrator-added'));
    expect((await site.sendMails()).map(({ to }) => to)).toEqual([ADMINISTRATOR.email]);
    // Whom a stranger named is not kept.
    expect(await mails.select(['recipient', 'state']).execute()).toContainEqual({
      recipient: '',
      state: 'withdrawn',
    });
  });

  it('expires with its link an hour after the request, though its mail was late', async () => {
    const site = await makeSite();
    await site.requestPasswordReset(ADMINISTRATOR);
    site.clock.advance(50 * MINUTE);
    const [token = ''] = await site.mailedTokens();
    site.clock.advance(10 * MINUTE - 1);
    unwrap(await site.openPasswordReset(token));
    site.clock.advance(1);
    expect(await site.openPasswordReset(token)).toMatchObject({ ok: false });
    const late = await site.redeemPasswordReset({ token, password: NEXT });
    expect(late.ok).toBe(false);
    await site.requestPasswordReset(OTHER);
    site.clock.advance(60 * MINUTE);
    expect(await site.mailedTokens()).toEqual([]);
  });

  it('is mailed three times an hour at most with the same answer, and refused to a network after 20', async () => {
    const site = await makeSite();
    for (let number = 0; number < 6; number++) {
      unwrap(await site.requestPasswordReset(ADMINISTRATOR));
    }
    expect(await site.sendMails()).toHaveLength(3);
    site.clock.advance(61 * MINUTE);
    await site.requestPasswordReset(ADMINISTRATOR);
    expect(await site.sendMails()).toHaveLength(1);
    const from = (ip: string, number: number) =>
      site.requestPasswordReset({ email: `reader${number}@site.test` }, { ip });
    for (let number = 0; number < 20; number++) unwrap(await from('203.0.113.7', number));
    expect(await from('203.0.113.99', 20)).toMatchObject({ failure: { kind: 'too-many' } });
    unwrap(await from('198.51.100.7', 21));
  });

  it('has no link that outlives a password changed in another way, nor that the database shows', async () => {
    const site = await makeSite();
    const token = await site.linkFor();
    const rows = await site.db.query.selectFrom('one_time_tokens').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
    await site.resetPassword(ADMINISTRATOR.email);
    expect(await site.openPasswordReset(token)).toMatchObject({ ok: false });
  });

  it('is purged daily, with all else that has expired', async () => {
    const { db, clock, purge, ...site } = await makeSite();
    await site.sessionOf(ADMINISTRATOR, '203.0.113.7');
    await site.linkFor();
    clock.advanceDays(15);
    const token = await site.sessionOf(OTHER);
    expect(await purge()).toMatchObject({ sessions: 1, tokens: 1 });
    expect(await db.query.selectFrom('one_time_tokens').selectAll().execute()).toEqual([]);
    expect(await site.findSession(token)).not.toBeNull();
  });
});
