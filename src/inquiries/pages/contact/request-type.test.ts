import { describe, expect, test } from 'vitest';
import { requestTypeChoices, requestTypeFrom } from './request-type.ts';

const typeFrom = (query: string) => requestTypeFrom(new URLSearchParams(query));

describe('the request type in a link', () => {
  test.each(['general', 'demo', 'support', 'partnership'])('%s is preselected', (type) => {
    expect(typeFrom(`type=${type}`)).toBe(type);
    expect(requestTypeChoices(type)).toHaveLength(4);
  });

  test('is a general enquiry when the link has none', () => {
    expect(typeFrom('')).toBe('general');
    expect(typeFrom('type=')).toBe('general');
  });

  test('is preserved when it is not on the list, and offered as a fifth choice', () => {
    expect(typeFrom('type=investor')).toBe('investor');
    expect(typeFrom('type=Phase-2-Trial')).toBe('Phase-2-Trial');
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
    expect(typeFrom(`type=${'a'.repeat(40)}`)).toBe('a'.repeat(40));
    for (const type of ['a'.repeat(41), 'two words', '<b>', 'ünder', 'a_b', 'demo\n']) {
      expect(requestTypeFrom(new URLSearchParams({ type }))).toBe('general');
    }
  });

  test('has a label even when it is nothing but hyphens', () => {
    expect(requestTypeChoices('--').at(-1)?.label).toBe('--');
  });
});
