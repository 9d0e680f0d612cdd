import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { describeEachEngine } from '../../test/engines.ts';
import { makeTestSite } from '../../test/make-site.ts';
import { migrate } from '../server/db/migrate.ts';
import { hashLinkToken } from '../server/tokens.ts';
import { acceptInvitation, listInvitations, openInvitation } from './invitations.ts';
import { openPasswordReset, redeemPasswordReset } from './password-resets.ts';

const [RESET, GUEST, LATE] = ['a', 'b', 'c'].map((letter) => letter.repeat(40));
const [BEFORE, AFTER] = ['2026-03-01T08:30:00.000Z', '2026-03-02T09:00:00.000Z'];
const password = 'chosen by a link of before';

describeEachEngine('one_time_tokens', (_, { makeEmptyDatabase }) => {
  it('take over the open links of before, each for its kind alone, and redeem them once', async () => {
    const db = (await makeEmptyDatabase())();
    await migrate(db, '040-import-key');
    const { query } = db;
    await sql`insert into administrators (id, email, role, password_hash, created_at)
      values ('1', 'editor@site.test', 'administrator', 'x', ${BEFORE})`.execute(query);
    await sql`insert into password_resets values (${hashLinkToken(RESET ?? '')}, '1', ${BEFORE}, ${AFTER})`.execute(
      query,
    );
    for (const [id, token, end] of [
      ['guest', GUEST, AFTER],
      ['late', LATE, BEFORE],
    ]) {
      await sql`insert into invitations (id, email, role, token_hash, invited_by, created_at, expires_at)
        values (${id}, ${`${id}@site.test`}, 'writer', ${hashLinkToken(token ?? '')}, 'editor@site.test', ${BEFORE},
        ${end})`.execute(query);
    }
    await migrate(db);
    const site = makeTestSite({ db });
    expect(await listInvitations(site)).toMatchObject([{ isExpired: false }, { isExpired: true }]);
    const [reset = '', guest = '', late = ''] = [RESET, GUEST, LATE];
    for (const token of [guest, late, '']) {
      expect(await openPasswordReset(site, token)).toMatchObject({ ok: false });
      expect(await redeemPasswordReset(site, { token, password })).toMatchObject({ ok: false });
    }
    for (const token of [reset, late, '']) {
      expect(await openInvitation(site, token)).toMatchObject({ ok: false });
      expect(await acceptInvitation(site, { token, password })).toMatchObject({ ok: false });
    }
    expect(await openPasswordReset(site, reset)).toMatchObject({ ok: true });
    for (const ok of [true, false]) {
      expect(await redeemPasswordReset(site, { token: reset, password })).toMatchObject({ ok });
      expect(await acceptInvitation(site, { token: guest, password })).toMatchObject({ ok });
    }
  });
});
