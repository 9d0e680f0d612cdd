import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readTable } from '../../../../test/read-table.ts';
import { collapseLongRuns, textChanges } from './text-changes.ts';

const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `Line ${from + index}\n`).join('');

/** Changes as one reads them: [-removed-] and {+added+}. */
function read(before: string, after: string): string {
  const marks = { same: ['', ''], removed: ['[-', '-]'], added: ['{+', '+}'] } as const;
  return textChanges(before, after)
    .map(({ kind, text }) => marks[kind][0] + text + marks[kind][1])
    .join('');
}

test.each(readTable(new URL('shown-changes.tsv', import.meta.url)))(
  'textChanges: a change is shown %s',
  (_, before = '', after = '', shown = '') => {
    expect(read(before, after)).toBe(shown);
    expect(read(before.replaceAll('\n', '\r\n'), after)).toBe(shown);
  },
);

test('textChanges, collapseLongRuns: no word of either text is left out', () => {
  const piece = fc.constantFrom('a', 'bc', ' ', '\n', '\n\n', '.', 'é', '\r', '<p>', 'a b c d\n');
  const text = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const changes = textChanges(before, after);
      const joined = (list: readonly { kind: string; text: string }[], left = '') =>
        list.map(({ kind, text }) => (kind === left ? '' : text)).join('');
      expect(joined(changes, 'added')).toBe(before.replaceAll('\r\n', '\n'));
      expect(joined(changes, 'removed')).toBe(after.replaceAll('\r\n', '\n'));
      expect(joined(collapseLongRuns(changes))).toBe(joined(changes));
    }),
  );
});

test('collapseLongRuns: long runs of equal lines are collapsed but for the lines around a change, short ones stay', () => {
  const before = `${numbered(1, 10)}Old\n${numbered(11, 20)}`;
  expect(collapseLongRuns(textChanges(before, before.replace('Old', 'New')))).toEqual([
    { kind: 'hidden', text: numbered(1, 8), lines: 8 },
    { kind: 'same', text: numbered(9, 10) },
    { kind: 'removed', text: 'Old\n' },
    { kind: 'added', text: 'New\n' },
    { kind: 'same', text: numbered(11, 12) },
    { kind: 'hidden', text: numbered(13, 20), lines: 8 },
  ]);
  const short = `Old\n${numbered(1, 5)}Old\n`;
  const shown = collapseLongRuns(textChanges(short, short.replaceAll('Old', 'New')));
  expect(shown.map(({ kind }) => kind)).not.toContain('hidden');
});

test('textChanges: texts with little in common take a second at most, all passages together', () => {
  const part = (at: number, step: number) => (at % 2_000 ? `${(at * step) % 4_999} ` : `\n${at}\n`);
  const text = (step: number) => Array.from({ length: 9e4 }, (_, at) => part(at, step)).join('');
  const start = performance.now();
  textChanges(text(7), text(13));
  expect(performance.now() - start).toBeLessThan(4_000);
});
