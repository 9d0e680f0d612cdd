import { expect, it } from 'vitest';
import { readTable } from '../../../test/read-table.ts';
import { normalizeCsl } from './normalize-csl.ts';

it.each(readTable(new URL('normalize-csl.tsv', import.meta.url)))(
  'a record is kept in one form, which is the same when it is read again: %s',
  (given = '', kept = '') => {
    expect(normalizeCsl(JSON.parse(given))).toEqual(JSON.parse(kept));
    expect(normalizeCsl(JSON.parse(kept))).toEqual(JSON.parse(kept));
  },
);
