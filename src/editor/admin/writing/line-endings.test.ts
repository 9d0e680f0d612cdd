import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fieldText, storedText } from './written-text.ts';

const stored = fc
  .array(fc.constantFrom('a', 'b', '\r\n', '\n', '\r'), { maxLength: 30 })
  .map((parts) => parts.join(''));
const field = fc
  .array(fc.constantFrom('a', 'b', '\n'), { maxLength: 30 })
  .map((parts) => parts.join(''));

test('a text that nobody has touched is stored byte for byte', () => {
  fc.assert(
    fc.property(stored, (text) => {
      expect(storedText(fieldText(text), text)).toBe(text);
    }),
  );
});

test('typed text comes back unchanged, whatever line breaks were stored', () => {
  fc.assert(
    fc.property(stored, field, (text, typed) => {
      expect(fieldText(storedText(typed, text))).toBe(typed);
    }),
  );
});

test('a text with the line breaks of Windows keeps them when it is edited', () => {
  const text = 'one\r\ntwo\r\nthree\r\n';
  expect(storedText('one\ntwo and\na half\nthree\n', text)).toBe(
    'one\r\ntwo and\r\na half\r\nthree\r\n',
  );
  fc.assert(
    fc.property(field, (typed) => {
      expect(storedText(typed, text)).toBe(typed.replaceAll('\n', '\r\n'));
    }),
  );
});
