import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { makeApp } from '../../../test/make-app.ts';
import { tellStories } from '../../../test/stories.ts';

const INQUIRY = { name: 'Ada', email: 'ada@lab.test', message: '=cmd()\nHello' };

tellStories(new URL('./inquiries-stories.tsv', import.meta.url), async () => {
  const app = await makeApp({ liveForms: true });
  return { app, known: { token: await app.signIn() } };
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

test('the export is a file that spreadsheets show and do not run', async () => {
  const app = await makeApp();
  const token = await app.signIn();
  await app.postJson('/api/contact', INQUIRY);
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
  expect(parse(table, { bom: true, columns: true })).toMatchObject([{ Handled: '' }]);
});
