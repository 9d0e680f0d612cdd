import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject, onTestFinished } from 'vitest';
import { findByEmail, inAccounts } from '../src/accounts/one-time-tokens.ts';
import { ensureAdministrator } from '../src/accounts/people.ts';
import { startSession } from '../src/accounts/sessions.ts';
import { createApp } from '../src/app/app.ts';
import type { RenderPage } from '../src/app/http/pages.ts';
import { mailOf, makeSite } from '../src/app/make-site.ts';
import { sitePaths } from '../src/app/site-paths.ts';
import { retention } from '../src/content/retention.ts';
import { createDispatcher } from '../src/mail/dispatcher.ts';
import type { Deliver, Mail } from '../src/mail/mail.ts';
import { createMailFiles } from '../src/mail/mail-transports.ts';
import { processPicture } from '../src/media/process-picture.ts';
import { createShareImagePool } from '../src/media/share-images/threads/share-image-pool.ts';
import { createDiskPictureStore } from '../src/media/storage/disk-picture-store.ts';
import type { SiteProfile } from '../src/posts/feeds/profile.ts';
import { collapseLongRuns, textChanges } from '../src/posts/record/text-changes.ts';
import { renderBody } from '../src/rendering/body.ts';
import { createChemistry } from '../src/science/chemistry/rdkit.ts';
import { typesetFormulas } from '../src/science/math/typeset.ts';
import { readPasted } from '../src/science/references/read-pasted.ts';
import { connectSqlite, type Database } from '../src/server/db/connect.ts';
import { outageOf } from '../src/server/db/unavailable.ts';
import { fail } from '../src/server/failure.ts';
import type { Site } from '../src/site.ts';
import { assertDescribed } from './api-document.ts';
import { makeFolder } from './make-folder.ts';

export const ADMINISTRATOR = { email: 'editor@site.test', password: 'a password for tests' };

/** The time of a new app's clock. */
export const START = '2026-03-01T09:00:00.000Z';

export const PROFILE: SiteProfile = {
  name: 'Site',
  tagline: 'A site for tests.',
  description: 'It shows posts & pages.',
  disclaimer: 'Nothing here is true.',
  language: 'en-AU',
  timeZone: 'Australia/Brisbane',
  email: 'info@site.test',
  icon: '/icon.png',
  blog: { title: 'Site Blog', description: 'What tests <write>.' },
  pages: [
    { title: 'Site', headline: 'Site', description: 'The beginning.', canonical: '/' },
    { title: 'Blog | Site', headline: 'Blog', description: 'All posts.', canonical: '/blog' },
    { title: 'Q & A', headline: 'Q & A', description: 'Answers.', canonical: '/questions' },
  ],
};

const chemistry = createChemistry();

/** Files of the site that tests invent. */
const TEST_FILES = ['a', 'b', 'cover', 'd', 'x', 'y', 'z'].flatMap((name) =>
  ['png', 'svg'].flatMap((type) => [`/${name}.${type}`, `/images/${name}.${type}`]),
);

/** What tests seldom change; mails are sent by the test alone. */
const SEAMS = {
  elapsed: () => performance.now(),
  identity: {
    name: 'Site',
    url: 'https://site.test',
    email: 'info@site.test',
    location: 'Testville',
    tagline: 'A site for tests.',
    timeZone: 'Australia/Brisbane',
  },
  pages: sitePaths().concat(TEST_FILES),
  defaultAuthor: 'Site AI',
  inboxEmail: 'inbox@site.test',
  liveForms: false,
  sendsMail: true,
  mailFolder: null,
  mailFiles: createMailFiles(join(tmpdir(), 'ligara-no-such-folder')),
  searchesPerMinute: 1_200,
  backups: { failure: null },
  retention,
  render: renderBody,
  isRenderingIdle: () => true,
  compareTexts: async (...texts: [string, string]) => collapseLongRuns(textChanges(...texts)),
  chemistry,
  searchChemistry: () => chemistry,
  typesetFormulas,
  siteMolecules: [],
  readPasted: async (text: string) => readPasted(text),
  lookUpDoi: undefined,
  processPicture,
  fetchPicture: async () => fail({ kind: 'unavailable', detail: 'no network', retryAfter: 1 }),
  postChanged: () => undefined,
  onMailEnqueued: () => undefined,
} satisfies Partial<Site>;

type Seams = Parameters<typeof makeSite>[0];

/** A site over an empty database in memory at `START`, with the real renderer of bodies. */
export function makeTestSite(seams: Partial<Seams> = {}): Site {
  return makeSite({
    ...SEAMS,
    now: () => START,
    ...seams,
    db: seams.db ?? makeMemoryDatabase(),
    files: seams.files ?? createDiskPictureStore(makeFolder()),
  });
}

/** Tests share its thread. */
const { draw: drawShareImage } = createShareImagePool();

const acceptMail: Deliver = async () => ({ kind: 'accepted', answer: '250 OK' });

const DAY_MS = 24 * 60 * 60 * 1000;

type Options = Partial<Seams> &
  Partial<Pick<Parameters<typeof createApp>[0], 'onCompleted' | 'trustedProxies'>> & {
    renderPage?: RenderPage;
    /** Accepts every mail by default. */
    deliver?: Deliver;
  };

type Sent = { token?: string | null; headers?: Record<string, string>; body?: BodyInit };

/**
 * The whole site in memory, driven by `app.fetch`: no port, a clock that tests advance, the real renderer
 * of bodies. Every response of the API is checked against the API document.
 */
export async function makeApp(options: Options = {}) {
  const { renderPage = renderNothing, deliver = acceptMail, onCompleted, ...rest } = options;
  const { trustedProxies = [], ...seams } = rest;
  const clock = makeClock();
  const mediaDir = makeFolder();
  const site = makeTestSite({
    now: () => clock.now().toISOString(),
    files: createDiskPictureStore(mediaDir),
    ...seams,
  });
  const { db } = site;
  /** Reported bugs; a test that expects none asserts that it is empty. */
  const errors: unknown[] = [];
  let mails: Mail[] = [];
  const dispatcher = createDispatcher(site, {
    ...mailOf(site),
    deliver: async (mail, signal) => {
      const delivery = await deliver(mail, signal);
      if (delivery.kind === 'accepted') mails.push(mail);
      return delivery;
    },
    domain: 'site.test',
    reportError: (error) => errors.push(error),
  });

  /** Sends the mails that are due. @returns those that were accepted */
  async function sendMails(): Promise<Mail[]> {
    await dispatcher.sendDue();
    const sent = mails;
    mails = [];
    return sent;
  }
  const app = createApp({
    site,
    isDatabaseReady: db.isReady,
    renderPage,
    findStyle: () => undefined,
    profile: PROFILE,
    drawShareImage,
    contentPolicy: true,
    trustedProxies,
    outageOf,
    reportError: (error) => errors.push(error),
    onCompleted,
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

  /**
   * Starts a session of the administrator, who is created first if missing. Checks no password: that takes
   * longer than most tests.
   * @returns the token
   */
  async function signIn(): Promise<string> {
    const find = () => findByEmail(db.query, ADMINISTRATOR.email);
    if ((await find()) === undefined) await ensureAdministrator(site, ADMINISTRATOR);
    const administrator = await find();
    if (administrator === undefined) throw new Error('The administrator was removed meanwhile');
    const { token } = await inAccounts(site, (trx) => startSession(site, trx, administrator, ''));
    return token;
  }

  return {
    app,
    site,
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

/** An empty, migrated database, closed after the test. */
export function makeMemoryDatabase(): Database {
  const db = connectSqlite(readFileSync(inject('sqliteTemplate')));
  onTestFinished(() => db.close());
  return db;
}

/** Pictures on disk, processed in this process. */
export function makeMedia(mediaDir = makeFolder()) {
  return { files: createDiskPictureStore(mediaDir), processPicture };
}

/** A clock that only tests advance. */
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
