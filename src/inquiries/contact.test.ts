import { expect, it } from 'vitest';
import FIELDS from './contact-fields.json' with { type: 'json' };
import { contactSchema } from './forms.ts';

const MINIMAL = { name: 'Ada', email: 'ada@lab.test', message: 'Hello' };

it('an inquiry needs name, e-mail and message, and the rest has its defaults', () => {
  const kind = 'contact';
  const defaults = { company: '', jobTitle: '', requestType: 'general', subject: '', kind };
  expect(contactSchema.parse(MINIMAL)).toEqual({ ...MINIMAL, ...defaults });
  const nulls = { company: null, jobTitle: null };
  expect(contactSchema.parse({ ...MINIMAL, ...nulls })).toEqual({ ...MINIMAL, ...defaults });
});

it.each(Object.entries(FIELDS.taken))('an inquiry is taken for its %s %j', (field, values) => {
  for (const value of values) {
    expect(contactSchema.parse({ ...MINIMAL, [field]: value })).toMatchObject({
      [field]: value.trim(),
    });
  }
});

it.each([...Object.entries<unknown[]>(FIELDS.refused), ['jobTitle', ['\ud800']] as const])(
  'an inquiry is refused for its %s %j',
  (field, values) => {
    for (const value of values) {
      const { success, error } = contactSchema.safeParse({ ...MINIMAL, [field]: value });
      expect([value, success, error?.issues[0]?.path[0]]).toEqual([value, false, field]);
    }
  },
);
