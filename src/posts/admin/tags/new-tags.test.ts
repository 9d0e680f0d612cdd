import { expect, test } from 'vitest';
import { LIMITS } from '../../fields.ts';
import { addTags, splitTags, tagProblem } from './new-tags.ts';

test('a list of tags is split at commas and line breaks, but not within the name of a compound', () => {
  expect(splitTags(' kinase, ADMET,,assay\r\nlead ')).toEqual(['kinase', 'ADMET', 'assay', 'lead']);
  expect(splitTags('1,4-dioxane, 2,3-BPG, x')).toEqual(['1,4-dioxane', '2,3-BPG', 'x']);
  expect(splitTags(' , ')).toEqual([]);
});

test('a tag has one spelling, which is the one that other posts use', () => {
  expect(addTags(['ADMET'], 'kinase, KINASE, admet, New', ['Kinase', 'Admet'])).toEqual([
    'ADMET',
    'Kinase',
    'New',
  ]);
});

test('what the server would refuse is said before', () => {
  expect(tagProblem(Array.from({ length: LIMITS.tags }, (_, n) => `${n}`))).toBeUndefined();
  expect(tagProblem(Array.from({ length: LIMITS.tags + 1 }, (_, n) => `${n}`))).toContain('50');
  expect(tagProblem(['x'.repeat(LIMITS.tag + 1)])).toContain('100 characters');
});
