import { onTestFinished } from 'vitest';
import { connectSqlite, type Database } from '../src/db/connect.ts';
import { migrate } from '../src/db/migrate.ts';
import { renderBody } from '../src/domain/posts/body.ts';
import type { RenderBody } from '../src/domain/posts/render-pool.ts';
import { createServices } from '../src/domain/services.ts';
import { createApp } from '../src/http/app.ts';
import type { SiteProfile } from '../src/http/feeds/profile.ts';
import type { RenderPage } from '../src/http/pages.ts';
import { assertDescribed } from './api-document.ts';

export const ADMINISTRATOR = { email: 'editor@site.test', password: 'a password for tests' };

/** When the clock of a new app stands. */
export const START = '2026-03-01T09:00:00.000Z';

/** What the test site says of itself. */
export const PROFILE: SiteProfile = {
  name: 'Site',
  tagline: 'A site for tests.',
  description: 'It shows posts & pages.',
  disclaimer: 'Nothing here is true.',
  language: 'en-AU',
  email: 'info@site.test',
  icon: '/icon.png',
  blog: { title: 'Site Blog', description: 'What tests <write>.' },
  pages: [
    { title: 'Site', headline: 'Site', description: 'The beginning.', canonical: '/' },
    { title: 'Blog | Site', headline: 'Blog', description: 'All posts.', canonical: '/blog' },
    { title: 'Q & A', headline: 'Q & A', description: 'Answers.', canonical: '/questions' },
  ],
};

const DAY_MS = 24 * 60 * 60 * 1000;

type Options = {
  /** A migrated database; without one, an SQLite database in memory that ends with the test. */
  db?: Database;
  render?: RenderBody;
  renderPage?: RenderPage;
  /** The folder of built files. */
  assets?: string;
};

type Sent = { token?: string | null; headers?: Record<string, string>; body?: BodyInit };

/**
 * The whole site in memory, driven by `app.fetch`: no port, a clock that stands until it is moved,
 * bodies rendered by the real renderer. Every answer of the API is checked against the API's own
 * document as it passes.
 */
export async function makeApp(options: Options = {}) {
  const db = options.db ?? (await makeMemoryDatabase());
  const clock = makeClock();
  const services = createServices({
    db,
    now: clock.now,
    render: options.render ?? renderBody,
    defaultAuthor: 'Site AI',
  });
  /** What was reported as a bug; a test that expects none asserts that it stays empty. */
  const errors: unknown[] = [];
  const app = createApp({
    services,
    isDatabaseReady: db.isReady,
    renderPage: options.renderPage ?? renderNothing,
    profile: PROFILE,
    publicUrl: 'https://site.test',
    assets: options.assets ?? null,
    contentPolicy: true,
    reportError: (error) => errors.push(error),
  });

  async function send(method: string, path: string, sent: Sent = {}): Promise<Response> {
    const headers = new Headers(sent.headers);
    if (sent.token) headers.set('Authorization', `Bearer ${sent.token}`);
    const body = sent.body === undefined ? {} : { body: sent.body, duplex: 'half' };
    const request = new Request(`https://site.test${path}`, { method, headers, ...body });
    const response = await app.fetch(request);
    await assertDescribed(app, method, path, response);
    return response;
  }

  function sendJson(method: string) {
    return (path: string, value: unknown, token?: string | null) =>
      send(method, path, {
        token: token ?? null,
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(value),
      });
  }

  const get = (path: string, token?: string | null) => send('GET', path, { token: token ?? null });
  const postJson = sendJson('POST');

  /** Signs the administrator in, who is made first if need be, and gives the token. */
  async function signIn(): Promise<string> {
    await services.ensureAdministrator(ADMINISTRATOR);
    const response = await postJson('/api/admin/login', ADMINISTRATOR);
    const { access_token } = (await response.json()) as { access_token: string };
    return access_token;
  }

  return {
    app,
    services,
    db,
    clock,
    errors,
    send,
    get,
    postJson,
    putJson: sendJson('PUT'),
    signIn,
  };
}

export type TestApp = Awaited<ReturnType<typeof makeApp>>;

async function makeMemoryDatabase(): Promise<Database> {
  const db = connectSqlite(':memory:');
  onTestFinished(() => db.close());
  await migrate(db);
  return db;
}

/** A clock that stands until it is moved. */
export function makeClock() {
  let present = Date.parse(START);
  return {
    now: () => new Date(present),
    set: (instant: string) => {
      present = Date.parse(instant);
    },
    advance: (milliseconds: number) => {
      present += milliseconds;
    },
    advanceDays: (days: number) => {
      present += days * DAY_MS;
    },
  };
}

const renderNothing: RenderPage = async ({ url }) =>
  new Response(`<!doctype html><title>${new URL(url).pathname.replace(/[<&]/g, '')}</title>`, {
    headers: { 'Content-Type': 'text/html; charset=utf-8' },
  });
