import { afterEach, expect, test, vi } from 'vitest';
import { formTexts, inquiryFailure, sendInquiry } from './send-inquiry.ts';

const issue = (loc: unknown, msg: string) => ({ loc, msg, type: 'custom' });

const NAMED = 'Please fill in all required fields: ';
const WRONG = 'Something went wrong. Please try again.';

const answering = (answer: () => Promise<Response>) => {
  const call = vi.fn((_address: string, _init: RequestInit) => answer());
  vi.stubGlobal('fetch', call);
  return call;
};

afterEach(() => vi.unstubAllGlobals());

test('a 422 names the fields, in order and once, and says beside each what is wrong', () => {
  const name = issue(['body', 'name'], 'Field required');
  const email = issue(['body', 'email'], 'Must be an email address');
  expect(inquiryFailure(422, { detail: [name, name, email] })).toEqual({
    message: `${NAMED}name, email`,
    fields: { name: 'Field required', email: 'Must be an email address' },
  });
});

const ODD = [issue(['body'], 'Not an object'), issue(undefined, 'Odd'), issue(['body', 0], '')];

test.each<[number, unknown, string]>([
  [422, { detail: ODD }, `${NAMED}Not an object, Odd, 0`],
  ...[null, {}, { detail: [] }, { detail: 'text' }, 'text', undefined].map(
    (body) => [422, body, 'Required fields are missing'] as [number, unknown, string],
  ),
  ...[400, 404, 413, 429, 500, 503].map(
    (status) => [status, { detail: ODD }, WRONG] as [number, unknown, string],
  ),
])('a %i with %j says in words what is wrong', (status, body, words) => {
  expect(inquiryFailure(status, body).message).toBe(words);
});

test('sendInquiry posts what was written as JSON, and outlives the page if told so', async () => {
  const call = answering(async () => new Response(null, { status: 204 }));
  expect(await sendInquiry('/api/contact', { name: 'A' }, { keepalive: true })).toBeNull();
  expect(call).toHaveBeenCalledWith('/api/contact', {
    keepalive: true,
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"name":"A"}',
  });
});

test('sendInquiry reports a lost network, and a page that a proxy answers with', async () => {
  answering(() => Promise.reject(new TypeError('Failed to fetch')));
  expect((await sendInquiry('/api/contact', {}))?.message).toBe(
    'Network error. Please check your connection and try again.',
  );
  answering(async () => new Response('<h1>Bad gateway</h1>', { status: 502 }));
  expect((await sendInquiry('/api/contact', {}))?.message).toBe(WRONG);
});

test('formTexts has a filled honeypot, so that the server can flag the inquiry', () => {
  const form = new FormData();
  form.set('name', '');
  form.set('subject', '');
  expect(formTexts(form)).toEqual({ name: '' });
  form.set('subject', 'Cheap');
  expect(formTexts(form)).toEqual({ name: '', subject: 'Cheap' });
});
