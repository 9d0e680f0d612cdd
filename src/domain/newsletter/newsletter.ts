import type { Database } from '../../db/connect.ts';
import type { Limits } from '../abuse/limits.ts';
import type { Composers } from '../mail/compose-by-kind.ts';
import type { SiteIdentity } from '../mail/site-identity.ts';
import type { Post } from '../posts/post.ts';
import type { Signing } from '../signing.ts';
import { createIssues } from './issues.ts';
import { createLinks } from './links.ts';
import { createSignUp } from './sign-up.ts';
import { createSubscribers } from './subscribers.ts';

type NewsletterDeps = {
  db: Database;
  /** ISO 8601 in UTC. */
  now: () => string;
  signing: Signing;
  limits: Limits;
  site: SiteIdentity;
  /** `LIVE_FORMS`: without it, no newsletter is sent. */
  liveForms: boolean;
  /** Called after the transaction that enqueued mail has committed. */
  onMailEnqueued: () => void;
  anyPost: (slug: string) => Promise<Post | null>;
};

/** The newsletter: sign-ups, subscribers and issues. */
export function createNewsletter(deps: NewsletterDeps) {
  const links = createLinks({ ...deps, siteUrl: deps.site.url });
  const signUp = createSignUp({ ...deps, links });
  const issues = createIssues({ ...deps, links });
  const composers: Composers = { ...signUp.composers, ...issues.composers };
  return {
    services: { ...signUp.services, ...createSubscribers(deps), ...issues.services },
    onBounce: signUp.onBounce,
    composers,
  };
}
