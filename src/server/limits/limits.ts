import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';

/** Ranges of proxies (also of hosting companies: 100.64.0.0/10) and of the machine itself, not of clients. */
const PRIVATE_RANGES = new Set(
  'loopback private linkLocal uniqueLocal unspecified carrierGradeNat'.split(' '),
);

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

/** A fixed window: at most `max` events in `seconds`, counted from the first. */
export type Limit = { name: string; max: number; seconds: number };

/** Of each limit: clients choose the subjects. */
const MAX_SUBJECTS = 10_000;

/**
 * In the memory of each process. Counting and deciding are one step, since many events may come at
 * once.
 *
 * @param now ISO 8601 in UTC
 */
export function createLimits(now: () => string) {
  const counts = new Map<string, LRUCache<string, { count: number; endsAt: number }>>();

  function countsOf({ name }: Limit) {
    const known = counts.get(name) ?? new LRUCache({ max: MAX_SUBJECTS });
    counts.set(name, known);
    return known;
  }

  /** Counts an event, whether or not it is allowed. @returns the count with it, and the seconds until the window ends */
  function tally(limit: Limit, subject: string) {
    const instant = Date.parse(now());
    const known = countsOf(limit).get(subject);
    const running =
      known !== undefined && known.endsAt > instant
        ? known
        : { count: 0, endsAt: instant + limit.seconds * 1000 };
    running.count += 1;
    countsOf(limit).set(subject, running);
    const seconds = Math.max(Math.ceil((running.endsAt - instant) / 1000), 1);
    return { count: running.count, seconds };
  }

  /** @returns null when it is allowed, else the seconds until the next one is */
  function spend(limit: Limit, subject: string): number | null {
    const { count, seconds } = tally(limit, subject);
    return count <= limit.max ? null : seconds;
  }

  /** @returns null when all of them allow it, else the seconds of the one that refuses it */
  function spendAll(all: readonly Limit[], subject: string): number | null {
    for (const limit of all) {
      const wait = spend(limit, subject);
      if (wait !== null) return wait;
    }
    return null;
  }

  function refund(all: readonly Limit[], subject: string): void {
    for (const limit of all) {
      const known = countsOf(limit).get(subject);
      if (known !== undefined && known.count > 0) known.count -= 1;
    }
  }

  const reset = (limit: Limit, subject: string) => void countsOf(limit).delete(subject);

  return { spend, spendAll, tally, refund, reset };
}

export type Limits = ReturnType<typeof createLimits>;
