import { type ApiResult, ignoreMissing } from '../../../admin/api.ts';
import { caller } from '../../../admin/caller.ts';
import { Dialog } from '../../../admin/dialog.tsx';
import { EmailText } from '../../../admin/email-text.tsx';
import { dateAndTime } from '../../../admin/times.ts';
import type { people } from '../../api/people.ts';
import type { Invitation, NewInvitation } from '../../invitations.ts';
import type { Person } from '../../people.ts';
import type { Role } from '../../roles.ts';
import type { Proof } from '../../second-factors.ts';
import { IdentityCheck } from '../account/identity-check.tsx';

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

/** What needs the password again: all that gives access, or takes it away. A role of null removes the account. */
export type PeopleAction =
  | { kind: 'change'; person: Person; role: Role | null }
  | { kind: 'invite'; email: string; role: Role }
  | { kind: 'resend'; invitation: Invitation };

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
    : `${person.email} is ${ROLE_LABELS[role].one} now.`;
}

type ConfirmActionProps = {
  action: PeopleAction;
  /** The email of the account that is signed in. */
  own: string;
  hasPasskeys: boolean;
  /** Its failure is shown in the dialog. */
  onProof: (proof: Proof) => Promise<ApiResult<void>>;
  onCancel: () => void;
};

/** Says what an action means, and asks for the password: the button alone does nothing. */
export function ConfirmAction({ action, own, ...check }: ConfirmActionProps) {
  const { title, email, ...texts } = wording(action, own);
  return (
    <Dialog
      title={
        <>
          {title}{' '}
          <span className="mt-2 block font-medium font-sans text-base leading-snug tracking-normal">
            <EmailText text={email} />
          </span>
        </>
      }
      width="medium"
      onCancel={check.onCancel}
    >
      <IdentityCheck email={own} {...texts} {...check} />
    </Dialog>
  );
}

function wording(action: PeopleAction, own: string) {
  if (action.kind === 'resend') {
    return {
      email: action.invitation.email,
      title: 'Invite again?',
      description: 'The new link works for 48 hours. The previous one stops working.',
      verb: 'Invite again',
    };
  }
  if (action.kind === 'invite') {
    const { email, role } = action;
    const { one, may } = ROLE_LABELS[role];
    return { email, title: `Invite as ${one}?`, description: may, verb: 'Invite' };
  }
  const { role } = action;
  const { email } = action.person;
  const whose = email === own ? 'This is your own account. ' : '';
  if (role === null) {
    return {
      email,
      title: 'Remove this account?',
      description: `${whose}They are signed out at once, and their preview links and invitations stop working. Their posts stay.`,
      verb: 'Remove account',
    };
  }
  const { one, may } = ROLE_LABELS[role];
  const ends =
    role === 'writer' ? ' Invitations from them that nobody has accepted stop working.' : '';
  return {
    email,
    title: `Make this person ${one}?`,
    description: `${whose}${may} This takes effect at once, even where they are signed in.${ends}`,
    verb: `Make ${one}`,
  };
}
