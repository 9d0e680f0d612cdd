import type { Database } from '../../db/connect.ts';
import type { Limits } from '../abuse/limits.ts';
import type { SiteIdentity } from '../mail/site-identity.ts';
import type { Signing } from '../signing.ts';
import { createAdministrators } from './administrators.ts';
import { createAuthenticatorApps } from './authenticator-apps.ts';
import { createChallenges } from './challenges.ts';
import { createKnownNetworks } from './known-networks.ts';
import { createPasskeys } from './passkeys.ts';
import { createPasswordCheck } from './password-check.ts';
import { createPendingSignIns } from './pending-sign-ins.ts';
import { createRecoveryCodes } from './recovery-codes.ts';
import { relyingParty } from './relying-party.ts';
import { createSecondFactors } from './second-factors.ts';
import { createSessions } from './sessions.ts';
import { createSignIn } from './sign-in.ts';
import { createSignInGuard } from './sign-in-guard.ts';

type AccessDeps = {
  db: Database;
  /** ISO 8601 in UTC. */
  now: () => string;
  limits: Limits;
  signing: Signing;
  site: Pick<SiteIdentity, 'name' | 'url'>;
};

/** Administrators, sign-in, second factors and sessions. */
export function createAccess({ db, now, limits, signing, site }: AccessDeps) {
  const networks = createKnownNetworks({ db, now, signing });
  const guard = createSignInGuard({ limits, networks });
  const sessions = createSessions({ db, now });
  const passwords = createPasswordCheck(db);
  const challenges = createChallenges({ signing, now });
  const factors = {
    apps: createAuthenticatorApps({ db, now, siteName: site.name }),
    passkeys: createPasskeys({ db, now, challenges, party: relyingParty(site) }),
    recovery: createRecoveryCodes({ db, now }),
  };
  const pending = createPendingSignIns({ db, now });
  return {
    ...createAdministrators({ db, now, passwords, guard }),
    ...createSignIn({ now, sessions, passwords, pending, guard, ...factors }),
    ...createSecondFactors({ db, now, passwords, guard, ...factors }),
    findSession: sessions.findSession,
    endSession: sessions.endSession,
    sessionsOf: sessions.sessionsOf,
    endOwnSession: sessions.endOwnSession,
  };
}
