import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { boundTo } from '../../test/bound-to.ts';
import { describeEachEngine } from '../../test/engines.ts';
import { makeApp, type TestApp } from '../../test/make-app.ts';
import { makePng } from '../../test/pictures.ts';
import { createPost, editPost } from '../../test/save-posts.ts';
import { unwrap } from '../../test/unwrap.ts';
import { readAuditTrail } from '../accounts/audit.ts';
import { mailOf } from '../app/make-site.ts';
import { purgeExpiredData } from '../inquiries/privacy/retention.ts';
import type { Delivery, Mail } from '../mail/mail.ts';
import { CLAIM_TIMEOUT_MS, type ClaimedMail, claimMail, settleMail } from '../mail/outbox.ts';
import { listMedia, removeMedia } from '../media/library.ts';
import { uploadMedia } from '../media/upload.ts';

import { postInputSchema } from '../posts/post-input.ts';
import * as notices from '../posts/record/records.ts';
import type { Database } from '../server/db/connect.ts';
import * as mails from './issue-mail.ts';
import { findIssue, type Issue, listIssues } from './issues.ts';
import * as sending from './sending.ts';
import { signUp } from './sign-up.ts';
import * as subscribers from './subscribers.ts';

const BY = { by: 'editor@site.test' };
const NOTHING = { waiting: 0, sent: 0, refused: 0, expired: 0, withdrawn: 0 };
const NEWS = { title: 'News', slug: 'news', content: 'What is **new**.' };
const NOW = { again: false, ...BY };
const HOUR_MS = 60 * 60 * 1000;
/** An hour after the start of the clock. */
const AT = '2026-03-01T10:00:00.000Z';
const LATER = { ...NOW, sendAt: AT };

type Options = NonNullable<Parameters<typeof makeApp>[0]>;

/** A live site with the post `NEWS` and confirmed subscribers, `r0@lab.test` and on. */
async function makeNews(readers: number, options: Options = {}) {
  const app = await makeApp({ liveForms: true, ...options });
  await app.signIn();
  await addReaders(app.db, readers);
  await write(app);
  const ofState = (wanted: Issue['state']) => async () =>
    (await listIssues(app.site, { limit: 10 })).issues.filter(({ state }) => state === wanted);
  return {
    ...app,
    ...boundTo(app.site, { ...mails, ...sending, findIssue, signUp, ...subscribers, ...notices }),
    scheduled: ofState('scheduled'),
    sent: ofState('sent'),
  };
}

async function addReaders({ query }: Database, readers: number): Promise<void> {
  if (readers === 0) return;
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
  await query.insertInto('subscribers').values(rows).execute();
}

async function write({ site }: Pick<TestApp, 'site'>, fields: object = {}) {
  unwrap(await createPost(site, postInputSchema.parse({ ...NEWS, ...fields })));
}

async function edit({ site }: Pick<TestApp, 'site'>, fields: object) {
  unwrap(await editPost(site, 'news', postInputSchema.parse({ ...NEWS, ...fields })));
}

/** What a job of a minute after `AT` does. */
async function sendDue({ clock, site }: Pick<TestApp, 'clock' | 'site'>) {
  clock.set('2026-03-01T10:00:02.000Z');
  await sending.sendDueIssues(site);
}

const recipientsOf = (mails: readonly Mail[]) => mails.map(({ to }) => to).toSorted();

describeEachEngine('an issue', (makeDatabase) => {
  test('reaches everyone who has confirmed, once, and says how many it has reached', async () => {
    const app = await makeNews(503, { db: await makeDatabase() });
    const issue = unwrap(await app.sendIssue('news', NOW));
    expect(issue).toMatchObject({ recipients: 503, sentBy: BY.by, slug: 'news', title: 'News' });
    expect(issue.progress).toEqual({ ...NOTHING, waiting: 503 });
    const mails = await app.db.query.selectFrom('outbox').select('recipient').execute();
    expect(new Set(mails.map(({ recipient }) => recipient)).size).toBe(503);
    for (let sent = 0; sent < 3; sent += 1) {
      const mail = await claimMail(app.site);
      if (mail) await settleMail(app.site, mail, { kind: 'accepted', answer: '250 OK' });
    }
    const progress = async () => unwrap(await app.findIssue(issue.id)).progress;
    expect(await progress()).toEqual({ ...NOTHING, waiting: 500, sent: 3 });
    // The counts outlive the mails.
    await app.stopIssue(issue.id, BY);
    app.clock.advanceDays(40);
    await purgeExpiredData(app.site);
    expect(await app.db.query.selectFrom('outbox').select('id').execute()).toEqual([]);
    expect(await progress()).toEqual({ ...NOTHING, sent: 3, withdrawn: 500 });
  });

  test('is sent a second time only on purpose, also when two send it at once', async () => {
    const app = await makeNews(3, { db: await makeDatabase() });
    const send = (again: boolean | string) => app.sendIssue('news', { again, ...BY });
    const both = await Promise.all([send(false), send(false)]);
    expect(both.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
    expect(await send(false)).toMatchObject({ ok: false, failure: { kind: 'conflict' } });
    expect(await app.sendMails()).toHaveLength(3);
    // A double click names the issue that it follows.
    const [first] = await app.sent();
    app.clock.advance(1_000);
    const clicks = [1, 2].map(() => send(first?.id ?? ''));
    expect((await Promise.all(clicks)).map(({ ok }) => ok).toSorted()).toEqual([false, true]);
    expect(await send(first?.id ?? '')).toMatchObject({
      failure: { kind: 'conflict', detail: 'This post was issued again in the meantime.' },
    });
    expect(await app.sendMails()).toHaveLength(3);
    unwrap(await send(true));
    expect(await app.sendMails()).toHaveLength(3);
    expect((await app.sent()).map(({ progress }) => progress.sent)).toEqual([3, 3, 3]);
  });

  test('is scheduled once for a post and sent once when it is due, whoever else does so, with the title that it has by then', async () => {
    const app = await makeNews(3, { db: await makeDatabase() });
    const both = await Promise.all([1, 2].map(() => app.sendIssue('news', LATER)));
    expect(both.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
    expect(await app.sendIssue('news', NOW)).toMatchObject({
      failure: { kind: 'conflict', detail: expect.stringContaining('scheduled') },
    });
    expect(await app.sendMails()).toEqual([]);
    const other = await makeApp({ db: app.db, liveForms: true });
    await edit(app, { title: 'Corrected title' });
    await Promise.all([app, other, app, other, app].map(sendDue));
    const subjects = (await app.sendMails()).map(({ subject }) => subject);
    expect(subjects).toEqual(Array(3).fill('Corrected title'));
    expect(await app.sent()).toHaveLength(1);
    expect(await app.scheduled()).toEqual([]);
  });

  test('that is cancelled while it is due is sent to everybody or to nobody', async () => {
    const app = await makeNews(2, { db: await makeDatabase() });
    const { id } = unwrap(await app.sendIssue('news', LATER));
    const [, cancelled] = await Promise.all([sendDue(app), app.cancelIssue(id, BY)]);
    expect(await app.sendMails()).toHaveLength(cancelled.ok ? 0 : 2);
    expect(await app.scheduled()).toEqual([]);
  });
});

describe('an issue', () => {
  test('is not sent of a draft, of what is not due or retracted, to nobody, or while forms are off', async () => {
    const app = await makeNews(0);
    await write(app, { slug: 'draft', status: 'draft' });
    await write(app, { slug: 'later', publishDate: '2027-01-01T00:00:00Z' });
    const failureOf = async (slug: string, { site } = app) => {
      const sent = await sending.sendIssue(site, slug, NOW);
      return sent.ok ? null : sent.failure.kind;
    };
    expect(await failureOf('nothing')).toBe('not-found');
    for (const slug of ['draft', 'later', 'news']) expect(await failureOf(slug)).toBe('conflict');
    await addReaders(app.db, 1);
    const notice = { kind: 'retraction', date: '2026-03-01', issuedBy: 'A', reason: 'B' } as const;
    const retracted = unwrap(await app.addNotice('news', notice, BY));
    expect(await failureOf('news')).toBe('conflict');
    unwrap(await app.withdrawNotice('news', retracted.id, BY));
    const off = await makeApp({ db: app.db, liveForms: false });
    expect(await failureOf('news', { ...app, site: off.site })).toBe('conflict');
    expect(await failureOf('news')).toBeNull();
    expect(await off.sendMails()).toEqual([]);
  });

  test('keeps the text that was sent, and does not reach who leaves before their mail is sent', async () => {
    const app = await makeNews(2);
    unwrap(await app.sendIssue('news', NOW));
    await edit(app, { title: 'Changed', slug: 'changed', content: 'Changed.' });
    const { page: subscribers } = await app.listSubscribers({ limit: 2 });
    await app.removeSubscriber(subscribers[0]?.id ?? '', BY);
    const mails = await app.sendMails();
    expect(recipientsOf(mails)).toEqual([subscribers[1]?.email]);
    expect(mails[0]?.subject).toContain('News');
    expect(mails[0]?.text).toContain('What is new.');
    expect(mails[0]?.text).toContain('https://site.test/blog/news');
    const [issue] = await app.sent();
    expect(issue?.progress).toEqual({ ...NOTHING, sent: 1, withdrawn: 1 });
  });

  test('is never sent in place of another one that is under way', async () => {
    const app = await makeNews(20);
    await write(app, { slug: 'second', title: 'Second', content: 'Quite **another** text.' });
    const textOf = new Map([
      [unwrap(await app.sendIssue('news', NOW)).id, 'What is new.'],
      [unwrap(await app.sendIssue('second', NOW)).id, 'Quite another text.'],
    ]);
    const rows = await app.db.query.selectFrom('outbox').select(['id', 'batch']).execute();
    const ownText = new Map(
      rows.map(({ id, batch }) => [`<${id}@site.test>`, textOf.get(batch ?? '') ?? 'none']),
    );
    // All at once, and then as the dispatcher sends them.
    const claimed: ClaimedMail[] = [];
    for (let mail = await claimMail(app.site); mail !== null; mail = await claimMail(app.site)) {
      claimed.push(mail);
    }
    const composed = claimed.map(async (mail) => {
      const content = await mailOf(app.site).compose(mail);
      return { messageId: `<${mail.id}@site.test>`, text: content?.text ?? '' };
    });
    app.clock.advance(CLAIM_TIMEOUT_MS);
    for (const mails of [await Promise.all(composed), await app.sendMails()]) {
      expect(mails).toHaveLength(40);
      for (const { messageId, text } of mails) expect(text).toContain(ownText.get(messageId));
    }
  });

  test('lets a confirmation go first', async () => {
    const app = await makeNews(50);
    unwrap(await app.sendIssue('news', NOW));
    app.clock.advance(1_000);
    await app.signUp({ email: 'new@lab.test', subject: '' }, null);
    expect(await claimMail(app.site)).toMatchObject({ recipient: 'new@lab.test' });
    expect(await claimMail(app.site)).toMatchObject({ kind: 'newsletter-issue' });
  });

  test('that a mail server refuses for an unknown mailbox is not sent there again', async () => {
    const sent: string[] = [];
    const app = await makeNews(4, {
      deliver: async ({ to }): Promise<Delivery> => {
        const noSuchMailbox = to === 'r0@lab.test';
        const answer = noSuchMailbox ? '550 5.1.1 No such user' : '550 5.7.1 We do not like you';
        if (noSuchMailbox || to === 'r1@lab.test')
          return { kind: 'refused', answer, noSuchMailbox };
        sent.push(to);
        return { kind: 'accepted', answer: '250 OK' };
      },
    });
    unwrap(await app.sendIssue('news', NOW));
    await app.sendMails();
    const { page: subscribers } = await app.listSubscribers({ limit: 10, state: 'bounced' });
    expect(subscribers).toMatchObject([
      { email: 'r0@lab.test', answer: expect.stringContaining('No such user') },
    ]);
    expect(unwrap(await app.sendIssue('news', { again: true, ...BY })).recipients).toBe(3);
    await app.sendMails();
    expect(sent.toSorted()).toEqual(['r2', 'r2', 'r3', 'r3'].map((name) => `${name}@lab.test`));
  });

  test('stops when its first twenty are all refused, and says so; not when one has arrived', async () => {
    let sent = 0;
    let accepted = 0;
    const deliver = async (): Promise<Delivery> =>
      ++sent === accepted
        ? { kind: 'accepted', answer: '250 OK' }
        : { kind: 'refused', answer: '550 Denied', noSuchMailbox: false };
    const app = await makeNews(30, { deliver });
    const send = async () => {
      sent = 0;
      const { id } = unwrap(await app.sendIssue('news', { again: true, ...BY }));
      await app.sendMails();
      return unwrap(await app.findIssue(id));
    };
    const stopped = await send();
    expect(stopped.stoppedAt).not.toBeNull();
    expect(stopped.progress.sent).toBe(0);
    // Those that are under way end.
    expect(stopped.progress.refused).toBeGreaterThanOrEqual(20);
    expect(stopped.progress.refused).toBeLessThanOrEqual(23);
    expect(stopped.progress.withdrawn).toBe(30 - stopped.progress.refused);
    const { events } = await readAuditTrail(app.site, { limit: 9 });
    const stops = events.filter(({ action }) => action === 'newsletter-stopped');
    expect(stops).toMatchObject([{ actor: null }]);
    accepted = 1;
    expect(await send()).toMatchObject({ stoppedAt: null, progress: { sent: 1, refused: 29 } });
  });

  test('has the notices of its post above it, also those given before its mails are sent', async () => {
    const app = await makeNews(1);
    const send = async (again: boolean) => unwrap(await app.sendIssue('news', { again, ...BY }));
    const reason = 'Figure 2 <was> wrong.\nIt shows IC50.';
    const notice = { kind: 'correction', date: '2026-03-01', issuedBy: 'The lab', reason } as const;
    unwrap(await app.addNotice('news', notice, BY));
    const preview = unwrap(await app.previewIssue('news', { owner: BY.by }));
    unwrap(await app.sendTestIssue('news', { owner: BY.by }));
    await send(false);
    const concern = { ...notice, kind: 'expression-of-concern', reason: 'Not yet clear.' } as const;
    const before = await app.sendMails();
    expect(before).toHaveLength(2);
    await send(true);
    unwrap(await app.addNotice('news', concern, BY));
    const [after] = await app.sendMails();
    for (const { html, text } of [preview, ...before, after ?? preview]) {
      expect(text).toMatch(
        /Correction, 2026-03-01 \(The lab\): Figure 2 <was> wrong\.[\s\S]*What is new/,
      );
      expect(html).toContain('Figure 2 &#x3C;was> wrong.');
    }
    expect(after?.text).toMatch(/EXPRESSION OF CONCERN: NEWS[\s\S]*\(The lab\): Not yet clear\./i);
    await send(true);
    unwrap(await app.addNotice('news', { ...notice, kind: 'retraction' }, BY));
    expect(await app.sendMails()).toEqual([]);
  });
});

describe('a scheduled issue', () => {
  test('is sent at its time, once, with the text that the post has then', async () => {
    const app = await makeNews(2);
    const written = { subject: 'Good news', introduction: 'Dear **reader**,' };
    const scheduled = unwrap(await app.sendIssue('news', { ...LATER, ...written }));
    expect(scheduled).toMatchObject({ ...written, slug: 'news', sendAt: AT, problem: null });
    await app.sendDueIssues();
    expect(await app.sendMails()).toEqual([]);
    await edit(app, { title: 'Newer', slug: 'newer', content: 'Corrected.' });
    expect(await app.scheduled()).toMatchObject([{ title: 'Newer', slug: 'newer' }]);
    await sendDue(app);
    await sendDue(app);
    const mails = await app.sendMails();
    expect(recipientsOf(mails)).toEqual(['r0@lab.test', 'r1@lab.test']);
    for (const { subject, text, html } of mails) {
      expect(subject).toBe('Good news');
      expect(text).toMatch(/Dear reader,[\s\S]*Newer[\s\S]*Corrected\./);
      expect(html).toContain('<strong>reader</strong>');
      expect(html).toContain('https://site.test/blog/newer');
    }
    expect(await app.scheduled()).toEqual([]);
    expect(unwrap(await app.findIssue(scheduled.id))).toMatchObject({
      title: 'Newer',
      subject: 'Good news',
      sentBy: BY.by,
      recipients: 2,
    });
  });

  test('is not sent of a post that is not public any more, and says why until it is changed', async () => {
    const app = await makeNews(2);
    const { id } = unwrap(await app.sendIssue('news', LATER));
    await edit(app, { status: 'draft' });
    await sendDue(app);
    await edit(app, { status: 'published' });
    await app.sendDueIssues();
    expect(await app.sendMails()).toEqual([]);
    const [waiting] = await app.scheduled();
    const problem = 'Only published posts can go out as newsletters.';
    expect(waiting).toMatchObject({ id, problem });
    const later = { subject: null, introduction: '', sendAt: '2026-03-01T11:00:00.000Z', ...BY };
    unwrap(await app.changeIssue(id, later));
    app.clock.advance(HOUR_MS);
    await app.sendDueIssues();
    expect(await app.sendMails()).toHaveLength(2);
  });

  test.each<[string, number, (app: TestApp) => Promise<unknown>, string]>([
    [
      'of somebody who was removed',
      1,
      ({ db }) => db.query.deleteFrom('administrators').where('email', '=', BY.by).execute(),
      'The person who scheduled it is no longer allowed to send newsletters.',
    ],
    [
      'of a deleted post',
      1,
      ({ db }) => db.query.deleteFrom('posts').where('slug', '=', 'news').execute(),
      'The post has been deleted.',
    ],
    ['without subscribers', 0, async () => undefined, 'There are no confirmed subscribers yet.'],
    [
      'while the newsletter is off',
      1,
      ({ site }) => Promise.resolve(Object.assign(site, { liveForms: false })),
      'The newsletter is off. To turn it on, set LIVE_FORMS=on and restart the site.',
    ],
  ])('%s is not sent, says why, and can be cancelled', async (_, readers, change, problem) => {
    const app = await makeNews(readers);
    const { id } = unwrap(await app.sendIssue('news', LATER));
    await change(app);
    await sendDue(app);
    expect(await app.sendMails()).toEqual([]);
    expect(await app.scheduled()).toMatchObject([{ id, title: 'News', problem }]);
    unwrap(await app.cancelIssue(id, BY));
    expect(await app.scheduled()).toEqual([]);
  });

  test('is neither lost nor sent twice when a process dies between claiming and enqueuing it', async () => {
    const app = await makeNews(2);
    const { id } = unwrap(await app.sendIssue('news', LATER));
    // The second after the mails were written, at the last step.
    for (const table of ['outbox', 'audit_events']) {
      await sql`alter table ${sql.table(table)} rename to away`.execute(app.db.query);
      await expect(sendDue(app)).rejects.toThrow('Issues could not be sent');
      await sql`alter table away rename to ${sql.table(table)}`.execute(app.db.query);
      expect(await app.scheduled()).toMatchObject([{ id, problem: null }]);
    }
    expect(await app.sendMails()).toEqual([]);
    await sendDue(app);
    await sendDue(app);
    expect(await app.sendMails()).toHaveLength(2);
  });

  test('keeps the pictures of its introduction in the library, and is refused with a removed one', async () => {
    const app = await makeNews(1);
    const { site } = app;
    const options = { name: 'x.png', ...BY };
    const { item: picture } = unwrap(await uploadMedia(site, [await makePng()], options));
    const remove = () => removeMedia(site, picture.id, BY.by);
    const introduction = `![A](${picture.address})`;
    const expectInUse = async () =>
      expect(await remove()).toMatchObject({
        failure: { kind: 'conflict', detail: expect.stringContaining('“News”') },
      });
    const written = { ...LATER, introduction };
    const { id } = unwrap(await app.sendIssue('news', written));
    const change = async (text: string) =>
      unwrap(await app.changeIssue(id, { sendAt: AT, introduction: text, ...BY }));
    await expectInUse();
    await edit(app, { content: 'Corrected.' });
    await expectInUse();
    await change('');
    expect((await listMedia(site, { kind: 'picture', limit: 1 })).items).toMatchObject([
      { usedIn: [] },
    ]);
    await change(introduction);
    await expectInUse();
    unwrap(await app.cancelIssue(id, BY));
    unwrap(await remove());
    expect(await app.sendIssue('news', written)).toMatchObject({
      failure: { kind: 'conflict', detail: expect.stringContaining('has been removed') },
    });
    expect(await app.scheduled()).toEqual([]);
  });

  test('can be of a post that is public by then', async () => {
    const app = await makeNews(1);
    await edit(app, { publishDate: AT });
    unwrap(await app.sendIssue('news', LATER));
    await sendDue(app);
    expect(await app.sendMails()).toHaveLength(1);
  });
});
