import { expect, it } from 'vitest';
import { CREDIT_ROLES, creditRoleUrl, readContributions } from './credit-roles.ts';

it('knows each role as people write it, so that none is lost to a dash or a spelling', () => {
  const written =
    'Ada Berg: Writing - original draft, writing – review and editing; Visualisation.';
  expect(readContributions(`${written}\nBen: Coding, Software\n\nNo colon`)).toEqual([
    {
      name: 'Ada Berg',
      roles: ['Writing – original draft', 'Writing – review & editing', 'Visualization'],
    },
    { name: 'Ben', roles: ['Software'] },
  ]);
});

it('leads to the definition of each role', () => {
  const urls = CREDIT_ROLES.map(creditRoleUrl);
  expect(new Set(urls).size).toBe(14);
  expect(urls).toContain('https://credit.niso.org/contributor-roles/writing-review-editing/');
  expect(urls).toContain('https://credit.niso.org/contributor-roles/conceptualization/');
});
