import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { smtpError, startMailServer } from '../../test/mail-server.ts';
import { makeFolder } from '../../test/make-folder.ts';
import { connectSqlite } from '../server/db/connect.ts';
import { migrate } from '../server/db/migrate.ts';
import { enqueue } from './enqueue.ts';
import { CLAIM_TIMEOUT_MS } from './outbox.ts';

const MAILS = 500;
/** As many as a dispatcher sends at the same time. */
const UNDER_WAY = 4;

const recipients = Array.from(
  { length: MAILS },
  (_, number) => `${kindOf(number)}${number}@site.test`,
);

function kindOf(number: number): string {
  if (number % 25 === 0) return 'refused';
  if (number % 10 === 1) return 'greylisted';
  if (number % 20 === 2) return 'dropped';
  return number % 50 === 3 ? 'delayed' : 'plain';
}

/** A mail server of moods, and how often it took which mail. */
async function startMoodyServer() {
  const taken = new Map<string, number>();
  const seen = new Set<string>();
  const isFirst = (key: string) => !seen.has(key) && seen.add(key).size > 0;
  const events = { greylisted: 0, dropped: 0 };
  const server = await startMailServer({
    onRcptTo({ address }, _session, done) {
      if (address.startsWith('refused')) {
        return done(smtpError('No such user here', 550));
      }
      if (address.startsWith('greylisted') && isFirst(address)) {
        events.greylisted++;
        return done(smtpError('Greylisted, come again', 451));
      }
      done();
    },
    onData(stream, session, done) {
      const address = session.envelope.rcptTo[0]?.address ?? '';
      const take = async (source: string) => {
        if (address.startsWith('dropped') && isFirst(address)) {
          events.dropped++;
          return server.hangUp(session.id);
        }
        if (address.startsWith('delayed')) await sleep(200);
        const [, id = ''] = /^Message-ID: (\S+)/im.exec(source) ?? [];
        taken.set(id, (taken.get(id) ?? 0) + 1);
        done();
      };
      // The sender may be killed in the middle of a message, which then counts for nothing.
      void text(stream).then(take, () => undefined);
    },
  });
  return { url: server.url, taken, events };
}

test('each of 500 mails arrives, whatever the server does and though the sender is killed half-way', async () => {
  const folder = makeFolder();
  const file = join(folder, 'mail.sqlite');
  const db = connectSqlite(file);
  onTestFinished(() => db.close());
  await migrate(db);
  const mails = recipients.map((recipient) => ({ kind: 'test', recipient, data: {} }));
  await enqueue(db.query, new Date().toISOString(), mails);
  const { url, taken, events } = await startMoodyServer();

  function startSender(fast: number): ChildProcess {
    const script = join(import.meta.dirname, '../../test/mail-sender.ts');
    const child = spawn(process.execPath, [script, file, url, String(fast)], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    onTestFinished(() => {
      child.kill('SIGKILL');
    });
    return child;
  }

  const killed = startSender(0);
  await expect.poll(() => taken.size, { timeout: 60_000, interval: 5 }).toBeGreaterThan(200);
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  const before = taken.size;
  expect(before).toBeLessThan(400);

  // When the claims of the killed one are over.
  const [code] = await once(startSender(CLAIM_TIMEOUT_MS), 'exit');
  expect(code).toBe(0);

  const rows = await db.query.selectFrom('outbox').select(['id', 'state', 'recipient']).execute();
  const stateOf = Map.groupBy(rows, ({ state }) => state);
  const sent = stateOf.get('sent') ?? [];
  const refused = stateOf.get('refused') ?? [];
  expect(sent.length + refused.length).toBe(MAILS);
  expect(refused.map(({ recipient }) => recipient).sort()).toEqual(
    recipients.filter((recipient) => recipient.startsWith('refused')).sort(),
  );
  expect(new Set(taken.keys())).toEqual(new Set(sent.map(({ id }) => `<${id}@site.test>`)));

  // A mail that was taken while the sender died before it had written that down comes once more,
  // under the same Message-ID.
  const repeated = [...taken.values()].filter((times) => times > 1);
  expect(repeated.length).toBeLessThanOrEqual(UNDER_WAY);
  expect(Math.max(...taken.values())).toBeLessThanOrEqual(2);
  expect(events).toEqual({ greylisted: 50, dropped: 25 });
  console.log(
    `${MAILS} mails: ${taken.size} arrived, ${repeated.length} of them twice, ${refused.length} refused; ` +
      `${before} had arrived when the sender was killed; ${events.greylisted} were greylisted, ${events.dropped} connections dropped`,
  );
}, 120_000);
