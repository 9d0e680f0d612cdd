import { expect, test } from 'vitest';
import { makeApp } from '../../../test/make-app.ts';
import { unwrap } from '../../../test/unwrap.ts';
import { stopIssue } from '../sending.ts';
import { subscriberCounts } from '../subscribers.ts';
import { confirmSubscription } from '../subscription.ts';

const SCHEDULED = { slug: 'news', sendAt: '2026-03-02T09:00:00.000Z' };

type Event = { action: string };

/** A live site with one post, one confirmed reader, and a signed-in administrator. */
async function makeNewsletter() {
  const app = await makeApp({ liveForms: true });
  const token = await app.signIn();
  await app.postJson('/api/newsletter', { email: 'reader@lab.test' });
  const [mail] = await app.sendMails();
  const link = /\?token=([\w.-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
  await confirmSubscription(app.site, link);
  await app.postJson(
    '/api/admin/blog/posts',
    { title: 'News', slug: 'news', content: 'N.' },
    token,
  );
  const read = async (path: string) => (await app.get(path, token)).json();
  const preview = (body: object) => app.postJson('/api/admin/newsletter/preview', body, token);
  return { ...app, token, read, preview };
}

test('the newsletter call has the same response for an email that is new, pending, or confirmed, and names an invalid one; none while forms are not live', async () => {
  const app = await makeNewsletter();
  const answers = new Set<string>();
  for (const email of ['new@lab.test', 'new@lab.test', 'reader@lab.test']) {
    const response = await app.postJson('/api/newsletter', { email });
    const headers = JSON.stringify([...response.headers]);
    answers.add(`${response.status} ${headers} ${await response.text()}`);
  }
  expect(answers.size).toBe(1);
  expect([...answers][0]).toMatch(/^202 .*\{"status":"accepted"\}$/);
  const refused = await app.postJson('/api/newsletter', { email: 'reader' });
  expect([refused.status, await refused.json()]).toMatchObject([
    422,
    { detail: [{ loc: ['body', 'email'] }] },
  ]);
  const off = await makeApp();
  const silent = await off.postJson('/api/newsletter', { email: 'reader@lab.test' });
  expect(silent.status).toBe(404);
  expect(await off.sendMails()).toEqual([]);
});

test('subscribers are found, counted, written out as a table, and removed without a trace', async () => {
  const app = await makeNewsletter();
  await app.postJson('/api/newsletter', { email: '=cmd@lab.test' });
  const { counts } = await app.read('/api/admin/subscribers?limit=1');
  expect(counts).toEqual({ pending: 1, confirmed: 1, unsubscribed: 0, bounced: 0 });
  const found = await app.read('/api/admin/subscribers?state=confirmed&q=READER');
  expect(found.subscribers).toMatchObject([{ email: 'reader@lab.test', state: 'confirmed' }]);

  const table = await app.get('/api/admin/subscribers/export', app.token);
  expect(table.headers.get('Content-Disposition')).toBe('attachment; filename="subscribers.csv"');
  const csv = await table.text();
  expect(csv).toContain('"reader@lab.test","confirmed"');
  expect(csv).toContain('"\'=cmd@lab.test","pending"');

  const [{ id }] = found.subscribers;
  const remove = () => app.send('DELETE', `/api/admin/subscribers/${id}`, { token: app.token });
  expect([(await remove()).status, (await remove()).status]).toEqual([204, 404]);
  const { events } = await app.read('/api/admin/audit');
  expect(JSON.stringify(events)).not.toContain('reader@lab.test');
  expect(events.map(({ action }: Event) => action)).toEqual(
    expect.arrayContaining(['subscriber-removed', 'subscribers-exported']),
  );
});

test('a letter is mailed to oneself beforehand, stopped once, and listed by its post, also a renamed one', async () => {
  const app = await makeNewsletter();
  expect((await app.preview({ slug: 'none' })).status).toBe(404);
  const written = { slug: 'news', subject: 'Good news', introduction: 'Dear **reader**,' };
  const letter = await (await app.preview(written)).json();
  expect(letter.text).toMatch(/Dear reader,[\s\S]*N\./);
  const trial = await app.postJson('/api/admin/newsletter/tests', written, app.token);
  expect([trial.status, await trial.json()]).toEqual([202, { to: 'editor@site.test' }]);
  expect(await app.sendMails()).toMatchObject([
    { to: 'editor@site.test', subject: 'Test: Good news', text: letter.text },
  ]);
  const send = (slug: string) => app.postJson('/api/admin/newsletter/issues', { slug }, app.token);
  expect((await send('none')).status).toBe(404);
  const { id } = await (await send('news')).json();
  const stop = await app.send('POST', `/api/admin/newsletter/issues/${id}/stop`, {
    token: app.token,
  });
  const stopped = await stop.json();
  expect(stopped).toMatchObject({ progress: { withdrawn: 1 }, stoppedAt: app.site.now() });
  expect(unwrap(await stopIssue(app.site, id, { by: 'editor@site.test' }))).toEqual(stopped);
  const { events } = await app.read('/api/admin/audit');
  const stops = events.filter(({ action }: Event) => action === 'newsletter-stopped');
  expect(stops).toHaveLength(1);
  const body = { title: 'News', slug: 'renamed', content: 'N.' };
  await app.putJson('/api/admin/blog/posts/news', body, app.token);
  const ofPost = (slug: string) => app.read(`/api/admin/newsletter/issues?slug=${slug}`);
  expect((await ofPost('renamed')).issues).toMatchObject([{ id, slug: 'news', recipients: 1 }]);
  expect(await ofPost('other')).toEqual({ issues: [], nextCursor: null });
});

test('a scheduled letter is refused at the field that is wrong, sent at once instead, and cancelled before that alone', async () => {
  const app = await makeNewsletter();
  const schedule = (fields: object = {}) =>
    app.postJson('/api/admin/newsletter/issues', { ...SCHEDULED, ...fields }, app.token);
  const wrong = [
    { subject: ' ' },
    { subject: 'a\nb' },
    { subject: 'x'.repeat(151) },
    { introduction: 'x'.repeat(5_001) },
    { sendAt: '2026-03-01T08:00:00Z' },
    { sendAt: 'x' },
  ];
  for (const fields of wrong) {
    const refused = await schedule(fields);
    const { detail } = await refused.json();
    expect([refused.status, detail[0].loc]).toEqual([422, ['body', Object.keys(fields)[0]]]);
  }
  const { id, ...scheduled } = await (await schedule({ subject: ' Good news ' })).json();
  expect(scheduled).toMatchObject({ ...SCHEDULED, subject: 'Good news', state: 'scheduled' });
  const path = `/api/admin/newsletter/issues/${id}`;
  const cancel = async (at = path) => (await app.send('DELETE', at, { token: app.token })).status;
  expect([await cancel(), await cancel()]).toEqual([204, 404]);
  const again = await (await schedule()).json();
  const later = `/api/admin/newsletter/issues/${again.id}`;
  const now = await app.putJson(later, { introduction: 'Dear *you*,' }, app.token);
  expect([now.status, await now.json()]).toMatchObject([
    200,
    { id: again.id, subject: 'News', introduction: 'Dear *you*,', recipients: 1 },
  ]);
  expect(await cancel(later)).toBe(409);
  expect((await app.sendMails())[0]?.html).toContain('Dear <em>you</em>,');
  const { events } = await app.read('/api/admin/audit');
  expect(events.map(({ action }: Event) => action)).toEqual(
    expect.arrayContaining(['newsletter-scheduled', 'newsletter-cancelled', 'newsletter-sent']),
  );
});

test('unsubscribing by one click (RFC 8058) takes either kind of form, and no other token', async () => {
  const app = await makeNewsletter();
  await app.postJson('/api/admin/newsletter/issues', { slug: 'news' }, app.token);
  const [{ headers: sent = {}, text, html } = { text: '', html: '' }] = await app.sendMails();
  expect(sent['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
  const [, url = ''] = /^<(https:\/\/site\.test\/\S+)>$/.exec(sent['List-Unsubscribe'] ?? '') ?? [];
  expect(text).toContain(url);
  expect(html).toContain(`href="${url}"`);
  expect(html).not.toMatch(/<img|url\(|<link/i);
  const { pathname, search } = new URL(url);
  const address = `${pathname}${search}`;
  const form = new FormData();
  form.set('List-Unsubscribe', 'One-Click');
  const wrong = await app.send('POST', '/newsletter/unsubscribe?token=x', { body: form });
  expect(wrong.status).toBe(404);
  for (const body of [form, new URLSearchParams('List-Unsubscribe=One-Click')]) {
    const headers = { Origin: 'https://mail.example' };
    const left = await app.send('POST', address, { body, headers });
    expect([left.status, await left.text()]).toEqual([200, 'Unsubscribed.']);
    expect([left.headers.get('Location'), left.headers.get('Set-Cookie')]).toEqual([null, null]);
  }
  expect(await subscriberCounts(app.site)).toMatchObject({
    unsubscribed: 1,
    confirmed: 0,
  });
  // The form of the page is handled by the page.
  const button = await app.send('POST', address, {
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: '',
  });
  expect(await button.text()).toContain('<title>/newsletter/unsubscribe</title>');
  expect(app.errors).toEqual([]);
});

test('the preview of a letter opens in a frame of the site alone, where it can do nothing, for ten minutes', async () => {
  const app = await makeNewsletter();
  const introduction = 'Dear *reader*,\nhow are you?';
  const preview = await app.preview({ slug: 'news', introduction });
  const { address, html } = await preview.json();
  expect(html).toContain('<em>reader</em>');
  const open = (path: string) =>
    app.send('POST', path, { body: new URLSearchParams({ subject: '', introduction }) });
  const opened = await open(address);
  expect([opened.status, await opened.text()]).toEqual([200, html]);
  expect(opened.headers.get('Content-Type')).toContain('text/html');
  expect(opened.headers.get('Cache-Control')).toBe('no-store');
  const policy = opened.headers.get('Content-Security-Policy');
  for (const part of ['sandbox;', "default-src 'none'", "frame-ancestors 'self'"]) {
    expect(policy).toContain(part);
  }
  expect(policy).not.toContain('script');
  expect((await open(address.replace('news.', 'other.'))).status).toBe(404);
  expect((await open('/api/newsletter/letters/news')).status).toBe(404);
  app.clock.advance(10 * 60 * 1000);
  expect((await open(address)).status).toBe(404);
});
