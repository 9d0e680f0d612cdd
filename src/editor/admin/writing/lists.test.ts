import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readTable } from '../../../../test/read-table.ts';
import { continueList, moveItems } from './lists.ts';
import { edited, type Range, type TextEdit } from './text-edit.ts';

/** Reads `a|b` as a text with a caret, `a⟦b⟧` as one with a selection. */
function read(written: string): { text: string; selection: Range } {
  const start = written.search(/[⟦|]/);
  const end = written[start] === '|' ? start : written.indexOf('⟧') - 1;
  return { text: written.replace(/[⟦⟧|]/g, ''), selection: { start, end } };
}

function after(written: string, edit: (text: string, selection: Range) => TextEdit | null) {
  const { text, selection } = read(written);
  const made = edit(text, selection);
  if (made === null) return null;
  const result = edited(text, made);
  const { start, end } = made.selection;
  return start === end
    ? `${result.slice(0, start)}|${result.slice(end)}`
    : `${result.slice(0, start)}⟦${result.slice(start, end)}⟧${result.slice(end)}`;
}

const moveIn = (text: string, selection: Range) => moveItems(text, selection, 'in');
const moveOut = (text: string, selection: Range) => moveItems(text, selection, 'out');

describe('Enter begins the next item, or ends the list at an empty one', () => {
  test.each(readTable(new URL('list-enter.tsv', import.meta.url)))(
    '%j becomes %j',
    (before, expected) => {
      expect(after(before, continueList)).toBe(expected);
    },
  );
});

describe('Enter is only a line break', () => {
  test.each([...readTable(new URL('list-no-enter.tsv', import.meta.url)).flat(), '# a|'])(
    'in %j',
    (before) => {
      expect(after(before, continueList)).toBeNull();
    },
  );
});

describe('Tab moves items in', () => {
  test.each(readTable(new URL('list-tab.tsv', import.meta.url)))(
    '%j becomes %j',
    (before, expected) => {
      expect(after(before, moveIn)).toBe(expected);
    },
  );
});

describe('Shift+Tab moves items out', () => {
  test.each(readTable(new URL('list-shift-tab.tsv', import.meta.url)))(
    '%j becomes %j',
    (before, expected) => {
      expect(after(before, moveOut)).toBe(expected);
    },
  );
});

test('Tab is not taken from the keyboard outside list items', () => {
  for (const written of ['a|', '```\n- a|', '- a\n  b|', '- - -|', '|', '| a\n- b'.slice(1)]) {
    expect(after(written.includes('|') ? written : `|${written}`, moveIn)).toBeNull();
  }
});

const piece = fc.constantFrom(...'- |1. |9) |* |[ ] |> |  |   |\t|\n|\n\n|```|ab|é c'.split('|'));
const writing = fc
  .tuple(fc.array(piece, { maxLength: 30 }), fc.nat(80), fc.nat(80))
  .map(([pieces, a, b]) => {
    const text = pieces.join('');
    const [start = 0, end = 0] = [a, b]
      .map((at) => Math.min(at, text.length))
      .sort((x, y) => x - y);
    return { text, selection: { start, end } };
  });

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
