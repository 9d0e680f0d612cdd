import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { boundTo } from '../../../test/bound-to.ts';
import { describeEachEngine } from '../../../test/engines.ts';
import { makeApp } from '../../../test/make-app.ts';
import { makeFolder } from '../../../test/make-folder.ts';
import { makeMemoryDatabase } from '../../../test/make-site.ts';
import { readAuditTrail } from '../../accounts/audit.ts';
import { addAdministrator, removePerson } from '../../accounts/people.ts';
import { createMailFiles } from '../../mail/mail-transports.ts';
import { listSubscribers, removeSubscriber } from '../../newsletter/subscribers.ts';
import { confirmSubscription } from '../../newsletter/subscription.ts';
import { AUTHORED_COLUMNS } from '../../posts/rows.ts';
import { changeInquiry, listInquiries } from '../inbox.ts';
import { erasePerson, personalData } from './person.ts';
import { PERSON_TABLES, type PersonTable } from './person-tables.ts';
import { purgeExpiredData } from './retention.ts';

const NAME = 'Adalberta Quux';
const ADA = { name: NAME, email: 'Ada@lab.test', message: 'Hello', role: 'Chemist' };
const ZOE = { ...ADA, name: 'Zoë', email: 'zoe@lab.test' };
const EDITOR = 'editor@site.test';

const mailFile = (day: string) => `${day}T090000.000Z-0123abcd.eml`;

/**
 * The columns of the tables that know persons which say nothing of the person, or would be a risk. A new column is
 * in PERSON_TABLES, where exports and erasure find it, or here.
 */
const OTHER_COLUMNS: Record<keyof typeof PERSON_TABLES, string> = {
  outbox: 'id due_at batch',
  inquiries: '',
  subscribers: '',
  administrators: 'id password_hash applied_password_hash',
  sessions: 'token_hash',
  passkeys: 'id credential_id public_key counter transports',
  audit_events: 'id',
  post_versions: `${AUTHORED_COLUMNS.join(' ')} base_version problem published_at reading_time renderer
    content_html text`,
  posts: `id date created_at first_published_at latest_version public_version next_version status notices
    title_prefix noticed_at import_key`,
  preview_links: 'token_hash',
  drafts: 'tab base title',
  newsletter_issues: `id post_id stopped_at recipients tally title description author date content_html subject
    introduction_html references citation_style problem`,
};

/** The tables that know no person. */
const WITHOUT_PERSON = `
  attachments authenticator_apps authors current_posts former_slugs glossary_state glossary_terms
  one_time_tokens picture_operations pictures post_changes
  post_molecules post_pictures post_records post_search post_tags public_dates public_posts
  public_records recovery_codes redirects secrets`;

/** A folder with a mail of a day, and something that is none. */
function makeMailFolder(day: string) {
  const folder = makeFolder();
  writeFileSync(join(folder, mailFile(day)), 'From: site');
  writeFileSync(join(folder, 'notes.txt'), 'Mine');
  return folder;
}

async function makeSite({ folder = 'none', db = makeMemoryDatabase() } = {}) {
  const app = await makeApp({ db, liveForms: true, mailFiles: createMailFiles(folder) });
  const post = async (path: string, value: object) => {
    expect((await app.postJson(path, value)).ok).toBe(true);
  };
  const ids = async (table: 'inquiries' | 'subscribers' | 'outbox' | 'audit_events') => {
    const rows = await db.query.selectFrom(table).select('id').execute();
    return rows.length;
  };
  return {
    ...app,
    ...boundTo(app.site, { erasePerson, personalData, purgeExpiredData }),
    post,
    ids,
  };
}

/** Every value of every table, as text. */
async function everything({ db }: Awaited<ReturnType<typeof makeSite>>): Promise<string> {
  const tables = await db.query.introspection.getTables();
  const contents = [];
  for (const { name } of tables) {
    contents.push(await sql`select * from ${sql.table(name)}`.execute(db.query));
  }
  return JSON.stringify(contents).toLowerCase();
}

describeEachEngine('privacy', (makeDatabase, { engine }) => {
  test('an erased person is found nowhere any more, and others are', async () => {
    const folder = makeMailFolder('2026-03-01');
    const site = await makeSite({ folder, db: await makeDatabase() });
    const { post, personalData, erasePerson, sendMails, db } = site;
    for (const person of [ADA, ZOE]) {
      await post('/api/contact', person);
      await post('/api/waitlist', person);
      await post('/api/newsletter', person);
    }
    await sendMails();
    await post('/api/contact', { ...ADA, email: 'ada+lab@lab.test' });
    // As it is without a mail server.
    await db.query
      .updateTable('outbox')
      .set({ answer: mailFile('2026-03-01') })
      .where('kind', '=', 'inquiry-notice')
      .execute();

    const data = await personalData('ADA@lab.test');
    expect(data.inquiries).toHaveLength(3);
    expect(data.subscribers).toMatchObject([{ email: 'ada@lab.test', state: 'pending' }]);
    // Three notices, three receipts, and the request to confirm.
    expect(data.outbox).toHaveLength(7);
    expect(JSON.stringify(data)).toContain(NAME);
    expect(JSON.stringify(data)).not.toContain('zoe');

    const erased = await erasePerson('ada@LAB.test');
    expect(erased).toMatchObject({
      ok: true,
      value: { inquiries: 3, subscribers: 1, outbox: 7, namesInRecords: 0 },
    });
    const left = await everything(site);
    expect(left).not.toContain('ada@lab');
    expect(left).not.toContain(NAME.toLowerCase());
    expect((await personalData('zoe@lab.test')).inquiries).toHaveLength(2);
    expect(readdirSync(folder)).toEqual(['notes.txt']);
    expect(await sendMails()).toEqual([]);
    if (engine === 'sqlite') {
      const { rows } = await sql<{ file: string }>`pragma database_list`.execute(db.query);
      const path = rows[0]?.file ?? '';
      const file = [path, `${path}-wal`].map((part) => readFileSync(part, 'latin1')).join('');
      expect([file.includes(NAME), file.includes('zoe@lab.test')]).toEqual([false, true]);
    }
  });

  test('processes that delete at once do not disturb each other', async () => {
    const { post, purgeExpiredData, clock, ids } = await makeSite({ db: await makeDatabase() });
    for (let number = 0; number < 5; number++) {
      await post('/api/contact', { ...ADA, email: `reader${number}@lab.test`, subject: 'Cheap' });
    }
    clock.advanceDays(31);
    const deleted = await Promise.all([1, 2, 3].map(() => purgeExpiredData()));
    expect(deleted.reduce((sum, { inquiries = 0 }) => sum + inquiries, 0)).toBe(5);
    expect(await ids('inquiries')).toBe(0);
  });
});

describe('privacy', () => {
  test('an export shows every column of a person', async () => {
    const { post, personalData, signIn, sendMails, db } = await makeSite();
    await signIn();
    for (const path of ['/api/contact', '/api/newsletter']) await post(path, ADA);
    await sendMails();
    const [ada, editor] = [await personalData(ADA.email), await personalData(EDITOR)];
    expect(ada.inquiries).toMatchObject([{ name: NAME, message: 'Hello' }]);
    expect(editor.sessions).toHaveLength(1);
    const tables = await db.query.introspection.getTables();
    const decided = [...Object.keys(PERSON_TABLES), ...WITHOUT_PERSON.trim().split(/\s+/)];
    // Without the words of posts in SQLite's full-text search, and the tables that it keeps for itself.
    const names = tables.map(({ name }) => name).filter((name) => !name.startsWith('post_words'));
    expect(decided.sort(), 'name each table in PERSON_TABLES or above').toEqual(names.sort());
    for (const [table, { exported, identifying }] of Object.entries<PersonTable>(PERSON_TABLES)) {
      const others = OTHER_COLUMNS[table as keyof typeof PERSON_TABLES]
        .split(/\s+/)
        .filter(Boolean);
      const columns = tables.find(({ name }) => name === table)?.columns ?? [];
      expect(
        [...new Set([...exported, ...Object.keys(identifying), ...others])].sort(),
        `name each column of ${table} in PERSON_TABLES or in OTHER_COLUMNS`,
      ).toEqual(columns.map(({ name }) => name).sort());
    }
  });

  test('an erased administrator leaves audit entries without a name, and must be removed first', async () => {
    const app = await makeSite();
    const { site, personalData, erasePerson } = app;
    const token = await app.signIn();
    await app.putJson(
      '/api/admin/drafts/00000000-0000-4000-8000-000000000000',
      { tab: 'a', values: {}, base: null },
      token,
    );
    expect(await erasePerson(EDITOR)).toMatchObject({
      failure: { kind: 'conflict' },
    });
    await addAdministrator(site, 'other@site.test');
    await removePerson(site, { email: EDITOR }, { by: null });
    expect((await personalData(EDITOR)).audit_events.length).toBeGreaterThan(1);
    expect(await erasePerson(EDITOR)).toMatchObject({ ok: true });
    expect(await everything(app)).not.toContain(EDITOR);
    const { events } = await readAuditTrail(site, { limit: 20 });
    expect(events).toContainEqual(
      expect.objectContaining({ action: 'signed-in', actor: 'former administrator' }),
    );
  });

  test('nothing is stored for longer than the policy says, nor for less', async () => {
    const folder = makeMailFolder('2026-03-02');
    const { post, site, purgeExpiredData, clock, sendMails, ids } = await makeSite({ folder });
    await post('/api/contact', ADA);
    await post('/api/contact', { ...ADA, subject: 'Cheap' });
    await post('/api/waitlist', ZOE);
    await post('/api/newsletter', ZOE);
    await sendMails();
    const { inquiries } = await listInquiries(site, { limit: 1, kind: 'waitlist' });
    expect(await purgeExpiredData()).toMatchObject({ inquiries: 0, mails: 0 });

    clock.advanceDays(30);
    expect(await purgeExpiredData()).toMatchObject({ inquiries: 0, mails: 0 });
    clock.advance(1);
    const { inquiries: purged, subscriptions, mails, ...others } = await purgeExpiredData();
    expect([purged, subscriptions, mails]).toEqual([1, 1, 5]);
    expect(Object.values(others).filter((count) => count !== 0)).toEqual([]);
    expect(await ids('inquiries')).toBe(2);
    clock.advanceDays(1);
    // A temporary file of a process that has crashed.
    writeFileSync(join(folder, `.${mailFile('2026-03-02')}`), 'From: si');
    expect(await purgeExpiredData()).toMatchObject({ mailFiles: 2 });
    expect(existsSync(join(folder, 'notes.txt'))).toBe(true);

    clock.advanceDays(300);
    await changeInquiry(site, inquiries[0]?.id ?? '', { isHandled: true });
    clock.advanceDays(400);
    // The one that was never handled has expired; the other is counted from its handling.
    expect(await purgeExpiredData()).toMatchObject({ inquiries: 1 });
    clock.advanceDays(330);
    expect(await purgeExpiredData()).toMatchObject({ inquiries: 0 });
    clock.advance(1);
    expect(await purgeExpiredData()).toMatchObject({ inquiries: 1 });
    expect(await ids('inquiries')).toBe(0);
  });

  test('a confirmed subscriber stays, one who left is purged, and so is the oldest audit entry', async () => {
    const { post, site, purgeExpiredData, clock, sendMails, ids, signIn } = await makeSite();
    await signIn();
    for (const { email } of [ADA, ZOE]) await post('/api/newsletter', { email });
    for (const { text } of await sendMails()) {
      const [, token = ''] = /token=([\w.-]+)/.exec(text.replaceAll(/\s/g, '')) ?? [];
      expect(await confirmSubscription(site, token)).toBe('confirmed');
    }
    const { page: subscribers } = await listSubscribers(site, { limit: 2, q: 'ada' });
    clock.advanceDays(700);
    await removeSubscriber(site, subscribers[0]?.id ?? '', { by: EDITOR });
    expect(await purgeExpiredData()).toMatchObject({
      subscriptions: 0,
      auditEvents: 0,
    });
    clock.advanceDays(31);
    const { auditEvents } = await purgeExpiredData();
    expect(auditEvents).toBeGreaterThan(0);
    expect(await ids('audit_events')).toBe(1);
    expect(await ids('subscribers')).toBe(1);
  });

  test('a purge that fails is reported, and the rest is purged', async () => {
    const folder = makeMailFolder('2026-03-02');
    const { post, purgeExpiredData, clock, signIn, ids } = await makeSite({
      folder: join(folder, 'notes.txt'),
    });
    await signIn();
    await post('/api/contact', { ...ADA, subject: 'Cheap' });
    clock.advanceDays(731);
    await expect(purgeExpiredData()).rejects.toMatchObject({
      errors: [{ code: 'ENOTDIR' }],
    });
    expect([await ids('inquiries'), await ids('audit_events')]).toEqual([0, 0]);
  });
});
