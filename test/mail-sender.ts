import { createDispatcher } from '../src/mail/dispatcher.ts';
import { createSmtpTransport } from '../src/mail/mail-transports.ts';
import { createOutbox } from '../src/mail/outbox.ts';
import { connectSqlite } from '../src/server/db/connect.ts';

/**
 * Sends all mails of an outbox, as a process of its own that a test can kill:
 * `node test/mail-sender.ts DATABASE SMTP_URL CLOCK_OFFSET_MS`. When no mail is due, the clock advances to
 * the next attempt.
 */
const [file = '', url = '', fast = '0'] = process.argv.slice(2);
let offset = Number(fast);
const now = () => new Date(Date.now() + offset);

const db = connectSqlite(file);
const outbox = createOutbox({ db, now: () => now().toISOString() });
const mail = createSmtpTransport(url, 'Site <info@site.test>');
const dispatcher = createDispatcher({
  outbox,
  compose: async ({ recipient }) => ({
    subject: 'S',
    html: `<p>${recipient}</p>`,
    text: recipient,
  }),
  deliver: mail.deliver,
  now,
  domain: 'site.test',
  reportError: (error) => {
    throw error;
  },
});
for (;;) {
  await dispatcher.sendDue();
  const next = await outbox.nextDueAt();
  if (next === null) break;
  offset += Math.max(Date.parse(next) - now().getTime(), 0) + 1;
}
mail.close();
await db.close();
