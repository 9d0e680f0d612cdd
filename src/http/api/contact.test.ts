import { describe, expect, it } from 'vitest';
import { makeApp, START } from '../../../test/make-app.ts';

const INQUIRY = {
  name: 'Ada',
  email: 'ada@lab.test',
  company: 'Lab',
  jobTitle: 'Chemist',
  message: 'Hello\r\nthere',
  requestType: 'demo',
};

describe('POST /api/contact', () => {
  it('keeps the inquiry', async () => {
    const app = await makeApp();
    const response = await app.postJson('/api/contact', INQUIRY);
    expect([response.status, await response.json()]).toEqual([201, { status: 'received' }]);
    const rows = await app.db.query.selectFrom('inquiries').selectAll().execute();
    expect(rows).toEqual([
      expect.objectContaining({
        name: 'Ada',
        job_title: 'Chemist',
        message: INQUIRY.message,
        request_type: 'demo',
        received_at: START,
      }),
    ]);
  });

  it('needs no more than name, e-mail and message', async () => {
    const app = await makeApp();
    const { name, email, message } = INQUIRY;
    const response = await app.postJson('/api/contact', { name, email, message, unknown: true });
    expect(response.status).toBe(201);
    const rows = await app.db.query.selectFrom('inquiries').selectAll().execute();
    expect(rows).toMatchObject([{ company: '', job_title: '', request_type: 'general' }]);
  });

  it('names the failing fields in the second element of loc, as the form reads them', async () => {
    const app = await makeApp();
    const response = await app.postJson('/api/contact', { email: 'ada', message: ' ' });
    expect(response.status).toBe(422);
    expect(await response.json()).toEqual({
      detail: [
        { loc: ['body', 'name'], msg: 'Field required', type: 'missing' },
        { loc: ['body', 'email'], msg: 'Must be an e-mail address', type: expect.any(String) },
        { loc: ['body', 'message'], msg: 'Must not be empty', type: expect.any(String) },
      ],
    });
    expect(await app.db.query.selectFrom('inquiries').select('id').execute()).toEqual([]);
  });

  it('takes a request type from the address that is not one of the four', async () => {
    const app = await makeApp();
    const sent = { ...INQUIRY, requestType: 'investor' };
    expect((await app.postJson('/api/contact', sent)).status).toBe(201);
    const wrong = { ...INQUIRY, requestType: '<script>' };
    expect((await app.postJson('/api/contact', wrong)).status).toBe(422);
  });
});
