import type { SigningPurpose } from '../server/signing.ts';
import type { Site } from '../site.ts';

export const CONFIRMATION_DAYS = 7;

/** How long a preview URL is valid. */
const PREVIEW_TTL_MS = 10 * 60 * 1000;

const DAY_MS = 24 * 60 * 60 * 1000;

/** The token follows as the query parameter `token`. */
export const CONFIRM_PATH = '/newsletter/confirm';
export const UNSUBSCRIBE_PATH = '/newsletter/unsubscribe';

/** A text and its signature, joined by a full stop. */
async function signed({ signing }: Site, purpose: SigningPurpose, text: string): Promise<string> {
  return `${text}.${await signing.sign(purpose, text)}`;
}

/** The parts of a signed text, whose letter case some mail programs change; empty for one that was never issued. */
async function readSigned({ signing }: Site, purpose: SigningPurpose, token: string) {
  const [, text = '', signature = ''] = /^(.*)\.([\da-f]{64})$/.exec(token.toLowerCase()) ?? [];
  return (await signing.verify(purpose, text, signature)) ? text.split('.') : [];
}

const hasExpired = ({ now }: Site, until = '') => Number(until) <= Date.parse(now());

export async function confirmationLink(site: Site, subscriber: string): Promise<string> {
  const until = Date.parse(site.now()) + CONFIRMATION_DAYS * DAY_MS;
  const token = await signed(site, 'newsletter-confirm', `${subscriber}.${until}`);
  return `${site.identity.url}${CONFIRM_PATH}?token=${token}`;
}

export async function unsubscribeLink(site: Site, subscriber: string): Promise<string> {
  const token = await signed(site, 'newsletter-unsubscribe', subscriber);
  return `${site.identity.url}${UNSUBSCRIBE_PATH}?token=${token}`;
}

/** The subscriber of a confirmation token; null for a token that was never issued. */
export async function readConfirmation(
  site: Site,
  token: string,
): Promise<{ subscriber: string; isExpired: boolean } | null> {
  const [subscriber, until] = await readSigned(site, 'newsletter-confirm', token);
  return subscriber === undefined ? null : { subscriber, isExpired: hasExpired(site, until) };
}

/** The subscriber of an unsubscribe token; null for a token that was never issued. */
export async function readUnsubscription(site: Site, token: string): Promise<string | null> {
  const [subscriber] = await readSigned(site, 'newsletter-unsubscribe', token);
  return subscriber ?? null;
}

/** Opens the preview of an issue where the session token cannot be sent, as in a new tab. */
export function issuePreviewToken(site: Site, slug: string): Promise<string> {
  return signed(site, 'newsletter-letter', `${slug}.${Date.parse(site.now()) + PREVIEW_TTL_MS}`);
}

/** The slug of the post; null when the token has expired or was never issued. */
export async function readPreviewToken(site: Site, token: string): Promise<string | null> {
  const [slug, until] = await readSigned(site, 'newsletter-letter', token);
  return slug === undefined || hasExpired(site, until) ? null : slug;
}
