import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { describeEachEngine } from '../../test/engines.ts';
import { smtpError, startMailServer } from '../../test/mail-server.ts';
import { makeClock, makeMemoryDatabase, makeTestSite } from '../../test/make-site.ts';
import type { Database } from '../server/db/connect.ts';
import { enqueue } from './enqueue.ts';
import type { Delivery } from './mail.ts';
import { createMailFailures, createSmtpTransport } from './mail-transports.ts';
import {
  CLAIM_TIMEOUT_MS,
  type ClaimedMail,
  claimMail,
  createDispatcher,
  settleMail,
  withdrawMail,
} from './outbox.ts';

const ACCEPTED = { kind: 'accepted', answer: '250 OK' } as const;

async function outboxWith(names: readonly string[], db: Database = makeMemoryDatabase()) {
  const clock = makeClock();
  const now = () => clock.now().toISOString();
  const add = (more: readonly string[]) =>
    enqueue(
      db.query,
      now(),
      more.map((name) => ({ kind: 'test', recipient: `${name}@site.test`, data: {} })),
    );
  await add(names);
  const site = makeTestSite({ db, now });
  async function claimOne(): Promise<ClaimedMail> {
    const mail = await claimMail(site);
    if (mail === null) throw new Error('Nothing was claimed');
    return mail;
  }
  const rows = () =>
    db.query
      .selectFrom('outbox')
      .select(['recipient', 'state', 'attempts', 'answer'])
      .orderBy('recipient')
      .execute();
  async function nextDueAt(): Promise<string | null> {
    const waiting = db.query.selectFrom('outbox').where('state', '=', 'waiting');
    const { due } = await waiting
      .select(({ fn }) => fn.min('due_at').as('due'))
      .executeTakeFirstOrThrow();
    return due;
  }
  /** Minutes until the next mail is due; the clock is then there. Null when none waits. */
  async function waitForNext(): Promise<number | null> {
    const next = await nextDueAt();
    if (next === null) return null;
    const minutes = (Date.parse(next) - clock.now().getTime()) / 60_000;
    clock.set(next);
    return minutes;
  }
  const errors: unknown[] = [];
  const parts = {
    compose: async () => ({ subject: 'S', html: '<p>H</p>', text: 'H' }),
    domain: 'site.test',
    reportError: (error: unknown) => errors.push(error),
  };
  return { site, db, clock, add, claimOne, rows, nextDueAt, waitForNext, errors, parts };
}

describeEachEngine('the outbox', (_makeDatabase, { makeMigrated }) => {
  test('gives each mail to one of several concurrent instances', async () => {
    const open = await makeMigrated();
    const instances = [open(), open(), open()];
    const { site, add } = await outboxWith([], instances[0]);
    await add(Array.from({ length: 24 }, (_, i) => `r${i}`));
    const claimed = await Promise.all(
      instances.flatMap((db) => Array.from({ length: 10 }, () => claimMail({ ...site, db }))),
    );
    const recipients = claimed.flatMap((mail) => (mail === null ? [] : [mail.recipient]));
    expect(recipients).toHaveLength(24);
    expect(new Set(recipients).size).toBe(24);
  });
});

describe('the outbox', () => {
  test.each([
    ['a delivery that is deferred', 'Mailbox full', [1, 5, 15, 60, 240, 240]],
    ['an attempt without a record, as when a process dies', '', [5, 5, 15, 60, 240, 240]],
  ])('waits ever longer after %s, and gives up after three days', async (_, answer, expected) => {
    const { site, rows, waitForNext } = await outboxWith(['a']);
    const waits: number[] = [];
    while (waits.length < 40) {
      const mail = await claimMail(site);
      if (mail && answer !== '') await settleMail(site, mail, { kind: 'deferred', answer });
      const wait = await waitForNext();
      if (wait === null) break;
      waits.push(wait);
    }
    expect(waits.slice(0, 6)).toEqual(expected);
    expect(waits.reduce((sum, wait) => sum + wait) / 60).toBeGreaterThan(72);
    expect(await rows()).toMatchObject([{ state: 'expired', answer }]);
  });

  test('ignores an expired claim, except that the mail was delivered', async () => {
    const { site, clock, claimOne, rows, nextDueAt } = await outboxWith(['a']);
    const slow = await claimOne();
    clock.advance(CLAIM_TIMEOUT_MS);
    const fresh = await claimOne();
    const due = await nextDueAt();
    await settleMail(site, slow, { kind: 'deferred', answer: 'Too slow' });
    expect(await nextDueAt()).toBe(due);
    await settleMail(site, slow, ACCEPTED);
    await settleMail(site, fresh, {
      kind: 'refused',
      answer: '554 Twice',
      noSuchMailbox: false,
    });
    await withdrawMail(site, fresh.id);
    expect(await rows()).toMatchObject([{ state: 'sent', attempts: 2, answer: '250 OK' }]);
  });
});

describe('the dispatcher', () => {
  test('sends each of 50 mails, whatever the server does and though a sender died with four', async () => {
    const seen = new Set<string>();
    const isFirst = (key: string) => !seen.has(key) && seen.add(key).size > 0;
    const taken: string[] = [];
    const server = await startMailServer({
      onRcptTo({ address }, _session, done) {
        if (address.startsWith('refused')) return done(smtpError('No such user here', 550));
        const isGrey = address.startsWith('grey') && isFirst(address);
        done(isGrey ? smtpError('Greylisted, come again', 451) : undefined);
      },
      async onData(stream, session, done): Promise<void> {
        const source = await text(stream);
        const address = session.envelope.rcptTo[0]?.address ?? '';
        if (address.startsWith('dropped') && isFirst(address)) return server.hangUp(session.id);
        taken.push(/^Message-ID: <(\S+)@site\.test>/im.exec(source)?.[1] ?? '');
        done();
      },
    });
    const kinds = ['plain', 'grey', 'dropped', 'refused', 'gone', 'broken'];
    const names = Array.from({ length: 50 }, (_, i) => `${kinds[i % kinds.length]}${i}`);
    const { site, clock, errors, rows, parts, waitForNext, db } = await outboxWith(names);
    for (let claims = 0; claims < 4; claims += 1) await claimMail(site);
    clock.advance(1_000);
    const service = createSmtpTransport(server.url, 'Site <info@site.test>');
    const dispatcher = createDispatcher(site, {
      ...parts,
      deliver: service.deliver,
      compose: async ({ recipient, attempt }) => {
        if (recipient.startsWith('gone')) return null;
        if (recipient.startsWith('broken') && attempt === 1) throw new Error('No template');
        return parts.compose();
      },
    });
    do await dispatcher.sendDue();
    while ((await waitForNext()) !== null);
    await dispatcher.close();
    service.close();
    // Each of eight, but for those that the dead sender had claimed.
    expect(errors.length).toBeGreaterThanOrEqual(4);
    expect(new Set(errors.map(String))).toEqual(new Set(['Error: No template']));
    const states = { gone: 'withdrawn', refused: 'refused' } as Record<string, string>;
    const expected = names.map((name) => states[name.replace(/\d+/, '')] ?? 'sent');
    const settled = await rows();
    expect(settled.map(({ state }) => state).toSorted()).toEqual(expected.toSorted());
    const sent = await db.query
      .selectFrom('outbox')
      .select('id')
      .where('state', '=', 'sent')
      .execute();
    expect(taken.toSorted()).toEqual(sent.map(({ id }) => id).toSorted());
  });

  test('counts mail that does not leave, tells why until some does, and logs it once an hour without emails', async () => {
    const { site, add, clock, errors, parts } = await outboxWith([]);
    const lines: unknown[] = [];
    const failures = createMailFailures({ warn: (...line) => lines.push(line) }, () =>
      clock.now().getTime(),
    );
    const outcomes: Delivery[] = [
      { kind: 'deferred', answer: 'Invalid login: 535 5.7.8 Wrong password for ada@lab.test' },
      { kind: 'refused', answer: '550 <ada@lab.test>: Relay access denied', noSuchMailbox: false },
      { kind: 'refused', answer: '550 5.1.1 <ada@lab.test>: User unknown', noSuchMailbox: true },
      ACCEPTED,
      { kind: 'deferred', answer: 'connect ECONNREFUSED 127.0.0.1:25' },
      // The first one is due again, too.
      ACCEPTED,
    ];
    const dispatcher = createDispatcher(site, {
      ...parts,
      deliver: async () => outcomes.shift() as Delivery,
      reportFailure: failures.report,
    });
    const send = async () => {
      await add(['ada']);
      await dispatcher.sendDue();
      return site.failures.mail;
    };
    expect(await send()).toMatch('Wrong password');
    expect(await send()).toMatch('Relay access denied');
    // Of a mailbox that takes no mail.
    expect(await send()).toMatch('Relay access denied');
    expect(await send()).toBeNull();
    expect(failures.count()).toBe(2);
    expect(lines).toEqual([
      [{ answer: 'Invalid login: 535 5.7.8 Wrong password for …@…' }, 'Mail does not leave'],
    ]);
    clock.advance(60 * 60 * 1000);
    await send();
    expect(failures.count()).toBe(3);
    expect(lines).toHaveLength(2);
    expect(errors).toEqual([]);
  });

  test('is closed when its last delivery has ended, also when another failed', async () => {
    const { site, errors, parts, rows } = await outboxWith(['a', 'b']);
    const underWay = new Map<string, (delivery: Delivery) => void>();
    const dispatcher = createDispatcher(site, {
      ...parts,
      onRefused: () => Promise.reject(new Error('SQLITE_FULL')),
      deliver: ({ to }) => new Promise((answered) => underWay.set(to, answered)),
    });
    dispatcher.wake();
    await expect.poll(() => underWay.size).toBe(2);
    underWay.get('a@site.test')?.({ kind: 'refused', answer: '554 No', noSuchMailbox: false });
    const closed = dispatcher.close();
    const states = async () => (await rows()).map(({ state }) => state);
    await expect.poll(states).toEqual(['refused', 'waiting']);
    underWay.get('b@site.test')?.(ACCEPTED);
    await closed;
    expect(await states()).toEqual(['refused', 'sent']);
    expect(errors).toEqual([new Error('SQLITE_FULL')]);
  });

  test('is closed although a mail server hangs, and its mail stays queued', async () => {
    const seen = { asked: false, closed: false };
    const silent = await startMailServer({
      onMailFrom: () => {
        seen.asked = true;
      },
      onClose: () => {
        seen.closed = true;
      },
    });
    const { site, parts, db, errors } = await outboxWith(['a']);
    const service = createSmtpTransport(silent.url, 'Site <info@site.test>');
    const { deliver } = service;
    const dispatcher = createDispatcher(site, { ...parts, deliver, drainTimeoutMs: 50 });
    dispatcher.wake();
    await expect.poll(() => seen.asked).toBe(true);
    await dispatcher.close();
    service.close();
    await expect.poll(() => seen.closed).toBe(true);
    const row = await db.query.selectFrom('outbox').selectAll().executeTakeFirstOrThrow();
    const due = '2026-03-01T09:01:00.000Z';
    expect(row).toMatchObject({ state: 'waiting', attempts: 1, due_at: due });
    expect(errors).toEqual([]);
  });
});
