import { describe, expect, test } from 'vitest';
import { requestTypeChoices, requestTypeFrom } from './request-type.ts';

const asked = (query: string) => requestTypeFrom(new URLSearchParams(query));

describe('the request type that a link asks for', () => {
  test.each(['general', 'demo', 'support', 'partnership'])('%s is preselected', (type) => {
    expect(asked(`type=${type}`)).toBe(type);
    expect(requestTypeChoices(type)).toHaveLength(4);
  });

  test('is a general enquiry when the link asks for none', () => {
    expect(asked('')).toBe('general');
    expect(asked('type=')).toBe('general');
  });

  test('is kept as it is when it is not on the list, and offered as a fifth choice', () => {
    expect(asked('type=investor')).toBe('investor');
    expect(asked('type=Phase-2-Trial')).toBe('Phase-2-Trial');
    expect(requestTypeChoices('investor').map(({ value }) => value)).toEqual([
      'general',
      'demo',
      'support',
      'partnership',
      'investor',
    ]);
    expect(requestTypeChoices('phase-2-trial').at(-1)?.label).toBe('Phase 2 trial');
  });

  test('is dropped when it is not letters, digits and hyphens, 40 at the most', () => {
    expect(asked(`type=${'a'.repeat(40)}`)).toBe('a'.repeat(40));
    for (const type of ['a'.repeat(41), 'two words', '<b>', 'ünder', 'a_b', 'demo\n']) {
      expect(requestTypeFrom(new URLSearchParams({ type }))).toBe('general');
    }
  });

  test('has a label even when it is nothing but hyphens', () => {
    expect(requestTypeChoices('--').at(-1)?.label).toBe('--');
  });
});
