import { describe, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../../test/make-app.ts';
import { START } from '../../../test/make-site.ts';

const INQUIRY = {
  name: "Ada O'Neill \u{1F9EA}",
  email: 'ada@lab.test',
  company: 'Lab; drop table inquiries',
  jobTitle: 'Chemist',
  message: 'Line one\r\nLine two\n\n  \\ % _ " \u00a0',
  requestType: 'demo',
};

const storedIn = ({ db }: TestApp) => db.query.selectFrom('inquiries').selectAll().execute();

describe('POST /api/contact', () => {
  it('keeps the inquiry as it was sent, also a second one', async () => {
    const app = await makeApp();
    const { jobTitle, requestType, ...sent } = INQUIRY;
    const responses = await Promise.all([1, 2].map(() => app.postJson('/api/contact', INQUIRY)));
    for (const response of responses) {
      expect([response.status, await response.json()]).toEqual([201, { status: 'received' }]);
    }
    const stored = {
      ...sent,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      kind: 'contact',
      job_title: jobTitle,
      request_type: requestType,
      received_at: START,
      suspected: 0,
      read_at: null,
      handled_at: null,
      note: '',
      note_version: 0,
    };
    expect(await storedIn(app)).toEqual([stored, stored]);
  });

  it('names the failing fields in the second element of loc, as the form reads them', async () => {
    const app = await makeApp();
    const response = await app.postJson('/api/contact', { email: 'ada', message: ' ' });
    expect(response.status).toBe(422);
    expect(await response.json()).toEqual({
      detail: [
        { loc: ['body', 'name'], msg: 'Field required', type: 'missing' },
        { loc: ['body', 'email'], msg: 'Must be an email address', type: expect.any(String) },
        { loc: ['body', 'message'], msg: 'Must not be empty', type: expect.any(String) },
      ],
    });
    expect(await storedIn(app)).toEqual([]);
  });

  it('stores what a bot filled in, with the same response', async () => {
    const app = await makeApp();
    const response = await app.postJson('/api/contact', { ...INQUIRY, subject: 'Cheap' });
    expect([response.status, await response.json()]).toEqual([201, { status: 'received' }]);
    expect(await storedIn(app)).toMatchObject([{ name: INQUIRY.name, suspected: 1 }]);
    expect(await app.sendMails()).toEqual([]);
  });

  it('counts by the IP address of the connection, and has a Retry-After', async () => {
    const app = await makeApp();
    const post = (remoteAddress: string, number: number) =>
      app.app.request(
        '/api/contact',
        {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': `203.0.1.${number}` },
          body: JSON.stringify({ ...INQUIRY, email: `reader${number}@lab.test` }),
        },
        { incoming: { socket: { remoteAddress } } },
      );
    for (let number = 0; number < 60; number++) await post(`2001:db8::${number}`, number);
    const refused = await post('2001:db8:0:ff::1', 60);
    expect([refused.status, await refused.json()]).toEqual([
      429,
      { detail: expect.stringContaining('try again later') },
    ]);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(3_500);
    expect((await post('2001:db8:0:100::1', 61)).status).toBe(201);
  });
});

it.each([
  ['/api/investor-inquiries', { organization: 'Fund' }, { kind: 'investor', company: 'Fund' }],
  ['/api/waitlist', { role: 'Chemist' }, { kind: 'waitlist', job_title: 'Chemist' }],
])(
  'POST %s keeps the inquiry when forms are live, and is not there when they are not',
  async (path, fields, row) => {
    const { name, email, message } = INQUIRY;
    const sent = { name, email, message, ...fields };
    const [app, off] = [await makeApp({ liveForms: true }), await makeApp()];
    expect((await off.postJson(path, sent)).status).toBe(404);
    expect(await storedIn(off)).toEqual([]);
    expect((await app.postJson(path, sent)).status).toBe(201);
    expect((await app.postJson(path, { ...sent, name: '' })).status).toBe(422);
    expect(await storedIn(app)).toMatchObject([{ name, message, ...row }]);
    const recipients = (await app.sendMails()).map(({ to }) => to);
    expect(recipients.toSorted()).toEqual([email, 'inbox@site.test']);
  },
);
