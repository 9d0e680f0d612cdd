import { Send } from 'lucide-react';
import { useState } from 'react';
import { ignoreMissing } from '../../../admin/api.ts';
import { caller } from '../../../admin/caller.ts';
import { ChoiceField } from '../../../admin/choice-field.tsx';
import { DASHBOARD } from '../../../admin/dashboard-path.ts';
import { EmailText } from '../../../admin/email-text.tsx';
import { LoadedPage } from '../../../admin/load-failure.tsx';
import { NewLink } from '../../../admin/new-link.tsx';
import { orFail } from '../../../admin/session/page-loader.ts';
import { storedSession } from '../../../admin/session/session.ts';
import { dateAndTime, longDate } from '../../../admin/times.ts';
import { useNavigateFromHere } from '../../../admin/use-navigate-from-here.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { privateMeta } from '../../../ui/seo.ts';
import type { account } from '../../api/account.ts';
import type { people } from '../../api/people.ts';
import type { Person } from '../../people.ts';
import type { Role } from '../../roles.ts';
import { saying, useIdentityCheck } from '../account/identity-check.tsx';
import { Row } from '../account/row.tsx';
import { administratorsLoader } from '../session/verification.ts';
import type { Route } from './+types/people.ts';

const api = caller<typeof people>();

export const meta: Route.MetaFunction = () => privateMeta('People');

export const clientLoader = administratorsLoader(
  'Failed to load the list of people. Please try again.',
  async (_: Route.ClientLoaderArgs) => {
    const [answer, factors] = await Promise.all([
      api('GET', '/admin/people'),
      caller<typeof account>()('GET', '/admin/second-factors'),
    ]);
    const own = storedSession()?.email.toLowerCase() ?? '';
    return {
      ...orFail(answer),
      own,
      hasPasskeys: factors.ok && factors.value.factors.some(({ id }) => id !== 'app'),
    };
  },
);

export default function PeoplePage({ loaderData }: Route.ComponentProps) {
  return (
    <LoadedPage title="People" intro="Who can sign in here, and in which role." of={loaderData}>
      {(loaded) => <Management {...loaded} />}
    </LoadedPage>
  );
}

const ROLE_LABELS: Record<Role, { name: string; one: string; may: string }> = {
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

type ManagementProps = {
  own: string;
  hasPasskeys: boolean;
  people: readonly Person[];
  sendsMail: boolean;
};

function Management({ own, hasPasskeys, people, sendsMail }: ManagementProps) {
  const check = useIdentityCheck({ email: own, hasPasskeys });
  const [link, setLink] = useState<string | null>(null);
  const [invited, setInvited] = useState(0);
  const navigate = useNavigateFromHere();

  function start(change: Parameters<typeof check.start>[0]) {
    setLink(null);
    check.start(change);
  }

  const invite = (email: string, role: Role) =>
    start({
      whom: email,
      title: `Invite as ${ROLE_LABELS[role].one}?`,
      lead: `${ROLE_LABELS[role].may} The link works for 48 hours; a previous one stops working.`,
      verb: 'Invite',
      send: (proof) =>
        saying(
          api('POST', '/admin/people/invitations', { json: { email, role, ...proof } }),
          (made) => {
            setLink(made.link);
            setInvited((count) => count + 1);
            return made.link === null ? `The invitation is on its way to ${email}.` : '';
          },
        ),
    });

  const whose = (email: string) => (email === own ? 'This is your own account. ' : '');

  function giveRole({ id, email }: Person, role: Role) {
    const { one, may } = ROLE_LABELS[role];
    const ends =
      role === 'writer' ? ' Invitations from them that nobody has accepted stop working.' : '';
    start({
      whom: email,
      title: `Make this person ${one}?`,
      lead: `${whose(email)}${may} This takes effect at once, even where they are signed in.${ends}`,
      verb: `Make ${one}`,
      send: (proof) =>
        saying(
          api('PATCH', '/admin/people/:id', { param: { id }, json: { role, ...proof } }),
          () => {
            // This page is no longer open to an administrator who has lowered their own role.
            if (email === own) void navigate(DASHBOARD);
            return `${email} is ${one} now.`;
          },
        ),
    });
  }

  const remove = ({ id, email }: Person) =>
    start({
      whom: email,
      title: 'Remove this person?',
      lead: `${whose(email)}They are signed out at once. Preview links and invitations, by them or to them, stop working. Their posts stay.`,
      verb: 'Remove',
      send: (json) =>
        saying(
          ignoreMissing(api('POST', '/admin/people/:id/remove', { param: { id }, json })),
          () => `${email} has been removed.`,
        ),
    });

  return (
    <div className="mt-6 space-y-6">
      <div className="space-y-4 empty:hidden">
        {check.notice}
        {link === null ? null : (
          <NewLink
            key={link}
            label="Invitation link, to pass on now: it will not be shown again"
            url={link}
            onCopied={() => check.say('Copied.')}
          />
        )}
      </div>
      <InviteForm key={invited} sendsMail={sendsMail} onInvite={invite} />
      <section aria-labelledby="everyone" className={PART}>
        <h2 id="everyone" className="font-medium text-lg">
          Who can sign in
        </h2>
        <ul className="mt-1 -mb-3 divide-y divide-line">
          {people.map((person) => {
            const { id, email, role, hasSecondFactor, invitation } = person;
            return (
              <Row
                key={id}
                title={email}
                badges={[
                  email === own && 'You',
                  hasSecondFactor && 'Two-step',
                  invitation && (invitation.isExpired ? 'Expired' : 'Invited'),
                ]}
                details={<EmailText text={detailsOf(person)} />}
              >
                {invitation && (
                  <Button
                    variant="secondary"
                    className="min-h-12"
                    aria-label={`Invite again: ${email}`}
                    onClick={() => invite(email, role)}
                  >
                    Invite again
                  </Button>
                )}
                <div className="w-44 [&_label]:sr-only">
                  <ChoiceField
                    label={`Role of ${email}`}
                    value={role}
                    choices={ROLE_NAMES}
                    onChange={({ target }) => giveRole(person, target.value as Role)}
                  />
                </div>
                <Button
                  variant="danger"
                  className="min-h-12"
                  aria-label={`Remove ${email}`}
                  onClick={() => remove(person)}
                >
                  Remove
                </Button>
              </Row>
            );
          })}
        </ul>
      </section>
      {check.dialog}
    </div>
  );
}

const PART = 'rounded-card border border-line bg-surface p-5 md:p-6';

function detailsOf({ invitation, lastSeenAt, createdAt }: Person): string {
  if (invitation !== null) {
    const { isExpired, expiresAt, by } = invitation;
    const until = `${isExpired ? 'Expired on' : 'The link works until'} ${dateAndTime(expiresAt)}`;
    return `${until}. Invited by ${by}.`;
  }
  const seen = lastSeenAt ? `Last seen ${dateAndTime(lastSeenAt)}` : 'Has not signed in yet';
  return `${seen}. Here since ${longDate(createdAt)}.`;
}

const ROLE_NAMES = {
  writer: ROLE_LABELS.writer.name,
  administrator: ROLE_LABELS.administrator.name,
};

type InviteFormProps = { sendsMail: boolean; onInvite: (email: string, role: Role) => void };

function InviteForm({ sendsMail, onInvite }: InviteFormProps) {
  const text = sendsMail
    ? 'The person you invite gets an email with a link that works once, within 48 hours, and chooses a password.'
    : 'This site does not send email (SMTP_URL is not set), so you get a link to pass on. It works once, within 48 hours, and the person you invite chooses a password.';
  return (
    <form
      aria-label="Invite someone"
      className={PART}
      onSubmit={(event) => {
        event.preventDefault();
        const filled = new FormData(event.currentTarget);
        onInvite(String(filled.get('invited')).toLowerCase(), filled.get('role') as Role);
      }}
    >
      <h2 className="font-medium text-lg">Invite someone</h2>
      <p className="mt-1 max-w-[72ch] text-balance text-muted text-sm">{text}</p>
      <div className="mt-5 grid gap-4 sm:grid-cols-[1fr_18rem]">
        <TextField
          label="Email"
          type="email"
          name="invited"
          autoComplete="off"
          required
          maxLength={254}
        />
        <ChoiceField label="Role" name="role" defaultValue="writer" choices={ROLE_NAMES} />
      </div>
      <Button type="submit" className="mt-4">
        <Send aria-hidden className="size-4" />
        {sendsMail ? 'Send invitation' : 'Create invitation link'}
      </Button>
    </form>
  );
}
