import { expect, test } from 'vitest';
import { issuesByField, issueText } from './field-issues.ts';

test('an author reads which field is invalid, by its label in the form', () => {
  expect(issueText({ loc: ['body', 'slug'], msg: 'Must be lower-case' }, () => 'URL Slug')).toBe(
    'URL Slug: Must be lower-case',
  );
  expect(issueText({ loc: ['body', 'references', 1, 'url'], msg: 'Must be an address' })).toBe(
    'references 2 url: Must be an address',
  );
  expect(issueText({ loc: ['body'], msg: 'Field required' })).toBe('Field required');
});

test('each field shows its first issue', () => {
  const issues = [
    { loc: ['body', 'slug'], msg: 'Too long' },
    { loc: ['body', 'slug'], msg: 'Not lower-case' },
    { loc: ['body', 'title'], msg: 'Must not be empty' },
  ];
  expect(issuesByField(issues)).toEqual({ slug: 'Too long', title: 'Must not be empty' });
});
