import { createContext } from 'react-router';
import type { Session } from './accounts/sessions.ts';
import type { Site } from './site.ts';

export type PageContext = {
  site: Site;
  publicUrl: string;
  viewer: Session | null;
  /** The client's IP address; null where there is none. */
  clientIp: string | null;
  csp: PageCsp | undefined;
  /** Sets `Retry-After` of a 429 response, in seconds. */
  retryAfter: (seconds: number) => void;
  /** Sets `Link` of the response (RFC 8288). */
  linkHeader: (links: string) => void;
  reportError: (error: unknown) => void;
  /** For a list that a page can do without when it cannot be read: reports the error, and the page is not cached. */
  emptyOnFailure: (error: unknown) => never[];
};

export type PageCsp = {
  nonce: string;
  inlineStyles: (html: string) => string;
  /** Removes the nonces and returns the policy, which allows the scripts and styles by their hashes. */
  hashInlineCode: (html: string) => { html: string; policy: string };
};

export const pageContext = createContext<PageContext>();
