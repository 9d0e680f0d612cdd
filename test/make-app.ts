import { findByEmail, inAccounts } from '../src/accounts/administrators.ts';
import { ensureAdministrator } from '../src/accounts/people.ts';
import { startSession } from '../src/accounts/sessions.ts';
import { createApp } from '../src/app/app.ts';
import type { RenderPage } from '../src/app/http/pages.ts';
import { mailOf } from '../src/app/make-site.ts';
import { createThreads } from '../src/app/threads/threads.ts';
import type { Deliver, Mail } from '../src/mail/mail.ts';
import { createDispatcher } from '../src/mail/outbox.ts';
import { createDiskPictureStore } from '../src/media/storage/disk-picture-store.ts';
import { assertDescribed } from './api-document.ts';
import { makeFolder } from './make-folder.ts';
import { makeClock, makeTestSite, PROFILE, type Seams } from './make-site.ts';

export const ADMINISTRATOR = { email: 'editor@site.test', password: 'a password for tests' };

/** Tests share its thread. */
const { drawShareImage } = createThreads();

const acceptMail: Deliver = async () => ({ kind: 'accepted', answer: '250 OK' });

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
    patchJson: sendJson('PATCH'),
    signIn,
  };
}

export type TestApp = Awaited<ReturnType<typeof makeApp>>;

const renderNothing: RenderPage = async ({ url }) =>
  new Response(`<!doctype html><title>${new URL(url).pathname.replace(/[<&]/g, '')}</title>`, {
    headers: { 'Content-Type': 'text/html; charset=utf-8' },
  });
