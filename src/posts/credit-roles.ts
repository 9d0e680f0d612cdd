/** What each author did, in the words of CRediT (https://credit.niso.org/). Runs in the browser too. */

/** ANSI/NISO Z39.104-2022. */
export const CREDIT_ROLES = [
  'Conceptualization',
  'Data curation',
  'Formal analysis',
  'Funding acquisition',
  'Investigation',
  'Methodology',
  'Project administration',
  'Resources',
  'Software',
  'Supervision',
  'Validation',
  'Visualization',
  'Writing – original draft',
  'Writing – review & editing',
] as const;

type CreditRole = (typeof CREDIT_ROLES)[number];

const BY_KEY = new Map(CREDIT_ROLES.map((role) => [roleKey(role), role]));

/** What a statement says of each author: the roles, and what is not one. */
export function readContributions(
  statement: string,
): { name: string; roles: CreditRole[]; unknown: string[] }[] {
  return statement.split('\n').flatMap((line) => {
    const [, name = '', written = ''] = /^([^:]+):(.*)$/.exec(line.trim()) ?? [];
    const parts = written.split(/[,;]/).map((part) => part.trim().replace(/\.$/, ''));
    const said = parts.filter((part) => part !== '');
    const roles = said.flatMap((part) => BY_KEY.get(roleKey(part)) ?? []);
    const unknown = said.filter((part) => !BY_KEY.has(roleKey(part)));
    return name === '' ? [] : [{ name: name.trim(), roles, unknown }];
  });
}

/** The page that defines a role. */
export function creditRoleUrl(role: CreditRole): string {
  return `https://credit.niso.org/contributor-roles/${roleKey(role).replaceAll(' ', '-')}/`;
}

/** Dashes and ampersands are typed in many ways, and so is the British spelling. */
function roleKey(role: string): string {
  return role
    .toLowerCase()
    .replace(/\band\b/g, '')
    .replace(/isation\b/g, 'ization')
    .replace(/[^a-z]+/g, ' ')
    .trim();
}
