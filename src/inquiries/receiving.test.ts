import { describe, expect, test } from 'vitest';
import { boundTo } from '../../test/bound-to.ts';
import { makeApp } from '../../test/make-app.ts';
import { contactSchema, investorSchema, waitlistSchema } from './forms.ts';
import { removeInquiry } from './inbox.ts';
import { receiveInquiry } from './receiving.ts';

const ADA = { name: 'Ada', email: 'ada@lab.test', message: 'Hello' };
const INQUIRY = contactSchema.parse(ADA);
/** A client in a network of its own. */
const from = (network: number) => `203.0.${network}.7`;

describe('an inquiry', () => {
  async function makeDesk() {
    const { site, ...app } = await makeApp({ liveForms: true });
    const { query } = app.db;
    const ids = async () =>
      (await query.selectFrom('inquiries').select('id').execute()).map(({ id }) => id);
    return {
      ...app,
      ...boundTo(site, { removeInquiry, receiveInquiry }),
      ids,
    };
  }

  test('reaches the inbox by mail, and its sender gets a receipt', async () => {
    const { receiveInquiry, ids, sendMails, errors } = await makeDesk();
    await receiveInquiry(INQUIRY, null);
    const [id] = await ids();
    const mails = await sendMails();
    const notice = mails.find(({ to }) => to === 'inbox@site.test');
    const receipt = mails.find(({ to }) => to === ADA.email);
    expect(mails).toHaveLength(2);
    expect(notice).toMatchObject({
      replyTo: ADA.email,
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
    expect(notice?.text).toContain(`https://site.test/admin/inbox/${id}`);
    expect(notice?.text).toContain('Hello');
    expect(receipt).toMatchObject({
      replyTo: 'info@site.test',
      headers: { 'Auto-Submitted': 'auto-replied' },
    });
    expect(receipt?.text).not.toContain('Hello');
    expect(errors).toEqual([]);
  });

  test('that is deleted before its mails are sent leaves nothing to send', async () => {
    const { receiveInquiry, removeInquiry, ids, sendMails, errors } = await makeDesk();
    await receiveInquiry(INQUIRY, null);
    await removeInquiry((await ids())[0] ?? '', { by: 'anna@site.test' });
    expect(await sendMails()).toEqual([]);
    expect(errors).toEqual([]);
  });

  test('has a receipt no more than three times a day for a mailbox, tags and letter case aside', async () => {
    const { receiveInquiry, ids, clock, sendMails } = await makeDesk();
    const spellings = ['ada@lab.test', 'ADA@lab.test', 'ada+1@lab.test', 'Ada+2@Lab.test'];
    for (const [network, email] of [...spellings, ADA.email].entries()) {
      await receiveInquiry({ ...INQUIRY, email }, from(network));
    }
    expect(await ids()).toHaveLength(5);
    const recipients = (await sendMails()).map(({ to }) => to);
    expect(recipients.filter((to) => to !== 'inbox@site.test')).toHaveLength(3);
    expect(recipients.filter((to) => to === 'inbox@site.test')).toHaveLength(5);
    clock.advanceDays(1);
    await receiveInquiry(INQUIRY, null);
    expect((await sendMails()).map(({ to }) => to)).toContain(ADA.email);
  });

  test('is stored in any flood, with no more than 200 notices and receipts an hour for all forms together', async () => {
    const { receiveInquiry, ids, clock, db } = await makeDesk();
    async function flood(count: number) {
      for (let number = 0; number < count; number++) {
        const sender = { ...ADA, email: `stranger${number}-${clock.now().getTime()}@lab.test` };
        const sent = await [
          () => receiveInquiry(contactSchema.parse(sender), null),
          () => receiveInquiry(waitlistSchema.parse({ ...sender, role: 'Chemist' }), null),
          () => receiveInquiry(investorSchema.parse({ ...sender, organization: 'F' }), null),
        ][number % 3]?.();
        expect(sent?.ok).toBe(true);
      }
      const mails = await db.query.selectFrom('outbox').select('kind').execute();
      const countOf = (wanted: string) => mails.filter(({ kind }) => kind === wanted).length;
      return [countOf('inquiry-notice'), countOf('inquiry-receipt')];
    }
    expect(await flood(206)).toEqual([200, 200]);
    expect(await ids()).toHaveLength(206);
    clock.advance(60 * 60 * 1000);
    expect(await flood(3)).toEqual([203, 203]);
  });

  test('is refused after 60 an hour of one network, never of a private address, nor because of others in its name', async () => {
    const { receiveInquiry } = await makeDesk();
    async function refusals(times: number, ipOf: (number: number) => string | null) {
      const waits = [];
      for (let number = 0; number < times; number++) {
        const received = await receiveInquiry(INQUIRY, ipOf(number));
        if (!received.ok && received.failure.kind === 'too-many') {
          waits.push(received.failure.retryAfter);
        }
      }
      return waits;
    }
    expect(await refusals(25, from)).toEqual([]);
    expect(await refusals(62, () => from(100))).toEqual([3600, 3600]);
    expect(await refusals(62, () => null)).toEqual([]);
  });
});
