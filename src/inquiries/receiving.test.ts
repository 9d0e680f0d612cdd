import { expect, test } from 'vitest';
import { describeEachEngine } from '../../test/engines.ts';
import { makeApp, SITE_OPTIONS, START } from '../../test/make-app.ts';
import type { Database } from '../server/db/connect.ts';
import { type ContactInquiry, contactSchema } from './contact.ts';
import { investorSchema, waitlistSchema } from './live-forms.ts';
import type { SubmissionSource } from './receiving.ts';

const ADA = { name: 'Ada', email: 'ada@lab.test', message: 'Hello' };
const INQUIRY = contactSchema.parse(ADA);
const BY_HAND: SubmissionSource = { ip: null, isSuspected: false };

/** A client in a network of its own. */
const from = (network: number): SubmissionSource => ({ ...BY_HAND, ip: `203.0.${network}.7` });

describeEachEngine('inquiries', (makeDatabase) => {
  async function makeDesk(liveForms = false) {
    return makeApp({ db: await makeDatabase(), liveForms });
  }

  const rowsOf = ({ query }: Database) =>
    query.selectFrom('inquiries').selectAll().orderBy('received_at').execute();

  test('are stored whole, with the instant of their arrival', async () => {
    const { services, db } = await makeDesk();
    const inquiry = {
      name: "Zoë O'Neill \u{1F9EA}",
      email: 'zoe@lab.test',
      company: 'Lab; drop table inquiries',
      jobTitle: 'Chemist',
      message: 'Line one\r\nLine two\n\n  \\ % _ " \u00a0',
      requestType: 'beta-access',
    };
    await services.inquiries.receiveContact(contactSchema.parse(inquiry), BY_HAND);
    expect(await rowsOf(db)).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        kind: 'contact',
        name: inquiry.name,
        email: inquiry.email,
        company: inquiry.company,
        job_title: inquiry.jobTitle,
        message: inquiry.message,
        request_type: 'beta-access',
        received_at: START,
        suspected: 0,
        read_at: null,
        handled_at: null,
        note: '',
        note_version: 0,
      },
    ]);
  });

  test('are all stored when the same one comes twice at once', async () => {
    const { services, db } = await makeDesk();
    await Promise.all([1, 2].map(() => services.inquiries.receiveContact(INQUIRY, BY_HAND)));
    expect(await rowsOf(db)).toHaveLength(2);
  });

  test('reach the inbox by mail, and the sender gets a receipt', async () => {
    const { services, db, sendMails, errors } = await makeDesk();
    await services.inquiries.receiveContact(INQUIRY, BY_HAND);
    const [{ id } = { id: '' }] = await rowsOf(db);
    const mails = await sendMails();
    const notice = mails.find(({ to }) => to === SITE_OPTIONS.inboxEmail);
    const receipt = mails.find(({ to }) => to === ADA.email);
    expect(mails).toHaveLength(2);
    expect(notice).toMatchObject({
      replyTo: ADA.email,
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
    expect(notice?.text).toContain(`${SITE_OPTIONS.site.url}/admin/inbox/${id}`);
    expect(notice?.text).toContain('Hello');
    expect(receipt).toMatchObject({
      replyTo: SITE_OPTIONS.site.email,
      headers: { 'Auto-Submitted': 'auto-replied' },
    });
    expect(receipt?.text).not.toContain('Hello');
    expect(errors).toEqual([]);
  });

  test('of investors and for the waitlist are taken when forms are live, and only then', async () => {
    const investor = investorSchema.parse({ ...ADA, organization: 'Fund' });
    const waiting = waitlistSchema.parse({ name: 'Ada', email: ADA.email, role: 'Chemist' });
    const off = await makeDesk();
    for (const refused of [
      await off.services.inquiries.receiveInvestor(investor, BY_HAND),
      await off.services.inquiries.receiveWaitlist(waiting, BY_HAND),
    ]) {
      expect(refused).toMatchObject({ ok: false, failure: { kind: 'not-found' } });
    }
    expect(await rowsOf(off.db)).toEqual([]);

    const live = await makeApp({ db: off.db, liveForms: true });
    await live.services.inquiries.receiveInvestor(investor, BY_HAND);
    live.clock.advance(1);
    await live.services.inquiries.receiveWaitlist(waiting, BY_HAND);
    expect(await rowsOf(live.db)).toMatchObject([
      { kind: 'investor', company: 'Fund', job_title: '', message: 'Hello' },
      { kind: 'waitlist', company: '', job_title: 'Chemist', message: '' },
    ]);
    expect((await live.sendMails()).map(({ to }) => to).sort()).toEqual([
      ADA.email,
      ADA.email,
      SITE_OPTIONS.inboxEmail,
      SITE_OPTIONS.inboxEmail,
    ]);
  });

  test('that a program seems to have sent are stored, without mails', async () => {
    const { services, db, sendMails } = await makeDesk();
    const received = await services.inquiries.receiveContact(INQUIRY, {
      ...BY_HAND,
      isSuspected: true,
    });
    expect(received.ok).toBe(true);
    expect(await rowsOf(db)).toMatchObject([{ suspected: 1, message: 'Hello' }]);
    expect(await sendMails()).toEqual([]);
  });

  test('never make us mail an email more than three times a day', async () => {
    const { services, db, clock, sendMails } = await makeDesk();
    const spellings = [
      'ada@lab.test',
      'ADA@lab.test',
      'ada+1@lab.test',
      'Ada+2@Lab.test',
      ADA.email,
    ];
    for (const [network, email] of spellings.entries()) {
      await services.inquiries.receiveContact({ ...INQUIRY, email }, from(network));
    }
    expect(await rowsOf(db)).toHaveLength(5);
    const recipients = (await sendMails()).map(({ to }) => to);
    expect(recipients.filter((to) => to !== SITE_OPTIONS.inboxEmail)).toHaveLength(3);
    expect(recipients.filter((to) => to === SITE_OPTIONS.inboxEmail)).toHaveLength(5);
    clock.advanceDays(1);
    await services.inquiries.receiveContact(INQUIRY, BY_HAND);
    expect((await sendMails()).map(({ to }) => to)).toContain(ADA.email);
  });

  test.each([
    ['one private address', () => BY_HAND],
    ['hundreds of networks', (number: number) => ({ ...BY_HAND, ip: `203.${number}.113.7` })],
  ])(
    'make us write to no more than 200 strangers an hour, all together, when they come from %s',
    async (_, sourceOf) => {
      const { services, db, clock } = await makeDesk(true);
      const kindsOf = async () => {
        const { query } = db;
        const mails = await query.selectFrom('outbox').select(['kind', 'recipient']).execute();
        return {
          notices: mails.filter(({ kind }) => kind === 'inquiry-notice').length,
          receipts: mails.filter(({ kind }) => kind === 'inquiry-receipt').length,
        };
      };
      const flood = async (count: number) => {
        const sent = Array.from({ length: count }, (_each, number) => {
          const email = `stranger${number}-${clock.now().getTime()}@lab.test`;
          const source = sourceOf(number % 250);
          if (number % 3 === 1) {
            const form = waitlistSchema.parse({ name: 'Ada', email, role: 'Chemist' });
            return services.inquiries.receiveWaitlist(form, source);
          }
          if (number % 3 === 2) {
            const form = investorSchema.parse({ ...ADA, email, organization: 'Fund' });
            return services.inquiries.receiveInvestor(form, source);
          }
          return services.inquiries.receiveContact({ ...INQUIRY, email }, source);
        });
        return (await Promise.all(sent)).filter(({ ok }) => ok).length;
      };
      expect(await flood(600)).toBe(600);
      expect(await rowsOf(db)).toHaveLength(600);
      expect((await services.inquiries.inquiries({ limit: 1 })).total).toBe(600);
      expect(await kindsOf()).toEqual({ notices: 200, receipts: 200 });
      clock.advance(60 * 60 * 1000);
      expect(await flood(3)).toBe(3);
      expect(await kindsOf()).toEqual({ notices: 203, receipts: 203 });
    },
  );

  test('are refused when one email or one network sends them in floods, and from no other sender', async () => {
    const { services, db } = await makeDesk();
    const flood = async (
      times: number,
      send: (number: number) => [ContactInquiry, SubmissionSource],
    ) => {
      const waits = [];
      for (let number = 0; number < times; number++) {
        const received = await services.inquiries.receiveContact(...send(number));
        if (!received.ok && received.failure.kind === 'too-many') {
          waits.push(received.failure.retryAfter);
        }
      }
      return waits;
    };
    expect(await flood(25, (number) => [INQUIRY, from(number)])).toEqual([
      3600, 3600, 3600, 3600, 3600,
    ]);
    const anyone = (number: number) => ({ ...INQUIRY, email: `reader${number}@lab.test` });
    expect(await flood(62, (number) => [anyone(number), from(100)])).toEqual([3600, 3600]);
    expect(await flood(62, (number) => [anyone(number + 100), BY_HAND])).toEqual([]);
    expect(await rowsOf(db)).toHaveLength(20 + 60 + 62);
  });

  test('that are deleted before their mails are sent leave nothing to send', async () => {
    const { services, db, sendMails, errors } = await makeDesk();
    await services.inquiries.receiveContact(INQUIRY, BY_HAND);
    const [{ id } = { id: '' }] = await rowsOf(db);
    await services.inquiries.removeInquiry(id, { by: 'anna@site.test' });
    expect(await sendMails()).toEqual([]);
    expect(errors).toEqual([]);
  });
});
