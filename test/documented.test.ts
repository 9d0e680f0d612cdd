import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { postInputSchema } from '../src/posts/post-input.ts';
import { postSchema } from '../src/posts/schemas.ts';

/** The rows of the first table with this head, each as its cells. */
function tableRows(document: string, head: string): string[][] {
  const [, rows = ''] = readFileSync(document, 'utf8').split(`\n${head}\n`);
  return rows
    .split('\n')
    .slice(1, rows.split('\n').indexOf(''))
    .map((row) => row.split('|').slice(1, -1));
}

/** What stands between backticks. */
function codeIn(cell = ''): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
}

const POST_FIELDS = tableRows('docs/api.md', '| Field | | Left out |');

test('docs/api.md describes every field of a post', () => {
  const documented = POST_FIELDS.flatMap(([names]) => codeIn(names));
  expect(documented.sort(), 'mend the table of "A post" in docs/api.md').toEqual(
    Object.keys(postSchema.shape).sort(),
  );
});

test('docs/api.md says what a post has without a field', () => {
  const documented = POST_FIELDS.filter(([, , leftOut = '']) => leftOut.trim() !== '').flatMap(
    ([names]) => codeIn(names),
  );
  const optional = Object.keys(postInputSchema.shape).filter(
    (name) => !['title', 'slug', 'content'].includes(name),
  );
  expect(documented.sort(), 'mend the last column of "A post" in docs/api.md').toEqual(
    optional.sort(),
  );
});

test('docs/moving.md names no field that an import does not read', () => {
  const documented = tableRows('docs/moving.md', '| Field | From | When it is missing |').flatMap(
    ([names]) => codeIn(names),
  );
  // The content follows the front matter; a file calls the publish date `date`.
  const fields = Object.keys(postInputSchema.shape).filter((name) => name !== 'content');
  expect(
    fields.map((name) => (name === 'publishDate' ? 'date' : name)),
    'mend the table of "Markdown" in docs/moving.md',
  ).toEqual(expect.arrayContaining(documented));
});
