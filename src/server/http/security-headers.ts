import { createHash } from 'node:crypto';
import { createMiddleware } from 'hono/factory';

const HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
} as const;

const INERT_POLICY = policy({ 'style-src': ["'self'"], 'img-src': ["'self'"] });

/** One year, without `includeSubDomains`: other hosts of the domain are not ours. */
const TRANSPORT_SECURITY = 'max-age=31536000';

type HeaderOptions = {
  contentPolicy: boolean;
  /** The site's origin; https enables HSTS. */
  publicUrl: string;
};

export function securityHeaders(options: HeaderOptions) {
  return createMiddleware(async (c, next) => {
    await next();
    addSecurityHeaders(c.res.headers, options);
  });
}

/**
 * Keeps headers that a response has: pages have a content policy of their own, and pages with a
 * secret URL a stricter `Referrer-Policy`.
 */
export function addSecurityHeaders(headers: Headers, options: HeaderOptions): void {
  for (const [name, value] of Object.entries(HEADERS)) {
    if (!headers.has(name)) headers.set(name, value);
  }
  // RFC 6797, section 7.2: never where there is no TLS.
  if (options.publicUrl.startsWith('https:')) {
    headers.set('Strict-Transport-Security', TRANSPORT_SECURITY);
  }
  if (options.contentPolicy && !headers.has('Content-Security-Policy')) {
    headers.set('Content-Security-Policy', INERT_POLICY);
  }
}

/** The policy of a built SVG image: its own styles, by their hashes, make it light or dark. */
export function svgPolicy(svg: string): string {
  const styles = [...svg.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, style = '']) =>
    hashOf(style),
  );
  return policy({ 'style-src': styles.length === 0 ? ["'none'"] : styles });
}

function hashOf(code: string): string {
  return `'sha256-${createHash('sha256').update(code).digest('base64')}'`;
}

/**
 * A script or style without the nonce was injected: it gets no hash, and the browser ignores it.
 */
export function hashInlineCode(html: string, nonce: string): { html: string; policy: string } {
  const hashes = { script: new Set<string>(), style: new Set<string>() };
  const mark = ` nonce="${nonce}"`;
  for (let at = html.indexOf(mark); at !== -1; at = html.indexOf(mark, at + mark.length)) {
    // React escapes `<` and `>` in the values of the page's own tags.
    const tag = html.slice(html.lastIndexOf('<', at), html.indexOf('>', at) + 1);
    const [, element = ''] = /^<(script|style)\b[^>]*>$/.exec(tag) ?? [];
    const start = html.indexOf('>', at) + 1;
    const end = html.indexOf(`</${element}>`, start);
    if (element === '' || end <= start) continue;
    hashes[element as keyof typeof hashes].add(hashOf(html.slice(start, end)));
  }
  return {
    html: html.replaceAll(mark, ''),
    policy: policy({
      // The hashed scripts, and the scripts that they load.
      'script-src': ["'strict-dynamic'", ...hashes.script],
      'style-src': ["'self'", ...hashes.style],
      // An author may embed pictures and media from other sites.
      'img-src': ["'self'", 'https:', 'http:'],
      'media-src': ["'self'", 'https:', 'http:'],
      'font-src': ["'self'"],
      'connect-src': ["'self'"],
      'manifest-src': ["'self'"],
      'worker-src': ["'self'"],
      // The admin area shows mails in a sandboxed frame.
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
