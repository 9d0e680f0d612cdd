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
  clientAddress: string | null;
  /** Marks the scripts that the page itself wrote, so that their hashes can be allowed; undefined where nothing is. */
  nonce: string | undefined;
  /** Told of what must not happen. */
  reportError: (error: unknown) => void;
};

export const pageContext = createContext<PageContext>();
