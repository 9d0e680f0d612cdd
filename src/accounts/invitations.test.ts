import { expect, it } from 'vitest';
import { describeEachEngine } from '../../test/engines.ts';
import { ADMINISTRATOR, makeApp } from '../../test/make-app.ts';
import { type Result, STATUS_OF_FAILURE } from '../server/failure.ts';

const BY = { by: ADMINISTRATOR.email };
const GUEST = 'guest@site.test';
const PASSWORD = 'a password that a guest chose';
const HOUR = 60 * 60 * 1000;

function granted<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${STATUS_OF_FAILURE[result.failure.kind]}`);
  return result.value;
}

function detailOf(result: Result<unknown>): string {
  return !result.ok && 'detail' in result.failure ? result.failure.detail : '';
}

describeEachEngine('an invitation', (makeDatabase) => {
  async function makeSite(sendsMail = true) {
    const app = await makeApp({ db: await makeDatabase(), sendsMail });
    await app.services.accounts.ensureAdministrator(ADMINISTRATOR);
    const { services, sendMails } = app;
    /** The token of the link in the only mail that is due. */
    async function mailedToken(): Promise<string> {
      const [mail, ...others] = await sendMails();
      expect([mail?.to, others]).toEqual([GUEST, []]);
      const [, token = ''] = /\/admin\/accept-invitation#(\w+)/.exec(mail?.text ?? '') ?? [];
      return token;
    }
    const invite = async (email = GUEST, role: 'writer' | 'administrator' = 'writer') =>
      granted(await services.accounts.invite({ email, role }, BY));
    return { ...app, invite, mailedToken };
  }

  it('makes an account of its role once, and lets its guest sign in', async () => {
    const { services, invite, mailedToken } = await makeSite();
    expect(await invite('Guest@Site.TEST')).toMatchObject({ email: GUEST, link: null });
    const token = await mailedToken();
    // However often it is opened, also by a scanner, and whatever became of its letter case.
    for (const seen of [token, token.toUpperCase(), ` ${token}\n`]) {
      expect(granted(await services.accounts.openInvitation(seen))).toMatchObject({
        email: GUEST,
        role: 'writer',
        invitedBy: ADMINISTRATOR.email,
      });
    }
    expect(await services.accounts.acceptInvitation({ token, password: PASSWORD })).toMatchObject({
      value: { email: GUEST },
    });
    expect(await services.accounts.signIn({ email: GUEST, password: PASSWORD })).toMatchObject({
      ok: true,
    });
    expect(await services.accounts.people()).toContainEqual(
      expect.objectContaining({ email: GUEST, role: 'writer' }),
    );
    expect(await services.accounts.invitations()).toEqual([]);
    for (const again of [
      await services.accounts.openInvitation(token),
      await services.accounts.acceptInvitation({ token, password: 'another password for it' }),
    ]) {
      expect(detailOf(again)).toContain('has already been used');
    }
    expect(await services.accounts.signIn({ email: GUEST, password: PASSWORD })).toMatchObject({
      ok: true,
    });
  });

  it('that fifty accept at once makes one account, with the password of the one who was told so', async () => {
    const { services, invite, mailedToken, db } = await makeSite();
    await invite();
    const token = await mailedToken();
    const passwords = Array.from({ length: 50 }, (_, number) => `a password, number ${number}`);
    const accepted = await Promise.all(
      passwords.map((password) => services.accounts.acceptInvitation({ token, password })),
    );
    expect(accepted.filter(({ ok }) => ok)).toHaveLength(1);
    for (const refused of accepted.filter(({ ok }) => !ok)) {
      // The second where the account was committed between the two looks.
      expect(detailOf(refused)).toMatch(/has already been used|already has an account/);
    }
    const winner = passwords[accepted.findIndex(({ ok }) => ok)] ?? '';
    expect(await services.accounts.signIn({ email: GUEST, password: winner })).toMatchObject({
      ok: true,
    });
    const rows = await db.query.selectFrom('administrators').select('email').execute();
    expect(rows).toHaveLength(2);
  });

  it('ends after 48 hours to the millisecond, and can then be sent again', async () => {
    const { services, invite, mailedToken, clock } = await makeSite();
    const { id } = await invite();
    const token = await mailedToken();
    clock.advance(48 * HOUR - 1);
    expect(await services.accounts.openInvitation(token)).toMatchObject({ ok: true });
    clock.advance(1);
    expect(detailOf(await services.accounts.openInvitation(token))).toContain('expired');
    const late = await services.accounts.acceptInvitation({ token, password: PASSWORD });
    expect(detailOf(late)).toContain('expired');
    expect(await services.accounts.invitations()).toMatchObject([{ id, isExpired: true }]);
    expect(await services.accounts.resendInvitation(id, BY)).toMatchObject({
      value: { isExpired: false },
    });
    const next = await mailedToken();
    expect(await services.accounts.openInvitation(next)).toMatchObject({ ok: true });
    expect(detailOf(await services.accounts.openInvitation(token))).toContain('newer email');
  });

  it('made while the clock was ahead is worth nothing once it is right', async () => {
    const { services, invite, mailedToken, clock } = await makeSite();
    clock.advanceDays(300);
    await invite();
    const token = await mailedToken();
    clock.advanceDays(-300);
    expect(await services.accounts.acceptInvitation({ token, password: PASSWORD })).toMatchObject({
      ok: false,
    });
  });

  it('ends when it is withdrawn, also while its mail waits', async () => {
    const { services, invite, mailedToken, sendMails } = await makeSite();
    const { id } = await invite();
    const token = await mailedToken();
    await services.accounts.revokeInvitation(id, BY);
    expect(detailOf(await services.accounts.openInvitation(token))).toContain('withdrawn');
    expect(await services.accounts.acceptInvitation({ token, password: PASSWORD })).toMatchObject({
      ok: false,
    });
    expect(await services.accounts.revokeInvitation(id, BY)).toMatchObject({ ok: false });
    expect(await services.accounts.resendInvitation(id, BY)).toMatchObject({ ok: false });
    const { id: next } = await invite();
    await services.accounts.revokeInvitation(next, BY);
    expect(await sendMails()).toEqual([]);
  });

  it('sent again before its first mail left is mailed once, by a link that works', async () => {
    const { services, invite, mailedToken } = await makeSite();
    const { id } = await invite();
    await services.accounts.resendInvitation(id, BY);
    expect(await services.accounts.openInvitation(await mailedToken())).toMatchObject({ ok: true });
  });

  it('goes once to one email, whatever its letter case, and to nobody who has an account', async () => {
    const { services, invite } = await makeSite();
    const made = await Promise.all(
      ['guest@site.test', 'GUEST@site.test', 'Guest@Site.Test'].map((email) =>
        services.accounts.invite({ email, role: 'administrator' }, BY),
      ),
    );
    expect(made.filter(({ ok }) => ok)).toHaveLength(1);
    expect(made.find(({ ok }) => !ok)).toMatchObject({ failure: { kind: 'conflict' } });
    await expect(invite('EDITOR@site.test')).rejects.toThrow('409');
  });

  it('says so when its guest got an account in another way', async () => {
    const { services, invite, mailedToken } = await makeSite();
    await invite();
    const token = await mailedToken();
    await services.accounts.addAdministrator(GUEST, 'writer');
    expect(await services.accounts.invitations()).toEqual([]);
    const refused = await services.accounts.acceptInvitation({ token, password: PASSWORD });
    expect(refused).toMatchObject({ ok: false });
    expect((await services.accounts.people()).filter(({ email }) => email === GUEST)).toHaveLength(
      1,
    );
  });

  it('is known from its mail alone: neither the database nor the outbox holds its token', async () => {
    const { services, invite, mailedToken, db } = await makeSite();
    await invite();
    const token = await mailedToken();
    const stored = JSON.stringify([
      await db.query.selectFrom('invitations').selectAll().execute(),
      await db.query.selectFrom('outbox').selectAll().execute(),
      await db.query.selectFrom('audit_events').selectAll().execute(),
    ]);
    expect(token).toMatch(/^[0-9a-f]{40}$/);
    expect(stored).not.toContain(token);
    const rows = await db.query.selectFrom('invitations').select('token_hash').execute();
    for (const guess of ['', rows[0]?.token_hash ?? '', 'x'.repeat(200)]) {
      expect(detailOf(await services.accounts.openInvitation(guess))).toContain('does not work');
    }
  });

  it('shows its link once to the inviter where no mail is sent', async () => {
    const { services, invite, sendMails } = await makeSite(false);
    const { link, id } = await invite();
    const token = link?.split('#')[1] ?? '';
    expect(link).toBe(`https://site.test/admin/accept-invitation#${token}`);
    expect(await sendMails()).toEqual([]);
    expect(JSON.stringify(await services.accounts.invitations())).not.toContain(token);
    const again = granted(await services.accounts.resendInvitation(id, BY));
    expect(again.link).not.toBe(link);
    expect(await services.accounts.openInvitation(token)).toMatchObject({ ok: false });
    const accepted = await services.accounts.acceptInvitation({
      token: again.link?.split('#')[1] ?? '',
      password: PASSWORD,
    });
    expect(accepted).toMatchObject({ ok: true });
  });

  it('fills no mailbox: five mails an hour, ten a day, however often it is withdrawn and made anew', async () => {
    const { services, invite, sendMails, clock } = await makeSite();
    let mails = 0;
    async function bombard(times: number) {
      for (let count = 0; count < times; count++) {
        const waiting = (await services.accounts.invitations()).find(
          ({ email }) => email === GUEST,
        );
        if (waiting) await services.accounts.resendInvitation(waiting.id, BY);
        else await services.accounts.invite({ email: GUEST, role: 'writer' }, BY);
        mails += (await sendMails()).length;
        if (waiting && count % 3 === 2) await services.accounts.revokeInvitation(waiting.id, BY);
      }
    }
    await bombard(12);
    expect(mails).toBe(5);
    await expect(invite('other@site.test')).resolves.toMatchObject({ email: 'other@site.test' });
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

  it('that is refused uses up nothing of what may be mailed', async () => {
    const { services, invite, mailedToken } = await makeSite();
    await invite();
    for (let count = 0; count < 12; count++) {
      const refused = await services.accounts.invite({ email: GUEST, role: 'writer' }, BY);
      expect(refused).toMatchObject({ failure: { kind: 'conflict' } });
    }
    await mailedToken();
    const [{ id } = { id: '' }] = await services.accounts.invitations();
    expect(await services.accounts.resendInvitation(id, BY)).toMatchObject({ ok: true });
  });

  it('is made by one administrator for sixty people an hour, and by a stolen session for no more', async () => {
    const { services } = await makeSite();
    const made = await Promise.all(
      Array.from({ length: 70 }, (_, count) =>
        services.accounts.invite({ email: `guest${count}@site.test`, role: 'writer' }, BY),
      ),
    );
    expect(made.filter(({ ok }) => ok)).toHaveLength(60);
    expect(made.filter((each) => !each.ok && each.failure.kind === 'too-many')).toHaveLength(10);
  });

  it('is forgotten 30 days after it ended', async () => {
    const { services, invite, clock, db } = await makeSite();
    await invite();
    clock.advance(48 * HOUR);
    clock.advanceDays(30);
    expect(await services.privacy.purgeExpiredData()).toMatchObject({ invitations: 0 });
    clock.advance(1);
    expect(await services.privacy.purgeExpiredData()).toMatchObject({ invitations: 1 });
    expect(await db.query.selectFrom('invitations').select('id').execute()).toEqual([]);
  });
});
