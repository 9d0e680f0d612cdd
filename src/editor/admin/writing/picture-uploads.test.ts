import { expect, test } from 'vitest';
import { placeholderFor } from './picture-uploads.ts';

test('pictures of the same name have different placeholders', () => {
  const first = placeholderFor('a.png', '', 'markdown');
  expect(first).toBe('![Uploading a.png…]()');
  const second = placeholderFor('a.png', `x ${first}`, 'markdown');
  expect(second).toBe('![Uploading a.png (2)…]()');
});

test('no file name breaks the markup around it', () => {
  expect(placeholderFor('a](x) "b"<c>.png', '', 'markdown')).toBe('![Uploading a (x) b c .png…]()');
  expect(placeholderFor('"><script>.png', '', 'html')).toBe('<img alt="Uploading script .png…">');
});
