import { expect, it } from 'vitest';
import { readTable } from '../../../test/read-table.ts';
import { autop } from './autop.ts';

it.each(readTable(new URL('autop.tsv', import.meta.url)))(
  'the paragraphs of the classic editor of %j are %j',
  (text = '', html = '') => {
    expect(autop(text)).toBe(html);
  },
);
