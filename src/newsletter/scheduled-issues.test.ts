import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { describeEachEngine } from '../../test/engines.ts';
import { startMailServer } from '../../test/mail-server.ts';
import { makeApp, type TestApp } from '../../test/make-app.ts';
import { unwrap } from '../../test/unwrap.ts';
import { createSmtpTransport } from '../mail/mail-transports.ts';
import { postInputSchema } from '../posts/post-input.ts';
import type { Database } from '../server/db/connect.ts';

const BY = 'editor@site.test';
/** An hour after the start of the clock. */
const AT = '2026-03-01T10:00:00.000Z';
const HOUR_MS = 60 * 60 * 1000;
const FIRST = { again: false, by: BY, sendAt: AT };

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
  await query.insertInto('subscribers').values(rows).execute();
}

const NEWS = { title: 'News', slug: 'news', content: 'What is **new**.' };

async function edit(app: TestApp, fields: object): Promise<void> {
  unwrap(await app.services.posts.editPost('news', postInputSchema.parse({ ...NEWS, ...fields })));
}

describeEachEngine('a scheduled letter', (makeDatabase) => {
  async function makeNews(readers = 2, options: Parameters<typeof makeApp>[0] = {}) {
    const db = await makeDatabase();
    const app = await makeApp({ db, liveForms: true, ...options });
    await app.signIn();
    if (readers > 0) await addReaders(db, readers);
    unwrap(await app.services.posts.createPost(postInputSchema.parse(NEWS)));
    return app;
  }

  /** What a job of a minute later does. */
  async function whenDue(app: TestApp): Promise<void> {
    app.clock.set('2026-03-01T10:00:02.000Z');
    await app.services.newsletter.sendDueIssues();
  }

  test('of somebody who was removed meanwhile waits for another person, and nobody gets it', async () => {
    const app = await makeNews();
    unwrap(await app.services.newsletter.scheduleIssue('news', FIRST));
    await app.db.query.deleteFrom('administrators').where('email', '=', BY).execute();
    await whenDue(app);
    expect(await app.sendMails()).toEqual([]);
    expect(await app.services.newsletter.scheduledIssues()).toMatchObject([
      {
        slug: 'news',
        problem: 'The person who scheduled it is no longer allowed to send newsletters.',
      },
    ]);
  });

  test('goes out at its time, once, with the text that the post has then', async () => {
    const { received, url } = await startMailServer();
    const smtp = createSmtpTransport(url, 'Site <info@site.test>');
    const app = await makeNews(2, { deliver: smtp.deliver });
    const written = { subject: 'Good news', introduction: 'Dear **reader**,' };
    const scheduled = unwrap(
      await app.services.newsletter.scheduleIssue('news', { ...FIRST, ...written }),
    );
    expect(scheduled).toMatchObject({ ...written, slug: 'news', sendAt: AT, problem: null });
    await app.services.newsletter.sendDueIssues();
    await app.sendMails();
    expect(received).toEqual([]);
    await edit(app, { title: 'Newer', slug: 'newer', content: 'Corrected.' });
    expect(await app.services.newsletter.scheduledIssues()).toMatchObject([
      { title: 'Newer', slug: 'newer' },
    ]);
    await whenDue(app);
    await app.services.newsletter.sendDueIssues();
    await app.sendMails();
    smtp.close();
    expect(received.map(({ to }) => [to].flat()[0]?.text).toSorted()).toEqual([
      'r0@lab.test',
      'r1@lab.test',
    ]);
    for (const { subject, text, html } of received) {
      expect(subject).toBe('Good news');
      expect(text).toMatch(/Dear reader,[\s\S]*Newer[\s\S]*Corrected\./);
      expect(html).toContain('<strong>reader</strong>');
      expect(html).toContain('https://site.test/blog/newer');
    }
    expect(await app.services.newsletter.scheduledIssues()).toEqual([]);
    expect(unwrap(await app.services.newsletter.findIssue(scheduled.id))).toMatchObject({
      title: 'Newer',
      subject: 'Good news',
      sentBy: BY,
      recipients: 2,
    });
  });

  test('without a subject of its own has the title that the post has then', async () => {
    const app = await makeNews(1);
    unwrap(await app.services.newsletter.scheduleIssue('news', FIRST));
    await edit(app, { title: 'Corrected title' });
    await whenDue(app);
    expect((await app.sendMails()).map(({ subject }) => subject)).toEqual(['Corrected title']);
  });

  test('is not sent of a post that is not public any more, and says why until it is changed', async () => {
    const app = await makeNews();
    const { id } = unwrap(await app.services.newsletter.scheduleIssue('news', FIRST));
    await edit(app, { status: 'draft' });
    await whenDue(app);
    await edit(app, { status: 'published' });
    await app.services.newsletter.sendDueIssues();
    expect(await app.sendMails()).toEqual([]);
    const [waiting] = await app.services.newsletter.scheduledIssues();
    expect(waiting).toMatchObject({
      id,
      problem: 'Only published posts can go out as newsletters.',
    });
    const later = { subject: null, introduction: '', sendAt: '2026-03-01T11:00:00.000Z', by: BY };
    const etag = waiting?.etag ?? '';
    unwrap(await app.services.newsletter.changeScheduled(id, { ...later, etag }));
    app.clock.advance(HOUR_MS);
    await app.services.newsletter.sendDueIssues();
    expect(await app.sendMails()).toHaveLength(2);
  });

  test('of a deleted post stays with the reason, and can be cancelled', async () => {
    const app = await makeNews();
    const { id, etag } = unwrap(await app.services.newsletter.scheduleIssue('news', FIRST));
    await app.db.query.deleteFrom('posts').where('slug', '=', 'news').execute();
    await whenDue(app);
    expect(await app.services.newsletter.scheduledIssues()).toMatchObject([
      { id, title: 'News', problem: 'The post has been deleted.' },
    ]);
    unwrap(await app.services.newsletter.cancelScheduled(id, { etag, by: BY }));
    expect(await app.services.newsletter.scheduledIssues()).toEqual([]);
  });

  test('is not sent to nobody, nor while the newsletter is off', async () => {
    const app = await makeNews(0);
    unwrap(await app.services.newsletter.scheduleIssue('news', FIRST));
    await whenDue(app);
    const problemOf = async () => (await app.services.newsletter.scheduledIssues())[0]?.problem;
    expect(await problemOf()).toBe('There are no confirmed subscribers yet.');
    await addReaders(app.db, 1);
    await app.db.query.updateTable('scheduled_issues').set({ problem: null }).execute();
    const off = await makeApp({ db: app.db });
    await whenDue(off);
    expect(await problemOf()).toBe('The newsletter was off at the time.');
    expect(await app.sendMails()).toEqual([]);
  });

  test('goes out once when several instances find it due at once', async () => {
    const app = await makeNews(3);
    const others = [await makeApp({ db: app.db, liveForms: true }), app];
    unwrap(await app.services.newsletter.scheduleIssue('news', FIRST));
    await Promise.all([app, ...others, ...others].map(whenDue));
    expect(await app.sendMails()).toHaveLength(3);
    expect((await app.services.newsletter.issues({ limit: 9 })).issues).toHaveLength(1);
  });

  test('is neither lost nor sent twice when a process dies between claiming and enqueuing it', async () => {
    const app = await makeNews(2);
    const { id } = unwrap(await app.services.newsletter.scheduleIssue('news', FIRST));
    await sql`alter table outbox rename to outbox_away`.execute(app.db.query);
    await expect(whenDue(app)).rejects.toThrow('Issues could not be sent');
    await sql`alter table outbox_away rename to outbox`.execute(app.db.query);
    expect(await app.services.newsletter.scheduledIssues()).toMatchObject([{ id, problem: null }]);
    // The same after the mails were written, at the last step.
    await sql`alter table audit_events rename to events_away`.execute(app.db.query);
    await expect(whenDue(app)).rejects.toThrow('Issues could not be sent');
    await sql`alter table events_away rename to audit_events`.execute(app.db.query);
    expect(await app.sendMails()).toEqual([]);
    await whenDue(app);
    await whenDue(app);
    expect(await app.sendMails()).toHaveLength(2);
  });

  test('that two administrators change, send or cancel at once follows one of them', async () => {
    const app = await makeNews(1);
    const { services } = app;
    const text = { subject: 'S', introduction: '' };
    const deeds: Record<string, (id: string, etag: string) => Promise<{ ok: boolean }>> = {
      change: (id, etag) =>
        services.newsletter.changeScheduled(id, { ...text, etag, by: BY, sendAt: AT }),
      send: (id, etag) => services.newsletter.sendScheduled(id, { ...text, etag, by: BY }),
      cancel: (id, etag) => services.newsletter.cancelScheduled(id, { etag, by: BY }),
    };
    const names = Object.keys(deeds);
    for (const [one, other] of names.flatMap((name) => names.map((each) => [name, each]))) {
      const { id, etag } = unwrap(
        await services.newsletter.scheduleIssue('news', { ...FIRST, again: true }),
      );
      const both = await Promise.all([one, other].map((name = '') => deeds[name]?.(id, etag)));
      expect(both.map((done) => done?.ok).toSorted(), `${one} and ${other}`).toEqual([false, true]);
      const [waiting] = await services.newsletter.scheduledIssues();
      if (waiting !== undefined) {
        unwrap(
          await services.newsletter.cancelScheduled(waiting.id, { etag: waiting.etag, by: BY }),
        );
      }
      app.clock.advance(1_000);
    }
  });

  test('tells the one who comes too late what has happened', async () => {
    const app = await makeNews(1);
    const { services } = app;
    const { id, etag } = unwrap(await services.newsletter.scheduleIssue('news', FIRST));
    const input = { subject: 'S', introduction: '', etag, by: BY };
    unwrap(await services.newsletter.changeScheduled(id, { ...input, sendAt: AT }));
    expect(await services.newsletter.cancelScheduled(id, input)).toMatchObject({
      failure: { kind: 'conflict', detail: expect.stringContaining('Someone else has changed') },
    });
    await whenDue(app);
    expect(await services.newsletter.cancelScheduled(id, input)).toMatchObject({
      failure: { kind: 'conflict', detail: 'This newsletter went out in the meantime.' },
    });
    expect(await services.newsletter.sendScheduled(crypto.randomUUID(), input)).toMatchObject({
      failure: { kind: 'not-found' },
    });
  });

  test('is one of each post: who schedules or sends it too is told so', async () => {
    const app = await makeNews(1);
    const { services } = app;
    const both = await Promise.all(
      [1, 2].map(() => services.newsletter.scheduleIssue('news', FIRST)),
    );
    expect(both.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
    expect(await services.newsletter.sendIssue('news', { again: false, by: BY })).toMatchObject({
      failure: { kind: 'conflict', detail: expect.stringContaining('scheduled') },
    });
    expect(await app.sendMails()).toEqual([]);
  });

  test('keeps the pictures of its introduction in the library while it waits, and starts with none that is gone', async () => {
    const app = await makeNews(1);
    const { services } = app;
    const id = 'a'.repeat(32);
    const picture = {
      id,
      name: 'x.png',
      alt: '',
      width: 10,
      height: 20,
      format: 'png' as const,
      moving: 0 as const,
      bytes: 3,
      placeholder: '#010203',
      created_at: services.now(),
    };
    await app.db.query.insertInto('pictures').values(picture).execute();
    const introduction = `![A](/media/${id}/10x20.png)`;
    const remove = () => services.media.removePicture(id, { by: BY });
    const inUse = { failure: { kind: 'conflict', detail: expect.stringContaining('“News”') } };
    const written = { ...FIRST, introduction };
    const first = unwrap(await services.newsletter.scheduleIssue('news', written));
    expect(await remove()).toMatchObject(inUse);
    await edit(app, { content: 'Corrected.' });
    expect(await remove()).toMatchObject(inUse);
    const input = { subject: null, sendAt: AT, by: BY };
    const { etag } = unwrap(
      await services.newsletter.changeScheduled(first.id, {
        ...input,
        introduction: '',
        etag: first.etag,
      }),
    );
    expect((await services.media.pictures({ limit: 1 })).items).toMatchObject([{ usedIn: [] }]);
    const again = unwrap(
      await services.newsletter.changeScheduled(first.id, { ...input, introduction, etag }),
    );
    expect(await remove()).toMatchObject(inUse);
    unwrap(await services.newsletter.cancelScheduled(first.id, { etag: again.etag, by: BY }));
    unwrap(await remove());
    expect(await services.newsletter.scheduleIssue('news', written)).toMatchObject({
      failure: { kind: 'conflict', detail: expect.stringContaining('has been removed') },
    });
    expect(await services.newsletter.scheduledIssues()).toEqual([]);
  });

  test('that is cancelled while it is due goes to everybody or to nobody', async () => {
    const app = await makeNews(2);
    const { id, etag } = unwrap(await app.services.newsletter.scheduleIssue('news', FIRST));
    const [, cancelled] = await Promise.all([
      whenDue(app),
      app.services.newsletter.cancelScheduled(id, { etag, by: BY }),
    ]);
    expect(await app.sendMails()).toHaveLength(cancelled.ok ? 0 : 2);
    expect(await app.services.newsletter.scheduledIssues()).toEqual([]);
  });

  test('can be of a post that is public by then, and of no other; and lies ahead', async () => {
    const app = await makeNews(1);
    const { services } = app;
    await edit(app, { publishDate: AT });
    const early = { ...FIRST, sendAt: '2026-03-01T09:59:00.000Z' };
    expect(await services.newsletter.scheduleIssue('news', early)).toMatchObject({
      failure: { kind: 'conflict', detail: 'Only published posts can go out as newsletters.' },
    });
    const past = { ...FIRST, sendAt: services.now() };
    expect(await services.newsletter.scheduleIssue('news', past)).toMatchObject({
      failure: { kind: 'invalid', issues: [{ loc: ['body', 'sendAt'] }] },
    });
    const unfinished = { ...FIRST, introduction: '![Uploading a.png…]()' };
    expect(await services.newsletter.scheduleIssue('news', unfinished)).toMatchObject({
      failure: { kind: 'invalid', issues: [{ loc: ['body', 'introduction'] }] },
    });
    unwrap(await services.newsletter.scheduleIssue('news', FIRST));
    await whenDue(app);
    expect(await app.sendMails()).toHaveLength(1);
  });
});
