import type { Role } from '../../roles.ts';

export const ROLE_LABELS: Record<Role, { name: string; may: string }> = {
  writer: { name: 'Writer', may: 'Writes, edits and publishes posts, with their pictures.' },
  administrator: {
    name: 'Administrator',
    may: 'Everything, including the inbox, the newsletter, the activity log and people.',
  },
};
