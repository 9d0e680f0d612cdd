import { referenceUrl } from '../../../science/references/reference.ts';

const COMPLETE = /^(?:https?:\/\/|mailto:|tel:|#|\/(?!\/))\S+$/i;
const HOST = /^(?:[a-z0-9-]+\.)+[a-z]{2,}(?:[/?#:]\S*)?$/i;
const EMAIL = /^[^\s@/:]+@[^\s@]+\.[a-z]{2,}$/i;

/** The URL that a typed text means, or null for words. A DOI, a host and an email become complete URLs. */
export function linkTarget(typed: string): string | null {
  const url = referenceUrl(typed);
  if (COMPLETE.test(url) || url === '/') return url;
  if (HOST.test(url)) return `https://${url}`;
  return EMAIL.test(url) ? `mailto:${url}` : null;
}
