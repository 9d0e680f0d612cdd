import { expect, test } from 'vitest';
import { sanitizeHtml } from '../../../test/body-markup.ts';
import { readTable } from '../../../test/read-table.ts';

test.each(readTable(new URL('sanitized.tsv', import.meta.url)))(
  'sanitizing keeps what is safe, and nothing else, of %s',
  (markup = '', safe = markup) => {
    expect(sanitizeHtml(markup)).toBe(safe);
  },
);
