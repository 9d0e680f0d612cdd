import { expect, test } from 'vitest';
import { readTable } from '../../../../test/read-table.ts';
import { browserName } from './browser-name.ts';

test.each(readTable(new URL('browser-names.tsv', import.meta.url)))(
  'a session is shown as that of %s',
  (name, userAgent = '') => {
    expect(browserName(userAgent)).toBe(name);
  },
);
