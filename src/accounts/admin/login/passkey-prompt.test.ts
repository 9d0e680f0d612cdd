import { WebAuthnError } from '@simplewebauthn/browser';
import { expect, test } from 'vitest';
import { passkeyProblem } from './passkey-prompt.ts';

test('every passkey error of a browser has a message, unless the person cancelled', () => {
  expect(passkeyProblem(new DOMException('', 'NotAllowedError'))).toBe('');
  expect(passkeyProblem(new DOMException('', 'AbortError'))).toBe('');
  expect(passkeyProblem(new DOMException('', 'SecurityError'))).toMatch(/https/);
  expect(passkeyProblem(new DOMException('', 'UnknownError'))).toBe(
    'Your browser reported a problem (UnknownError). ',
  );
  expect(passkeyProblem(new TypeError('Failed to fetch dynamically imported module'))).toMatch(
    /failed to load/,
  );
  expect(passkeyProblem('nothing known')).toBe('Your browser reported a problem. ');
});

test('an error that the library has renamed is recognized by the browser’s name', () => {
  const cause = new DOMException('', 'InvalidStateError');
  const error = new WebAuthnError({
    message: '',
    code: 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED',
    cause,
  });
  expect(passkeyProblem(error)).toBe('This device already has a passkey of yours. ');
});
