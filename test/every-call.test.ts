import { Secret, TOTP } from 'otpauth';
import { expect, inject, it, onTestFinished } from 'vitest';
import { confirmSubscription } from '../src/newsletter/subscription.ts';
import { connectPostgres } from '../src/server/db/connect.ts';
import { operationsOf } from './api-document.ts';
import { CSV } from './attachments.ts';
import { makeApp, type TestApp } from './make-app.ts';
import { makePng } from './pictures.ts';
import { migratedDatabase, type PostgresTemplate } from './postgres.ts';
import { readTable } from './read-table.ts';
import { makeSoftwarePasskey } from './software-passkey.ts';

// biome-ignore lint/suspicious/noExplicitAny: every answer is checked against the API's document
type Answer = any;
type Known = Record<string, unknown>;
type Site = { app: TestApp; known: Known };
const PASSWORD = 'another password for tests';
const passkey = makeSoftwarePasskey();
/** The token of the link in the last mail that is due. */
async function mailedToken({ app, known }: Site): Promise<void> {
  const text = (await app.sendMails()).at(-1)?.text ?? '';
  known.mailed = /(?:#|\?token=)([\w.-]+)/.exec(text)?.[1];
}

/** A code of the authenticator app that was not used before. */
async function newCode({ app, known }: Site): Promise<void> {
  app.clock.advance(30_000);
  const totp = new TOTP({ secret: Secret.fromBase32(String(known.secret)) });
  known.code = totp.generate({ timestamp: app.clock.now().getTime() });
}

const STORY = readTable(new URL('every-call.tsv', import.meta.url));

const STEPS: Record<string, (site: Site) => Promise<unknown>> = {
  mailedToken,
  newCode,
  confirm: ({ app, known }) => confirmSubscription(app.site, String(known.mailed)),
};

const KEEPS: Record<string, (answer: Answer) => unknown> = {
  otherSession: ({ sessions }) => ({
    session: sessions.find(({ isCurrent }: Answer) => !isCurrent).id,
  }),
  made: (asked) => ({ made: passkey.create(asked) }),
  signed: (asked) => ({ signed: passkey.answer(asked) }),
  proof: (asked) => ({ proof: passkey.answer(asked) }),
  invited: ({ people }) => ({
    person: people.find(({ email }: Answer) => email === 'ben@lab.test').id,
  }),
  letter: ({ address }) => ({ letter: address.replace(/.*\//, '') }),
};

const FILES: Record<string, Uint8Array<ArrayBuffer>> = {
  '@png': new Uint8Array(await makePng()),
  '@csv': new TextEncoder().encode(CSV),
};

async function play([call = '', status = '', body = '', keep = '']: string[], site: Site) {
  const { app, known } = site;
  if (status === '') {
    const step = STEPS[call];
    await step?.(site);
    return step ? [] : [`${call}: no such step`];
  }
  const [method = '', path = ''] = call.split(' ');
  const target = `/api${path.replace(/\$(\w+)/g, (_, name) => String(known[name]))}`;
  // Mails of one instant have no order.
  app.clock.advance(1000);
  const isJson = body.startsWith('{');
  const type = isJson ? 'json' : body in FILES ? 'octet-stream' : 'x-www-form-urlencoded';
  const json = body.replace(/"\$(\w+)"/g, (_, name) => JSON.stringify(known[name]));
  const response = await app.send(method, target, {
    token: String(known.token ?? ''),
    headers: body === '' ? {} : { 'Content-Type': `application/${type}` },
    ...(body === '' ? {} : { body: FILES[body] ?? json }),
  });
  const text = await response.text();
  if (response.status !== Number(status)) {
    return [`${call}: ${response.status} ${text.slice(0, 300)}`];
  }
  if (keep.startsWith('@')) Object.assign(known, KEEPS[keep.slice(1)]?.(JSON.parse(text)));
  else if (keep !== '') {
    const [name = '', place = ''] = keep.split('=');
    known[name] = place.split('.').reduce((value, key) => value[key], JSON.parse(text));
  }
  return [];
}

const [server, template] = [inject('postgresUrl'), inject('postgresTemplate')];

it.skipIf(!server)(
  'every call of the API does on PostgreSQL what its document says',
  async () => {
    const db = connectPostgres(await migratedDatabase(server ?? '', template as PostgresTemplate));
    onTestFinished(() => db.close());
    const app = await makeApp({ db, liveForms: true });
    await app.signIn();
    const site = { app, known: { password: PASSWORD } };
    const wrong: string[] = [];
    for (const step of STORY) {
      wrong.push(...(await play(step, site).catch((error) => [`${step[0]}: ${error}`])));
    }
    expect(wrong).toEqual([]);
    expect(app.errors).toEqual([]);
    const called = STORY.map(([call = '']) => call);
    const missing = (await operationsOf(app.app))
      .map(({ method, path }) => `^${method} ${path.replace(/\{\w+\}/g, '[^/]+')}(?:\\?.*)?$`)
      .filter((pattern) => !called.some((each) => new RegExp(pattern).test(each)));
    expect(missing, 'give each a row in every-call.tsv').toEqual([]);
  },
  120_000,
);
