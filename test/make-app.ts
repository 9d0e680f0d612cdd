import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { retention } from '../src/content/retention.ts';
import { connectSqlite, type Database } from '../src/db/connect.ts';
import { migrate } from '../src/db/migrate.ts';
import { isOutcomeUnknown, isUnavailable } from '../src/db/unavailable.ts';
import { createDispatcher } from '../src/domain/mail/dispatcher.ts';
import type { Deliver, Mail } from '../src/domain/mail/mail.ts';
import { createMailFiles, type MailFiles } from '../src/domain/mail/mail-files.ts';
import { createOutbox } from '../src/domain/mail/outbox.ts';
import { createDiskPictureStore, type PictureStore } from '../src/domain/media/picture-store.ts';
import { processPicture } from '../src/domain/media/process-picture.ts';
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

/** The parts of services that say where they serve; no mail is sent by itself. */
export const PLACE = {
  site: {
    name: 'Site',
    url: 'https://site.test',
    email: 'info@site.test',
    location: 'Testville',
    tagline: 'A site for tests.',
    timeZone: 'Australia/Brisbane',
  },
  inboxEmail: 'inbox@site.test',
  mailFiles: createMailFiles(join(tmpdir(), 'ligara-no-such-folder')),
  retention,
  liveForms: false,
  searchesPerMinute: 1_200,
  onMailEnqueued: () => undefined,
  postChanged: async () => undefined,
};

/** The pages of the test site that take a form. */
const FORM_PAGES = ['/contact', '/newsletter', '/newsletter/confirm', '/newsletter/unsubscribe'];

const DAY_MS = 24 * 60 * 60 * 1000;

type Options = {
  /** A migrated database; without one, an SQLite database in memory that ends with the test. */
  db?: Database;
  render?: RenderBody;
  renderPage?: RenderPage;
  liveForms?: boolean;
  mailFiles?: MailFiles;
  /** Where pictures are kept; without it, a folder that ends with the test. */
  pictureStore?: PictureStore;
  /** What becomes of mails; without it, each is taken. */
  deliver?: Deliver;
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
  const mediaDir = makeMediaDir();
  const pictureStore = options.pictureStore ?? createDiskPictureStore(mediaDir);
  const services = createServices({
    db,
    now: clock.now,
    render: options.render ?? renderBody,
    media: { files: pictureStore, processPicture },
    defaultAuthor: 'Site AI',
    ...PLACE,
    liveForms: options.liveForms ?? false,
    mailFiles: options.mailFiles ?? PLACE.mailFiles,
  });
  /** What was reported as a bug; a test that expects none asserts that it stays empty. */
  const errors: unknown[] = [];
  const deliver =
    options.deliver ?? (async () => ({ kind: 'accepted' as const, answer: '250 OK' }));
  let mails: Mail[] = [];
  const dispatcher = createDispatcher({
    outbox: createOutbox({ db, now: services.now, onBounce: services.onBounce }),
    compose: services.composeMail,
    deliver: async (mail, signal) => {
      const delivery = await deliver(mail, signal);
      if (delivery.kind === 'accepted') mails.push(mail);
      return delivery;
    },
    now: clock.now,
    domain: 'site.test',
    reportError: (error) => errors.push(error),
  });

  /** Sends the mails that are due, and gives those that were taken. */
  async function sendMails(): Promise<Mail[]> {
    await dispatcher.sendDue();
    const sent = mails;
    mails = [];
    return sent;
  }
  const { app, routeAt } = createApp({
    services,
    isDatabaseReady: db.isReady,
    renderPage: options.renderPage ?? renderNothing,
    matchPage: (pathname) => ({
      pattern: '/*',
      methods: FORM_PAGES.includes(pathname) ? ['GET', 'HEAD', 'POST'] : ['GET', 'HEAD'],
    }),
    profile: PROFILE,
    publicUrl: PLACE.site.url,
    pictureStore,
    contentPolicy: true,
    trustedProxies: [],
    isUnavailable,
    isOutcomeUnknown,
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
    routeAt,
    services,
    db,
    clock,
    mediaDir,
    errors,
    sendMails,
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

/** Pictures in a folder of their own, made within this process. */
export function makeMedia(mediaDir = makeMediaDir()) {
  return { files: createDiskPictureStore(mediaDir), processPicture };
}

/** An empty folder that ends with the test. */
function makeMediaDir(): string {
  const mediaDir = mkdtempSync(join(tmpdir(), 'ligara-media-'));
  onTestFinished(() => rmSync(mediaDir, { recursive: true, force: true }));
  return mediaDir;
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
