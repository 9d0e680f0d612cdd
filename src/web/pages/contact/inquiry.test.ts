import { expect, test } from 'vitest';
import { inquiryFrom } from './inquiry.ts';

test('a form without a field, or with a file in its place, sends an empty text, and a general enquiry', () => {
  const form = new FormData();
  form.set('name', 'A. Reader');
  form.set('message', new File(['x'], 'x.txt'));
  expect(inquiryFrom(form)).toEqual({
    name: 'A. Reader',
    email: '',
    company: '',
    jobTitle: '',
    message: '',
    requestType: 'general',
  });
});
