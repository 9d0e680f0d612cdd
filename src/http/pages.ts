import { randomBytes } from 'node:crypto';
import type { Session } from '../domain/access/sessions.ts';
import type { Services } from '../domain/services.ts';
import { bearerToken } from './api/bearer.ts';
import { SHARED } from './cache/cache-control.ts';
import { sealScripts } from './headers.ts';

/** What the web application's handler takes; it is built by Vite and loaded at start. */
export type RenderPage = (
  request: Request,
  context: {
    services: Services;
    publicUrl: string;
    viewer: Session | null;
    clientAddress: string | null;
    nonce: string | undefined;
    reportError: (error: unknown) => void;
  },
) => Promise<Response>;

type Parts = {
  services: Services;
  renderPage: RenderPage;
  publicUrl: string;
  /** Off in development, where Vite injects scripts and styles of its own. */
  contentPolicy: boolean;
  /** Told of what must not happen. */
  reportError: (error: unknown) => void;
};

/**
 * Answers requests for pages. One that carries a valid token is rendered for that administrator
 * alone and is never kept or indexed.
 */
export function createPages(parts: Parts) {
  const { services, renderPage, publicUrl, contentPolicy, reportError } = parts;
  return async (request: Request, clientAddress: string | null): Promise<Response> => {
    const token = bearerToken(request);
    const viewer = token === null ? null : await services.findSession(token);
    const nonce = contentPolicy ? randomBytes(16).toString('hex') : undefined;
    // A HEAD answer has the headers of the GET answer, and those depend on the page.
    const isHead = request.method === 'HEAD';
    const asked = isHead ? new Request(request, { method: 'GET' }) : request;
    const rendered = await renderPage(asked, {
      services,
      publicUrl,
      viewer,
      clientAddress,
      nonce,
      reportError,
    });

    const page = nonce === undefined ? rendered : await withPolicy(rendered, nonce);
    const headers = new Headers(page.headers);
    headers.set('Vary', 'Authorization');
    if (viewer === null) {
      // A page that no cache may keep says so itself.
      if (!headers.has('Cache-Control')) headers.set('Cache-Control', forAnyone(page));
    } else {
      headers.set('Cache-Control', 'private, no-store');
      headers.set('X-Robots-Tag', 'noindex');
    }
    return new Response(isHead ? null : page.body, { status: page.status, headers });
  };
}

function forAnyone(page: Response): string {
  return page.status === 200 && isHtml(page) ? SHARED : 'no-cache';
}

function isHtml({ headers }: Response): boolean {
  return headers.get('Content-Type')?.startsWith('text/html') ?? false;
}

/** Gives a page the content policy that lets its own scripts run; anything else goes as it came. */
async function withPolicy(page: Response, nonce: string): Promise<Response> {
  if (!isHtml(page)) return page;
  const { html, policy } = sealScripts(await page.text(), nonce);
  const headers = new Headers(page.headers);
  headers.set('Content-Security-Policy', policy);
  return new Response(html, { status: page.status, headers });
}
