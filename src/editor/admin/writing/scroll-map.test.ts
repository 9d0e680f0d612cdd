import { expect, test } from 'vitest';
import { scrolledOffset, scrollTopFor } from './use-scroll-sync.ts';

test('both sides reach their ends together', () => {
  const pane = { scrollTop: 500, scrollHeight: 1000, clientHeight: 500 };
  expect(scrolledOffset({ ...pane, scrollTop: 0 })).toBe(0);
  expect(scrolledOffset(pane)).toBe(1000);
  expect(scrollTopFor(1000, pane)).toBe(500);
  expect(scrolledOffset({ scrollTop: 0, scrollHeight: 80, clientHeight: 80 })).toBe(0);
});
