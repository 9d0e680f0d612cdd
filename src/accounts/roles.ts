/** What an account may do: everything, or only write (posts, pictures, previews). */
export const ROLES = ['administrator', 'writer'] as const;

export type Role = (typeof ROLES)[number];

/** An administrator may do everything that a writer may. */
export function mayAct(role: Role, needed: Role): boolean {
  return role === 'administrator' || needed === 'writer';
}
