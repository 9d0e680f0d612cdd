import { afterEach, describe, expect, test, vi } from 'vitest';
import { clearSession, storageProblem, storedSession, storeSession } from './session.ts';

const session = { token: 'token', email: 'a@ligara.example' };
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

/** Stands in for a browser's storage, which may refuse. */
function browserWith(setItem?: () => void) {
  const items = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: setItem ?? ((key: string, value: string) => items.set(key, value)),
    removeItem: (key: string) => items.delete(key),
  });
}

afterEach(() => vi.unstubAllGlobals());

test('a session lasts until it expires or is cleared', () => {
  browserWith();
  expect(storedSession()).toBeNull();
  expect(storeSession(session, inAnHour())).toBeNull();
  expect(storedSession()).toEqual(session);
  clearSession();
  expect(storedSession()).toBeNull();
  storeSession(session, new Date(Date.now() - 1).toISOString());
  expect(storedSession()).toBeNull();
});

describe('a browser that stores nothing', () => {
  test('because it blocks storage has nobody signed in, and says why', () => {
    const blocked = () => {
      throw new DOMException('', 'SecurityError');
    };
    vi.stubGlobal('localStorage', { getItem: blocked, setItem: blocked, removeItem: blocked });
    expect(storedSession()).toBeNull();
    expect(storageProblem()).toMatch(/^Your browser blocks storage/);
    expect(storeSession(session, inAnHour())).toBe(storageProblem());
    expect(clearSession).not.toThrow();
  });

  test('because it is full says so', () => {
    browserWith(() => {
      throw new DOMException('', 'QuotaExceededError');
    });
    expect(storageProblem()).toBeNull();
    expect(storeSession(session, inAnHour())).toMatch(/no room left/);
  });
});
