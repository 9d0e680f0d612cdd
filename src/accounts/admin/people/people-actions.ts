import { type ApiResult, ignoreMissing } from '../../../admin/api.ts';
import { caller } from '../../../admin/caller.ts';
import { dateAndTime } from '../../../admin/times.ts';
import type { people } from '../../api/people.ts';
import type { Invitation, NewInvitation } from '../../invitations.ts';
import type { Person } from '../../people.ts';
import type { Role } from '../../roles.ts';
import type { Proof } from '../../second-factors.ts';

const api = caller<typeof people>();

export const ROLE_LABELS: Record<Role, { name: string; one: string; may: string }> = {
  writer: {
    name: 'Writer',
    one: 'a writer',
    may: 'Writes, edits and publishes posts, with their pictures.',
  },
  administrator: {
    name: 'Administrator',
    one: 'an administrator',
    may: 'Everything, including the inbox, the newsletter, the activity log and people.',
  },
};

/** What needs the password again: all that gives access, or takes it away. */
export type PeopleAction = {
  kind: 'invite' | 'invite again' | 'role' | 'removal';
  /** Whom it concerns. */
  email: string;
  title: string;
  description: string;
  /** The button's label. */
  verb: string;
  send: (proof: Proof) => Promise<ApiResult<NewInvitation | undefined>>;
  /** What the page says once it is done. */
  done: (made: NewInvitation | undefined) => string;
};

function invitedMessage(made: NewInvitation | undefined): string {
  if (made === undefined) return '';
  const until = `It works once, until ${dateAndTime(made.expiresAt)}.`;
  return made.link === null
    ? `The invitation is on its way to ${made.email}. ${until}`
    : `${made.email} is invited. Pass the link on now: it will not be shown again. ${until}`;
}

export function inviteAs(email: string, role: Role): PeopleAction {
  return {
    kind: 'invite',
    email,
    title: `Invite as ${ROLE_LABELS[role].one}?`,
    description: ROLE_LABELS[role].may,
    verb: 'Invite',
    send: (proof) => api('POST', '/admin/people/invitations', { json: { email, role, ...proof } }),
    done: invitedMessage,
  };
}

export function inviteAgain({ id, email }: Invitation): PeopleAction {
  return {
    kind: 'invite again',
    email,
    title: 'Invite again?',
    description: 'The new link works for 48 hours. The previous one stops working.',
    verb: 'Invite again',
    send: (json) => api('POST', '/admin/people/invitations/:id/resend', { param: { id }, json }),
    done: invitedMessage,
  };
}

const whose = (email: string, own: string) => (email === own ? 'This is your own account. ' : '');

/** @param own the email of the account that is signed in */
export function removeAccount({ id, email }: Person, own: string): PeopleAction {
  return {
    kind: 'removal',
    email,
    title: 'Remove this account?',
    description: `${whose(email, own)}They are signed out at once, and their preview links and invitations stop working. Their posts stay.`,
    verb: 'Remove account',
    send: (json) => ignoreMissing(api('POST', '/admin/people/:id/remove', { param: { id }, json })),
    done: () => `${email} can no longer sign in.`,
  };
}

export function giveRole({ id, email }: Person, role: Role, own: string): PeopleAction {
  const { one, may } = ROLE_LABELS[role];
  const ends =
    role === 'writer' ? ' Invitations from them that nobody has accepted stop working.' : '';
  return {
    kind: 'role',
    email,
    title: `Make this person ${one}?`,
    description: `${whose(email, own)}${may} This takes effect at once, even where they are signed in.${ends}`,
    verb: `Make ${one}`,
    send: (proof) => api('PATCH', '/admin/people/:id', { param: { id }, json: { role, ...proof } }),
    done: () => `${email} is ${one} now.`,
  };
}
