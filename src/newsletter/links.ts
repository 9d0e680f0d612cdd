import type { Site } from '../site.ts';

export const CONFIRMATION_DAYS = 7;

/** How long a preview URL is valid. */
const PREVIEW_TTL_MS = 10 * 60 * 1000;

const DAY_MS = 24 * 60 * 60 * 1000;

/** The token follows as the query parameter `token`. */
export const CONFIRM_PATH = '/newsletter/confirm';
export const UNSUBSCRIBE_PATH = '/newsletter/unsubscribe';

/** A subscriber's id (a UUID), an instant in milliseconds, and their signature. */
const CONFIRM_TOKEN = /^(([\da-f-]{36})\.(\d{13}))\.([\da-f]{64})$/i;

/** A subscriber's id and its signature. */
const UNSUBSCRIBE_TOKEN = /^([\da-f-]{36})\.([\da-f]{64})$/i;

/** A slug, an instant in milliseconds, and their signature. */
const PREVIEW_TOKEN = /^(([a-z\d-]+)\.(\d{13}))\.([\da-f]{64})$/;

export async function confirmationLink(
  { signing, identity, now }: Site,
  subscriber: string,
): Promise<string> {
  const until = Date.parse(now()) + CONFIRMATION_DAYS * DAY_MS;
  const text = `${subscriber}.${until}`;
  const signature = await signing.sign('newsletter-confirm', text);
  return `${identity.url}${CONFIRM_PATH}?token=${text}.${signature}`;
}

export async function unsubscribeLink(
  { signing, identity }: Site,
  subscriber: string,
): Promise<string> {
  const signature = await signing.sign('newsletter-unsubscribe', subscriber);
  return `${identity.url}${UNSUBSCRIBE_PATH}?token=${subscriber}.${signature}`;
}

/** The subscriber of a confirmation token; null for a token that was never issued. */
export async function readConfirmation(
  site: Site,
  token: string,
): Promise<{ subscriber: string; isExpired: boolean } | null> {
  const [, text = '', subscriber = '', until, signature = ''] = CONFIRM_TOKEN.exec(token) ?? [];
  if (!(await site.signing.verify('newsletter-confirm', text.toLowerCase(), signature)))
    return null;
  return {
    subscriber: subscriber.toLowerCase(),
    isExpired: Number(until) <= Date.parse(site.now()),
  };
}

/** The subscriber of an unsubscribe token; null for a token that was never issued. */
export async function readUnsubscription({ signing }: Site, token: string): Promise<string | null> {
  const [, subscriber = '', signature = ''] = UNSUBSCRIBE_TOKEN.exec(token) ?? [];
  const id = subscriber.toLowerCase();
  return (await signing.verify('newsletter-unsubscribe', id, signature)) ? id : null;
}

/** Opens the preview of an issue where the session token cannot be sent, as in a new tab. */
export async function issuePreviewToken({ signing, now }: Site, slug: string): Promise<string> {
  const text = `${slug}.${Date.parse(now()) + PREVIEW_TTL_MS}`;
  return `${text}.${await signing.sign('newsletter-letter', text)}`;
}

/** The slug of the post; null when the token has expired or was never issued. */
export async function readPreviewToken(site: Site, token: string): Promise<string | null> {
  const [, text = '', slug = '', until, signature = ''] = PREVIEW_TOKEN.exec(token) ?? [];
  const isOurs = await site.signing.verify('newsletter-letter', text, signature);
  return isOurs && Number(until) > Date.parse(site.now()) ? slug : null;
}
