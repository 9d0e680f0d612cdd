import { expect, test } from 'vitest';
import { readTable } from '../../test/read-table.ts';
import { findUnfinished, unfinishedText, uploadPlaceholder } from './unfinished.ts';

test.each(readTable(new URL('unfinished.tsv', import.meta.url)))(
  'findUnfinished gives the first thing that is unfinished: %s, at line %s of %j',
  (kind, line, content = '') => {
    const expected = kind === 'nothing' ? null : { kind, line: Number(line) };
    expect(findUnfinished(content)).toEqual(expected);
    expect(findUnfinished(content.replaceAll('\n', '\r\n'))).toEqual(expected);
    expect(findUnfinished(content.replaceAll('\n', '\r'))).toEqual(expected);
  },
);

test('what is unfinished is named with its line, and a placeholder is', () => {
  expect(unfinishedText({ kind: 'conflict', line: 7 })).toContain('Line 7');
  expect(unfinishedText({ kind: 'upload', line: 8 })).toContain('Line 8');
  const content = `a\n${uploadPlaceholder('a (2).png')}`;
  expect(findUnfinished(content)).toEqual({ kind: 'upload', line: 2 });
});
