import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@playwright/test';
import SqliteDatabase from 'better-sqlite3';
import { findSecrets, type Needle } from '../find-secrets.ts';
import { type ProductionSite, startProductionSite } from '../production-site.ts';
import { sendRaw } from '../raw-connection.ts';
import { test } from './page-test.ts';

/** Collects the secrets of a run, which its log must not hold. */
function collectNeedles() {
  const needles: Needle[] = [];
  /** A value that is nowhere else in the world. */
  const fresh = (what: string, shape = (text: string) => text): string => {
    const value = shape(`n${randomBytes(12).toString('hex')}`);
    needles.push({ what, value });
    return value;
  };
  const keep = (what: string, value: string): string => {
    needles.push({ what, value });
    return value;
  };
  return { needles, fresh, keep };
}

type Needles = ReturnType<typeof collectNeedles>;

/** Who asks, which is nobody's business either. */
function visitorHeaders({ fresh }: Needles): Record<string, string> {
  return {
    'X-Forwarded-For': '203.0.113.77',
    'User-Agent': fresh('a browser'),
    Referer: fresh('a referrer', (text) => `https://elsewhere.test/${text}`),
    Cookie: fresh('a cookie', (text) => `a=${text}`),
    Authorization: fresh('a wrong token', (text) => `Bearer ${text}`),
  };
}

const email = (text: string) => `${text}@lab.test`;

/** Everything that people send, right and wrong. */
async function doEverything(site: ProductionSite, needles: Needles): Promise<void> {
  const { fresh, keep } = needles;
  const { administrator, address } = site;
  keep('the e-mail of the administrator', administrator.email);
  keep('the password of the administrator', administrator.password);
  keep('the address of a visitor', '203.0.113.77');
  const visitor = visitorHeaders(needles);

  async function send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; json: Record<string, string> }> {
    const isText = typeof body === 'string';
    const answer = await fetch(address + path, {
      method,
      headers: {
        ...visitor,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    const isJson = answer.headers.get('Content-Type')?.startsWith('application/json');
    return { status: answer.status, json: isJson === true ? JSON.parse(text) : {} };
  }

  const wrong = { email: administrator.email, password: fresh('a wrong password') };
  await send('POST', '/api/admin/login', wrong);
  await send('POST', '/api/admin/login', { ...wrong, email: fresh('an unknown e-mail', email) });
  await send('POST', '/api/admin/login', { password: fresh('a password without an e-mail') });
  const signedIn = await send('POST', '/api/admin/login', administrator);
  const token = keep('a token', signedIn.json.access_token ?? '');
  const mine = { Authorization: `Bearer ${token}` };

  const person = () => ({
    name: fresh('a name'),
    email: fresh('an e-mail', email),
    company: fresh('a company'),
    message: fresh('a message', (text) => `Dear all, ${text}. Regards`),
  });
  await send('POST', '/api/contact', person());
  await send('POST', '/api/contact', { ...person(), email: fresh('no e-mail') });
  await send('POST', '/api/contact', `{"name": "${fresh('broken JSON')}", `);
  await send('POST', '/api/newsletter', { email: fresh('a subscriber', email) });
  const form = new URLSearchParams(person()).toString();
  await send('POST', '/contact', form, { 'Content-Type': 'application/x-www-form-urlencoded' });

  for (const path of [
    '/newsletter/confirm',
    '/newsletter/unsubscribe',
    '/blog',
    '/api/blog/posts',
  ]) {
    const value = fresh(`a parameter of ${path}`);
    await send('GET', `${path}?token=${value}&q=${value}`);
  }
  await send('POST', `/newsletter/unsubscribe?token=${fresh('a one-click token')}`, 'x=1');
  for (const path of ['/preview/', '/api/newsletter/letters/']) {
    // As long as a real one, and as broken as a mail program makes it.
    const value = keep('a token in an address', randomBytes(32).toString('base64url'));
    await send('GET', `${path}${value}`);
    await send('GET', `${path}${value}%zz`);
  }
  await send('GET', `/${fresh('an e-mail in an address', email)}`);
  const port = Number(new URL(address).port);
  for (const path of [
    '/previe%77/',
    '/PREVIEW/',
    '//preview/',
    '/./preview/',
    '/api/newsletter/l%65tters/',
    '/',
  ]) {
    // Short, in small letters and without digits: nothing tells it from a slug.
    const value = fresh(`a token in ${path}`, (text) => text.replaceAll(/\d/g, 'z').slice(0, 14));
    for (const method of ['GET', 'POST']) {
      await sendRaw(
        port,
        `${method} ${path}${value} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
      );
    }
  }

  const slug = 'a-draft';
  const post = { title: fresh('a title'), slug, content: fresh('a text'), status: 'draft' };
  await send('POST', '/api/admin/blog/posts', post, mine);
  await send('POST', '/api/admin/blog/posts', post, mine);
  await send('POST', '/api/admin/preview', { content: fresh('a previewed text') }, mine);
  const link = await send('POST', `/api/admin/blog/posts/${slug}/preview-link`, {}, mine);
  const preview = (link.json.address ?? '').split('/preview/')[1] ?? '';
  await send('GET', `/preview/${keep('the token of a preview link', preview)}`);
  await send(
    'PUT',
    '/api/admin/password',
    {
      current: fresh('a wrong present password'),
      password: fresh('a new password'),
    },
    mine,
  );
  await send('POST', `/api/admin/media?name=${fresh('the name of a file')}`, 'no picture', mine);

  await sendRaw(
    port,
    `GET /${fresh('a path in no request')} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${fresh('a token in no request')}\r\nbroken\r\n\r\n`,
  );

  // The database fails now, and says what it was given.
  const database = new SqliteDatabase(join(site.dataDir, 'ligara.sqlite'));
  database.pragma('foreign_keys = off');
  for (const table of ['inquiries', 'subscribers', 'post_tags']) {
    database.exec(`drop table if exists ${table}`);
  }
  database.exec(
    `create trigger refuse before insert on posts begin select raise(abort, 'refused'); end`,
  );
  database.close();
  const failed = [
    await send('POST', '/api/contact', person()),
    await send('POST', '/api/newsletter', { email: fresh('a subscriber', email) }),
    await send(
      'POST',
      '/api/admin/blog/posts',
      { ...post, slug: 'another', tags: [fresh('a tag')] },
      mine,
    ),
    await send('GET', `/api/admin/inquiries?q=${fresh('a search in the inbox')}`, undefined, mine),
  ];
  expect(failed.map(({ status }) => status)).toEqual([500, 500, 500, 500]);
}

test('no password, token, email or text of a person gets into the log, even at level trace', async () => {
  const site = await startProductionSite({
    LOG_LEVEL: 'trace',
    LIVE_FORMS: 'on',
    TRUST_PROXY: '127.0.0.1',
  });
  const needles = collectNeedles();
  try {
    await doEverything(site, needles);
    // Waits for mails and background writes.
    await sleep(1_500);
  } finally {
    await site.stop();
  }
  const log = site.output();
  expect(needles.needles.length).toBeGreaterThan(40);
  expect(findSecrets(log, needles.needles)).toEqual([]);
  // It is a log, and says what failed.
  expect(log).toContain('"path":"/api/admin/login"');
  expect(log).toContain('"path":"/preview/:token"');
  expect(log).toMatch(/"route":"malformed",.*"code":"HPE_INVALID_HEADER_TOKEN"/);
  expect(log).toMatch(/no such table: \W*\w+/);
});
