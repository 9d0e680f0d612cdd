import { EmailText } from '../../../admin/email-text.tsx';
import { dateAndTime } from '../../../admin/times.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import type { Invitation } from '../../invite.ts';
import { SecondFact } from './people-list.tsx';
import { ROLE_LABELS } from './role-select.tsx';

type InvitationsProps = {
  invitations: readonly Invitation[];
  isBusy: boolean;
  onResend: (invitation: Invitation) => void;
  onRevoke: (invitation: Invitation) => void;
};

/** The invitations that nobody has accepted yet; nothing when there are none. */
export function Invitations({ invitations, isBusy, onResend, onRevoke }: InvitationsProps) {
  if (invitations.length === 0) return null;
  return (
    <section
      aria-labelledby="invited"
      className="rounded-card border border-line bg-surface p-5 md:p-6"
    >
      <h2 id="invited" className="font-medium text-lg">
        Invited
      </h2>
      <ul className="mt-1 -mb-3 divide-y divide-line">
        {invitations.map((invitation) => (
          <li
            key={invitation.id}
            className="grid items-center gap-x-4 gap-y-2 py-3 sm:grid-cols-[1fr_auto]"
          >
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium [overflow-wrap:anywhere]">
                <span className="min-w-0">
                  <EmailText text={invitation.email} />
                </span>
                <Badge tone="stone">{ROLE_LABELS[invitation.role].name}</Badge>
                {invitation.isExpired ? <Badge tone="amber">Expired</Badge> : null}
              </p>
              <p className="mt-1 text-muted text-sm [overflow-wrap:anywhere]">
                {invitation.isExpired ? 'Expired on ' : 'Works until '}
                <time dateTime={invitation.expiresAt}>{dateAndTime(invitation.expiresAt)}</time>
                <SecondFact>
                  invited by <EmailText text={invitation.invitedBy} />
                </SecondFact>
              </p>
            </div>
            <div className="flex flex-wrap gap-2">
              <Button
                variant="secondary"
                disabled={isBusy}
                aria-label={`Invite ${invitation.email} again`}
                onClick={() => onResend(invitation)}
              >
                Invite again
              </Button>
              <Button
                variant="danger"
                disabled={isBusy}
                aria-label={`Withdraw the invitation for ${invitation.email}`}
                onClick={() => onRevoke(invitation)}
              >
                Withdraw
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
