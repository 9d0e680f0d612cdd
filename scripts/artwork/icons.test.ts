import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ICONS_FILE, icons } from './icons.ts';

it('no icon of the site is missing or out of date (else run `npm run artwork`)', async () => {
  const kept = await readFile(join(import.meta.dirname, '../..', ICONS_FILE), 'utf8');
  expect(kept).toBe(await icons());
});
