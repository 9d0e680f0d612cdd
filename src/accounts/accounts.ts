import type { Limits } from '../server/limits/limits.ts';
import type { Signing } from '../server/signing.ts';
import type { SiteIdentity } from '../server/site-identity.ts';
import { createAcceptInvitation } from './accept-invitation.ts';
import { createAdministrators } from './administrators.ts';
import { type AuditDeps, createAudit } from './audit.ts';
import { createAuthenticatorApps } from './authenticator-apps.ts';
import { createChallenges } from './challenges.ts';
import { createInvitations } from './invitations.ts';
import { createKnownNetworks } from './known-networks.ts';
import { createOwnSessions } from './own-sessions.ts';
import { createPasskeys } from './passkeys.ts';
import { createPasswordCheck } from './password-check.ts';
import { createPasswordResets } from './password-resets.ts';
import { createPendingSignIns } from './pending-sign-ins.ts';
import { createPeople, type PeopleDeps } from './people.ts';
import { createReauthentication } from './reauthentication.ts';
import { createRecoveryCodes } from './recovery-codes.ts';
import { relyingParty } from './relying-party.ts';
import { createSecondFactors } from './second-factors.ts';
import { createSessions } from './sessions.ts';
import { createSignIn } from './sign-in.ts';
import { createSignInGuard } from './sign-in-guard.ts';
import { createStartSession } from './start-session.ts';

export type AccountsDeps = AuditDeps &
  PeopleDeps & {
    limits: Limits;
    signing: Signing;
    site: SiteIdentity;
    /** Whether a mail server is set. Without one, links are shown instead of mailed. */
    sendsMail: boolean;
    /** Called after mail was committed to the outbox. */
    onMailEnqueued: () => void;
  };

/** Counts of deleted rows. */
export type PurgedAccess = Record<
  'sessions' | 'signInSteps' | 'networks' | 'invitations' | 'passwordResets',
  number
>;

export type Accounts = ReturnType<typeof createAccounts>;

/** Administrators, sign-in, second factors and sessions. */
export function createAccounts(deps: AccountsDeps) {
  const { db, now, limits, signing, site } = deps;
  const networks = createKnownNetworks({ db, now, signing });
  const guard = createSignInGuard({ limits, networks });
  const sessions = createSessions({ db, now });
  const passwords = createPasswordCheck(db);
  const challenges = createChallenges({ db, signing, now });
  const factors = {
    apps: createAuthenticatorApps({ db, now, siteName: site.name }),
    passkeys: createPasskeys({ db, now, challenges, party: relyingParty(site) }),
    recovery: createRecoveryCodes({ db, now }),
  };
  const pending = createPendingSignIns({ db, now });
  const reauthentication = createReauthentication({
    db,
    passwords,
    guard,
    passkeys: factors.passkeys,
  });
  const invitations = createInvitations(deps);
  const resets = createPasswordResets({ ...deps, guard });

  /** Purges what has expired, which is refused already. */
  const purgeAccess = async (): Promise<PurgedAccess> => ({
    sessions: await sessions.purgeSessions(),
    signInSteps: (await pending.purge()) + (await challenges.purge()),
    networks: await networks.purge(),
    invitations: await invitations.purgeInvitations(),
    passwordResets: await resets.purgePasswordResets(),
  });

  return {
    ...createAdministrators({ db, now, passwords, guard }),
    ...createSignIn({
      now,
      startSession: createStartSession(db, now),
      passwords,
      pending,
      guard,
      ...factors,
    }),
    ...createSecondFactors({ db, now, passwords, reauthentication, ...factors }),
    ...createPeople(deps),
    prove: reauthentication.prove,
    ...invitations,
    ...createAcceptInvitation(deps),
    ...resets,
    findSession: sessions.findSession,
    endSession: sessions.endSession,
    ...createOwnSessions({ db, now }),
    ...createAudit(deps),
    composers: { ...invitations.composers, ...resets.composers },
    purgeAccess,
  };
}
