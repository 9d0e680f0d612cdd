import { afterEach, expect, test, vi } from 'vitest';
import { clearSession, storageNotice, storedSession, storeSession } from './session.ts';

const session = { token: 'token', email: 'a@ligara.example' };
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

class FakeStorage {
  items = new Map<string, string>();
  getItem(key: string) {
    return this.items.get(key) ?? null;
  }
  setItem(key: string, value: string) {
    this.items.set(key, value);
  }
  removeItem(key: string) {
    this.items.delete(key);
  }
}

/** Stands in for a browser's storage. */
function browserWith(storage: Partial<FakeStorage>) {
  vi.stubGlobal('Storage', FakeStorage);
  vi.stubGlobal('localStorage', storage);
}

afterEach(() => vi.unstubAllGlobals());

test('a session lasts until it expires or is cleared', () => {
  browserWith(new FakeStorage());
  expect(storedSession()).toBeNull();
  expect(storeSession(session, inAnHour())).toBeNull();
  expect(storedSession()).toEqual(session);
  clearSession();
  expect(storedSession()).toBeNull();
  storeSession(session, new Date(Date.now() - 1).toISOString());
  expect(storedSession()).toBeNull();
});

test('a browser that cannot keep the sign-in, or not for long, says so', () => {
  const full = new FakeStorage();
  full.setItem = () => {
    throw new DOMException('', 'QuotaExceededError');
  };
  browserWith(full);
  expect(storageNotice()).toBeNull();
  expect(storeSession(session, inAnHour())).toMatch(/no space left/);
  browserWith({ getItem: () => null });
  expect(storageNotice()).toMatch(/^Your browser blocks storage/);
});
