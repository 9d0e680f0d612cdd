import type { Composers } from '../mail/compose-by-kind.ts';
import type { Post } from '../posts/post.ts';
import type { RenderBody } from '../rendering/body.ts';
import type { Database } from '../server/db/connect.ts';
import type { Limits } from '../server/limits/limits.ts';
import type { Signing } from '../server/signing.ts';
import type { SiteIdentity } from '../server/site-identity.ts';
import { createIssueMail } from './issue-mail.ts';
import { createIssueProgress } from './issue-progress.ts';
import { createIssues } from './issues.ts';
import { createLinks } from './links.ts';
import { createScheduledIssues } from './scheduled-issues.ts';
import { createSendDueIssues } from './send-due-issues.ts';
import { createSendIssue } from './send-issue.ts';
import { createSignUp } from './sign-up.ts';
import { createSubscribers } from './subscribers.ts';
import { createSubscription } from './subscription.ts';

export type NewsletterDeps = {
  db: Database;
  /** ISO 8601 in UTC. */
  now: () => string;
  signing: Signing;
  limits: Limits;
  site: SiteIdentity;
  /** `LIVE_FORMS`: without it, no newsletter is sent. */
  liveForms: boolean;
  /** Renders introductions. */
  render: RenderBody;
  /** Called after the transaction that enqueued mail has committed. */
  onMailEnqueued: () => void;
  anyPost: (slug: string) => Promise<Post | null>;
};

export type Newsletter = ReturnType<typeof createNewsletter>;

/** The newsletter: sign-ups, subscribers and issues. */
export function createNewsletter(deps: NewsletterDeps) {
  const links = createLinks({ ...deps, siteUrl: deps.site.url });
  const { signUp, composers: signUpComposers } = createSignUp({ ...deps, links });
  const { onBounce, ...subscription } = createSubscription({ ...deps, links });
  const issueMail = createIssueMail({ ...deps, links });
  const { readProgress, tallyIssues } = createIssueProgress(deps);
  const issues = createIssues({ ...deps, readProgress });
  const { stopIfRefused, ...sending } = createSendIssue({ ...deps, findIssue: issues.findIssue });
  const composers: Composers = { ...signUpComposers, ...issueMail.composers };
  return {
    signUp,
    ...subscription,
    ...createSubscribers(deps),
    ...issueMail,
    ...issues,
    tallyIssues,
    ...sending,
    ...createScheduledIssues({ ...deps, findIssue: issues.findIssue }),
    ...createSendDueIssues(deps),
    composers,
    /** What becomes of mails that were refused. */
    outcomes: { onBounce, onRefused: stopIfRefused },
  };
}
