import { expect, test } from 'vitest';
import { contactTexts } from './contact-texts.ts';

test('a missing field, or a file in its place, is an empty text; a missing type is a general enquiry', () => {
  const form = new FormData();
  form.set('name', 'A. Reader');
  form.set('message', new File(['x'], 'x.txt'));
  expect(contactTexts(form)).toEqual({
    name: 'A. Reader',
    email: '',
    company: '',
    jobTitle: '',
    message: '',
    requestType: 'general',
  });
});
