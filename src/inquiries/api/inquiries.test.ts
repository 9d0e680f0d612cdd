import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { makeApp } from '../../../test/make-app.ts';
import { START } from '../../../test/make-site.ts';
import { readAuditTrail } from '../../accounts/audit.ts';

const INQUIRY = { name: 'Ada', email: 'ada@lab.test', message: '=cmd()\nHello' };

async function makeInbox() {
  const app = await makeApp();
  const token = await app.signIn();
  await app.postJson('/api/contact', INQUIRY);
  const read = async (path: string) =>
    (await app.get(`/api/admin/inquiries${path}`, token)).json() as Promise<{
      inquiries: { id: string }[];
    }>;
  const [{ id } = { id: '' }] = (await read('')).inquiries;
  const change = (value: object) => app.patchJson(`/api/admin/inquiries/${id}`, value, token);
  return { app, token, read, id, change };
}

test('an inquiry that is opened is unread no more, until it is marked so', async () => {
  const { app, token, read, id, change } = await makeInbox();
  expect(await read('/unread')).toEqual({
    unread: 1,
    liveForms: false,
    mailFolder: null,
    mailFailure: null,
    backupFailure: null,
  });
  const opened = await app.get(`/api/admin/inquiries/${id}`, token);
  expect(await opened.json()).toMatchObject({ ...INQUIRY, readAt: START, note: '' });
  expect(await read('/unread')).toMatchObject({ unread: 0 });
  const marked = await change({ isRead: false, isHandled: true });
  expect(await marked.json()).toMatchObject({ readAt: null, handledAt: START });
  expect(await read('/unread')).toMatchObject({ unread: 1 });
});

test('an administrator is told why mail does not leave', async () => {
  const answer = 'Invalid login: 535 5.7.8 Wrong password';
  const app = await makeApp({ deliver: async () => ({ kind: 'deferred', answer }) });
  const token = await app.signIn();
  await app.postJson('/api/contact', INQUIRY);
  await app.sendMails();
  const told = await app.get('/api/admin/inquiries/unread', token);
  expect(await told.json()).toMatchObject({ mailFailure: answer });
});

test('of two who write a note at once, the second sees what the first wrote', async () => {
  const { change } = await makeInbox();
  const first = await change({ note: 'Called', noteVersion: 0 });
  expect(await first.json()).toMatchObject({ note: 'Called', noteVersion: 1 });
  const second = await change({ note: 'Wrote', noteVersion: 0 });
  expect([second.status, await second.json()]).toMatchObject([
    409,
    { current: { note: 'Called', noteVersion: 1 } },
  ]);
  const emptied = await change({ note: '', noteVersion: 1 });
  expect(await emptied.json()).toMatchObject({ note: '', noteVersion: 2 });
});

test('a deleted inquiry is gone, and its audit entry does not name the sender', async () => {
  const { app, token, read, id, change } = await makeInbox();
  const path = `/api/admin/inquiries/${id}`;
  expect((await app.send('DELETE', path, { token })).status).toBe(204);
  expect((await app.send('DELETE', path, { token })).status).toBe(404);
  expect((await app.get(path, token)).status).toBe(404);
  expect((await change({ note: '', noteVersion: 0 })).status).toBe(404);
  expect(await read('')).toMatchObject({ total: 0 });
  const { events } = await readAuditTrail(app.site, { limit: 9 });
  const deletions = events.filter(({ action }) => action === 'inquiry-deleted');
  expect(deletions).toMatchObject([
    { actor: 'editor@site.test', subject: `contact, ${START}`, title: null, detail: null },
  ]);
});

test('the export is a file that spreadsheets show and do not run', async () => {
  const { app, token, id } = await makeInbox();
  await app.get(`/api/admin/inquiries/${id}`, token);
  const response = await app.get('/api/admin/inquiries/export?kind=contact', token);
  expect(response.headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('Content-Disposition')).toBe(
    'attachment; filename="inquiries-2026-03-01.csv"',
  );
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  const bytes = new Uint8Array(await response.arrayBuffer());
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const table = new TextDecoder().decode(bytes);
  expect(table).toContain(`"ada@lab.test"`);
  expect(table).toContain(`"'=cmd()\nHello"`);
  // Read, but not handled.
  expect(parse(table, { bom: true, columns: true })).toMatchObject([{ Handled: '' }]);
});
