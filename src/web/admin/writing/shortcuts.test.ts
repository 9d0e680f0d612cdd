import { expect, test } from 'vitest';
import { keysShown, toolFor } from './shortcuts.ts';

const press = (keys: Partial<Parameters<typeof toolFor>[0]>) => ({
  ...{ key: '', code: '', ctrlKey: false, metaKey: false, shiftKey: false, altKey: false },
  ...keys,
});

test('the keys are those of GitHub, on any keyboard', () => {
  expect(toolFor(press({ ctrlKey: true, key: 'b' }), false)).toBe('bold');
  expect(toolFor(press({ metaKey: true, key: 'K' }), true)).toBe('link');
  expect(toolFor(press({ ctrlKey: true, shiftKey: true, key: '/', code: 'Digit7' }), false)).toBe(
    'numbers',
  );
});

test('keys that mean something else are left alone', () => {
  expect(toolFor(press({ key: 'b' }), false)).toBeNull();
  expect(toolFor(press({ ctrlKey: true, key: 'b' }), true)).toBeNull();
  expect(toolFor(press({ ctrlKey: true, altKey: true, key: 'e' }), false)).toBeNull();
  expect(toolFor(press({ ctrlKey: true, shiftKey: true, key: 'I' }), false)).toBeNull();
  expect(toolFor(press({ ctrlKey: true, key: 's' }), false)).toBeNull();
});

test('the keys are named as the machine names them', () => {
  expect(keysShown('quote', false)).toBe('Ctrl+Shift+.');
  expect(keysShown('quote', true)).toBe('⌘⇧.');
  expect(keysShown('table', false)).toBeNull();
});
