import { expect, test } from 'vitest';
import { failures } from '../../content/newsletter.ts';
import { signUpFailure } from './sign-up-form.tsx';

test.each([
  [0, failures.network],
  [422, failures.email],
  [429, failures.tooMany],
  [500, failures.other],
])('a sign-up that ends with %i says so in words', (status, message) => {
  expect(signUpFailure(status, null)).toEqual({ message, fields: {} });
});
