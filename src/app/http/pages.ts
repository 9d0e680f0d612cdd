import { randomBytes } from 'node:crypto';
import { bearerToken } from '../../accounts/api/call.ts';
import { findSession, type Session } from '../../accounts/sessions.ts';
import type { PageContext, PageCsp } from '../../context.ts';
import { outageOf } from '../../server/db/unavailable.ts';
import { BusyError } from '../../server/failure.ts';
import { SHARED } from '../../server/http/cache/cache-control.ts';
import { RETRY_AFTER } from '../../server/http/error-responses.ts';
import { hashInlineCode } from '../../server/http/security-headers.ts';
import type { Site } from '../../site.ts';
import { redirectTarget } from '../../transfer/redirects.ts';
import { createPageStyles } from './page-styles.ts';

/** The request handler of the web application, which Vite builds. */
export type RenderPage = (request: Request, context: PageContext) => Promise<Response>;

export type PageOptions = {
  site: Site;
  renderPage: RenderPage;
  /** The text of a built style by its URL. */
  findStyle: (url: string) => string | undefined;
  /** Off in development, where Vite injects scripts and styles. */
  contentPolicy: boolean;
  /** Called with errors that become a 5xx. */
  reportError: (error: unknown) => void;
};

/**
 * Handles requests for pages. With a valid token, the page is rendered for that administrator only, and
 * is never cached or indexed. Paths of a former site come after the site's own pages: no redirect hides one of them.
 */
export function createPages(options: PageOptions) {
  const { site, renderPage, findStyle, contentPolicy, reportError } = options;
  const csp = contentPolicy ? createPageCsp(findStyle) : undefined;

  async function respond(request: Request, clientIp: string | null): Promise<Response> {
    const token = bearerToken(request);
    const viewer = token === null ? null : await findSession(site, token);
    const rendering: Rendering = { viewer, links: [], isIncomplete: false };
    let [retrySeconds, isUnavailable] = [RETRY_AFTER, false];
    const report = (error: unknown) => {
      if (!(error instanceof BusyError) || error.cause !== undefined) reportError(error);
    };
    // A HEAD response has the headers of the GET response, which depend on the page.
    const isHead = request.method === 'HEAD';
    const decodable = withDecodablePath(request);
    const page = await renderPage(isHead ? new Request(decodable, { method: 'GET' }) : decodable, {
      site,
      publicUrl: site.identity.url,
      viewer,
      clientIp,
      csp,
      retryAfter: (seconds) => {
        retrySeconds = seconds;
      },
      linkHeader: (given) => rendering.links.push(given),
      reportError: (error) => {
        isUnavailable ||= error instanceof BusyError || outageOf(error) !== null;
        report(error);
      },
      emptyOnFailure: (error) => {
        rendering.isIncomplete = true;
        report(error);
        return [];
      },
    });
    addHeaders(page, rendering);
    if (isUnavailable || page.status === 429) {
      page.headers.set('Retry-After', String(retrySeconds));
    }
    // Copying a response takes longer than all of the routing.
    if (!isHead && !isUnavailable) return page;
    const status = isUnavailable ? 503 : page.status;
    return new Response(isHead ? null : page.body, { status, headers: page.headers });
  }

  return async (request: Request, clientIp: string | null): Promise<Response> => {
    const page = await respond(request, clientIp);
    if (page.status !== 404) return page;
    const target = await redirectTarget(site, new URL(request.url).pathname).catch((error) => {
      // The page for what is not found needs no database.
      if (outageOf(error) === null) throw error;
      reportError(error);
      return null;
    });
    if (target === null) return page;
    const headers = new Headers({ Location: target });
    for (const name of ['Cache-Control', 'Vary']) headers.set(name, page.headers.get(name) ?? '');
    return new Response(null, { status: 301, headers });
  };
}

/**
 * Escapes a path that cannot be decoded: React Router would log it to the console, and it may contain the
 * token of a preview link.
 */
function withDecodablePath(request: Request): Request {
  const url = new URL(request.url);
  try {
    decodeURIComponent(url.pathname);
    return request;
  } catch {
    url.pathname = url.pathname.replaceAll('%', '%25');
    // Nothing is there, whatever the method.
    return new Request(url, { headers: request.headers });
  }
}

type Rendering = { viewer: Session | null; links: string[]; isIncomplete: boolean };

/** Sets the cache headers; a `Cache-Control` of the page itself wins. */
function addHeaders(page: Response, { viewer, links, isIncomplete }: Rendering): void {
  const { headers } = page;
  if (page.status === 200 && links.length > 0) headers.set('Link', links.join(', '));
  headers.set('Vary', 'Authorization');
  if (viewer !== null) {
    headers.set('Cache-Control', 'private, no-store');
    headers.set('X-Robots-Tag', 'noindex');
  } else if (!headers.has('Cache-Control')) {
    const isHtml = headers.get('Content-Type')?.startsWith('text/html');
    const isShared = page.status === 200 && isHtml && !isIncomplete;
    headers.set('Cache-Control', isShared ? SHARED : 'no-cache');
  }
}

/** One nonce for all pages is safe: it is removed before a page is sent. */
function createPageCsp(findStyle: PageOptions['findStyle']): PageCsp {
  const nonce = randomBytes(16).toString('hex');
  const inlineStyles = createPageStyles(findStyle);
  return {
    nonce,
    inlineStyles: (html) => inlineStyles(html, nonce),
    hashInlineCode: (html) => hashInlineCode(html, nonce),
  };
}
