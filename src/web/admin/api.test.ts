import { expect, test, vi } from 'vitest';
import {
  type Answer,
  formMessage,
  type Refusal,
  readAnswer,
  refusalMessage,
  send,
  withToken,
} from './api.ts';
import { storedSession, storeSession } from './session.ts';
import { settled } from './settled.ts';

/** What a page has to tell of an answer of the server. */
function refusalOf(status: number, body: unknown): Refusal {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const answer = readAnswer(status, false, text);
  if (answer.ok) throw new Error('The answer is a refusal');
  return answer.refusal;
}

test('whatever the server says against a call is read by the person who made it', () => {
  expect(refusalMessage(refusalOf(409, { detail: 'It is in use.' }), 'Failed.')).toBe(
    'It is in use.',
  );
  const msg = 'This picture has 100 megapixels; up to 50 are taken.';
  expect(refusalMessage(refusalOf(422, { detail: [{ loc: ['body'], msg }] }), 'Failed.')).toBe(msg);
  const named = refusalOf(422, { detail: [{ loc: ['query', 'name'], msg: 'Too long' }] });
  expect(refusalMessage(named, 'Failed.')).toBe('name: Too long');
  expect(formMessage(named, 'Failed.')).toBe('Failed.');
});

test('a failure without a reason is told in the words of the page', () => {
  expect(refusalMessage(refusalOf(502, '<h1>Bad gateway</h1>'), 'Failed.')).toBe('Failed.');
  expect(refusalMessage({ kind: 'network' }, 'Failed.')).toBe('Network error. Please try again.');
  expect(refusalMessage({ kind: 'signed-out' }, 'Failed.')).toMatch(/^Your session has ended/);
});

test('a call whose answer does not come, or breaks off, ends as a failure of the network', async () => {
  const network = { ok: false, refusal: { kind: 'network' } };
  for (const error of [new TypeError('fetch'), new DOMException('late', 'TimeoutError')]) {
    vi.stubGlobal('fetch', () => Promise.reject(error));
    expect(await send('GET', '/api/x', {})).toEqual(network);
    vi.stubGlobal('fetch', async () => ({
      status: 200,
      ok: true,
      text: () => Promise.reject(error),
    }));
    expect(await send('GET', '/api/x', {})).toEqual(network);
  }
  vi.unstubAllGlobals();
});

test('an action that throws has ended, has failed, and is reported', async () => {
  const reported = vi.fn();
  vi.stubGlobal('reportError', reported);
  const error = new Error('passkey');
  const answer = await settled(() => Promise.reject(error));
  expect(answer).toEqual({ ok: false, refusal: { kind: 'browser' } });
  expect(reported).toHaveBeenCalledWith(error);
  vi.unstubAllGlobals();
});

test('who has signed in again is not signed out by a late answer to the token before', async () => {
  const values = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => values.set(key, value),
    removeItem: (key: string) => values.delete(key),
  });
  const signIn = (token: string) =>
    storeSession({ token, email: 'editor@site.test' }, new Date(Date.now() + 60_000).toISOString());
  const rejected: Answer<string> = {
    ok: false,
    refusal: { kind: 'refused', status: 401, issues: [] },
  };
  const call = async (token: string): Promise<Answer<string>> => {
    if (token === 'second') return { ok: true, value: 'saved' };
    signIn('second');
    return rejected;
  };
  signIn('first');
  expect(await withToken(call)).toEqual({ ok: true, value: 'saved' });
  expect(storedSession()?.token).toBe('second');
  expect(await withToken(async () => rejected)).toMatchObject({ refusal: { kind: 'signed-out' } });
  expect(storedSession()).toBeNull();
  vi.unstubAllGlobals();
});
