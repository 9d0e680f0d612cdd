import { describe, expect, it } from 'vitest';
import { describeEachEngine } from '../../../test/engines.ts';
import { contactSchema, createInquiries } from './contact.ts';

const MINIMAL = { name: 'Ada', email: 'ada@lab.test', message: 'Hello' };

describeEachEngine('inquiries', (makeDatabase) => {
  it('are kept whole, with the instant at which they came', async () => {
    const db = await makeDatabase();
    const { receiveInquiry } = createInquiries({ db, now: () => '2026-03-01T09:00:00.000Z' });
    const inquiry = {
      name: "Zoë O'Neill \u{1F9EA}",
      email: 'zoe@lab.test',
      company: 'Lab; drop table inquiries',
      jobTitle: 'Chemist',
      message: 'Line one\r\nLine two\n\n  \\ % _ " \u00a0',
      requestType: 'beta-access',
    };
    await receiveInquiry(contactSchema.parse(inquiry));
    const rows = await db.query.selectFrom('inquiries').selectAll().execute();
    expect(rows).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        name: inquiry.name,
        email: inquiry.email,
        company: inquiry.company,
        job_title: inquiry.jobTitle,
        message: inquiry.message,
        request_type: 'beta-access',
        received_at: '2026-03-01T09:00:00.000Z',
      },
    ]);
  });

  it('are all kept when the same one comes twice at once', async () => {
    const db = await makeDatabase();
    const { receiveInquiry } = createInquiries({ db, now: () => '2026-03-01T09:00:00.000Z' });
    const inquiry = contactSchema.parse(MINIMAL);
    await Promise.all([receiveInquiry(inquiry), receiveInquiry(inquiry)]);
    expect(await db.query.selectFrom('inquiries').select('id').execute()).toHaveLength(2);
  });
});

describe('an inquiry', () => {
  it('needs name, e-mail and message, and the rest has its defaults', () => {
    const defaults = { company: '', jobTitle: '', requestType: 'general' };
    expect(contactSchema.parse(MINIMAL)).toEqual({ ...MINIMAL, ...defaults });
    const nulls = { company: null, jobTitle: null };
    expect(contactSchema.parse({ ...MINIMAL, ...nulls })).toEqual({ ...MINIMAL, ...defaults });
  });

  it.each(['general', 'demo', 'support', 'partnership', 'investor', 'Beta-2', 'x'.repeat(40)])(
    'may be of the type %s',
    (requestType) => {
      expect(contactSchema.parse({ ...MINIMAL, requestType }).requestType).toBe(requestType);
    },
  );

  it.each([
    'ada@lab.test',
    'a.b+c@sub.lab.test',
    "o'neill@lab.test",
    'ada@localhost',
    ' ada@lab.test ',
  ])('may come from %j', (email) => {
    expect(contactSchema.parse({ ...MINIMAL, email }).email).toBe(email.trim());
  });

  it.each([
    ['name', ''],
    ['name', '  '],
    ['name', 'x'.repeat(201)],
    ['name', 'a\0'],
    ['email', ''],
    ['email', 'ada'],
    ['email', 'ada@'],
    ['email', '@lab.test'],
    ['email', 'ada@lab..test'],
    ['email', 'ada@-lab.test'],
    ['email', 'ada lovelace@lab.test'],
    ['email', 'ada@lab.test, eve@lab.test'],
    ['email', 'ada@lab.test\nBcc: eve@lab.test'],
    ['email', `${'x'.repeat(250)}@lab.test`],
    ['company', 'x'.repeat(201)],
    ['company', 7],
    ['jobTitle', '\ud800'],
    ['message', ''],
    ['message', '\n'],
    ['message', 'x'.repeat(10_001)],
    ['requestType', ''],
    ['requestType', 'two words'],
    ['requestType', '<b>'],
    ['requestType', 'x'.repeat(41)],
    ['requestType', 'demo\n'],
  ])('is refused for its %s %j', (field, value) => {
    const { success, error } = contactSchema.safeParse({ ...MINIMAL, [field]: value });
    expect([success, error?.issues[0]?.path[0]]).toEqual([false, field]);
  });
});
