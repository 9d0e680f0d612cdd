import { describe, expect, it } from 'vitest';
import { askedOptions } from '../../test/cheap-argon2.ts';
import { hashPassword, newPassword, verifyPassword } from './administrators.ts';

describe('passwords', () => {
  it('are hashed by argon2id with at least the parameters that OWASP recommends', async () => {
    const hashed = await hashPassword('secret');
    expect(hashed).toMatch(/^\$argon2id\$v=19\$/);
    const { memoryCost = 0, timeCost = 0, parallelism = 0 } = askedOptions();
    expect([memoryCost >= 19_456, timeCost >= 2, parallelism >= 1]).toEqual([true, true, true]);
    expect(await hashPassword('secret')).not.toBe(hashed);
  });

  it('are compared to the last character, also when they are long or not ASCII', async () => {
    for (const password of ['x'.repeat(1000), 'pässwörd \u{1F9EA}', 'nul\0inside']) {
      const hashed = await hashPassword(password);
      expect(await verifyPassword(hashed, password)).toBe(true);
      expect(await verifyPassword(hashed, `${password}x`)).toBe(false);
      expect(await verifyPassword(hashed, password.slice(0, -1))).toBe(false);
    }
  });

  it('are the same however a keyboard composes, spaces or widens their characters', async () => {
    const password = 'Größenwahn öffnet Türen 7';
    const typed = [
      password.normalize('NFC'),
      password.normalize('NFD'),
      password.replaceAll(' ', '\u00A0'),
      password.replace('7', '\uFF17'),
    ];
    for (const [i, form] of typed.entries()) {
      const hashed = await hashPassword(form);
      for (const other of typed)
        expect([i, await verifyPassword(hashed, other)]).toEqual([i, true]);
      expect(await verifyPassword(hashed, password.toLowerCase())).toBe(false);
    }
    const eight = '\u00e4'.repeat(8).normalize('NFD');
    expect([newPassword.safeParse(eight).success, eight.length]).toEqual([false, 16]);
    const { hash } = await import('@node-rs/argon2');
    const decomposed = password.normalize('NFD');
    const fromBeforeNormalization = await hash(decomposed);
    expect(await verifyPassword(fromBeforeNormalization, decomposed)).toBe(true);
    expect(await verifyPassword(fromBeforeNormalization, `${decomposed}x`)).toBe(false);
  });
});
