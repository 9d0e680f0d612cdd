import { expect, test } from 'vitest';
import { rangeOf } from './undescribed-pictures.ts';

const found = (text: string, address: string, from = 0) => {
  const range = rangeOf(text, address, from);
  return range && text.slice(range.start, range.end);
};

test('a picture without a description is found in the text, however it is written', () => {
  expect(found('a ![](/media/b.png) c', '/media/b.png')).toBe('![](/media/b.png)');
  expect(found('<p><img src="/b.png" width="4"></p>', '/b.png')).toBe(
    '<img src="/b.png" width="4">',
  );
  expect(found('![][b]\n\n[b]: /b.png', '/b.png', 8)).toBe('/b.png');
});

test('of the same picture twice, the second is found after the first', () => {
  const text = '![](/b.png) ![](/b.png)';
  expect(rangeOf(text, '/b.png', 11)).toEqual({ start: 12, end: 23 });
  expect(rangeOf(text, '/c.png', 0)).toBeNull();
});
