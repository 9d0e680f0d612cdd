import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ascending, interpolate, scrolledOffset, scrollTopFor } from './scroll-map.ts';

const anchors = [
  { text: 0, preview: 0 },
  { text: 100, preview: 300 },
  { text: 200, preview: 320 },
  { text: 400, preview: 1000 },
];

test('the preview scrolls to the part that the writer sees in the text', () => {
  expect([0, 50, 100, 150, 400].map((height) => interpolate(anchors, 'text', height))).toEqual([
    0, 150, 300, 310, 1000,
  ]);
  expect(interpolate(anchors, 'preview', 310)).toBe(150);
});

test('scrolling to the preview and back leads to the same line', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 400 }), (height) => {
      const there = interpolate(anchors, 'text', height);
      expect(interpolate(anchors, 'preview', there)).toBeCloseTo(height);
    }),
  );
});

test('both sides reach their ends together', () => {
  const pane = { scrollTop: 500, scrollHeight: 1000, clientHeight: 500 };
  expect(scrolledOffset({ ...pane, scrollTop: 0 })).toBe(0);
  expect(scrolledOffset(pane)).toBe(1000);
  expect(scrollTopFor(1000, pane)).toBe(500);
  expect(scrolledOffset({ scrollTop: 0, scrollHeight: 80, clientHeight: 80 })).toBe(0);
});

test('a block in another place than in the text, like a footnote, does not scroll the preview away', () => {
  expect(
    ascending([
      { text: 0, preview: 0 },
      { text: 300, preview: 50 },
      { text: 100, preview: 70 },
      { text: 400, preview: 90 },
    ]),
  ).toEqual([
    { text: 0, preview: 0 },
    { text: 300, preview: 50 },
    { text: 400, preview: 90 },
  ]);
});
