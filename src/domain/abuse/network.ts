import { isIPv4, isIPv6 } from 'node:net';

/** Addresses behind which anybody may stand: this machine, and what a proxy beside it has. */
const PRIVATE_RANGES = [
  /^127\./,
  /^10\./,
  /^172\.(1[6-9]|2\d|3[01])\./,
  /^192\.168\./,
  /^169\.254\./,
];

/**
 * The network that an address belongs to: what one household or company has, so that nobody is
 * counted anew with every address of it.
 *
 * @param address of the other end of the connection
 * @returns the first 24 bits of an IPv4 address, the first 56 of an IPv6 address; null for what says
 *   nothing of who asks: no address, this machine's own, those of private networks
 */
export function networkOf(address: string | null): string | null {
  const plain = address?.replace(/%.*$/, '') ?? '';
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

function networkOfIPv4(address: string): string | null {
  if (PRIVATE_RANGES.some((pattern) => pattern.test(address))) return null;
  return `${address.split('.').slice(0, 3).join('.')}.0/24`;
}

/** An IPv4 address within an IPv6 one (RFC 4291, 2.5.5.2); the rest of that block is nobody's. */
function networkOfMapped(groups: readonly number[]): string | null {
  const [mark, high = 0, low = 0] = groups.slice(5);
  if (mark !== 0xffff) return null;
  return networkOfIPv4([high >> 8, high & 0xff, low >> 8, low & 0xff].join('.'));
}

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  // The URL parser writes the last 32 bits in hexadecimal, also where they came with dots.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const before = head.split(':').filter(Boolean);
  const after = tail?.split(':').filter(Boolean) ?? [];
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return [...before, ...zeros, ...after].map((group) => Number.parseInt(group, 16));
}
