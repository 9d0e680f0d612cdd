import { Send } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { type ApiResult, DONE, failureMessage, ignoreMissing } from '../../../admin/api.ts';
import { caller, type OutputOf } from '../../../admin/caller.ts';
import { DASHBOARD } from '../../../admin/dashboard-path.ts';
import { EmailText } from '../../../admin/email-text.tsx';
import { ErrorBox } from '../../../admin/error-box.tsx';
import { LoadFailure } from '../../../admin/load-failure.tsx';
import { NewLink } from '../../../admin/new-link.tsx';
import { DoneNotice } from '../../../admin/notice-box.tsx';
import { orLogin } from '../../../admin/session/expired-session.ts';
import { storedSession } from '../../../admin/session/session.ts';
import { useNavigateFromHere } from '../../../admin/use-navigate-from-here.ts';
import { useSubmit } from '../../../admin/use-submit.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { privateMeta } from '../../../ui/seo.ts';
import type { people } from '../../api/people.ts';
import type { secondFactors } from '../../api/second-factors.ts';
import type { Invitation, NewInvitation } from '../../invite.ts';
import type { Proof } from '../../reauthentication.ts';
import type { Role } from '../../roles.ts';
import { forAdministrators } from '../session/verification.ts';
import type { Route } from './+types/people.ts';
import { ConfirmAction, type PeopleAction } from './confirm-action.tsx';
import { Invitations } from './invitations.tsx';
import { PeopleList } from './people-list.tsx';
import { doneMessage, perform } from './perform-action.ts';
import { ROLE_LABELS, RoleSelect } from './role-select.tsx';

const api = caller<typeof people>();

export const meta: Route.MetaFunction = () => privateMeta('People');

export const clientLoader = forAdministrators(async ({ request }: Route.ClientLoaderArgs) => {
  const [read, factors] = await Promise.all([
    api('GET', '/admin/people'),
    caller<typeof secondFactors>()('GET', '/admin/second-factors'),
  ]);
  const answer = orLogin(read, new URL(request.url));
  const hasPasskeys = factors.ok && factors.value.passkeys.length > 0;
  return {
    email: storedSession()?.email.toLowerCase() ?? '',
    loaded: answer.ok ? { ...answer.value, hasPasskeys } : null,
    failure: answer.ok
      ? ''
      : failureMessage(answer.failure, 'Failed to load the list of people. Please try again.'),
  };
});

type Loaded = OutputOf<typeof people, 'GET', '/admin/people'> & {
  /** Of the account that is signed in. */ hasPasskeys: boolean;
};

/** Who may sign in, as what, and who is invited. */
export default function PeoplePage({ loaderData }: Route.ComponentProps) {
  const { email, loaded, failure } = loaderData;
  return (
    <>
      <h1 className="display text-2xl">People</h1>
      <p className="mt-1 text-muted text-sm">Who can sign in here, and in which role.</p>
      {loaded === null ? (
        <LoadFailure message={failure} />
      ) : (
        <Management email={email} loaded={loaded} />
      )}
    </>
  );
}

function Management({ email, loaded }: { email: string; loaded: Loaded }) {
  const { people, invitations, sendsMail, hasPasskeys } = loaded;
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

  function start(next: PeopleAction) {
    setNotice('');
    setHandedOver(null);
    setAction(next);
  }

  async function act(wanted: PeopleAction, proof: Proof): Promise<ApiResult<void>> {
    const answer = await perform(wanted, proof);
    // Also after a refusal: somebody else may have changed what is shown.
    await revalidate();
    if (!answer.ok) return answer;
    setAction(null);
    if (wanted.kind === 'invite') setInvited((count) => count + 1);
    if (answer.value?.link) setHandedOver(answer.value);
    setNotice(doneMessage(wanted, answer.value));
    // This page is no longer open to an administrator who has lowered their own role.
    if (wanted.kind === 'change' && wanted.person.email === email) {
      await navigate(DASHBOARD);
    }
    return DONE;
  }

  async function revoke(invitation: Invitation) {
    setNotice('');
    setHandedOver(null);
    const answer = await submit(
      () =>
        ignoreMissing(
          api('DELETE', '/admin/people/invitations/:id', { param: { id: invitation.id } }),
        ),
      'The invitation could not be withdrawn.',
    );
    await revalidate();
    if (answer.ok) setNotice(`The invitation for ${invitation.email} has been withdrawn.`);
  }

  return (
    <div className="mt-6 space-y-6" aria-busy={isBusy}>
      <div className="space-y-4 empty:hidden">
        {failure === null ? null : <ErrorBox>{failure}</ErrorBox>}
        <DoneNotice ref={status}>{notice && <EmailText text={notice} />}</DoneNotice>
        {handedOver?.link == null ? null : (
          <HandOver key={handedOver.link} link={handedOver.link} />
        )}
      </div>
      <InviteForm
        // A new form once somebody is invited.
        key={invited}
        isBusy={isBusy}
        sendsMail={sendsMail}
        onInvite={(guest, role) => start({ kind: 'invite', email: guest, role })}
      />
      <Invitations
        invitations={invitations}
        isBusy={isBusy}
        onResend={(invitation) => start({ kind: 'resend', invitation })}
        onRevoke={revoke}
      />
      <PeopleList
        people={people}
        own={email}
        isBusy={isBusy}
        onChange={(change) => start({ kind: 'change', ...change })}
      />
      {action === null ? null : (
        <ConfirmAction
          action={action}
          own={email}
          hasPasskeys={hasPasskeys}
          onProof={(proof) => act(action, proof)}
          onCancel={() => setAction(null)}
        />
      )}
    </div>
  );
}

/** The link of an invitation that is not mailed, shown this once. */
function HandOver({ link }: { link: string }) {
  const [isCopied, setCopied] = useState(false);
  return (
    <div>
      <NewLink label="Invitation link" url={link} onCopied={() => setCopied(true)} />
      <p role="status" className="mt-2 text-sm text-teal empty:hidden">
        {isCopied ? 'Copied.' : ''}
      </p>
    </div>
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
      aria-labelledby="invite"
      className="rounded-card border border-line bg-surface p-5 md:p-6"
      onSubmit={(event) => {
        event.preventDefault();
        onInvite(email.trim().toLowerCase(), role);
      }}
    >
      <h2 id="invite" className="font-medium text-lg">
        Invite someone
      </h2>
      <p className="mt-1 max-w-[72ch] text-balance text-muted text-sm">
        {sendsMail ? (
          'The person you invite gets an email with a link that works once, within 48 hours, and chooses a password.'
        ) : (
          <>
            This site does not send email (<code className="font-mono">SMTP_URL</code> is not set),
            so you get a link to pass on. It works once, within 48 hours, and the person you invite
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
        <RoleSelect label="Role" hint={ROLE_LABELS[role].may} role={role} onSelect={setRole} />
      </div>
      <Button type="submit" className="mt-4" disabled={isBusy || email.trim() === ''}>
        <Send aria-hidden className="size-4" />
        {sendsMail ? 'Send invitation' : 'Create invitation link'}
      </Button>
    </form>
  );
}
