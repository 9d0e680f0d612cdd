import { Secret, TOTP } from 'otpauth';
import { expect, inject, it, onTestFinished } from 'vitest';
import { confirmSubscription } from '../src/newsletter/subscription.ts';
import { connectPostgres } from '../src/server/db/connect.ts';
import { documentOf } from './api-document.ts';
import { CSV } from './attachments.ts';
import { ADMINISTRATOR, makeApp, type TestApp } from './make-app.ts';
import { makePng } from './pictures.ts';
import { migratedDatabase, type PostgresTemplate } from './postgres.ts';
import { makeSoftwarePasskey } from './software-passkey.ts';

// biome-ignore lint/suspicious/noExplicitAny: every answer is checked against the API's document
type Answer = any;
type Known = Record<string, unknown>;
type Site = { app: TestApp; known: Known };
type Row = {
  /** `METHOD /path`, with `$name` for a known value in each place of a parameter. */
  call: string;
  status: number;
  /** JSON, where `'$name'` is a known value, or the bytes of a file or form. */
  body?: object | string | Buffer | undefined;
  /** What the next rows know: names and where their values are, `link=picture.id`, or what computes them. */
  keep?: string | ((answer: Answer) => Known) | undefined;
};

const PASSWORD = 'another password for tests';
const passkey = makeSoftwarePasskey();
const row = (call: string, status: number, body?: Row['body'], keep?: Row['keep']): Row => {
  return { call, status, body, keep };
};
const get = (path: string, keep?: Row['keep']) => row(`GET ${path}`, 200, undefined, keep);
const gets = (paths: string) => paths.split(' ').map((path) => get(path));
const removes = (paths: string) => paths.split(' ').map((path) => row(`DELETE ${path}`, 204));

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

const proof = { password: '$password' };
const withCode = { ...proof, code: '$code' };
const invitation = { ...proof, role: 'writer' };
const post = { title: 'A', slug: 'a', content: 'Text of a post.', tags: ['Assays'] };
const changes = { ...post, content: 'Changed text.', changes: null };
const book = { title: 'A book', url: 'https://a.test/', csl: { type: 'book', title: 'A book' } };
const notice = { kind: 'correction', date: '2026-02-01', issuedBy: 'Ada', reason: 'A figure.' };
const person = { name: 'Ada', email: 'ada@lab.test', message: 'Good day to you.' };
const term = { term: 'Term', category: 'Pharmacology', definition: 'What it means.' };
const draft = { tab: 'a', values: { title: 'A' }, base: null };
const later = '2026-03-09T09:00:00.000Z';
const FACTORS = '/admin/second-factors';
const A = '/admin/blog/posts/a';

/** Every call in an order in which each has something to do, and what happens between them. */
const STORY: (Row | ((site: Site) => Promise<void>))[] = [
  row('POST /admin/login', 200, ADMINISTRATOR, 'token=access_token'),
  row('POST /admin/verify', 200),
  get('/admin/sessions', ({ sessions }) => ({
    session: sessions.find(({ isCurrent }: Answer) => !isCurrent).id,
  })),
  ...removes('/admin/sessions/$session'),
  row(
    'PUT /admin/password',
    200,
    { current: ADMINISTRATOR.password, ...proof },
    'token=access_token',
  ),
  row(`POST ${FACTORS}/app`, 200, proof, 'secret=secret'),
  newCode,
  row(`POST ${FACTORS}/app/confirm`, 200, { code: '$code' }),
  newCode,
  row(`POST ${FACTORS}/recovery-codes`, 200, withCode),
  row('POST /admin/login', 202, { ...ADMINISTRATOR, ...proof }, 'ticket=second_factor.ticket'),
  newCode,
  row('POST /admin/login/second-factor', 200, { ticket: '$ticket', code: '$code' }),
  newCode,
  row(`POST ${FACTORS}/passkeys/options`, 200, withCode, (asked) => ({
    made: passkey.create(asked),
  })),
  row(`POST ${FACTORS}/passkeys`, 201, { name: 'Phone', passkey: '$made' }),
  row('POST /admin/login/passkey/options', 200, undefined, (asked) => ({
    signed: passkey.answer(asked),
  })),
  row('POST /admin/login/passkey', 200, { passkey: '$signed' }),
  get(FACTORS, 'passkey=passkeys.0.id'),
  row(`POST ${FACTORS}/proof`, 200, undefined, (options) => ({ proof: passkey.answer(options) })),
  row(`POST ${FACTORS}/passkeys/$passkey/remove`, 204, { passkey: '$proof' }),
  newCode,
  row(`POST ${FACTORS}/app/remove`, 204, withCode),

  row('POST /admin/people/invitations', 201, { ...invitation, email: 'ben@lab.test' }, 'id=id'),
  mailedToken,
  row('POST /admin/invitations/open', 200, { token: '$mailed' }),
  row('POST /admin/invitations/accept', 200, { token: '$mailed', password: PASSWORD }),
  row('POST /admin/people/invitations', 201, { ...invitation, email: 'eve@lab.test' }, 'id=id'),
  ...removes('/admin/people/invitations/$id'),
  mailedToken,
  row('POST /admin/password-resets', 204, { email: 'ben@lab.test' }),
  mailedToken,
  row('POST /admin/password-resets/open', 200, { token: '$mailed' }),
  row('POST /admin/password-resets/redeem', 200, { token: '$mailed', password: `${PASSWORD} 2` }),
  get('/admin/people', ({ people }) => ({
    person: people.find(({ email }: Answer) => email === 'ben@lab.test').id,
  })),
  row('PATCH /admin/people/$person', 204, { ...proof, role: 'administrator' }),
  row('POST /admin/people/$person/remove', 204, proof),
  get('/admin/audit?limit=5'),

  row('POST /admin/glossary', 201, term, 'term=id'),
  row('PUT /admin/glossary/$term?version=1', 200, { ...term, synonyms: ['Word'] }),
  row('POST /admin/authors', 201, { name: 'Ada Berg' }, 'author=id'),
  row('PUT /admin/authors/$author?version=1', 200, { name: 'Ada Berg', affiliation: 'A Lab' }),
  ...gets('/admin/glossary /admin/authors'),
  ...removes('/admin/glossary/$term?version=2 /admin/authors/$author?version=2'),
  row('POST /admin/media?name=a.png', 201, await makePng(), 'picture=item.id'),
  row('PATCH /admin/media/$picture', 200, { alt: 'A curve' }),
  row('POST /admin/media?name=a.csv', 201, CSV, 'file=item.id'),
  ...gets('/admin/media?q=curve /admin/media?kind=file&q=a'),
  ...removes('/admin/media/$picture /admin/media/$file'),

  row('POST /admin/preview', 200, { content: 'Text' }),
  row('POST /admin/posts/check', 200, { content: 'TODO' }),
  row('POST /admin/references/read', 200, { text: '@book{a, title={A book}}' }),
  row('POST /admin/blog/posts', 201, { ...post, references: [book] }, 'id=id'),
  row(`PUT ${A}`, 200, { ...post, content: 'Other text' }, 'etag=etag'),
  ...gets('/blog/posts?q=text&limit=1 /blog/posts/a /molecules/search?q=CCO'),
  ...gets('/admin/blog/posts?q=text&status=published&tag=Assays /admin/stats /admin/tags'),
  ...gets('/admin/references?q=book /admin/references/export'),
  row(`POST ${A}/preview-link`, 201, { days: 1 }),
  ...gets(`${A}/preview-link ${A}/revisions ${A}/revisions/1`),
  ...removes(`${A}/preview-link`),
  row(`POST ${A}/record/versions`, 201, { etag: '$etag' }),
  row(`POST ${A}/record/notices`, 201, notice, 'notice=id'),
  row(`PUT ${A}/changes`, 200, changes),
  ...gets(`${A}/record ${A}/changes`),
  ...removes(`${A}/record/notices/$notice`),
  ...removes(`${A}/changes`),
  row('PUT /admin/drafts/$id', 200, draft),
  ...gets('/admin/drafts /admin/drafts/$id'),
  ...removes('/admin/drafts/$id'),

  ...['contact', 'investor-inquiries', 'waitlist'].map((path) => row(`POST /${path}`, 201, person)),
  get('/admin/inquiries?q=ada', 'inquiry=inquiries.0.id'),
  ...gets('/admin/inquiries/unread /admin/inquiries/export'),
  get('/admin/inquiries/$inquiry'),
  row('PATCH /admin/inquiries/$inquiry', 200, { isRead: true, note: 'Call.', noteVersion: 0 }),
  ...removes('/admin/inquiries/$inquiry'),
  mailedToken,

  row('POST /newsletter', 202, { email: 'reader@lab.test' }),
  mailedToken,
  async ({ app, known }) => void (await confirmSubscription(app.site, String(known.mailed))),
  row('POST /admin/newsletter/preview', 200, { slug: 'a' }, ({ address }) => ({
    letter: address.replace(/.*\//, ''),
  })),
  row('POST /newsletter/letters/$letter', 200, 'subject=A&introduction=B'),
  row('POST /admin/newsletter/tests', 202, { slug: 'a' }),
  row('POST /admin/newsletter/issues', 201, { slug: 'a', sendAt: later }, 'issue=id'),
  row('PUT /admin/newsletter/issues/$issue', 200, { sendAt: later }),
  ...removes('/admin/newsletter/issues/$issue'),
  row('POST /admin/newsletter/issues', 201, { slug: 'a' }, 'issue=id'),
  ...gets('/admin/newsletter/issues /admin/newsletter/issues/$issue'),
  row('POST /admin/newsletter/issues/$issue/stop', 200),
  get('/admin/subscribers/export?state=confirmed'),
  get('/admin/subscribers?q=reader', 'subscriber=subscribers.0.id'),
  ...removes('/admin/subscribers/$subscriber'),

  ...removes(A),
  get('/admin/trash'),
  row('POST /admin/trash/$id/restore', 200, {}),
  ...removes(`${A} /admin/trash/$id`),
  row('POST /admin/export', 200),
  row('POST /admin/logout', 204),
];

async function play({ call, status, body, keep }: Row, { app, known }: Site): Promise<string[]> {
  const [method = '', path = ''] = call.split(' ');
  const target = `/api${path.replace(/\$(\w+)/g, (_, name) => String(known[name]))}`;
  const knownJson = (_: string, name: string) => JSON.stringify(known[name]);
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const isFile = bytes instanceof Uint8Array;
  const json = JSON.stringify(body)?.replace(/"\$(\w+)"/g, knownJson);
  // Mails of one instant have no order.
  app.clock.advance(1000);
  const fileType = path.includes('letters') ? 'x-www-form-urlencoded' : 'octet-stream';
  const response = await app.send(method, target, {
    token: String(known.token ?? ''),
    headers: body ? { 'Content-Type': `application/${isFile ? fileType : 'json'}` } : {},
    ...(body === undefined ? {} : { body: isFile ? new Uint8Array(bytes) : json }),
  });
  const text = await response.text();
  if (response.status !== status) return [`${call}: ${response.status} ${text.slice(0, 300)}`];
  const places = typeof keep === 'string' ? keep.split(' ') : [];
  for (const [name = '', place = ''] of places.map((each) => each.split('='))) {
    known[name] = place.split('.').reduce((value, key) => value[key], JSON.parse(text));
  }
  if (typeof keep === 'function') Object.assign(known, keep(JSON.parse(text)));
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
      if (typeof step === 'function') await step(site);
      else wrong.push(...(await play(step, site).catch((error) => [`${step.call}: ${error}`])));
    }
    expect(wrong).toEqual([]);
    expect(app.errors).toEqual([]);
    const called = STORY.flatMap((step) => (typeof step === 'function' ? [] : step.call));
    const { paths } = await documentOf(app.app);
    const missing = Object.entries(paths).flatMap(([path, methods]) => {
      const pattern = `${path.replace(/\{\w+\}/g, '[^/]+')}(?:\\?.*)?$`;
      return Object.keys(methods)
        .map((method) => new RegExp(`^${method.toUpperCase()} ${pattern}`))
        .filter((call) => !called.some((each) => call.test(each)));
    });
    expect(missing, 'give each a row in STORY').toEqual([]);
  },
  120_000,
);
