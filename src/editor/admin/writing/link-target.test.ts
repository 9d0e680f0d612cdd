import { expect, test } from 'vitest';
import { readTable } from '../../../../test/read-table.ts';
import { linkTarget } from './link-dialog.tsx';

test.each([...readTable(new URL('link-targets.tsv', import.meta.url)), ['#methods', '#methods']])(
  '%j links to %j',
  (typed, url) => {
    expect(linkTarget(typed)).toBe(url);
  },
);

test.each(['', 'IC50', 'how to', 'IC50. Part', '//a.example', 'javascript:alert(1)', 'https://'])(
  '%j is looked for, not linked to',
  (typed) => {
    expect(linkTarget(typed)).toBeNull();
  },
);
