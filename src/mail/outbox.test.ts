import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { describeEachEngine } from '../../test/engines.ts';
import { makeClock, makeMemoryDatabase } from '../../test/make-app.ts';
import type { Database } from '../server/db/connect.ts';
import { createDispatcher } from './dispatcher.ts';
import { enqueue, type OutgoingMail } from './enqueue.ts';
import type { Delivery, Mail } from './mail.ts';
import { createSmtpTransport } from './mail-transports.ts';
import { CLAIM_TIMEOUT_MS, createOutbox, mailFailure } from './outbox.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

describeEachEngine('the outbox', (makeDatabase, { makeMigrated }) => {
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

  test('tells why mail does not leave, until some does', async () => {
    const { db, outbox, clock } = await outboxWith(
      ['a', 'b', 'c'].map((name) => `${name}@site.test`),
    );
    const now = () => clock.now().toISOString();
    const attempt = async (delivery: Delivery) => {
      clock.advance(1_000);
      const [mail] = await outbox.claim(1);
      if (mail === undefined) throw new Error('Nothing was claimed');
      await outbox.settle(mail, delivery);
      return mailFailure(db, now());
    };
    expect(await mailFailure(db, now())).toBeNull();
    const wrong = 'Invalid login: 535 5.7.8 Wrong password';
    expect(await attempt({ kind: 'deferred', answer: wrong })).toBe(wrong);
    expect(await attempt({ kind: 'accepted', answer: '250 OK' })).toBeNull();
    const relay = '550 Relay access denied';
    expect(await attempt({ kind: 'refused', answer: relay, noSuchMailbox: false })).toBe(relay);
    clock.advance(60_000);
    // The first one, again.
    expect(await attempt({ kind: 'deferred', answer: 'connect ECONNREFUSED' })).toMatch('connect');
    clock.advance(DAY_MS);
    await enqueue(db.query, now(), [mailTo('d@site.test')]);
    expect(await attempt({ kind: 'accepted', answer: '250 OK' })).toBeNull();
  });

  test.each([
    '550 5.1.1 No such user',
    '550 User unknown',
    '452 4.2.2 Mailbox full',
    '451 4.7.1 Greylisted, come back later',
  ])('tells nothing of a mailbox that takes no mail: %s', async (answer) => {
    const { db, outbox, clock } = await outboxWith(['a@site.test']);
    const [mail] = await outbox.claim(1);
    if (mail === undefined) throw new Error('Nothing was claimed');
    const delivery = { answer: `all recipients were rejected: ${answer}`, noSuchMailbox: false };
    await outbox.settle(mail, {
      ...delivery,
      kind: answer.startsWith('5') ? 'refused' : 'deferred',
    });
    expect(await mailFailure(db, clock.now().toISOString())).toBeNull();
  });

  test('gives each mail to one of several concurrent instances', async () => {
    const open = await makeMigrated();
    const instances = [open(), open(), open()];
    const [db] = instances as [Database, ...Database[]];
    const now = () => makeClock().now().toISOString();
    const recipients40 = Array.from({ length: 40 }, (_, i) => `r${i}@site.test`);
    await enqueue(db.query, now(), recipients40.map(mailTo));
    const claimed = await Promise.all(
      instances.flatMap((each) => {
        const outbox = createOutbox({ db: each, now });
        return Array.from({ length: 8 }, () => outbox.claim(3));
      }),
    );
    const recipients = claimed.flat().map(({ recipient }) => recipient);
    expect(recipients).toHaveLength(40);
    expect(new Set(recipients).size).toBe(40);
  });

  test('gives no instance more than it asks for, however the database plans it: the others would wait in vain', async () => {
    const open = await makeMigrated();
    const { engine, query } = open();
    // The plan that statistics of a small table may lead to: the choice of mails in an inner loop.
    const others = ['hashjoin', 'mergejoin', 'hashagg', 'sort', 'material'];
    const settings = others.map((name) => `set enable_${name} = off`);
    const change = (setting: string) =>
      sql`do ${sql.lit(`begin execute format('alter database %I ${setting}', current_database()); end`)}`;
    if (engine === 'postgres') {
      onTestFinished(async () => void (await change('reset all').execute(open().query)));
      for (const setting of settings) await change(setting).execute(query);
    }
    const now = () => makeClock().now().toISOString();
    await enqueue(query, now(), ['a', 'b', 'c', 'd', 'e', 'f'].map(mailTo));
    const outbox = createOutbox({ db: open(), now });
    expect(await outbox.claim(1)).toHaveLength(1);
    expect(await outbox.claim(2)).toHaveLength(2);
    expect(await outbox.claim(9)).toHaveLength(3);
  });

  test('gives a mail to another instance when the claiming one has died', async () => {
    const { outbox, clock } = await outboxWith(['a@site.test']);
    expect(await outbox.claim(5)).toMatchObject([{ recipient: 'a@site.test', attempt: 1 }]);
    expect(await outbox.claim(5)).toEqual([]);
    clock.advance(CLAIM_TIMEOUT_MS);
    expect(await outbox.claim(5)).toMatchObject([{ recipient: 'a@site.test', attempt: 2 }]);
  });

  test('waits longer after every attempt, and gives up after three days with the reason', async () => {
    const { db, outbox, clock } = await outboxWith(['a@site.test']);
    const waits: number[] = [];
    for (;;) {
      const [mail] = await outbox.claim(1);
      if (mail === undefined) break;
      await outbox.settle(mail, { kind: 'deferred', answer: 'Mailbox full' });
      const next = await outbox.nextDueAt();
      if (next === null) break;
      waits.push((Date.parse(next) - clock.now().getTime()) / 60_000);
      clock.set(next);
    }
    expect(waits.slice(0, 6)).toEqual([1, 5, 15, 60, 240, 240]);
    expect(waits.reduce((sum, wait) => sum + wait) / 60).toBeGreaterThan(72);
    expect(await stateOf(db)).toMatchObject({ state: 'expired', answer: 'Mailbox full' });
  });

  test('gives up a mail whose attempts end without a record, ever later, as when a process dies', async () => {
    const { db, outbox, clock } = await outboxWith(['a@site.test']);
    const waits: number[] = [];
    while (waits.length < 40) {
      const next = await outbox.nextDueAt();
      if (next === null) break;
      waits.push((Date.parse(next) - clock.now().getTime()) / 60_000);
      clock.set(next);
      await outbox.claim(1);
    }
    expect(waits.slice(0, 7)).toEqual([0, 5, 5, 15, 60, 240, 240]);
    expect(waits.reduce((sum, wait) => sum + wait) / 60).toBeGreaterThan(72);
    expect(await stateOf(db)).toMatchObject({
      state: 'expired',
      answer: 'No delivery attempt finished.',
    });
  });

  test('ignores an expired claim, except that the mail was delivered', async () => {
    const { db, outbox, clock } = await outboxWith(['a@site.test']);
    const [slow] = await outbox.claim(1);
    clock.advance(CLAIM_TIMEOUT_MS);
    const [fresh] = await outbox.claim(1);
    if (slow === undefined || fresh === undefined) throw new Error('Nothing was claimed');
    const turn = await outbox.nextDueAt();
    await outbox.settle(slow, { kind: 'deferred', answer: 'Too slow' });
    expect(await outbox.nextDueAt()).toBe(turn);
    await outbox.settle(slow, { kind: 'accepted', answer: '250 OK' });
    await outbox.settle(fresh, { kind: 'refused', answer: '554 Twice', noSuchMailbox: false });
    await outbox.withdraw(fresh);
    expect(await stateOf(db)).toEqual({ state: 'sent', attempts: 2, answer: '250 OK' });
  });

  test('keeps what the server said of a mail that it took or refused', async () => {
    const { db, outbox } = await outboxWith(['a@site.test']);
    const [mail] = await outbox.claim(1);
    if (mail === undefined) throw new Error('Nothing was claimed');
    await outbox.settle(mail, { kind: 'refused', answer: '550 No such user', noSuchMailbox: true });
    expect(await stateOf(db)).toEqual({
      state: 'refused',
      attempts: 1,
      answer: '550 No such user',
    });
    expect(await outbox.nextDueAt()).toBeNull();
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
    await dispatcher.sendDue();
    expect(sent).toHaveLength(5);
    expect(errors).toHaveLength(5);
    await dispatcher.close();
    clock.advance(60_000);
    const later = createDispatcher({
      outbox,
      deliver,
      now: clock.now,
      domain: 'site.test',
      reportError: (error) => errors.push(error),
      compose: async () => ({ subject: 'S', html: '<p>H</p>', text: 'H' }),
    });
    onTestFinished(() => later.close());
    await later.sendDue();
    const wanted = recipients.filter((recipient) => !recipient.startsWith('gone'));
    expect(sent.toSorted()).toEqual(wanted.toSorted());
    const states = await db.query.selectFrom('outbox').select('state').execute();
    expect(states.filter(({ state }) => state === 'withdrawn')).toHaveLength(5);
    expect(states.filter(({ state }) => state === 'sent')).toHaveLength(15);
  });

  const content = async () => ({ subject: 'S', html: '<p>H</p>', text: 'H' });

  async function outboxOf(recipients: readonly string[]) {
    const db = await makeDatabase();
    const clock = makeClock();
    const now = () => clock.now().toISOString();
    const mails = recipients.map((recipient) => ({ kind: 'test', recipient, data: {} }));
    await enqueue(db.query, now(), mails);
    const errors: unknown[] = [];
    const parts = {
      outbox: createOutbox({ db, now }),
      compose: content,
      now: clock.now,
      domain: 'site.test',
      reportError: (error: unknown) => errors.push(error),
    };
    return { db, clock, errors, parts };
  }

  test('counts a delivery that throws as an attempt, waits longer each time and gives up', async () => {
    const { db, clock, errors, parts } = await outboxOf(['a@site.test', 'b@site.test']);
    const sent: string[] = [];
    const dispatcher = createDispatcher({
      ...parts,
      deliver: async ({ to }) => {
        if (to.startsWith('a')) throw new Error('ENOSPC: no space left on device');
        sent.push(to);
        return { kind: 'accepted', answer: '250 OK' };
      },
    });
    const waits: number[] = [];
    while (waits.length < 40) {
      await dispatcher.sendDue();
      const next = await parts.outbox.nextDueAt();
      if (next === null) break;
      waits.push((Date.parse(next) - clock.now().getTime()) / 60_000);
      clock.set(next);
    }
    expect(sent).toEqual(['b@site.test']);
    expect(waits.slice(0, 6)).toEqual([1, 5, 15, 60, 240, 240]);
    expect(errors).toHaveLength(waits.length + 1);
    const rows = await db.query.selectFrom('outbox').select('state').orderBy('recipient').execute();
    expect(rows.map(({ state }) => state)).toEqual(['expired', 'sent']);
  });

  test('is closed when its last sender has ended, also when the database failed for another', async () => {
    const { db, errors, parts } = await outboxOf(['a@site.test', 'b@site.test', 'c@site.test']);
    const underWay = new Map<string, (delivery: Delivery) => void>();
    const { outbox } = parts;
    const dispatcher = createDispatcher({
      ...parts,
      outbox: {
        ...outbox,
        settle: async (mail, delivery) => {
          if (mail.recipient.startsWith('a')) throw new Error('SQLITE_FULL');
          await outbox.settle(mail, delivery);
        },
      },
      deliver: ({ to }) => new Promise((answered) => underWay.set(to, answered)),
    });
    dispatcher.wake();
    await expect.poll(() => underWay.size).toBe(3);
    const finish = (to: string) => underWay.get(to)?.({ kind: 'accepted', answer: '250 OK' });
    const order: string[] = [];
    finish('a@site.test');
    // The error is reported once all senders have ended.
    const closed = dispatcher.close().then(() => order.push('closed'));
    finish('b@site.test');
    await expect
      .poll(() => db.query.selectFrom('outbox').where('state', '=', 'sent').select('id').execute())
      .toHaveLength(1);
    order.push('last delivery');
    finish('c@site.test');
    await closed;
    expect(order).toEqual(['last delivery', 'closed']);
    expect(errors).toEqual([new Error('SQLITE_FULL')]);
    const waiting = await db.query
      .selectFrom('outbox')
      .where('state', '=', 'waiting')
      .select('recipient')
      .execute();
    expect(waiting).toEqual([{ recipient: 'a@site.test' }]);
  });
});

test('a mail server that hangs does not delay the shutdown, and its mail stays queued', async () => {
  const greeted: Socket[] = [];
  const silent = createServer((socket) => {
    greeted.push(socket.on('error', () => undefined).resume());
    socket.write('220 site.test ESMTP\r\n');
  }).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  onTestFinished(() => void silent.close());
  const db = makeMemoryDatabase();
  const now = () => makeClock().now().toISOString();
  await enqueue(db.query, now(), [{ kind: 'test', recipient: 'a@site.test', data: {} }]);
  const outbox = createOutbox({ db, now });
  const port = (silent.address() as AddressInfo).port;
  const service = createSmtpTransport(`smtp://127.0.0.1:${port}`, 'Site <info@site.test>');
  const dispatcher = createDispatcher({
    outbox,
    deliver: service.deliver,
    now: makeClock().now,
    domain: 'site.test',
    compose: async () => ({ subject: 'S', html: '<p>H</p>', text: 'H' }),
    reportError: (error) => expect.unreachable(String(error)),
    drainTimeoutMs: 50,
  });
  dispatcher.wake();
  await expect.poll(() => greeted.length).toBe(1);
  await dispatcher.close();
  service.close();
  await expect.poll(() => greeted.every(({ closed }) => closed)).toBe(true);
  const row = await db.query.selectFrom('outbox').selectAll().executeTakeFirstOrThrow();
  expect(row).toMatchObject({ state: 'waiting', attempts: 1, due_at: '2026-03-01T09:01:00.000Z' });
});
