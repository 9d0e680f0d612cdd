import { isIP } from 'node:net';
import type { SiteIdentity } from '../mail/site-identity.ts';

/** The site as passkeys know it (WebAuthn Level 3, 4: "Relying Party"). */
export type RelyingParty = {
  /** A host name: passkeys belong to it. */
  id: string;
  origin: string;
  name: string;
};

/**
 * Who passkeys are made for, or null where browsers offer none: at an address of the network instead
 * of a name, and without TLS anywhere but on this machine.
 */
export function relyingParty({ url, name }: Pick<SiteIdentity, 'url' | 'name'>) {
  const { hostname, origin, protocol } = new URL(url);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  const isNamed = isIP(hostname.replace(/^\[|\]$/g, '')) === 0;
  return isNamed && (protocol === 'https:' || isLocal) ? { id: hostname, origin, name } : null;
}
