import { afterEach, describe, expect, test, vi } from 'vitest';
import { formTexts, sendInquiry } from './send-inquiry.ts';

const inquiry = {
  name: 'A. Reader',
  email: 'reader@lab.example',
  company: '',
  jobTitle: '',
  message: 'A question',
  requestType: 'demo',
};

const answering = (answer: () => Promise<Response>) => {
  const call = vi.fn((_address: string, _init: RequestInit) => answer());
  vi.stubGlobal('fetch', call);
  return call;
};

afterEach(() => vi.unstubAllGlobals());

describe('sending an inquiry', () => {
  test('posts what was written as JSON, and any ok answer means that it was received', async () => {
    const call = answering(async () => new Response(null, { status: 204 }));
    expect(await sendInquiry('/api/contact', inquiry)).toBeNull();
    const [url, init] = call.mock.calls[0] ?? [];
    expect(url).toBe('/api/contact');
    expect(init).toMatchObject({
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
    });
    expect(JSON.parse(String(init?.body))).toEqual(inquiry);
  });

  test('reports a network error', async () => {
    answering(() => Promise.reject(new TypeError('Failed to fetch')));
    expect((await sendInquiry('/api/contact', inquiry))?.message).toBe(
      'Network error. Please check your connection and try again.',
    );
  });

  test('reports what the server rejected, also where a proxy answers with a page of its own', async () => {
    const detail = [{ loc: ['body', 'email'], msg: 'Must be an e-mail url' }];
    for (const [response, message] of [
      [Response.json({ detail }, { status: 422 }), 'Please fill in all required fields: email'],
      [
        new Response('<h1>Bad gateway</h1>', { status: 502 }),
        'Something went wrong. Please try again.',
      ],
      [new Response('<h1>Unprocessable</h1>', { status: 422 }), 'Required fields are missing'],
    ] as const) {
      answering(async () => response);
      expect((await sendInquiry('/api/contact', inquiry))?.message).toBe(message);
    }
  });

  test('outlives the page when that may be left before the answer', async () => {
    const call = answering(async () => new Response(null, { status: 201 }));
    await sendInquiry('/api/waitlist', inquiry, { keepalive: true });
    expect(call.mock.calls[0]?.[1]).toMatchObject({ keepalive: true });
  });

  test('sends a filled honeypot, so that the server can flag the inquiry', () => {
    const form = new FormData();
    form.set('subject', '');
    expect(formTexts(form, ['name'])).toEqual({ name: '' });
    form.set('subject', 'Cheap');
    expect(formTexts(form, ['name'])).toEqual({ name: '', subject: 'Cheap' });
  });
});
