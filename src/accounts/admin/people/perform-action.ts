import { type ApiResult, ignoreMissing } from '../../../admin/api.ts';
import { dateAndTime } from '../../../admin/times.ts';
import type { NewInvitation } from '../../invitation-rows.ts';
import type { Proof } from '../../reauthentication.ts';
import type { PeopleAction } from './confirm-action.tsx';
import { changeRole, invite, removePerson, resendInvitation } from './people-api.ts';

/** @returns the invitation that the action makes or renews, or null */
export async function perform(
  action: PeopleAction,
  proof: Proof,
): Promise<ApiResult<NewInvitation | null>> {
  if (action.kind === 'invite') return invite(action.email, action.role, proof);
  if (action.kind === 'resend') return resendInvitation(action.invitation, proof);
  const { person, role } = action;
  const changed =
    role === null
      ? await ignoreMissing(removePerson(person, proof))
      : await changeRole(person, role, proof);
  return changed.ok ? { ok: true, value: null } : changed;
}

/** What the page says once it is done. */
export function doneMessage(action: PeopleAction, invitation: NewInvitation | null): string {
  if (invitation !== null) {
    const { email, link, expiresAt } = invitation;
    const until = `It works once, until ${dateAndTime(expiresAt)}.`;
    return link === null
      ? `The invitation is on its way to ${email}. ${until}`
      : `${email} is invited. Hand the link over now: it is shown this once. ${until}`;
  }
  if (action.kind !== 'change') return '';
  const { person, role } = action;
  return role === null
    ? `${person.email} can no longer sign in.`
    : `${person.email} is ${role === 'writer' ? 'a writer' : 'an administrator'} now.`;
}
