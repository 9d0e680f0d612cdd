import { describe, expect, test } from 'vitest';
import { inquiryFailure } from './send-inquiry.ts';

const issue = (loc: unknown, msg: string) => ({ loc, msg, type: 'custom' });

describe('the message after an inquiry was not received', () => {
  test('a 422 names the fields, in order, and says beside each what is wrong', () => {
    const detail = [
      issue(['body', 'name'], 'Field required'),
      issue(['body', 'email'], 'Must be an email address'),
    ];
    expect(inquiryFailure(422, { detail })).toEqual({
      message: 'Please fill in all required fields: name, email',
      fields: { name: 'Field required', email: 'Must be an email address' },
    });
  });

  test('an issue without a field name is listed by its message', () => {
    const detail = [
      issue(['body'], 'Not an object'),
      issue(undefined, 'Odd'),
      issue(['body', 0], ''),
    ];
    expect(inquiryFailure(422, { detail }).message).toBe(
      'Please fill in all required fields: Not an object, Odd, 0',
    );
  });

  test('a field that fails twice is named once', () => {
    const detail = [issue(['body', 'name'], 'Too long'), issue(['body', 'name'], 'Not storable')];
    expect(inquiryFailure(422, { detail }).message).toBe(
      'Please fill in all required fields: name',
    );
  });

  test.each([[null], [{}], [{ detail: [] }], [{ detail: 'text' }], ['text'], [undefined]])(
    'a 422 with %j says that fields are missing',
    (body) => {
      expect(inquiryFailure(422, body)).toEqual({
        message: 'Required fields are missing',
        fields: {},
      });
    },
  );

  test.each([400, 404, 413, 429, 500, 503])('a %i says that something went wrong', (status) => {
    expect(inquiryFailure(status, { detail: [issue(['body', 'name'], 'x')] }).message).toBe(
      'Something went wrong. Please try again.',
    );
  });
});
