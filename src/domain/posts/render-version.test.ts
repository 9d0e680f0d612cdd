import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { RENDER_VERSION } from './render-version.ts';

test('posts are rendered again with a new version of RDKit', () => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(RENDER_VERSION).toMatch(/^\d+ rdkit-/);
  expect(RENDER_VERSION.split('rdkit-')[1]).toBe(dependencies['@rdkit/rdkit']);
});
