import { expect, test } from 'vitest';
import { makeApp } from '../../../test/make-app.ts';
import { tellStories } from '../../../test/stories.ts';
import { subscriberCounts } from '../subscribers.ts';
import { confirmSubscription } from '../subscription.ts';

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
  const preview = (body: object) => app.postJson('/api/admin/newsletter/preview', body, token);
  return { ...app, token, preview };
}

test('the newsletter call has the same response for an email that is new, pending, or confirmed; none while forms are not live', async () => {
  const app = await makeNewsletter();
  const answers = new Set<string>();
  for (const email of ['new@lab.test', 'new@lab.test', 'reader@lab.test']) {
    const response = await app.postJson('/api/newsletter', { email });
    const headers = JSON.stringify([...response.headers]);
    answers.add(`${response.status} ${headers} ${await response.text()}`);
  }
  expect(answers.size).toBe(1);
  expect([...answers][0]).toMatch(/^202 .*\{"status":"accepted"\}$/);
  const off = await makeApp();
  const silent = await off.postJson('/api/newsletter', { email: 'reader@lab.test' });
  expect(silent.status).toBe(404);
  expect(await off.sendMails()).toEqual([]);
});

tellStories(new URL('./newsletter-stories.tsv', import.meta.url), async () => {
  const app = await makeNewsletter();
  return { app, known: { token: app.token } };
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
