import { createHash } from 'node:crypto';
import { createMiddleware } from 'hono/factory';

const HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
} as const;

/** For everything that is not a page: it may be read, and do nothing. */
const INERT_POLICY = policy({ 'style-src': ["'self'"], 'img-src': ["'self'"] });

/** For a year, and for this host alone: what else its domain has is not ours to decide on. */
const TRANSPORT_SECURITY = 'max-age=31536000';

type Protection = {
  /** Without it nothing has a content policy. */
  contentPolicy: boolean;
  /** The site's own address, which tells whether visitors come by TLS. */
  publicUrl: string;
};

/** Puts the security headers on every answer. */
export function securityHeaders(protection: Protection) {
  return createMiddleware(async (c, next) => {
    await next();
    addSecurityHeaders(c.res.headers, protection);
  });
}

/**
 * Adds the security headers to those of an answer. A page brings a content policy of its own. What an
 * answer says itself, as one whose address is a secret does of referrers, stands.
 */
export function addSecurityHeaders(headers: Headers, protection: Protection): void {
  for (const [name, value] of Object.entries(HEADERS)) {
    if (!headers.has(name)) headers.set(name, value);
  }
  // RFC 6797, section 7.2: never where there is no TLS.
  if (protection.publicUrl.startsWith('https:')) {
    headers.set('Strict-Transport-Security', TRANSPORT_SECURITY);
  }
  if (protection.contentPolicy && !headers.has('Content-Security-Policy')) {
    headers.set('Content-Security-Policy', INERT_POLICY);
  }
}

/**
 * Takes the nonce off the scripts that a page wrote itself and allows these by their hashes. A
 * script without the nonce is not the page's own and is left without a hash: the browser will not
 * run it.
 */
export function hashInlineScripts(html: string, nonce: string): { html: string; policy: string } {
  const own = new RegExp(`<script\\b[^>]* nonce="${nonce}"[^>]*>([\\s\\S]*?)</script>`, 'g');
  const hashes = [...html.matchAll(own)]
    .map((match) => match[1] ?? '')
    .filter((code) => code !== '')
    .map((code) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`);
  return {
    html: html.replaceAll(` nonce="${nonce}"`, ''),
    policy: policy({
      // These scripts, and what they load.
      'script-src': ["'strict-dynamic'", ...new Set(hashes)],
      'style-src': ["'self'"],
      // An author may show a picture from anywhere; everything else is served by this site.
      'img-src': ["'self'", 'https:', 'http:'],
      'media-src': ["'self'", 'https:', 'http:'],
      'font-src': ["'self'"],
      'connect-src': ["'self'"],
      'manifest-src': ["'self'"],
      'worker-src': ["'self'"],
      // The admin area shows letters, which may do nothing there.
      'frame-src': ["'self'"],
      'form-action': ["'self'"],
      'trusted-types': ['ligara', 'ligara-start', 'ligara-draft', 'default'],
    }),
  };
}

function policy(allowed: Record<string, string[]>): string {
  return Object.entries({
    'default-src': ["'none'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
    'form-action': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ["'none'"],
    ...allowed,
  })
    .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
    .join('; ');
}
