import { vi } from 'vitest';

/** Stands in for a browser's storage, whose entries are its properties. */
class FakeStorage {
  [key: string]: unknown;

  getItem(key: string) {
    return this[key] ?? null;
  }

  setItem(key: string, value: string) {
    this[key] = value;
  }

  removeItem(key: string) {
    delete this[key];
  }
}

/** Until `vi.unstubAllGlobals()`. */
export function stubStorage(storage: object = new FakeStorage()): object {
  vi.stubGlobal('Storage', FakeStorage);
  vi.stubGlobal('localStorage', storage);
  return storage;
}
