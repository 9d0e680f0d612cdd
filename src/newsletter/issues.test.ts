import { expect, test } from 'vitest';
import { describeEachEngine } from '../../test/engines.ts';
import { smtpError, startMailServer } from '../../test/mail-server.ts';
import { makeApp, SITE_OPTIONS, type TestApp } from '../../test/make-app.ts';
import { unwrap } from '../../test/unwrap.ts';
import { createSmtpTransport } from '../mail/mail-transports.ts';
import { CLAIM_TIMEOUT_MS, createOutbox } from '../mail/outbox.ts';
import { postInputSchema } from '../posts/post-input.ts';
import { renderBody } from '../rendering/body.ts';
import type { Database } from '../server/db/connect.ts';
import { createLimits } from '../server/limits/limits.ts';
import { createSigning } from '../server/signing.ts';
import { issueStateLabel } from './admin/newsletter-labels.ts';
import { createNewsletter } from './newsletter.ts';

const BY = { by: 'editor@site.test' };
const NOTHING = { waiting: 0, sent: 0, refused: 0, expired: 0, withdrawn: 0 };

/** So many confirmed subscribers, `r0@lab.test` and on. */
async function addReaders({ query }: Database, readers: number): Promise<void> {
  const at = '2026-02-01T00:00:00.000Z';
  const rows = Array.from({ length: readers }, (_, i) => ({
    id: crypto.randomUUID(),
    email: `r${i}@lab.test`,
    email_hash: `${i}`,
    state: 'confirmed' as const,
    signed_up_at: at,
    asked_at: at,
    confirmed_at: at,
    ended_at: null,
    answer: '',
  }));
  for (let first = 0; first < rows.length; first += 1_000) {
    await query
      .insertInto('subscribers')
      .values(rows.slice(first, first + 1_000))
      .execute();
  }
}

async function writeNews(app: TestApp, fields: Record<string, unknown> = {}): Promise<void> {
  const news = { title: 'News', slug: 'news', content: 'What is **new**.', ...fields };
  unwrap(await app.services.posts.createPost(postInputSchema.parse(news)));
}

describeEachEngine('a letter to the subscribers', (makeDatabase) => {
  async function makeNews(readers: number, options: Parameters<typeof makeApp>[0] = {}) {
    const db = await makeDatabase();
    const app = await makeApp({ db, liveForms: true, ...options });
    await addReaders(db, readers);
    await writeNews(app);
    return app;
  }

  test('reaches everyone who has confirmed, once, and says how far it has come', async () => {
    const app = await makeNews(503);
    const issue = unwrap(await app.services.newsletter.sendIssue('news', { again: false, ...BY }));
    expect(issue).toMatchObject({ recipients: 503, sentBy: BY.by, slug: 'news', title: 'News' });
    expect(issue.progress).toEqual({ ...NOTHING, waiting: 503 });
    const mails = await app.db.query.selectFrom('outbox').select('recipient').execute();
    expect(new Set(mails.map(({ recipient }) => recipient)).size).toBe(503);
    const outbox = createOutbox({ db: app.db, now: app.services.now });
    for (const mail of await outbox.claim(3)) {
      await outbox.settle(mail, { kind: 'accepted', answer: '250 OK' });
    }
    const { progress } = unwrap(await app.services.newsletter.findIssue(issue.id));
    expect(progress).toEqual({ ...NOTHING, waiting: 500, sent: 3 });
  });

  test('is not sent of a post that was taken off the site while it was being sent', async () => {
    const app = await makeNews(1);
    const { services, db } = app;
    const asRead = await services.posts.anyPost('news');
    const draft = { title: 'News', slug: 'news', content: 'Not yet', status: 'draft' as const };
    const newsletter = createNewsletter({
      db,
      now: services.now,
      ...SITE_OPTIONS,
      liveForms: true,
      signing: createSigning(db),
      limits: createLimits({ db, now: services.now, signing: createSigning(db) }),
      render: renderBody,
      anyPost: async () => {
        unwrap(await services.posts.editPost('news', postInputSchema.parse(draft)));
        return asRead;
      },
    });
    expect(await newsletter.sendIssue('news', { again: false, ...BY })).toMatchObject({
      failure: { kind: 'conflict', detail: 'Only published posts can go out as newsletters.' },
    });
    expect(await db.query.selectFrom('outbox').select('id').execute()).toEqual([]);
  });

  test('goes out a second time only on purpose, also when two send it at once', async () => {
    const app = await makeNews(3);
    const send = (again: boolean) => app.services.newsletter.sendIssue('news', { again, ...BY });
    const both = await Promise.all([send(false), send(false)]);
    expect(both.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
    expect(await send(false)).toMatchObject({ ok: false, failure: { kind: 'conflict' } });
    expect(await app.sendMails()).toHaveLength(3);
    // A double click names the issue that it follows.
    const [first] = (await app.services.newsletter.issues({ limit: 1 })).issues;
    const again = { again: first?.id ?? '', ...BY };
    app.clock.advance(1_000);
    const clicks = [again, again].map((click) => app.services.newsletter.sendIssue('news', click));
    expect((await Promise.all(clicks)).map(({ ok }) => ok).toSorted()).toEqual([false, true]);
    expect(await app.services.newsletter.sendIssue('news', again)).toMatchObject({
      failure: { kind: 'conflict', detail: 'This post was issued again in the meantime.' },
    });
    expect(await app.sendMails()).toHaveLength(3);
    unwrap(await send(true));
    expect(await app.sendMails()).toHaveLength(3);
    const { issues } = await app.services.newsletter.issues({ limit: 10 });
    expect(issues.map(({ progress }) => progress.sent)).toEqual([3, 3, 3]);
  });

  test('is not sent of a draft, of what is not due or retracted, to nobody, or while forms are off', async () => {
    const app = await makeNews(0);
    await writeNews(app, { slug: 'draft', status: 'draft' });
    await writeNews(app, { slug: 'later', publishDate: '2027-01-01T00:00:00Z' });
    const failureOf = async (slug: string, services = app.services) => {
      const sent = await services.newsletter.sendIssue(slug, { again: false, ...BY });
      return sent.ok ? null : sent.failure.kind;
    };
    expect(await failureOf('nothing')).toBe('not-found');
    for (const slug of ['draft', 'later', 'news']) expect(await failureOf(slug)).toBe('conflict');
    await addReaders(app.db, 1);
    const notice = { kind: 'retraction', date: '2026-03-01', issuedBy: 'A', reason: 'B' } as const;
    const retracted = unwrap(await app.services.posts.addNotice('news', notice, BY));
    expect(await failureOf('news')).toBe('conflict');
    unwrap(await app.services.posts.withdrawNotice('news', retracted.id, BY));
    const off = await makeApp({ db: app.db, liveForms: false });
    expect(await failureOf('news', off.services)).toBe('conflict');
    expect(await failureOf('news')).toBeNull();
    expect(await off.sendMails()).toEqual([]);
  });

  test('does not reach who leaves while it is on its way', async () => {
    const app = await makeNews(2);
    unwrap(await app.services.newsletter.sendIssue('news', { again: false, ...BY }));
    const { subscribers } = await app.services.newsletter.subscribers({ limit: 2 });
    await app.services.newsletter.removeSubscriber(subscribers[0]?.id ?? '', BY);
    expect((await app.sendMails()).map(({ to }) => to)).toEqual([subscribers[1]?.email]);
    const { issues } = await app.services.newsletter.issues({ limit: 1 });
    expect(issues[0]?.progress).toEqual({ ...NOTHING, sent: 1, withdrawn: 1 });
  });

  test('stays as it was when it was sent, whatever becomes of the post', async () => {
    const app = await makeNews(1);
    unwrap(await app.services.newsletter.sendIssue('news', { again: false, ...BY }));
    const edited = { title: 'Changed', slug: 'changed', content: 'Changed.' };
    unwrap(await app.services.posts.editPost('news', postInputSchema.parse(edited)));
    const [mail] = await app.sendMails();
    expect(mail?.subject).toContain('News');
    expect(mail?.text).toContain('What is new.');
    expect(mail?.text).toContain('https://site.test/blog/news');
  });

  test('stops when it is told to', async () => {
    const app = await makeNews(5);
    const { id } = unwrap(await app.services.newsletter.sendIssue('news', { again: false, ...BY }));
    const stopped = unwrap(await app.services.newsletter.stopIssue(id, BY));
    expect(stopped.progress).toEqual({ ...NOTHING, withdrawn: 5 });
    expect(stopped.stoppedAt).toBe(app.services.now());
    expect(unwrap(await app.services.newsletter.stopIssue(id, BY))).toEqual(stopped);
    expect(await app.sendMails()).toEqual([]);
    const { events } = await app.services.accounts.auditTrail({ limit: 10 });
    const deeds = events.map(({ action, subject }) => `${action} ${subject}`);
    expect(deeds).toContain('newsletter-sent news');
    expect(deeds.filter((deed) => deed === 'newsletter-stopped news')).toHaveLength(1);
  });

  test('is never sent in place of another one that is under way', async () => {
    const app = await makeNews(40);
    await writeNews(app, { slug: 'second', title: 'Second', content: 'Quite **another** text.' });
    const first = unwrap(await app.services.newsletter.sendIssue('news', { again: false, ...BY }));
    const second = unwrap(
      await app.services.newsletter.sendIssue('second', { again: false, ...BY }),
    );
    const rows = await app.db.query.selectFrom('outbox').select(['id', 'batch']).execute();
    const batchOf = new Map(rows.map(({ id, batch }) => [`<${id}@site.test>`, batch]));
    const textOf = new Map([
      [first.id, 'What is new.'],
      [second.id, 'Quite another text.'],
    ]);
    // All at once, and then as the dispatcher sends them.
    const claimed = await createOutbox({ db: app.db, now: app.services.now }).claim(80);
    const composed = claimed.map(async (mail) => {
      const content = await app.services.mail.composeMail(mail);
      return { to: mail.recipient, messageId: `<${mail.id}@site.test>`, text: content?.text ?? '' };
    });
    app.clock.advance(CLAIM_TIMEOUT_MS);
    for (const mails of [await Promise.all(composed), await app.sendMails()]) {
      expect(mails).toHaveLength(80);
      const wrong = mails.filter(({ messageId, text }) => {
        const own = textOf.get(batchOf.get(messageId) ?? '');
        return own === undefined || !text.includes(own);
      });
      expect(wrong.map(({ to }) => to)).toEqual([]);
    }
  });

  test('lets a confirmation go first', async () => {
    const app = await makeNews(50);
    unwrap(await app.services.newsletter.sendIssue('news', { again: false, ...BY }));
    app.clock.advance(1_000);
    await app.services.newsletter.signUp(
      { email: 'new@lab.test' },
      { ip: null, isSuspected: false },
    );
    const outbox = createOutbox({ db: app.db, now: app.services.now });
    expect(await outbox.claim(1)).toMatchObject([{ recipient: 'new@lab.test' }]);
    expect(await outbox.claim(1)).toMatchObject([{ kind: 'newsletter-issue' }]);
  });

  test('keeps its figures when the outbox has forgotten its mails', async () => {
    const app = await makeNews(2);
    const { id } = unwrap(await app.services.newsletter.sendIssue('news', { again: false, ...BY }));
    await app.services.newsletter.tallyIssues();
    await app.sendMails();
    app.clock.advanceDays(4);
    await app.services.newsletter.tallyIssues();
    await app.db.query.deleteFrom('outbox').execute();
    expect(unwrap(await app.services.newsletter.findIssue(id)).progress).toEqual({
      ...NOTHING,
      sent: 2,
    });
  });

  test('is refused by a mail server for some, in its words, and these are not mailed again', async () => {
    const { received, url } = await startMailServer({
      onRcptTo({ address }, _session, done) {
        if (address === 'r0@lab.test') done(smtpError('5.1.1 No such user here', 550));
        else if (address === 'r1@lab.test') done(smtpError('5.7.1 We do not like you', 550));
        else done();
      },
    });
    const service = createSmtpTransport(url, 'Site <info@site.test>');
    const app = await makeNews(4, { deliver: service.deliver });
    const { id } = unwrap(await app.services.newsletter.sendIssue('news', { again: false, ...BY }));
    await app.sendMails();
    const refused = await app.services.newsletter.issueRecipients(id, {
      state: 'refused',
      limit: 10,
    });
    expect(refused.recipients.map(({ email, answer }) => `${email}: ${answer}`).toSorted()).toEqual(
      [
        expect.stringMatching(/^r0@lab\.test: .*No such user here/),
        expect.stringMatching(/^r1@lab\.test: .*We do not like you/),
      ],
    );
    const { subscribers } = await app.services.newsletter.subscribers({
      limit: 10,
      state: 'bounced',
    });
    expect(subscribers).toMatchObject([
      { email: 'r0@lab.test', answer: expect.stringContaining('No such user here') },
    ]);
    unwrap(await app.services.newsletter.sendIssue('news', { again: true, ...BY }));
    await app.sendMails();
    service.close();
    expect(received.map(({ to }) => [to].flat()[0]?.text).toSorted()).toEqual(
      ['r2', 'r2', 'r3', 'r3'].map((reader) => `${reader}@lab.test`),
    );
  });

  test('stops when its first twenty are all refused, and says so; not when one has arrived', async () => {
    let sent = 0;
    const refused = { kind: 'refused', answer: '550 Denied', noSuchMailbox: false } as const;
    const deliver = async () =>
      ++sent === first ? ({ kind: 'accepted', answer: '250 OK' } as const) : refused;
    let first = 0;
    const app = await makeNews(30, { deliver });
    const send = async () => {
      sent = 0;
      const all = { again: true, ...BY };
      const { id } = unwrap(await app.services.newsletter.sendIssue('news', all));
      await app.sendMails();
      return unwrap(await app.services.newsletter.findIssue(id));
    };
    const stopped = await send();
    expect(stopped.stoppedAt).not.toBeNull();
    expect(stopped.progress.sent).toBe(0);
    // Those that are under way end.
    expect(stopped.progress.refused).toBeGreaterThanOrEqual(20);
    expect(stopped.progress.refused).toBeLessThanOrEqual(23);
    expect(stopped.progress.withdrawn).toBe(30 - stopped.progress.refused);
    expect(issueStateLabel(stopped, null)).toMatch(
      /^Stopped on .*The mail server had refused every email/,
    );
    const [event] = await app.db.query
      .selectFrom('audit_events')
      .selectAll()
      .where('action', '=', 'newsletter-stopped')
      .execute();
    expect(event?.actor).toBeNull();
    first = 1;
    expect(await send()).toMatchObject({ stoppedAt: null, progress: { sent: 1, refused: 29 } });
  });

  test('has the notices of its post above it, also those given while it is on its way', async () => {
    const app = await makeNews(1);
    const reason = 'Figure 2 <was> wrong.\nIt shows IC50.';
    const notice = { kind: 'correction', date: '2026-03-01', issuedBy: 'The lab', reason } as const;
    unwrap(await app.services.posts.addNotice('news', notice, BY));
    const owner = BY.by;
    const preview = unwrap(await app.services.newsletter.previewIssue('news', { owner }));
    unwrap(await app.services.newsletter.sendTestIssue('news', { to: owner }));
    unwrap(await app.services.newsletter.sendIssue('news', { again: false, ...BY }));
    const concern = { ...notice, kind: 'expression-of-concern', reason: 'Not yet clear.' } as const;
    const before = await app.sendMails();
    expect(before).toHaveLength(2);
    unwrap(await app.services.newsletter.sendIssue('news', { again: true, ...BY }));
    unwrap(await app.services.posts.addNotice('news', concern, BY));
    const [after] = await app.sendMails();
    for (const { html, text } of [preview, ...before, after ?? preview]) {
      expect(text).toMatch(
        /Correction, 2026-03-01 \(The lab\): Figure 2 <was> wrong\.[\s\S]*What is new/,
      );
      expect(html).toContain('Figure 2 &lt;was&gt; wrong.');
    }
    expect(after?.text).toMatch(/EXPRESSION OF CONCERN: NEWS[\s\S]*\(The lab\): Not yet clear\./i);
    unwrap(await app.services.newsletter.sendIssue('news', { again: true, ...BY }));
    const retraction = { ...notice, kind: 'retraction' } as const;
    unwrap(await app.services.posts.addNotice('news', retraction, BY));
    expect(await app.sendMails()).toEqual([]);
  });

  test('is left by one click in any mail program (RFC 8058)', async () => {
    const { received, url } = await startMailServer();
    const service = createSmtpTransport(url, 'Site <info@site.test>');
    const app = await makeNews(1, { deliver: service.deliver });
    unwrap(await app.services.newsletter.sendIssue('news', { again: false, ...BY }));
    await app.sendMails();
    service.close();
    const [mail] = received;
    const lines = new Map(
      mail?.headerLines.map(({ key, line }) => [key, line.replace(/\s+/g, ' ')]),
    );
    expect(lines.get('list-unsubscribe-post')).toBe(
      'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
    );
    const address = /^List-Unsubscribe: <(https:\/\/site\.test\/\S+)>$/.exec(
      lines.get('list-unsubscribe') ?? '',
    )?.[1];
    expect(mail?.text).toContain(address);
    expect(mail?.html).toContain(`href="${address}"`);
    expect(mail?.html).not.toMatch(/<img|url\(|<link/i);

    const { pathname, search } = new URL(address ?? '');
    const click = () =>
      app.send('POST', `${pathname}${search}`, {
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      });
    for (const _ of ['once', 'again']) {
      const { status, headers } = await click();
      expect([status, headers.get('Location'), headers.get('Set-Cookie')]).toEqual([
        200,
        null,
        null,
      ]);
    }
    expect(await app.services.newsletter.subscriberCounts()).toMatchObject({
      confirmed: 0,
      unsubscribed: 1,
    });
  });

  test('can be read beforehand, and mailed to oneself', async () => {
    const app = await makeNews(1);
    const written = { subject: 'Good news', introduction: 'Dear **reader**,' };
    const owner = 'editor@site.test';
    const letter = unwrap(
      await app.services.newsletter.previewIssue('news', { ...written, owner }),
    );
    expect(letter.text).toMatch(/Dear reader,[\s\S]*What is new\./);
    expect(await app.services.newsletter.previewIssue('nothing', { owner })).toMatchObject({
      ok: false,
    });
    unwrap(
      await app.services.newsletter.sendTestIssue('news', { ...written, to: 'editor@site.test' }),
    );
    const mails = await app.sendMails();
    expect(mails.map(({ to, subject, text }) => [to, subject, text])).toEqual([
      ['editor@site.test', 'Test: Good news', letter.text],
    ]);
    expect(await app.services.newsletter.issues({ limit: 1 })).toEqual({ issues: [], next: null });
  });
});
