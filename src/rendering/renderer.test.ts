import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { RDKIT_OF_RENDERER } from './renderer.ts';

test('posts are rendered again with a new version of RDKit: add one to RENDERER', () => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(dependencies['@rdkit/rdkit']).toBe(RDKIT_OF_RENDERER);
});
