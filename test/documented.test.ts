import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { postSchema } from '../src/posts/api/schemas.ts';
import { postInputSchema } from '../src/posts/post-input.ts';
import { documentOf } from './api-document.ts';
import { makeApp } from './make-app.ts';

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

test('docs/api.md names every call, and who may make it', async () => {
  const { paths } = await documentOf((await makeApp()).app);
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { security = [] }]) => {
      const roles = security.flatMap((each) => Object.values(each)).flat();
      const token = roles.includes('administrator') ? 'administrator' : 'yes';
      // A token is optional where one of the alternatives asks for nothing.
      const isOpen = security.length === 0 || security.some((each) => !('bearer' in each));
      return `${method.toUpperCase()} ${path}: ${isOpen ? 'no' : token}`;
    }),
  );
  const documented = tableRows('docs/api.md', '| Call | Token | For |').flatMap(
    ([calls, token = '']) => {
      const methods: string[] = [];
      const access = token.trim().startsWith('only') ? 'no' : token.trim();
      return codeIn(calls).flatMap((call) => {
        const [method = '', path] = call.split(' ');
        methods.push(method);
        return path === undefined
          ? []
          : methods.splice(0).map((each) => `${each} ${path}: ${access}`);
      });
    },
  );
  expect(documented.sort(), 'mend the table at the top of docs/api.md').toEqual(described.sort());
});

test('docs/api.md describes every field of a post', () => {
  const documented = tableRows('docs/api.md', '| Field | |').flatMap(([names]) => codeIn(names));
  expect(documented.sort(), 'mend the table of "A post" in docs/api.md').toEqual(
    Object.keys(postSchema.shape).sort(),
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

test('docs/api.md says what a post has without a field', () => {
  const documented = tableRows('docs/api.md', '| Field | Left out |').flatMap(([names = '']) =>
    codeIn(names.replace(/\([^)]*\)/g, '')),
  );
  const optional = Object.keys(postInputSchema.shape).filter(
    (name) => !['title', 'slug', 'content'].includes(name),
  );
  expect(documented.sort(), 'mend the table of "Create a post" in docs/api.md').toEqual(
    optional.sort(),
  );
});
