import { type ApiResult, ignoreMissing } from '../../../admin/api.ts';
import { caller } from '../../../admin/caller.ts';
import { dateAndTime } from '../../../admin/times.ts';
import type { people } from '../../api/people.ts';
import type { NewInvitation } from '../../invite.ts';
import type { Proof } from '../../reauthentication.ts';
import type { PeopleAction } from './confirm-action.tsx';

const api = caller<typeof people>();

/** @returns the invitation that the action makes or renews, or null */
export async function perform(
  action: PeopleAction,
  proof: Proof,
): Promise<ApiResult<NewInvitation | null>> {
  if (action.kind === 'invite') {
    const { email, role } = action;
    return api('POST', '/admin/people/invitations', { json: { email, role, ...proof } });
  }
  if (action.kind === 'resend') {
    const { id } = action.invitation;
    return api('POST', '/admin/people/invitations/:id/resend', { param: { id }, json: proof });
  }
  const { role } = action;
  const param = { id: action.person.id };
  const changed =
    role === null
      ? await ignoreMissing(api('POST', '/admin/people/:id/remove', { param, json: proof }))
      : await api('PATCH', '/admin/people/:id', { param, json: { role, ...proof } });
  return changed.ok ? { ok: true, value: null } : changed;
}

/** What the page says once it is done. */
export function doneMessage(action: PeopleAction, invitation: NewInvitation | null): string {
  if (invitation !== null) {
    const { email, link, expiresAt } = invitation;
    const until = `It works once, until ${dateAndTime(expiresAt)}.`;
    return link === null
      ? `The invitation is on its way to ${email}. ${until}`
      : `${email} is invited. Pass the link on now: it will not be shown again. ${until}`;
  }
  if (action.kind !== 'change') return '';
  const { person, role } = action;
  return role === null
    ? `${person.email} can no longer sign in.`
    : `${person.email} is ${role === 'writer' ? 'a writer' : 'an administrator'} now.`;
}
