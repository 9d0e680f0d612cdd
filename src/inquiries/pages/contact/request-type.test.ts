import { expect, test } from 'vitest';
import { requestTypeChoices, requestTypeFrom } from './request-type.ts';

const LISTED = ['general', 'demo', 'support', 'partnership'];
const KEPT = [...LISTED, 'investor', 'Phase-2-Trial', 'a'.repeat(40)];
const DROPPED = ['', 'a'.repeat(41), 'two words', '<b>', 'ünder', 'a_b', 'demo\n'];

test.each([...KEPT.map((type) => [type, type]), ...DROPPED.map((type) => [type, 'general'])])(
  'the request type %j of a link becomes %j',
  (type, expected) => {
    expect(requestTypeFrom(new URLSearchParams({ type: type ?? '' }))).toBe(expected);
  },
);

test('a link without a request type asks generally', () => {
  expect(requestTypeFrom(new URLSearchParams())).toBe('general');
});

test('a type that is not on the list is offered as a fifth choice, with a label', () => {
  const values = (type: string) => requestTypeChoices(type).map(({ value }) => value);
  for (const type of LISTED) expect(values(type)).toEqual(LISTED);
  expect(values('investor')).toEqual([...LISTED, 'investor']);
  expect(requestTypeChoices('phase-2-trial').at(-1)?.label).toBe('Phase 2 trial');
  expect(requestTypeChoices('--').at(-1)?.label).toBe('--');
});
