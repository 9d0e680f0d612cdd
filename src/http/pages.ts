import { randomBytes } from 'node:crypto';
import type { Session } from '../domain/access/sessions.ts';
import type { Services } from '../domain/services.ts';
import { bearerToken } from './api/bearer.ts';
import { RETRY_AFTER } from './api/error-responses.ts';
import { SHARED } from './cache/cache-control.ts';
import { decodablePath } from './route-table.ts';
import { hashInlineScripts } from './security-headers.ts';

/** What the web application's handler takes; it is built by Vite and loaded at start. */
export type RenderPage = (
  request: Request,
  context: {
    services: Services;
    publicUrl: string;
    viewer: Session | null;
    clientIp: string | null;
    csp: PageCsp | undefined;
    retryAfter: (seconds: number) => void;
    reportError: (error: unknown) => void;
  },
) => Promise<Response>;

/** What makes the content policy of a page: its own scripts carry the nonce while it is rendered. */
type PageCsp = {
  nonce: string;
  hashInlineScripts: (html: string) => { html: string; policy: string };
};

type Parts = {
  services: Services;
  renderPage: RenderPage;
  publicUrl: string;
  /** Off in development, where Vite injects scripts and styles of its own. */
  contentPolicy: boolean;
  /** Whether an error means that the database is out of reach or takes nothing. */
  isUnavailable: (error: unknown) => boolean;
  /** Told of what must not happen. */
  reportError: (error: unknown) => void;
};

/**
 * Answers requests for pages. One that carries a valid token is rendered for that administrator
 * alone and is never kept or indexed.
 */
export function createPages(parts: Parts) {
  const { services, renderPage, publicUrl, contentPolicy, isUnavailable } = parts;
  const csp = contentPolicy ? createPageCsp() : undefined;
  return async (request: Request, clientIp: string | null): Promise<Response> => {
    const token = bearerToken(request);
    const viewer = token === null ? null : await services.findSession(token);
    // The page that stands for one that failed does not say why.
    let isOutOfReach = false;
    const reportError = (error: unknown) => {
      isOutOfReach ||= isUnavailable(error);
      parts.reportError(error);
    };
    let secondsToWait = RETRY_AFTER;
    const retryAfter = (seconds: number) => {
      secondsToWait = seconds;
    };
    // A HEAD answer has the headers of the GET answer, and those depend on the page.
    const isHead = request.method === 'HEAD';
    const readable = withReadablePath(request);
    const asked = isHead ? new Request(readable, { method: 'GET' }) : readable;
    const page = await renderPage(asked, {
      services,
      publicUrl,
      viewer,
      clientIp,
      csp,
      retryAfter,
      reportError,
    });
    addHeaders(page, viewer);
    if (isOutOfReach || page.status === 429) {
      page.headers.set('Retry-After', String(secondsToWait));
    }
    // An answer is never read to make another of it: that takes longer than all of the routing.
    if (!isHead && !isOutOfReach) return page;
    const status = isOutOfReach ? 503 : page.status;
    return new Response(isHead ? null : page.body, { status, headers: page.headers });
  };
}

/**
 * A request whose path can be decoded. Of any other the router complains on the console, with the whole
 * of it, which may hold the token of a preview link.
 */
function withReadablePath(request: Request): Request {
  if (!request.url.includes('%')) return request;
  const url = new URL(request.url);
  const readable = decodablePath(url.pathname);
  if (readable === url.pathname) return request;
  url.pathname = readable;
  // No form has such a path: there is no body.
  return new Request(url, { method: request.method, headers: request.headers });
}

/** Says who may keep a page: a page that no cache may keep says so itself. */
function addHeaders(page: Response, viewer: Session | null): void {
  const { headers } = page;
  headers.set('Vary', 'Authorization');
  if (viewer !== null) {
    headers.set('Cache-Control', 'private, no-store');
    headers.set('X-Robots-Tag', 'noindex');
  } else if (!headers.has('Cache-Control')) {
    headers.set('Cache-Control', page.status === 200 && isHtml(page) ? SHARED : 'no-cache');
  }
}

function isHtml({ headers }: Response): boolean {
  return headers.get('Content-Type')?.startsWith('text/html') ?? false;
}

/** One nonce for all pages: it is in none that is sent. */
function createPageCsp(): PageCsp {
  const nonce = randomBytes(16).toString('hex');
  return { nonce, hashInlineScripts: (html) => hashInlineScripts(html, nonce) };
}
