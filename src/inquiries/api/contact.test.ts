import { expect, it } from 'vitest';
import { makeApp } from '../../../test/make-app.ts';

const INQUIRY = { name: 'Ada', email: 'ada@lab.test', message: 'Hello' };

it.each(['/api/investor-inquiries', '/api/waitlist'])(
  '%s is not there while forms are not live',
  async (path) => {
    const app = await makeApp();
    expect((await app.postJson(path, INQUIRY)).status).toBe(404);
    expect(await app.db.query.selectFrom('inquiries').select('id').execute()).toEqual([]);
  },
);

it('inquiries are counted by the IP address of the connection, with a Retry-After', async () => {
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
