import type { ApiResult } from '../../../admin/api.ts';
import { Dialog } from '../../../admin/dialog.tsx';
import { EmailText } from '../../../admin/email-text.tsx';
import type { Invitation } from '../../invite.ts';
import type { Person } from '../../people.ts';
import type { Proof } from '../../reauthentication.ts';
import type { Role } from '../../roles.ts';
import { IdentityCheck } from '../account/identity-check.tsx';
import { ROLE_LABELS } from './role-select.tsx';

/** A new role; null removes the account. */
export type AccountChange = { person: Person; role: Role | null };

/** What needs the password again: all that gives access, or takes it away. */
export type PeopleAction =
  | ({ kind: 'change' } & AccountChange)
  | { kind: 'invite'; email: string; role: Role }
  | { kind: 'resend'; invitation: Invitation };

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
export function ConfirmAction(props: ConfirmActionProps) {
  const { action, own, hasPasskeys, onProof, onCancel } = props;
  const { title, description, verb } = wording(action, own);
  return (
    <Dialog
      title={
        <>
          {title}{' '}
          <span className="mt-2 block font-medium font-sans text-base leading-snug tracking-normal">
            <EmailText text={emailOf(action)} />
          </span>
        </>
      }
      width="medium"
      onCancel={onCancel}
    >
      <IdentityCheck {...{ email: own, description, verb, hasPasskeys, onProof, onCancel }} />
    </Dialog>
  );
}

function emailOf(action: PeopleAction): string {
  if (action.kind === 'invite') return action.email;
  return action.kind === 'resend' ? action.invitation.email : action.person.email;
}

function wording(action: PeopleAction, own: string) {
  if (action.kind === 'change') return changeWording(action, action.person.email === own);
  if (action.kind === 'resend') {
    return {
      title: 'Invite again?',
      description: 'The new link works for 48 hours. The previous one stops working.',
      verb: 'Invite again',
    };
  }
  return {
    title: `Invite as ${action.role === 'writer' ? 'a writer' : 'an administrator'}?`,
    description: ROLE_LABELS[action.role].may,
    verb: 'Invite',
  };
}

function changeWording({ role }: AccountChange, isOwn: boolean) {
  const own = isOwn ? 'This is your own account. ' : '';
  if (role === null) {
    return {
      title: 'Remove this account?',
      description: `${own}They are signed out at once, and their preview links and invitations stop working. Their posts stay.`,
      verb: 'Remove account',
    };
  }
  const ends =
    role === 'writer' ? ' Invitations from them that nobody has accepted stop working.' : '';
  return {
    title: `Make this person ${role === 'writer' ? 'a writer' : 'an administrator'}?`,
    description: `${own}${ROLE_LABELS[role].may} This takes effect at once, even where they are signed in.${ends}`,
    verb: role === 'writer' ? 'Make a writer' : 'Make an administrator',
  };
}
