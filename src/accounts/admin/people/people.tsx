import { Send } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { type ApiResult, DONE, failureMessage, ignoreMissing } from '../../../admin/api.ts';
import { caller } from '../../../admin/caller.ts';
import { DASHBOARD } from '../../../admin/dashboard-path.ts';
import { Dialog } from '../../../admin/dialog.tsx';
import { EmailText } from '../../../admin/email-text.tsx';
import { ErrorBox } from '../../../admin/error-box.tsx';
import { LoadFailure } from '../../../admin/load-failure.tsx';
import { NewLink } from '../../../admin/new-link.tsx';
import { DoneNotice } from '../../../admin/notice-box.tsx';
import { orLogin } from '../../../admin/session/page-loader.ts';
import { storedSession } from '../../../admin/session/session.ts';
import { dateAndTime, longDate } from '../../../admin/times.ts';
import { useNavigateFromHere } from '../../../admin/use-navigate-from-here.ts';
import { useSubmit } from '../../../admin/use-submit.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { privateMeta } from '../../../ui/seo.ts';
import type { account } from '../../api/account.ts';
import type { people } from '../../api/people.ts';
import type { Invitation, NewInvitation } from '../../invitations.ts';
import type { Person } from '../../people.ts';
import type { Role } from '../../roles.ts';
import type { Proof } from '../../second-factors.ts';
import { IdentityCheck } from '../account/identity-check.tsx';
import { forAdministrators } from '../session/verification.ts';
import type { Route } from './+types/people.ts';
import {
  giveRole,
  inviteAgain,
  inviteAs,
  type PeopleAction,
  ROLE_LABELS,
  removeAccount,
} from './people-actions.ts';

const api = caller<typeof people>();

export const meta: Route.MetaFunction = () => privateMeta('People');

export const clientLoader = forAdministrators(async ({ request }: Route.ClientLoaderArgs) => {
  const [answer, factors] = await Promise.all([
    api('GET', '/admin/people'),
    caller<typeof account>()('GET', '/admin/second-factors'),
  ]);
  return {
    email: storedSession()?.email.toLowerCase() ?? '',
    hasPasskeys: factors.ok && factors.value.passkeys.length > 0,
    answer: orLogin(answer, new URL(request.url)),
  };
});

/** Who may sign in, as what, and who is invited. */
export default function PeoplePage({ loaderData }: Route.ComponentProps) {
  const { answer } = loaderData;
  const failed = 'Failed to load the list of people. Please try again.';
  return (
    <>
      <h1 className="display text-2xl">People</h1>
      <p className="mt-1 text-muted text-sm">Who can sign in here, and in which role.</p>
      {answer.ok ? (
        <Management {...loaderData} {...answer.value} />
      ) : (
        <LoadFailure message={failureMessage(answer.failure, failed)} />
      )}
    </>
  );
}

type ManagementProps = {
  /** Of the account that is signed in. */
  email: string;
  hasPasskeys: boolean;
  people: readonly Person[];
  invitations: readonly Invitation[];
  sendsMail: boolean;
};

function Management({ email, hasPasskeys, people, invitations, sendsMail }: ManagementProps) {
  const { isBusy, failure, submit } = useSubmit();
  const [notice, setNotice] = useState('');
  const [handedOver, setHandedOver] = useState<NewInvitation | null>(null);
  const [action, setAction] = useState<PeopleAction | null>(null);
  const [invited, setInvited] = useState(0);
  const status = useRef<HTMLParagraphElement>(null);
  const navigate = useNavigateFromHere();
  const { revalidate } = useRevalidator();

  useEffect(() => {
    // The element that had the focus may be gone. A link to hand over takes the focus by itself.
    if (notice !== '' && handedOver === null) status.current?.focus();
  }, [notice, handedOver]);

  function start(next: PeopleAction | null) {
    setNotice('');
    setHandedOver(null);
    setAction(next);
  }

  async function act(proof: Proof): Promise<ApiResult<void>> {
    if (action === null) return DONE;
    const answer = await action.send(proof);
    // Also after a refusal: somebody else may have changed what is shown.
    await revalidate();
    if (!answer.ok) return answer;
    setAction(null);
    if (answer.value?.link) setHandedOver(answer.value);
    setNotice(action.done(answer.value));
    if (action.kind === 'invite') setInvited((count) => count + 1);
    // This page is no longer open to an administrator who has lowered their own role.
    if (action.kind === 'role' && action.email === email) await navigate(DASHBOARD);
    return DONE;
  }

  async function revoke({ id, email: guest }: Invitation) {
    start(null);
    const answer = await submit(
      () => ignoreMissing(api('DELETE', '/admin/people/invitations/:id', { param: { id } })),
      'The invitation could not be withdrawn.',
    );
    await revalidate();
    if (answer.ok) setNotice(`The invitation for ${guest} has been withdrawn.`);
  }

  const administrators = people.filter(({ role }) => role === 'administrator');
  return (
    <div className="mt-6 space-y-6" aria-busy={isBusy}>
      <div className="space-y-4 empty:hidden">
        {failure === null ? null : <ErrorBox>{failure}</ErrorBox>}
        <DoneNotice ref={status}>{notice && <EmailText text={notice} />}</DoneNotice>
        {handedOver?.link == null ? null : (
          <NewLink
            key={handedOver.link}
            label="Invitation link"
            url={handedOver.link}
            onCopied={() => setNotice('Copied.')}
          />
        )}
      </div>
      <InviteForm
        // A new form once somebody is invited.
        key={invited}
        isBusy={isBusy}
        sendsMail={sendsMail}
        onInvite={(guest, role) => start(inviteAs(guest, role))}
      />
      {invitations.length === 0 ? null : (
        <Part title="Invited">
          {invitations.map((invitation) => {
            const { id, email: guest, role, isExpired, expiresAt, invitedBy } = invitation;
            return (
              <Row
                key={id}
                email={guest}
                badges={
                  <>
                    <Badge tone="stone">{ROLE_LABELS[role].name}</Badge>
                    {isExpired ? <Badge tone="amber">Expired</Badge> : null}
                  </>
                }
                first={<Since words={isExpired ? 'Expired on' : 'Works until'} at={expiresAt} />}
                second={<EmailText text={`invited by ${invitedBy}`} />}
              >
                <Button
                  variant="secondary"
                  disabled={isBusy}
                  aria-label={`Invite ${guest} again`}
                  onClick={() => start(inviteAgain(invitation))}
                >
                  Invite again
                </Button>
                <Button
                  variant="danger"
                  disabled={isBusy}
                  aria-label={`Withdraw the invitation for ${guest}`}
                  onClick={() => revoke(invitation)}
                >
                  Withdraw
                </Button>
              </Row>
            );
          })}
        </Part>
      )}
      <Part title="Who can sign in">
        {people.map((person) => {
          const { id, email: theirs, role, lastSeenAt, createdAt, hasSecondFactor } = person;
          const isLast = role === 'administrator' && administrators.length === 1;
          return (
            <Row
              key={id}
              email={theirs}
              badges={
                <>
                  {theirs === email ? <Badge tone="teal">You</Badge> : null}
                  {hasSecondFactor ? <Badge tone="stone">Two-step</Badge> : null}
                </>
              }
              first={
                lastSeenAt === null ? (
                  'Has not signed in yet'
                ) : (
                  <Since words="Last seen" at={lastSeenAt} />
                )
              }
              second={<Since words="here since" at={createdAt} format={longDate} />}
              note={isLast ? 'This is the last administrator. Add another one first.' : undefined}
            >
              {/* The name stands beside it. */}
              <div className="w-44 [&_label]:sr-only">
                <SelectField
                  label={`Role of ${theirs}`}
                  value={role}
                  disabled={isBusy || isLast}
                  onChange={({ target }) => start(giveRole(person, target.value as Role, email))}
                >
                  {ROLE_OPTIONS}
                </SelectField>
              </div>
              <Button
                variant="danger"
                className="min-h-12"
                disabled={isBusy || isLast}
                aria-label={`Remove ${theirs}`}
                onClick={() => start(removeAccount(person, email))}
              >
                Remove
              </Button>
            </Row>
          );
        })}
      </Part>
      {action === null ? null : (
        <Dialog
          title={
            <>
              {action.title}{' '}
              <span className="mt-2 block font-medium font-sans text-base leading-snug tracking-normal">
                <EmailText text={action.email} />
              </span>
            </>
          }
          width="medium"
          onCancel={() => setAction(null)}
        >
          <p className="max-w-[60ch] pt-3 pb-4 text-muted text-sm">{action.description}</p>
          <IdentityCheck
            email={email}
            verb={action.verb}
            hasPasskeys={hasPasskeys}
            onProof={act}
            onCancel={() => setAction(null)}
          />
        </Dialog>
      )}
    </div>
  );
}

const PART = 'rounded-card border border-line bg-surface p-5 md:p-6';

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className={PART}>
      <h2 className="font-medium text-lg">{title}</h2>
      <ul className="mt-1 -mb-3 divide-y divide-line">{children}</ul>
    </section>
  );
}

const ROLE_OPTIONS = Object.entries(ROLE_LABELS).map(([value, { name }]) => (
  <option key={value} value={value}>
    {name}
  </option>
));

type SinceProps = { words: string; at: string; format?: (at: string) => string };

function Since({ words, at, format = dateAndTime }: SinceProps) {
  return (
    <>
      {words} <time dateTime={at}>{format(at)}</time>
    </>
  );
}

type InviteFormProps = {
  isBusy: boolean;
  sendsMail: boolean;
  onInvite: (email: string, role: Role) => void;
};

function InviteForm({ isBusy, sendsMail, onInvite }: InviteFormProps) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('writer');
  return (
    <form
      aria-label="Invite someone"
      className={PART}
      onSubmit={(event) => {
        event.preventDefault();
        onInvite(email.trim().toLowerCase(), role);
      }}
    >
      <h2 className="font-medium text-lg">Invite someone</h2>
      <p className="mt-1 max-w-[72ch] text-balance text-muted text-sm">
        {sendsMail ? (
          'The person you invite gets an email with a link that works once, within 48 hours, and chooses a password.'
        ) : (
          <>
            This site does not send email (<code className="font-mono">SMTP_URL</code> is not set),
            so you get a link to pass on. It works once, within 48 hours, and the person you invite
            chooses a password.
          </>
        )}
      </p>
      <div className="mt-5 grid gap-4 sm:grid-cols-[1fr_18rem]">
        <TextField
          label="Email"
          type="email"
          name="invited"
          autoComplete="off"
          required
          maxLength={254}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <SelectField
          label="Role"
          hint={ROLE_LABELS[role].may}
          value={role}
          onChange={({ target }) => setRole(target.value as Role)}
        >
          {ROLE_OPTIONS}
        </SelectField>
      </div>
      <Button type="submit" className="mt-4" disabled={isBusy || email.trim() === ''}>
        <Send aria-hidden className="size-4" />
        {sendsMail ? 'Send invitation' : 'Create invitation link'}
      </Button>
    </form>
  );
}

type RowProps = {
  email: string;
  badges: ReactNode;
  first: ReactNode;
  /** Stands behind the first, and on a narrow screen in a line of its own. */
  second: ReactNode;
  note?: string | undefined;
  /** The actions. */
  children: ReactNode;
};

function Row({ email, badges, first, second, note, children }: RowProps) {
  return (
    <li className="grid items-center gap-x-4 gap-y-2 py-3 sm:grid-cols-[1fr_auto]">
      <div className="min-w-0 text-sm">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium text-base [overflow-wrap:anywhere]">
          <span className="min-w-0">
            <EmailText text={email} />
          </span>
          {badges}
        </p>
        <p className="mt-1 text-muted [overflow-wrap:anywhere]">
          {first}
          <span className="max-lg:block max-lg:first-letter:uppercase lg:before:content-['_·_']">
            {second}
          </span>
        </p>
        {note === undefined ? null : <p className="mt-0.5 text-muted">{note}</p>}
      </div>
      <div className="flex flex-wrap gap-2">{children}</div>
    </li>
  );
}
