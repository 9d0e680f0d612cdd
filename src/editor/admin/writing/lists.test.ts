import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyMarked, readMarked, showEdited } from '../../../../test/marked-text.ts';
import { readTable } from '../../../../test/read-table.ts';
import { continueList, moveItems } from './lists.ts';
import { edited, type Range } from './text-edit.ts';

const moveIn = (text: string, selection: Range) => moveItems(text, selection, 'in');
const moveOut = (text: string, selection: Range) => moveItems(text, selection, 'out');

const KEYS = { Enter: continueList, Tab: moveIn, 'Shift+Tab': moveOut };

test.each(readTable(new URL('lists.tsv', import.meta.url)))(
  '%s in %j makes %j, or nothing of its own',
  (key, before = '', expected = '') => {
    const { text, selection } = readMarked(before);
    const edit = KEYS[key as keyof typeof KEYS](text, selection);
    expect(edit && showEdited(text, edit)).toBe(expected === '' ? null : expected);
  },
);

const writing = anyMarked('- |1. |9) |* |[ ] |> |  |   |\t|\n|\n\n|```|ab|é c'.split('|'), 30, 80);

test('no key in a list loses a word or selects what is not there', () => {
  const words = (text: string) => text.match(/[abéc`]/g)?.join('') ?? '';
  fc.assert(
    fc.property(writing, fc.boolean(), ({ text, selection }, isCaret) => {
      const range = isCaret ? { start: selection.end, end: selection.end } : selection;
      for (const edit of [continueList, moveIn, moveOut]) {
        const made = edit(text, range);
        if (made === null) continue;
        const result = edited(text, made);
        expect(words(result)).toBe(words(text));
        expect(made.selection.start).toBeGreaterThanOrEqual(0);
        expect(made.selection.start).toBeLessThanOrEqual(made.selection.end);
        expect(made.selection.end).toBeLessThanOrEqual(result.length);
      }
    }),
    { numRuns: 2_000 },
  );
});
