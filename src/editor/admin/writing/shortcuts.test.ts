import { expect, test } from 'vitest';
import { keysShown, toolFor } from './shortcuts.ts';

const press = (keys: Partial<Parameters<typeof toolFor>[0]>) => ({
  key: '',
  code: '',
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  getModifierState: () => false,
  ...keys,
});

test('the keys are those of GitHub, on any keyboard', () => {
  expect(toolFor(press({ ctrlKey: true, key: 'b' }), false)).toBe('bold');
  expect(toolFor(press({ metaKey: true, key: 'K' }), true)).toBe('link');
  expect(toolFor(press({ ctrlKey: true, shiftKey: true, key: '/', code: 'Digit7' }), false)).toBe(
    'numbers',
  );
  const alt = { ctrlKey: true, altKey: true };
  expect(toolFor(press({ ...alt, key: '€', code: 'Digit3' }), false)).toBe('heading3');
  expect(toolFor(press({ ...alt, key: 'f', code: 'KeyF' }), false)).toBe('footnote');
  expect(toolFor(press({ ctrlKey: true, key: ',' }), false)).toBe('subscript');
  expect(toolFor(press({ ctrlKey: true, key: '.', code: 'Period' }), false)).toBe('superscript');
});

test('keys with another meaning are ignored', () => {
  expect(toolFor(press({ key: 'b' }), false)).toBeNull();
  expect(toolFor(press({ ctrlKey: true, key: 'b' }), true)).toBeNull();
  expect(toolFor(press({ ctrlKey: true, altKey: true, key: 'e' }), false)).toBeNull();
  expect(toolFor(press({ ctrlKey: true, shiftKey: true, key: 'I' }), false)).toBeNull();
  expect(toolFor(press({ ctrlKey: true, key: 's' }), false)).toBeNull();
  // AltGr+2 is ² or @ on many keyboards.
  const altGr = { ctrlKey: true, altKey: true, key: '²', code: 'Digit2' };
  expect(toolFor({ ...press(altGr), getModifierState: () => true }, false)).toBeNull();
});

test('shortcuts are named as on the operating system', () => {
  expect(keysShown('quote', false)).toBe('Ctrl+Shift+.');
  expect(keysShown('quote', true)).toBe('⌘⇧.');
  expect(keysShown('heading2', false)).toBe('Ctrl+Alt+2');
  expect(keysShown('heading2', true)).toBe('⌘⌥2');
  expect(keysShown('file', false)).toBeNull();
});
