import { CLOCK_SKEW_MS } from '../server/clock-skew.ts';
import type { Signing } from '../server/signing.ts';

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

type LinksDeps = {
  signing: Signing;
  /** The site's origin, without a trailing slash. */
  siteUrl: string;
  /** ISO 8601 in UTC. */
  now: () => string;
};

/** Signed links: they hold what they are for, so that no token is stored. */
export function createLinks({ signing, siteUrl, now }: LinksDeps) {
  async function confirmationLink(subscriber: string): Promise<string> {
    const until = Date.parse(now()) + CONFIRMATION_DAYS * DAY_MS;
    const text = `${subscriber}.${until}`;
    const signature = await signing.sign('newsletter-confirm', text);
    return `${siteUrl}${CONFIRM_PATH}?token=${text}.${signature}`;
  }

  async function unsubscribeLink(subscriber: string): Promise<string> {
    const signature = await signing.sign('newsletter-unsubscribe', subscriber);
    return `${siteUrl}${UNSUBSCRIBE_PATH}?token=${subscriber}.${signature}`;
  }

  /** The subscriber of a confirmation token; null for a token that was never issued. */
  async function readConfirmation(
    token: string,
  ): Promise<{ subscriber: string; isExpired: boolean } | null> {
    const [, text = '', subscriber = '', until, signature = ''] = CONFIRM_TOKEN.exec(token) ?? [];
    if (!(await signing.verify('newsletter-confirm', text.toLowerCase(), signature))) return null;
    return {
      subscriber: subscriber.toLowerCase(),
      isExpired: !isWithin(until, CONFIRMATION_DAYS * DAY_MS),
    };
  }

  /** The subscriber of an unsubscribe token; null for a token that was never issued. */
  async function readUnsubscription(token: string): Promise<string | null> {
    const [, subscriber = '', signature = ''] = UNSUBSCRIBE_TOKEN.exec(token) ?? [];
    const id = subscriber.toLowerCase();
    return (await signing.verify('newsletter-unsubscribe', id, signature)) ? id : null;
  }

  /** Opens the preview of an issue where the session token cannot be sent, as in a new tab. */
  async function issuePreviewToken(slug: string): Promise<string> {
    const text = `${slug}.${Date.parse(now()) + PREVIEW_TTL_MS}`;
    return `${text}.${await signing.sign('newsletter-letter', text)}`;
  }

  /** The slug of the post; null when the token has expired or was never issued. */
  async function readPreviewToken(token: string): Promise<string | null> {
    const [, text = '', slug = '', until, signature = ''] = PREVIEW_TOKEN.exec(token) ?? [];
    const isOurs = await signing.verify('newsletter-letter', text, signature);
    return isOurs && isWithin(until, PREVIEW_TTL_MS) ? slug : null;
  }

  /** Returns false when a token has expired, or was issued while a clock was ahead. */
  function isWithin(until: string | undefined, lifetime: number): boolean {
    const left = Number(until) - Date.parse(now());
    return left > 0 && left <= lifetime + CLOCK_SKEW_MS;
  }

  return {
    confirmationLink,
    unsubscribeLink,
    readConfirmation,
    readUnsubscription,
    issuePreviewToken,
    readPreviewToken,
  };
}

export type Links = ReturnType<typeof createLinks>;
