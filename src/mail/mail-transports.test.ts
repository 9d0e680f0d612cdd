import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { simpleParser } from 'mailparser';
import { describe, expect, onTestFinished, test } from 'vitest';
import { smtpError, startMailServer } from '../../test/mail-server.ts';
import { makeFolder } from '../../test/make-folder.ts';
import { makeClock } from '../../test/make-site.ts';
import { readTable } from '../../test/read-table.ts';
import { concernsMailbox, type Mail } from './mail.ts';
import { createFileTransport, createSmtpTransport } from './mail-transports.ts';

const FROM = 'Site <info@site.test>';

const MAIL: Mail = {
  messageId: '<1@site.test>',
  to: 'reader@example.org',
  subject: 'Ünïcode & more',
  html: '<p>Hello</p>',
  text: 'Hello',
  replyTo: 'someone@example.org',
  headers: { 'X-Kind': 'test' },
};

function serviceFor(url: string, { signal } = new AbortController()) {
  const service = createSmtpTransport(url, FROM);
  onTestFinished(() => service.close());
  return { deliver: (mail: Mail) => service.deliver(mail, signal) };
}

describe('a mail server', () => {
  test('gets a mail with both of its texts, whose it is and whom to answer', async () => {
    const { received, url } = await startMailServer();
    const delivery = await serviceFor(url).deliver(MAIL);
    expect(delivery).toMatchObject({ kind: 'accepted', answer: expect.stringContaining('250') });
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({
      subject: MAIL.subject,
      html: expect.stringContaining('<p>Hello</p>'),
      text: expect.stringContaining('Hello'),
      messageId: MAIL.messageId,
      from: { text: '"Site" <info@site.test>' },
      to: { text: 'reader@example.org' },
      replyTo: { text: 'someone@example.org' },
    });
    expect(received[0]?.headers.get('x-kind')).toBe('test');
  });

  test('that refuses a mail for good is not retried', async () => {
    const spam = await startMailServer({
      onData(stream, _session, done) {
        stream.resume().on('end', () => done(smtpError('Looks like spam', 554)));
      },
    });
    expect(await serviceFor(spam.url).deliver(MAIL)).toMatchObject({
      kind: 'refused',
      answer: expect.stringContaining('Looks like spam'),
    });
  });

  test('whose refusal says that the mailbox is unknown is told from one that refuses for other reasons', async () => {
    let reply = smtpError('', 550);
    const { url } = await startMailServer({
      onRcptTo: (_address, _session, done) => done(reply),
    });
    const { deliver } = serviceFor(url);
    for (const [code, words = '', noSuchMailbox] of readTable(
      new URL('refusals.tsv', import.meta.url),
    )) {
      reply = smtpError(words, Number(code));
      const refused = { kind: 'refused', noSuchMailbox: noSuchMailbox === 'true' };
      expect(await deliver(MAIL), words).toMatchObject(refused);
    }
    const refusesSender = await startMailServer({
      onMailFrom: (_address, _session, done) => done(smtpError('5.1.1 User unknown', 550)),
    });
    expect(await serviceFor(refusesSender.url).deliver(MAIL)).toMatchObject({
      noSuchMailbox: false,
    });
  });

  test('that says later, hangs up, is not there or wants another password is asked again', async () => {
    const greylisting = await startMailServer({
      onRcptTo: (_address, _session, done) => done(smtpError('Greylisted', 451)),
    });
    const hangsUp = await startMailServer({
      onMailFrom: (_address, session) => hangsUp.hangUp(session.id),
    });
    const strict = await startMailServer({
      authOptional: false,
      onAuth: (_auth, _session, done) => done(smtpError('Wrong password', 535)),
    });
    const withPassword = strict.url.replace('smtp://', 'smtp://user:secret@');
    for (const url of [greylisting.url, hangsUp.url, withPassword, 'smtp://127.0.0.1:1']) {
      expect(await serviceFor(url).deliver(MAIL)).toMatchObject({ kind: 'deferred' });
    }
  });

  test('gets no recipients or headers from what a person wrote', async () => {
    const { received, url } = await startMailServer();
    await serviceFor(url).deliver({
      ...MAIL,
      to: 'reader@example.org',
      subject: 'Hello\r\nBcc: victim@example.org',
      replyTo: 'a@example.org\r\nX-Evil: 1',
    });
    expect(received[0]?.bcc).toBeUndefined();
    expect(received[0]?.headers.has('x-evil')).toBe(false);
    expect(received[0]?.subject).toBe('Hello Bcc: victim@example.org');
  });
});

test('without a mail server, mails are files that a mail program opens', async () => {
  const folder = makeFolder();
  const { deliver } = createFileTransport(join(folder, 'outbox'), FROM, makeClock().now);
  const { signal } = new AbortController();
  expect(await deliver(MAIL, signal)).toMatchObject({ kind: 'accepted' });
  await deliver(MAIL, signal);
  const files = readdirSync(join(folder, 'outbox'));
  expect(files).toHaveLength(2);
  const [first = ''] = files;
  expect(first).toMatch(/^2026-03-01T090000\.000Z-[0-9a-f]{8}\.eml$/);
  const parsed = await simpleParser(readFileSync(join(folder, 'outbox', first)));
  expect(parsed).toMatchObject({ subject: MAIL.subject, messageId: MAIL.messageId });
});

test.each([
  ['550 User unknown', true],
  ['452 4.2.2 Mailbox full', true],
  ['451 4.7.1 Greylisted, come back later', true],
  ['550 Relay access denied', false],
])('a mailbox alone is why a mail did not leave after %s: %s', (reply, isReason) => {
  expect(concernsMailbox(reply)).toBe(isReason);
});
