import { describe, expect, it } from 'vitest';
import { boundTo } from '../../test/bound-to.ts';
import { describeEachEngine } from '../../test/engines.ts';
import { ADMINISTRATOR, makeApp } from '../../test/make-app.ts';
import { unwrap } from '../../test/unwrap.ts';
import { purgeExpiredData } from '../inquiries/privacy/retention.ts';
import type { Database } from '../server/db/connect.ts';
import type { Result } from '../server/failure.ts';
import * as invitations from './invitations.ts';
import * as people from './people.ts';
import * as signIn from './sign-in.ts';

const BY = { by: ADMINISTRATOR.email };
const GUEST = 'guest@site.test';
const PASSWORD = 'a password that a guest chose';
const HOUR = 60 * 60 * 1000;

function detailOf(result: Result<unknown>): string {
  return !result.ok && 'detail' in result.failure ? result.failure.detail : '';
}

async function makeSite({ sendsMail = true, db }: { sendsMail?: boolean; db?: Database } = {}) {
  const { site, ...app } = await makeApp({ db, sendsMail });
  const accounts = boundTo(site, { ...invitations, ...people, ...signIn });
  await accounts.ensureAdministrator(ADMINISTRATOR);
  const invite = (email = GUEST, role: 'writer' | 'administrator' = 'writer') =>
    accounts.invite({ email, role }, BY);
  /** The token of the link in the only mail that is due. */
  async function mailedToken(): Promise<string> {
    const [mail, ...others] = await app.sendMails();
    expect([mail?.to, others]).toEqual([GUEST, []]);
    const [, token = ''] = /\/admin\/accept-invitation#(\w+)/.exec(mail?.text ?? '') ?? [];
    return token;
  }
  return { ...app, ...accounts, purge: () => purgeExpiredData(site), invite, mailedToken };
}

describeEachEngine('an invitation', (makeDatabase) => {
  it('that twenty accept at once makes one account, with the password of the one who was told so', async () => {
    const site = await makeSite({ db: await makeDatabase() });
    await site.invite();
    const token = await site.mailedToken();
    const passwords = Array.from({ length: 20 }, (_, number) => `a password, number ${number}`);
    const accepted = await Promise.all(
      passwords.map((password) => site.acceptInvitation({ token, password })),
    );
    expect(accepted.filter(({ ok }) => ok)).toHaveLength(1);
    for (const refused of accepted.filter(({ ok }) => !ok)) {
      // The second where the account was committed between the two looks.
      expect(detailOf(refused)).toMatch(/has already been used|already has an account/);
    }
    const password = passwords[accepted.findIndex(({ ok }) => ok)] ?? '';
    unwrap(await site.signIn({ email: GUEST, password }));
    expect(await site.listPeople()).toHaveLength(2);
  });

  it('goes once to one email, whatever its letter case, and to nobody who has an account', async () => {
    const { invite } = await makeSite({ db: await makeDatabase() });
    const made = await Promise.all(
      ['guest@site.test', 'GUEST@site.test', 'Guest@Site.Test'].map((email) => invite(email)),
    );
    expect(made.filter(({ ok }) => ok)).toHaveLength(1);
    for (const refused of [made.find(({ ok }) => !ok), await invite('EDITOR@site.test')]) {
      expect(refused).toMatchObject({ failure: { kind: 'conflict' } });
    }
  });
});

describe('an invitation', () => {
  it('ends after 48 hours to the millisecond, and is sent again by a link that voids the former', async () => {
    const site = await makeSite();
    const { id } = unwrap(await site.invite());
    const token = await site.mailedToken();
    site.clock.advance(48 * HOUR - 1);
    unwrap(await site.openInvitation(token));
    site.clock.advance(1);
    expect(detailOf(await site.openInvitation(token))).toContain('expired');
    const late = await site.acceptInvitation({ token, password: PASSWORD });
    expect(detailOf(late)).toContain('expired');
    expect(await site.listInvitations()).toMatchObject([{ id, isExpired: true }]);
    // Twice before its mail is sent: one mail, with a link that works.
    for (const _ of ['once', 'again']) {
      expect(unwrap(await site.resendInvitation(id, BY))).toMatchObject({ isExpired: false });
    }
    unwrap(await site.openInvitation(await site.mailedToken()));
    expect(detailOf(await site.openInvitation(token))).toContain('newer email');
  });

  it('ends when it is withdrawn, also while its mail waits', async () => {
    const site = await makeSite();
    const { id } = unwrap(await site.invite());
    const token = await site.mailedToken();
    unwrap(await site.revokeInvitation(id, BY));
    expect(detailOf(await site.openInvitation(token))).toContain('withdrawn');
    for (const refused of [
      await site.acceptInvitation({ token, password: PASSWORD }),
      await site.revokeInvitation(id, BY),
      await site.resendInvitation(id, BY),
    ]) {
      expect(refused.ok).toBe(false);
    }
    const next = unwrap(await site.invite());
    await site.revokeInvitation(next.id, BY);
    expect(await site.sendMails()).toEqual([]);
  });

  it('makes no second account of a guest who got one in another way', async () => {
    const site = await makeSite();
    await site.invite();
    const token = await site.mailedToken();
    await site.addAdministrator(GUEST, 'writer');
    expect(await site.listInvitations()).toEqual([]);
    const refused = await site.acceptInvitation({ token, password: PASSWORD });
    expect(refused.ok).toBe(false);
    expect(await site.listPeople()).toHaveLength(2);
  });

  it('is known from its mail alone: neither the database nor the outbox has its token', async () => {
    const { db, openInvitation, ...site } = await makeSite();
    await site.invite();
    const token = await site.mailedToken();
    expect(token).toMatch(/^[0-9a-f]{40}$/);
    const rows = await db.query.selectFrom('one_time_tokens').selectAll().execute();
    const stored = JSON.stringify([
      rows,
      await db.query.selectFrom('outbox').selectAll().execute(),
      await db.query.selectFrom('audit_events').selectAll().execute(),
    ]);
    expect(stored).not.toContain(token);
    for (const guess of ['', rows[0]?.hash ?? '', 'x'.repeat(200)]) {
      expect(detailOf(await openInvitation(guess))).toContain('does not work');
    }
  });

  it('shows its link once to the inviter where no mail is sent', async () => {
    const site = await makeSite({ sendsMail: false });
    const { link, id } = unwrap(await site.invite());
    const token = link?.split('#')[1] ?? '';
    expect(link).toBe(`https://site.test/admin/accept-invitation#${token}`);
    expect(await site.sendMails()).toEqual([]);
    expect(JSON.stringify(await site.listInvitations())).not.toContain(token);
    const again = unwrap(await site.resendInvitation(id, BY));
    expect(await site.openInvitation(token)).toMatchObject({ ok: false });
    const next = again.link?.split('#')[1] ?? '';
    unwrap(await site.acceptInvitation({ token: next, password: PASSWORD }));
  });

  it('fills no mailbox: five mails an hour, ten a day, however often it is withdrawn and made again', async () => {
    const { invite, sendMails, clock, ...site } = await makeSite();
    let mails = 0;
    async function bombard(times: number) {
      for (let count = 0; count < times; count++) {
        const waiting = (await site.listInvitations()).find(({ email }) => email === GUEST);
        if (waiting) await site.resendInvitation(waiting.id, BY);
        else await invite();
        mails += (await sendMails()).length;
        if (waiting && count % 3 === 2) await site.revokeInvitation(waiting.id, BY);
      }
    }
    await bombard(12);
    expect(mails).toBe(5);
    expect(await invite('guest+tag@site.test')).toMatchObject({ failure: { kind: 'too-many' } });
    unwrap(await invite('other@site.test'));
    await sendMails();
    for (let hour = 0; hour < 5; hour++) {
      clock.advance(HOUR);
      await bombard(4);
    }
    expect(mails).toBe(10);
    clock.advanceDays(1);
    await bombard(1);
    expect(mails).toBe(11);
  });

  it('is made for sixty people an hour; a refused one does not count', async () => {
    const { invite, ...site } = await makeSite();
    const { id } = unwrap(await invite());
    for (let count = 0; count < 12; count++) {
      expect(await invite()).toMatchObject({ failure: { kind: 'conflict' } });
    }
    unwrap(await site.resendInvitation(id, BY));
    const made = await Promise.all(
      Array.from({ length: 68 }, (_, count) => invite(`guest${count}@site.test`)),
    );
    expect(made.filter(({ ok }) => ok)).toHaveLength(58);
    expect(made.filter((each) => !each.ok && each.failure.kind === 'too-many')).toHaveLength(10);
  });

  it('is purged 30 days after it ended', async () => {
    const { invite, clock, purge, db } = await makeSite();
    await invite();
    clock.advance(48 * HOUR);
    clock.advanceDays(30);
    expect(await purge()).toMatchObject({ invitations: 0 });
    clock.advance(1);
    expect(await purge()).toMatchObject({ invitations: 1 });
    expect(await db.query.selectFrom('invitations').select('id').execute()).toEqual([]);
  });
});
