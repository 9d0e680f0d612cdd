import { Secret, TOTP } from 'otpauth';
import { expect, inject, it, onTestFinished } from 'vitest';
import { confirmSubscription } from '../src/newsletter/subscription.ts';
import { connectPostgres } from '../src/server/db/connect.ts';
import { operationsOf } from './api-document.ts';
import { makeApp, type TestApp } from './make-app.ts';
import { migratedDatabase, type PostgresTemplate } from './postgres.ts';
import { readTable } from './read-table.ts';
import { makeSoftwarePasskey } from './software-passkey.ts';
import { type Known, play } from './stories.ts';

// biome-ignore lint/suspicious/noExplicitAny: every answer is checked against the API's document
type Answer = any;
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

const READERS: Record<string, (answer: Answer) => Known> = {
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

const [server, template] = [inject('postgresUrl'), inject('postgresTemplate')];

it.skipIf(!server)(
  'every call of the API does on PostgreSQL what its document says',
  async () => {
    const db = connectPostgres(await migratedDatabase(server ?? '', template as PostgresTemplate));
    onTestFinished(() => db.close());
    const app = await makeApp({ db, liveForms: true });
    await app.signIn();
    const site: Site = { app, known: { password: PASSWORD } };
    const wrong: string[] = [];
    for (const row of STORY) {
      // Mails of one instant have no order.
      app.clock.advance(1000);
      const step = STEPS[row[0] ?? ''];
      const done = step ? step(site) : play(app, site.known, row, READERS);
      await done.catch((error) => wrong.push(`${row[0]}: ${error}`));
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
