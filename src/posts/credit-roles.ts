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

/** The roles that a statement gives to each author. */
export function readContributions(statement: string): { name: string; roles: CreditRole[] }[] {
  return statement.split('\n').flatMap((line) => {
    const [, name = '', written = ''] = /^([^:]+):(.*)$/.exec(line.trim()) ?? [];
    const roles = written.split(/[,;]/).flatMap((role) => BY_KEY.get(roleKey(role)) ?? []);
    return name === '' ? [] : [{ name: name.trim(), roles }];
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
