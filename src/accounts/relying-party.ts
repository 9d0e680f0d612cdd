import { isIP } from 'node:net';
import type { SiteIdentity } from '../server/site-identity.ts';

/** The relying party (WebAuthn Level 3, section 4). */
export type RelyingParty = {
  /** The host name that passkeys are bound to. */
  id: string;
  origin: string;
  name: string;
};

/**
 * Null where browsers offer no passkeys: on a host that is an IP address, and without TLS except on
 * localhost.
 */
export function relyingParty({ url, name }: Pick<SiteIdentity, 'url' | 'name'>) {
  const { hostname, origin, protocol } = new URL(url);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  const isNamed = isIP(hostname.replace(/^\[|\]$/g, '')) === 0;
  return isNamed && (protocol === 'https:' || isLocal) ? { id: hostname, origin, name } : null;
}
