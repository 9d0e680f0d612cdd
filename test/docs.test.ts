import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => existsSync(join(root, file)));
const documents = files.filter((file) =>
  /^(?:README|CONTRIBUTING|docs\/.*|src\/\w+\/README)\.md$/.test(file),
);

test.each(documents)('%s names only files that there are', (document) => {
  const text = readFileSync(join(root, document), 'utf8');
  const missing = [...text.matchAll(/`((?:[\w.-]+\/)*[\w.-]+\.(?:tsx?|mjs|css))`/g)]
    .map(([, path = '']) => path)
    .filter((path) => !files.some((file) => `/${file}`.endsWith(`/${path}`)));
  expect(missing, 'name the file that took its place').toEqual([]);
});
