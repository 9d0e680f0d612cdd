import { createContext } from 'react-router';
import type { Session } from '../domain/access/sessions.ts';
import type { Services } from '../domain/services.ts';

/** What the server hands to loaders and to the document with each request. */
export type PageContext = {
  services: Services;
  /** The site's own address, without a trailing slash. */
  publicUrl: string;
  /** The administrator who asks, when the request carries a valid token. */
  viewer: Session | null;
  /** The address at the other end of the connection; null where there is none. */
  clientIp: string | null;
  /** What makes the content policy of a page; undefined where there is none. */
  csp: PageCsp | undefined;
  /** Told in how many seconds what is answered with 429 may be asked for again. */
  retryAfter: (seconds: number) => void;
  /** Told of what must not happen. */
  reportError: (error: unknown) => void;
};

export type PageCsp = {
  /** Marks the page's own scripts while it is rendered. */
  nonce: string;
  /** Takes the marks off, and gives the policy that allows these scripts by their hashes. */
  hashInlineScripts: (html: string) => { html: string; policy: string };
};

export const pageContext = createContext<PageContext>();
