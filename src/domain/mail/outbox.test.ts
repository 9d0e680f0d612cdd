import { expect, onTestFinished, test } from 'vitest';
import { describeEachEngine } from '../../../test/engines.ts';
import { makeClock } from '../../../test/make-app.ts';
import type { Database } from '../../db/connect.ts';
import { createDispatcher } from './dispatcher.ts';
import type { Delivery, Mail } from './mail.ts';
import { CLAIM_MS, createOutbox, enqueue, type OutgoingMail } from './outbox.ts';

describeEachEngine('the outbox', (makeDatabase) => {
  const mailTo = (recipient: string): OutgoingMail => ({ kind: 'test', recipient, data: {} });

  async function outboxWith(recipients: readonly string[]) {
    const db = await makeDatabase();
    const clock = makeClock();
    const now = () => clock.now().toISOString();
    await enqueue(db.query, now(), recipients.map(mailTo));
    return { db, clock, outbox: createOutbox({ db, now }) };
  }

  const stateOf = async ({ query }: Database) =>
    query.selectFrom('outbox').select(['state', 'attempts', 'answer']).executeTakeFirstOrThrow();

  test('gives each mail to one of those who ask at once', async () => {
    const { outbox } = await outboxWith(Array.from({ length: 40 }, (_, i) => `r${i}@site.test`));
    const claimed = await Promise.all(Array.from({ length: 20 }, () => outbox.claim(3)));
    const recipients = claimed.flat().map(({ recipient }) => recipient);
    expect(recipients).toHaveLength(40);
    expect(new Set(recipients).size).toBe(40);
  });

  test('gives a mail to another when who had it ended without a word', async () => {
    const { outbox, clock } = await outboxWith(['a@site.test']);
    expect(await outbox.claim(5)).toMatchObject([{ recipient: 'a@site.test', attempt: 1 }]);
    expect(await outbox.claim(5)).toEqual([]);
    clock.advance(CLAIM_MS);
    expect(await outbox.claim(5)).toMatchObject([{ recipient: 'a@site.test', attempt: 2 }]);
  });

  test('waits longer after every attempt, and gives up after three days with the reason', async () => {
    const { db, outbox, clock } = await outboxWith(['a@site.test']);
    const waits: number[] = [];
    for (;;) {
      const [mail] = await outbox.claim(1);
      if (mail === undefined) break;
      await outbox.settle(mail, { kind: 'deferred', answer: 'Mailbox full' });
      const next = await outbox.nextTurn();
      if (next === null) break;
      waits.push((Date.parse(next) - clock.now().getTime()) / 60_000);
      clock.set(next);
    }
    expect(waits.slice(0, 6)).toEqual([1, 5, 15, 60, 240, 240]);
    expect(waits.reduce((sum, wait) => sum + wait) / 60).toBeGreaterThan(72);
    expect(await stateOf(db)).toMatchObject({ state: 'expired', answer: 'Mailbox full' });
  });

  test('keeps what the server said of a mail that it took or refused', async () => {
    const { db, outbox } = await outboxWith(['a@site.test']);
    const [mail] = await outbox.claim(1);
    if (mail === undefined) throw new Error('Nothing was claimed');
    await outbox.settle(mail, { kind: 'refused', answer: '550 No such user', noSuchAddress: true });
    expect(await stateOf(db)).toEqual({
      state: 'refused',
      attempts: 1,
      answer: '550 No such user',
    });
    expect(await outbox.nextTurn()).toBeNull();
  });
});

describeEachEngine('the dispatcher', (makeDatabase) => {
  test('sends every mail once, also when it is greylisted or its content is not to be had', async () => {
    const db = await makeDatabase();
    const clock = makeClock();
    const now = () => clock.now().toISOString();
    const outbox = createOutbox({ db, now });
    const sent: string[] = [];
    const seen = new Set<string>();
    const errors: unknown[] = [];
    const deliver = async ({ to }: Mail): Promise<Delivery> => {
      if (to.startsWith('grey') && !seen.has(to)) {
        seen.add(to);
        return { kind: 'deferred', answer: '451 Later' };
      }
      sent.push(to);
      return { kind: 'accepted', answer: '250 OK' };
    };
    const dispatcher = createDispatcher({
      outbox,
      deliver,
      now: clock.now,
      domain: 'site.test',
      reportError: (error) => errors.push(error),
      compose: async ({ recipient, attempt }) => {
        if (recipient.startsWith('gone')) return null;
        if (recipient.startsWith('broken') && attempt === 1) throw new Error('No template');
        return { subject: 'S', html: '<p>H</p>', text: 'H' };
      },
    });
    onTestFinished(() => dispatcher.close());
    const recipients = ['plain', 'grey', 'gone', 'broken'].flatMap((kind) =>
      Array.from({ length: 5 }, (_, i) => `${kind}${i}@site.test`),
    );
    await enqueue(
      db.query,
      now(),
      recipients.map((recipient) => ({ kind: 'test', recipient, data: {} })),
    );
    dispatcher.wake();
    await expect.poll(() => sent.length).toBe(5);
    await dispatcher.close();
    expect(errors).toHaveLength(5);
    clock.advance(60_000);
    const later = createDispatcher({
      outbox,
      deliver,
      now: clock.now,
      domain: 'site.test',
      reportError: (error) => errors.push(error),
      compose: async () => ({ subject: 'S', html: '<p>H</p>', text: 'H' }),
    });
    later.wake();
    await expect.poll(() => sent.length).toBe(15);
    await later.close();
    const wanted = recipients.filter((recipient) => !recipient.startsWith('gone'));
    expect(sent.toSorted()).toEqual(wanted.toSorted());
    const states = await db.query.selectFrom('outbox').select('state').execute();
    expect(states.filter(({ state }) => state === 'withdrawn')).toHaveLength(5);
    expect(states.filter(({ state }) => state === 'sent')).toHaveLength(15);
  });
});
