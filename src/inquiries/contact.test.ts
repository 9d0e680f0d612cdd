import { describe, expect, it } from 'vitest';
import { contactSchema } from './forms.ts';

const MINIMAL = { name: 'Ada', email: 'ada@lab.test', message: 'Hello' };

describe('an inquiry', () => {
  it('needs name, e-mail and message, and the rest has its defaults', () => {
    const kind = 'contact';
    const defaults = { company: '', jobTitle: '', requestType: 'general', subject: '', kind };
    expect(contactSchema.parse(MINIMAL)).toEqual({ ...MINIMAL, ...defaults });
    const nulls = { company: null, jobTitle: null };
    expect(contactSchema.parse({ ...MINIMAL, ...nulls })).toEqual({ ...MINIMAL, ...defaults });
  });

  it('may be of any type of letters, digits and hyphens, and come from any email', () => {
    const types = ['general', 'demo', 'support', 'partnership', 'investor', 'Beta-2'];
    for (const requestType of [...types, 'x'.repeat(40)]) {
      expect(contactSchema.parse({ ...MINIMAL, requestType }).requestType).toBe(requestType);
    }
    const emails = ['ada@lab.test', 'a.b+c@sub.lab.test', "o'neill@lab.test", 'ada@localhost'];
    for (const email of [...emails, ' ada@lab.test ']) {
      expect(contactSchema.parse({ ...MINIMAL, email }).email).toBe(email.trim());
    }
  });

  it.each<[string, unknown[]]>([
    ['name', ['', '  ', 'x'.repeat(201), 'a\0']],
    ['email', ['', 'ada', 'ada@', '@lab.test', 'ada@lab..test', 'ada@-lab.test']],
    ['email', ['ada lovelace@lab.test', 'ada@lab.test, eve@lab.test']],
    ['email', ['ada@lab.test\nBcc: eve@lab.test', `${'x'.repeat(250)}@lab.test`]],
    ['company', ['x'.repeat(201), 7]],
    ['jobTitle', ['\ud800']],
    ['message', ['', '\n', 'x'.repeat(10_001)]],
    ['requestType', ['', 'two words', '<b>', 'x'.repeat(41), 'demo\n']],
  ])('is refused for its %s %j', (field, values) => {
    for (const value of values) {
      const { success, error } = contactSchema.safeParse({ ...MINIMAL, [field]: value });
      expect([value, success, error?.issues[0]?.path[0]]).toEqual([value, false, field]);
    }
  });
});
