import { afterEach, expect, test, vi } from 'vitest';
import { stubStorage } from '../../../test/browser-storage.ts';
import { clearSession, storageNotice, storedSession, storeSession } from './session.ts';

const session = { token: 'token', email: 'a@ligara.example' };
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

afterEach(() => vi.unstubAllGlobals());

test('a session lasts until it expires or is cleared', () => {
  stubStorage();
  expect(storedSession()).toBeNull();
  expect(storeSession(session, inAnHour())).toBeNull();
  expect(storedSession()).toEqual(session);
  clearSession();
  expect(storedSession()).toBeNull();
  storeSession(session, new Date(Date.now() - 1).toISOString());
  expect(storedSession()).toBeNull();
});

test('a browser that cannot keep the sign-in, or not for long, says so', () => {
  Object.assign(stubStorage(), {
    setItem: () => {
      throw new DOMException('', 'QuotaExceededError');
    },
  });
  expect(storageNotice()).toBeNull();
  expect(storeSession(session, inAnHour())).toMatch(/no space left/);
  stubStorage({ getItem: () => null });
  expect(storageNotice()).toMatch(/^Your browser blocks storage/);
});
