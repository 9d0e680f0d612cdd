import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { publicId } from './public-ids.ts';

it('no part of a page has an id that a heading may get', () => {
  const folder = 'src';
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.tsx') && !file.includes('.test.'),
  );
  const ids = files.flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/\bid=(?:"|\{`)(\w+-[\w-]*)/g)].map(
      ([, id = '']) => id,
    ),
  );
  expect(ids).toContain('sign-up');
  for (const id of ids) expect.soft(publicId(`user-content-${id}`), id).not.toBe(id);
});
