import { lookup as lookupHost } from 'node:dns';
import { once } from 'node:events';
import { get as getHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { get as getHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { fail, type Result, succeed } from '../../server/failure.ts';
import { collect } from '../files.ts';
import type { FetchPicture } from '../pictures.ts';

const MAX_REDIRECTS = 5;

/**
 * Fetches pictures from public addresses alone: what an export names must not reach the machines behind this server. The
 * address is checked after it was resolved and by the connection itself, for every redirect again.
 *
 * @param timeout milliseconds for one picture, with all redirects
 */
export function createPictureFetcher({
  isAllowed = isPublicIp,
  timeout = 20_000,
  maxBytes = 20 * 1024 * 1024,
} = {}): FetchPicture {
  async function follow(written: string, signal: AbortSignal): Promise<Result<Uint8Array>> {
    let url = URL.parse(written);
    for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
      if (url === null) return refuse('its URL is not valid');
      const problem = urlProblem(url, isAllowed);
      if (problem !== null) return refuse(problem);
      const response = await request(url, { lookup: checkedLookup(isAllowed), signal });
      const { statusCode = 0, headers } = response;
      const location = Math.floor(statusCode / 100) === 3 ? headers.location : undefined;
      if (location === undefined) return readPicture(response, maxBytes);
      response.destroy();
      url = URL.parse(location, url);
    }
    return refuse(`it redirects more than ${MAX_REDIRECTS} times`);
  }

  return async (written) => {
    const limit = AbortSignal.timeout(timeout);
    try {
      return await follow(written, limit);
    } catch (error) {
      if (limit.aborted) return refuse(`it did not arrive within ${timeout / 1000} s`);
      return refuse(error instanceof Error ? error.message : 'it could not be fetched');
    }
  };
}

/** What IANA has given out of IPv6 (RFC 4291, section 2.4). Whatever embeds an IPv4 address in another block is refused. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Global unicast, but within providers' networks: services that tell a virtual machine its secrets. */
const METADATA_SERVICES = new Set(['168.63.129.16', '100.100.100.200', '169.254.169.254']);

/** Addresses of the public internet: global unicast, less IANA's special-purpose registries (RFC 6890). */
export function isPublicIp(ip: string): boolean {
  if (!ipaddr.isValid(ip)) return false;
  // An IPv4 address that is mapped into IPv6 is reached as such.
  const address = ipaddr.process(ip);
  if (address.range() !== 'unicast' || METADATA_SERVICES.has(address.toString())) return false;
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_IPV6);
}

function urlProblem(url: URL, isAllowed: (ip: string) => boolean): string | null {
  if (!/^https?:$/.test(url.protocol)) return 'its address is neither http nor https';
  // An address in the URL is not looked up.
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return isIP(host) !== 0 && !isAllowed(host) ? NOT_PUBLIC : null;
}

const NOT_PUBLIC = 'its address is not public';

/** Resolves a name to its allowed addresses; the connection is made to one of these, and to no other. */
function checkedLookup(isAllowed: (ip: string) => boolean): LookupFunction {
  return (host, options, callback) => {
    lookupHost(host, { ...options, all: true }, (error, found) => {
      const allowed = (found ?? []).filter(({ address }) => isAllowed(address));
      const [first] = allowed;
      if (first === undefined) callback(error ?? new Error(NOT_PUBLIC), '', 0);
      else if (options.all) callback(null, allowed);
      else callback(null, first.address, first.family);
    });
  };
}

async function request(url: URL, options: RequestOptions): Promise<IncomingMessage> {
  const get = url.protocol === 'https:' ? getHttps : getHttp;
  // A connection of its own: a shared one was made before its address was checked.
  const sent = get(url, { ...options, agent: false, headers: { Accept: 'image/*' } });
  // Also for an abort after the response.
  sent.on('error', () => undefined);
  const [response] = await once(sent, 'response');
  return response;
}

async function readPicture(response: IncomingMessage, maxBytes: number) {
  const { statusCode } = response;
  if (statusCode !== 200) {
    response.destroy();
    return refuse(`its server responded with ${statusCode}`);
  }
  return succeed(await collect(response, maxBytes));
}

function refuse(detail: string): Result<never> {
  return fail({ kind: 'unavailable', detail, retryAfter: 0 });
}
