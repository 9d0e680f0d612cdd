import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubStorage } from '../../test/browser-storage.ts';
import {
  type ApiFailure,
  type ApiResult,
  failureMessage,
  formMessage,
  offerSignIn,
  readAnswer,
  send,
  withdrawSignIn,
  withToken,
} from './api.ts';
import { issuesByField, issueText } from './field-issues.ts';
import { storedSession, storeSession } from './session/session.ts';
import { settled } from './use-submit.ts';

beforeEach(() => void stubStorage());
afterEach(() => void vi.unstubAllGlobals());

/** The failure that a page reads in a response. */
function failureOf(status: number, body: unknown): ApiFailure {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const answer = readAnswer(status, false, text);
  if (answer.ok) throw new Error('The answer is a failure');
  return answer.failure;
}

const signIn = (token: string, email = 'editor@site.test') =>
  storeSession({ token, email }, new Date(Date.now() + 60_000).toISOString());

test('the server’s reason for rejecting a call is shown to the person who made it', () => {
  expect(failureMessage(failureOf(409, { detail: 'It is in use.' }), 'Failed.')).toBe(
    'It is in use.',
  );
  const msg = 'This picture has 100 megapixels; up to 50 are taken.';
  expect(failureMessage(failureOf(422, { detail: [{ loc: ['body'], msg }] }), 'Failed.')).toBe(msg);
  const named = failureOf(422, { detail: [{ loc: ['query', 'name'], msg: 'Too long' }] });
  expect(failureMessage(named, 'Failed.')).toBe('name: Too long');
  expect(formMessage(named, 'Failed.')).toBe('Failed.');
});

test('a failure without a reason gets the message of the page', () => {
  expect(failureMessage(failureOf(502, '<h1>Bad gateway</h1>'), 'Failed.')).toBe('Failed.');
  expect(failureMessage({ kind: 'network' }, 'Failed.')).toBe('Network error. Please try again.');
  expect(failureMessage({ kind: 'unauthenticated' }, 'Failed.')).toMatch(/^Your session has ended/);
});

test('a call without a complete response ends as a network failure', async () => {
  const network = { ok: false, failure: { kind: 'network' } };
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
});

test('an action that throws ends, fails and is reported', async () => {
  const reported = vi.fn();
  vi.stubGlobal('reportError', reported);
  const error = new Error('passkey');
  const answer = await settled(() => Promise.reject(error));
  expect(answer).toEqual({ ok: false, failure: { kind: 'browser' } });
  expect(reported).toHaveBeenCalledWith(error);
});

test('who has signed in again is not signed out by a late response to the previous token', async () => {
  const rejected: ApiResult<string> = {
    ok: false,
    failure: { kind: 'rejected', status: 401, issues: [] },
  };
  const call = async (token: string): Promise<ApiResult<string>> => {
    if (token === 'second') return { ok: true, value: 'saved' };
    signIn('second');
    return rejected;
  };
  signIn('first');
  expect(await withToken(call)).toEqual({ ok: true, value: 'saved' });
  expect(storedSession()?.token).toBe('second');
  expect(await withToken(async () => rejected)).toMatchObject({
    failure: { kind: 'unauthenticated' },
  });
  expect(storedSession()).toBeNull();
});

test('a 401 asks once for a sign-in of the same account, and what waited goes on; another account, a silent call and no sign-in do not', async () => {
  const call = async (token: string): Promise<ApiResult<string>> =>
    token === 'new'
      ? { ok: true, value: 'saved' }
      : { ok: false, failure: { kind: 'rejected', status: 401, issues: [] } };
  const open = vi.fn(async () => void signIn('new', 'Editor@site.test'));
  const close = vi.fn();
  offerSignIn({ email: 'editor@site.test', open, close });
  signIn('old');
  const saved = { ok: true, value: 'saved' };
  expect(await Promise.all([withToken(call), withToken(call)])).toEqual([saved, saved]);
  expect(open).toHaveBeenCalledTimes(1);

  const ended = { failure: { kind: 'unauthenticated' } };
  signIn('new', 'other@site.test');
  open.mockImplementation(async () => undefined);
  expect(await withToken(call)).toMatchObject(ended);
  expect(open).toHaveBeenCalledTimes(2);
  expect(await withToken(call, { isSilent: true })).toMatchObject(ended);
  expect(open).toHaveBeenCalledTimes(2);
  withdrawSignIn();
  expect(close).toHaveBeenCalledTimes(1);
});

test('an author reads which field is invalid, by its label in the form', () => {
  expect(issueText({ loc: ['body', 'slug'], msg: 'Must be lower-case' }, () => 'URL Slug')).toBe(
    'URL Slug: Must be lower-case',
  );
  expect(issueText({ loc: ['body', 'references', 1, 'url'], msg: 'Must be an address' })).toBe(
    'references 2 url: Must be an address',
  );
  expect(issueText({ loc: ['body'], msg: 'Field required' })).toBe('Field required');
});

test('each field shows its first issue', () => {
  const issues = [
    { loc: ['body', 'slug'], msg: 'Too long' },
    { loc: ['body', 'slug'], msg: 'Not lower-case' },
    { loc: ['body', 'title'], msg: 'Must not be empty' },
  ];
  expect(issuesByField(issues)).toEqual({ slug: 'Too long', title: 'Must not be empty' });
});
