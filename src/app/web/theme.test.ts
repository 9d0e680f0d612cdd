import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const css = readFileSync(new URL('../../ui/theme.css', import.meta.url), 'utf8');

/** A length of the theme, in pixels at the default font size. */
function pixels(variable: string): number {
  const [, rem] = new RegExp(`${variable}: ([\\d.]+)rem`).exec(css) ?? [];
  return Number(rem) * 16;
}

describe('the layout', () => {
  test('is the one for phones up to 768 pixels', () => {
    expect(pixels('--breakpoint-md')).toBeGreaterThan(768);
    expect(pixels('--breakpoint-md')).toBeLessThanOrEqual(769);
  });

  test('grows at 1024 and at 1400 pixels', () => {
    expect([pixels('--breakpoint-lg'), pixels('--breakpoint-xl')]).toEqual([1024, 1400]);
  });
});
