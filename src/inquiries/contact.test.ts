import { describe, expect, it } from 'vitest';
import { contactSchema } from './contact.ts';

const MINIMAL = { name: 'Ada', email: 'ada@lab.test', message: 'Hello' };

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
