import type { Site } from '../site.ts';
import { purgeChallenges } from './challenges.ts';
import { purgeInvitations } from './invitations.ts';
import { purgePasswordResets } from './password-resets.ts';
import { purgePendingSignIns } from './second-step.ts';
import { purgeSessions } from './sessions.ts';
import { purgeKnownNetworks } from './sign-in-guard.ts';

/** Counts of deleted rows. */
export type PurgedAccess = Record<
  'sessions' | 'signInSteps' | 'networks' | 'invitations' | 'passwordResets',
  number
>;

/** Purges what has expired, which is refused already. */
export async function purgeAccess(site: Site): Promise<PurgedAccess> {
  return {
    sessions: await purgeSessions(site),
    signInSteps: (await purgePendingSignIns(site)) + (await purgeChallenges(site)),
    networks: await purgeKnownNetworks(site),
    invitations: await purgeInvitations(site),
    passwordResets: await purgePasswordResets(site),
  };
}
