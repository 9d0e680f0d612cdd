import { describe, expect, it } from 'vitest';
import { linkToken, sessionOf } from '../../test/accounts.ts';
import { boundTo } from '../../test/bound-to.ts';
import { describeEachEngine } from '../../test/engines.ts';
import { ADMINISTRATOR, makeApp } from '../../test/make-app.ts';
import { unwrap } from '../../test/unwrap.ts';
import { purgeExpiredData } from '../inquiries/privacy/retention.ts';
import type { Database } from '../server/db/connect.ts';
import type { Result } from '../server/failure.ts';
import * as links from './mailed-links.ts';
import * as people from './people.ts';
import { findSession } from './sessions.ts';
import { signIn } from './sign-in.ts';

const BY = { by: ADMINISTRATOR.email };
const GUEST = 'guest@site.test';
const OTHER = { email: 'other@site.test', password: 'another password for tests' };
const PASSWORD = 'four words in a row';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

function detailOf(result: Result<unknown>): string {
  return !result.ok && 'detail' in result.failure ? result.failure.detail : '';
}

const countOk = (results: readonly Result<unknown>[]) => results.filter(({ ok }) => ok).length;

async function makeSite({ sendsMail = true, db }: { sendsMail?: boolean; db?: Database } = {}) {
  const app = await makeApp({ db, sendsMail });
  const { site } = app;
  const admin = await app.signIn();
  const accounts = boundTo(site, { ...links, ...people });
  return {
    ...app,
    ...accounts,
    admin,
    purge: () => purgeExpiredData(site),
    invite: (email = GUEST, role: 'writer' | 'administrator' = 'writer') =>
      accounts.invite({ email, role }, BY),
    /** The tokens of the links in the mails that are due. */
    mailed: async () => (await app.sendMails()).map(({ text }) => linkToken(text)),
    post: (path: string, json: object) => app.postJson(`/api/admin/${path}`, json),
  };
}

/** The token of the link in the only mail that is due. */
async function mailedToken({ mailed }: Pick<Awaited<ReturnType<typeof makeSite>>, 'mailed'>) {
  const [token = '', ...others] = await mailed();
  expect(others).toEqual([]);
  return token;
}

describeEachEngine('mailed links', (makeDatabase) => {
  it('of an invitation make one account, with the password of the one of twenty who was told so', async () => {
    const site = await makeSite({ db: await makeDatabase() });
    const made = await Promise.all(
      ['guest@site.test', 'GUEST@site.test', 'Guest@Site.Test'].map((email) => site.invite(email)),
    );
    // The last one counts.
    expect(countOk(made)).toBe(3);
    expect(await site.listPeople()).toHaveLength(2);
    const refused = await site.invite('EDITOR@site.test');
    expect(refused).toMatchObject({ failure: { kind: 'conflict' } });
    const token = await mailedToken(site);
    const passwords = Array.from({ length: 20 }, (_, number) => `a password, number ${number}`);
    const accepted = await Promise.all(
      passwords.map((password) => site.redeemLink({ token, password })),
    );
    expect(countOk(accepted)).toBe(1);
    const password = passwords[accepted.findIndex(({ ok }) => ok)] ?? '';
    await sessionOf(site.site, { email: GUEST, password });
    expect(await site.listPeople()).toHaveLength(2);
  });

  it('of a password that was forgotten twice are two, and the first one used ends the other', async () => {
    const site = await makeSite({ db: await makeDatabase() });
    for (const _ of ['once', 'again']) await site.requestPasswordReset(ADMINISTRATOR);
    const tokens = await site.mailed();
    expect(new Set(tokens).size).toBe(2);
    const redeemed = await Promise.all(
      [...tokens, ...tokens].map((token, number) =>
        site.redeemLink({ token, password: `${PASSWORD} ${number}` }),
      ),
    );
    expect(countOk(redeemed)).toBe(1);
    const password = `${PASSWORD} ${redeemed.findIndex(({ ok }) => ok)}`;
    await sessionOf(site.site, { ...ADMINISTRATOR, password });
    // Nor does a mail that waits bring one after that.
    await site.requestPasswordReset(ADMINISTRATOR);
    unwrap(await site.resetPassword(ADMINISTRATOR.email));
    for (const { subject } of await site.sendMails()) expect(subject).toContain('was changed');
  });
});

describe('an invitation', () => {
  it('lets a guest in from mail to session, as what the inviter chose', async () => {
    const site = await makeSite();
    const proof = { password: ADMINISTRATOR.password };
    const wanted = { email: ' Guest@Site.test\t', role: 'writer', ...proof };
    const made = await site.postJson('/api/admin/people/invitations', wanted, site.admin);
    expect([made.status, await made.json()]).toEqual([201, { id: expect.any(String), link: null }]);
    // Until it is accepted, nobody signs in, and a forgotten password brings no mail.
    for (const password of ['', ' ']) {
      const guess = await signIn(site.site, { email: GUEST, password });
      expect(guess).toMatchObject({ failure: { kind: 'unauthenticated' } });
    }
    unwrap(await site.requestPasswordReset({ email: GUEST }));
    const token = await mailedToken(site);
    const { query } = site.db;
    const tokens = await query.selectFrom('one_time_tokens').selectAll().execute();
    const outbox = await query.selectFrom('outbox').selectAll().execute();
    const events = await query.selectFrom('audit_events').selectAll().execute();
    // Its mail alone has it.
    expect(JSON.stringify([tokens, outbox, events])).not.toContain(token);
    expect(await site.openLink(tokens[0]?.hash ?? '')).toMatchObject({ ok: false });
    // However often it is opened, also by a scanner, and whatever became of its letter case.
    for (const seen of [token, token.toUpperCase(), ` ${token}\n`]) {
      const opened = await site.post('links/open', { token: seen });
      expect([opened.status, opened.headers.get('Cache-Control')]).toEqual([200, 'no-store']);
    }
    const accept = (password: string) =>
      site.post('links/redeem', { token, password, role: 'administrator' });
    expect(await (await accept(PASSWORD)).json()).toEqual({ email: GUEST });
    for (const again of [await site.openLink(token), await accept('another password')]) {
      const detail = again instanceof Response ? await again.text() : detailOf(again);
      expect(detail).toMatch(/has already been used/);
    }
    const session = await sessionOf(site.site, { email: GUEST, password: PASSWORD });
    expect((await site.get('/api/admin/stats', session)).status).toBe(200);
    expect((await site.get('/api/admin/people', session)).status).toBe(403);
    expect(await (await site.get('/api/admin/people', site.admin)).json()).toMatchObject({
      people: [{ email: BY.by }, { email: GUEST, role: 'writer', invitation: null }],
      sendsMail: true,
    });
  });

  it('ends after 48 hours to the millisecond, when it is withdrawn or sent again, and with an account made otherwise; it is purged after 30 days', async () => {
    const site = await makeSite();
    const isOpen = async (token: string) => {
      const opened = await site.openLink(token);
      const redeemed = opened.ok || (await site.redeemLink({ token, password: PASSWORD }));
      return redeemed === true;
    };
    unwrap(await site.invite());
    const expired = await mailedToken(site);
    site.clock.advance(48 * HOUR - 1);
    expect(await isOpen(expired)).toBe(true);
    site.clock.advance(1);
    expect(await isOpen(expired)).toBe(false);
    expect(await site.listPeople()).toMatchObject([{}, { invitation: { isExpired: true } }]);
    // Twice before its mail is sent: one mail, with a link that works.
    for (const _ of ['once', 'again']) unwrap(await site.invite());
    const replaced = await mailedToken(site);
    expect(await isOpen(replaced)).toBe(true);
    const { id } = unwrap(await site.invite(GUEST, 'administrator'));
    const withdrawn = await mailedToken(site);
    unwrap(await site.changeRole({ id }, 'writer', BY));
    expect(await site.openLink(withdrawn)).toMatchObject({ value: { role: 'writer' } });
    expect([await isOpen(replaced), await isOpen(withdrawn)]).toEqual([false, true]);
    unwrap(await site.removePerson({ id }, BY));
    expect(await isOpen(withdrawn)).toBe(false);
    expect(await site.removePerson({ id }, BY)).toMatchObject({ ok: false });
    unwrap(await site.invite());
    unwrap(await site.removePerson({ email: GUEST }, BY));
    expect(await site.sendMails()).toEqual([]);
    unwrap(await site.invite('other@site.test'));
    await site.sendMails();
    await site.invite();
    const last = await mailedToken(site);
    await site.addAdministrator(GUEST, 'writer');
    expect(await isOpen(last)).toBe(false);
    expect(await site.listPeople()).toMatchObject([
      {},
      { invitation: null },
      { email: 'other@site.test' },
    ]);
    site.clock.advance(48 * HOUR);
    site.clock.advanceDays(30);
    expect(await site.purge()).toMatchObject({ invitations: 0 });
    site.clock.advance(1);
    expect(await site.purge()).toMatchObject({ invitations: 1 });
  });

  it('shows its link once to the inviter where no mail is sent', async () => {
    const site = await makeSite({ sendsMail: false });
    // What the person who runs the site can do instead.
    expect(detailOf(await site.requestPasswordReset(ADMINISTRATOR))).toContain('npm run admin');
    const { link } = unwrap(await site.invite());
    const token = linkToken(link);
    expect(link).toBe(`https://site.test/admin/accept-invitation#${token}`);
    expect(await site.sendMails()).toEqual([]);
    expect(JSON.stringify(await site.listPeople())).not.toContain(token);
    const again = unwrap(await site.invite());
    expect(await site.openLink(token)).toMatchObject({ ok: false });
    unwrap(await site.redeemLink({ token: linkToken(again.link), password: PASSWORD }));
  });
});

describe('a forgotten password', () => {
  it('is answered alike for an account and for nobody, and set by the mailed link', async () => {
    const site = await makeSite();
    await site.ensureAdministrator(OTHER);
    const theirs = await sessionOf(site.site, OTHER);
    const answers = [];
    for (const email of ['Editor@SITE.test', 'nobody@site.test']) {
      const answer = await site.post('password-resets', { email });
      answers.push([answer.status, await answer.text(), [...answer.headers.keys()].sort()]);
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]?.[0]).toBe(204);
    const mails = site.db.query.selectFrom('outbox').where('kind', '=', 'password-reset');
    const [known, unknown] = await mails.select(['kind', 'data', 'state']).execute();
    expect(known).toEqual(unknown);
    const token = await mailedToken(site);
    // Whom a stranger named is not kept.
    expect(await mails.select(['recipient', 'state']).execute()).toContainEqual({
      recipient: '',
      state: 'withdrawn',
    });
    const seen = { token: ` ${token.toUpperCase()} ` };
    const opened = await site.post('links/open', seen);
    expect(await opened.json()).toEqual({ email: ADMINISTRATOR.email });
    expect((await site.get('/api/admin/stats', site.admin)).status).toBe(200);
    const redeem = () => site.post('links/redeem', { token, password: PASSWORD });
    expect((await redeem()).status).toBe(200);
    expect((await site.get('/api/admin/stats', site.admin)).status).toBe(401);
    expect((await redeem()).status).toBe(404);
    expect(await signIn(site.site, ADMINISTRATOR)).toMatchObject({ ok: false });
    await sessionOf(site.site, { ...ADMINISTRATOR, password: PASSWORD });
    expect((await site.get('/api/admin/stats', theirs)).status).toBe(200);
  });

  it('expires with its link an hour after the request, though its mail was late, and with another password', async () => {
    const site = await makeSite();
    await site.ensureAdministrator(OTHER);
    await site.requestPasswordReset(ADMINISTRATOR);
    site.clock.advance(50 * MINUTE);
    const token = await mailedToken(site);
    site.clock.advance(10 * MINUTE - 1);
    unwrap(await site.openLink(token));
    site.clock.advance(1);
    expect(await site.openLink(token)).toMatchObject({ ok: false });
    const late = await site.redeemLink({ token, password: PASSWORD });
    expect(late.ok).toBe(false);
    await site.requestPasswordReset(OTHER);
    site.clock.advance(HOUR);
    expect(await site.sendMails()).toEqual([]);
    await site.requestPasswordReset(OTHER);
    const ended = await mailedToken(site);
    await site.resetPassword(OTHER.email);
    expect(await site.openLink(ended)).toMatchObject({ ok: false });
    // All that has expired is purged daily.
    site.clock.advanceDays(15);
    const going = await site.signIn();
    expect(await site.purge()).toMatchObject({ sessions: 1, tokens: 1 });
    expect(await site.db.query.selectFrom('one_time_tokens').selectAll().execute()).toEqual([]);
    expect(await findSession(site.site, going)).not.toBeNull();
  });

  it('is mailed three times an hour at most with the same answer, refused to a network after 20, and to no owner', async () => {
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
    for (let number = 0; number < 250; number++) unwrap(await from('127.0.0.1', number));
    await site.requestPasswordReset(ADMINISTRATOR);
    expect(await site.sendMails()).toHaveLength(1);
  });
});
