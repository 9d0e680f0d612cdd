import { isIPv4, isIPv6 } from 'node:net';

/** Loopback, private (RFC 1918) and link-local addresses: a proxy's, not a client's. */
const PRIVATE_RANGES = [
  /^127\./,
  /^10\./,
  /^172\.(1[6-9]|2\d|3[01])\./,
  /^192\.168\./,
  /^169\.254\./,
];

/**
 * The network of an IP address: limits count networks, since one household or company has many
 * addresses.
 *
 * @returns the first 24 bits of an IPv4 address, the first 56 of an IPv6 address; null for addresses
 *   that do not identify a client: loopback, private and link-local ones
 */
export function networkOf(ip: string | null): string | null {
  const plain = ip?.replace(/%.*$/, '') ?? '';
  if (isIPv4(plain)) return networkOfIPv4(plain);
  if (!isIPv6(plain)) return null;
  const groups = groupsOf(plain);
  const [first = 0, second = 0, third = 0, fourth = 0] = groups;
  if (groups.slice(0, 5).every((group) => group === 0)) return networkOfMapped(groups);
  // Unique local (RFC 4193) and link-local addresses (RFC 4291).
  if ((first & 0xfe00) === 0xfc00 || (first & 0xffc0) === 0xfe80) return null;
  const hexadecimal = [first, second, third, fourth & 0xff00].map((group) => group.toString(16));
  return `${hexadecimal.join(':')}::/56`;
}

function networkOfIPv4(ip: string): string | null {
  if (PRIVATE_RANGES.some((pattern) => pattern.test(ip))) return null;
  return `${ip.split('.').slice(0, 3).join('.')}.0/24`;
}

/** An IPv4-mapped IPv6 address (RFC 4291, 2.5.5.2); the rest of that block is reserved. */
function networkOfMapped(groups: readonly number[]): string | null {
  const [mark, high = 0, low = 0] = groups.slice(5);
  if (mark !== 0xffff) return null;
  return networkOfIPv4([high >> 8, high & 0xff, low >> 8, low & 0xff].join('.'));
}

/** The eight groups of an IPv6 address. */
function groupsOf(ip: string): number[] {
  // The URL parser converts dotted last 32 bits to hexadecimal.
  const canonical = new URL(`http://[${ip}]`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const before = head.split(':').filter(Boolean);
  const after = tail?.split(':').filter(Boolean) ?? [];
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return [...before, ...zeros, ...after].map((group) => Number.parseInt(group, 16));
}
