import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
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

describe('what was changed between two texts', () => {
  test.each([
    [
      'word by word within a paragraph, not as a replaced paragraph',
      ['It binds weakly to CDK2.\n\nEnd', 'It binds tightly to CDK2.\n\nEnd'],
      'It binds [-weakly-]{+tightly+} to CDK2.\n\nEnd',
    ],
    [
      'as a whole where no word is common, not as scattered words',
      ['Keep\nThe old sentence about cells.\n', 'Keep\nSomething else, a new one!\n'],
      'Keep\n[-The old sentence about cells.\n-]{+Something else, a new one!\n+}',
    ],
    [
      'without line endings, which a browser changes',
      ['One\r\nTwo\r\n', 'One\nTwo\n'],
      'One\nTwo\n',
    ],
  ])('is shown %s', (_, [before = '', after = ''], shown) => {
    expect(read(before, after)).toBe(shown);
  });

  test('leaves no word of either text out', () => {
    const text = fc.array(fc.constantFrom('a', 'bc', ' ', '\n', '\n\n', '.', 'é', '\r', '<p>'));
    fc.assert(
      fc.property(text, text, (some, others) => {
        const [before, after] = [some.join(''), others.join('')];
        const changes = textChanges(before, after);
        const without = (left: string) =>
          changes
            .filter(({ kind }) => kind !== left)
            .map(({ text }) => text)
            .join('');
        expect(without('added')).toBe(before.replaceAll('\r\n', '\n'));
        expect(without('removed')).toBe(after.replaceAll('\r\n', '\n'));
      }),
    );
  });
});

describe('long runs of equal lines', () => {
  test('are collapsed but for the lines around a change', () => {
    const before = `${numbered(1, 10)}Old\n${numbered(11, 20)}`;
    const shown = collapseLongRuns(textChanges(before, before.replace('Old', 'New')));
    expect(shown).toEqual([
      { kind: 'hidden', text: numbered(1, 8), lines: 8 },
      { kind: 'same', text: numbered(9, 10) },
      { kind: 'removed', text: 'Old\n' },
      { kind: 'added', text: 'New\n' },
      { kind: 'same', text: numbered(11, 12) },
      { kind: 'hidden', text: numbered(13, 20), lines: 8 },
    ]);
  });

  test('that are short stay, and collapsed lines lose nothing', () => {
    const before = `Old\n${numbered(1, 5)}Old\n`;
    const shown = collapseLongRuns(textChanges(before, before.replaceAll('Old', 'New')));
    expect(shown.map(({ kind }) => kind)).not.toContain('hidden');
    const line = fc.constantFrom('a\n', 'b\n', '\n', 'a b c d\n');
    const text = fc.array(line, { maxLength: 40 }).map((lines) => lines.join(''));
    const joined = (list: readonly { text: string }[]) => list.map(({ text }) => text).join('');
    fc.assert(
      fc.property(text, text, (old, changed) => {
        const changes = textChanges(old, changed);
        expect(joined(collapseLongRuns(changes))).toBe(joined(changes));
      }),
    );
  });
});
