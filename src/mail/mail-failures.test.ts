import { expect, test } from 'vitest';
import { makeMemoryDatabase } from '../../test/make-app.ts';
import { createDispatcher } from './dispatcher.ts';
import { enqueue } from './enqueue.ts';
import type { Delivery } from './mail.ts';
import { createMailFailures } from './mail-failures.ts';
import { createOutbox } from './outbox.ts';

test('mail that does not leave is counted, and logged once an hour without emails', async () => {
  const db = makeMemoryDatabase();
  let ms = Date.parse('2026-03-01T09:00:00.000Z');
  const lines: unknown[] = [];
  const failures = createMailFailures({ warn: (...line) => lines.push(line) }, () => ms);
  const outcomes: Delivery[] = [
    { kind: 'deferred', answer: 'Invalid login: 535 5.7.8 Wrong password for ada@lab.test' },
    { kind: 'refused', answer: '550 <ada@lab.test>: Relay access denied', noSuchMailbox: false },
    { kind: 'refused', answer: '550 5.1.1 <ada@lab.test>: User unknown', noSuchMailbox: true },
    { kind: 'accepted', answer: '250 OK' },
    { kind: 'deferred', answer: 'connect ECONNREFUSED 127.0.0.1:25' },
  ];
  const now = () => new Date(ms);
  const dispatcher = createDispatcher({
    outbox: createOutbox({ db, now: () => now().toISOString() }),
    compose: async () => ({ subject: 'S', html: '<p>H</p>', text: 'H' }),
    deliver: async () => outcomes.shift() as Delivery,
    now,
    domain: 'site.test',
    reportError: (error) => lines.push(error),
    reportFailure: failures.report,
  });
  const send = async () => {
    await enqueue(db.query, now().toISOString(), [
      { kind: 'test', recipient: 'ada@lab.test', data: {} },
    ]);
    await dispatcher.sendDue();
  };
  for (let mail = 0; mail < 4; mail += 1) await send();
  expect(failures.count()).toBe(2);
  expect(lines).toEqual([
    [{ answer: 'Invalid login: 535 5.7.8 Wrong password for …@…' }, 'Mail does not leave'],
  ]);
  ms += 60 * 60 * 1000;
  // The first one is due again, too.
  outcomes.push({ kind: 'accepted', answer: '250 OK' });
  await send();
  expect(failures.count()).toBe(3);
  expect(lines).toHaveLength(2);
  await dispatcher.close();
  await db.close();
});
