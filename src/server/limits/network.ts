import ipaddr from 'ipaddr.js';

/** Ranges of proxies and of the machine itself, not of clients. */
const PRIVATE_RANGES = new Set(['loopback', 'private', 'linkLocal', 'uniqueLocal', 'unspecified']);

/**
 * The network of an IP address: limits count networks, since one household or company has many
 * addresses.
 *
 * @returns the first 24 bits of an IPv4 address, the first 56 of an IPv6 address; null for addresses
 *   that do not identify a client: loopback, private and link-local ones
 */
export function networkOf(ip: string | null): string | null {
  if (ip === null || !ipaddr.isValid(ip)) return null;
  const address = ipaddr.process(ip);
  if (PRIVATE_RANGES.has(address.range())) return null;
  if (address instanceof ipaddr.IPv4) return `${address.octets.slice(0, 3).join('.')}.0/24`;
  const [first = 0, second = 0, third = 0, fourth = 0] = address.parts;
  const hexadecimal = [first, second, third, fourth & 0xff00].map((part) => part.toString(16));
  return `${hexadecimal.join(':')}::/56`;
}
