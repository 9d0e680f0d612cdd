import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import postcss, { type Container, type Rule } from 'postcss';
import parseSelector, { type Node as SelectorNode } from 'postcss-selector-parser';
import { bearerToken } from '../../accounts/api/call.ts';
import { findSession, type Session } from '../../accounts/sessions.ts';
import type { PageContext, PageCsp } from '../../context.ts';
import { outageOf } from '../../server/db/unavailable.ts';
import { BusyError } from '../../server/failure.ts';
import { unescapeHtml } from '../../server/html/read-tags.ts';
import { SHARED } from '../../server/http/cache/cache-control.ts';
import { RETRY_AFTER } from '../../server/http/error-responses.ts';
import { clientIp } from '../../server/http/requests.ts';
import { hashInlineCode } from '../../server/http/security-headers.ts';
import type { Site } from '../../site.ts';
import { redirectTarget } from '../../transfer/redirects.ts';

export type RenderPage = (request: Request, context: PageContext) => Promise<Response>;

export type PageOptions = {
  site: Site;
  renderPage: RenderPage;
  findStyle: (url: string) => string | undefined;
  contentPolicy: boolean;
  reportError: (error: unknown) => void;
};

/**
 * With a valid token, the page is rendered for that administrator only, and is never cached or
 * indexed. Paths of a former site come after the site's own pages: no redirect hides one of them.
 */
export function createPages(options: PageOptions) {
  const { site, renderPage, findStyle, contentPolicy, reportError } = options;
  const csp = contentPolicy ? createPageCsp(findStyle) : undefined;

  function report(error: unknown): void {
    if (!(error instanceof BusyError) || error.cause !== undefined) reportError(error);
  }

  /** The page for what is not found needs no database. */
  const redirectFrom = (path: string) =>
    redirectTarget(site, path).catch((error: unknown) => {
      if (outageOf(error) === null) throw error;
      reportError(error);
      return null;
    });

  return async (c: Context): Promise<Response> => {
    const request = pageRequest(c.req.raw);
    const viewer = await viewerOf(site, request);
    const hints: Hints = { links: [], retrySeconds: RETRY_AFTER };
    const page = await renderPage(request, {
      site,
      publicUrl: site.identity.url,
      viewer,
      clientIp: clientIp(c),
      csp,
      retryAfter: (seconds) => {
        hints.retrySeconds = seconds;
      },
      linkHeader: (given) => hints.links.push(given),
      reportError: (error) => {
        if (error instanceof BusyError || outageOf(error)) hints.isUnavailable = true;
        report(error);
      },
      emptyOnFailure: (error) => {
        hints.isIncomplete = true;
        report(error);
        return [];
      },
    });
    const status = hints.isUnavailable ? 503 : page.status;
    const { headers } = page;
    addHeaders(page, viewer !== null, hints);
    const target = status === 404 ? await redirectFrom(new URL(c.req.raw.url).pathname) : null;
    if (target !== null) {
      for (const name of ['Content-Type', 'Content-Security-Policy']) headers.delete(name);
      headers.set('Location', target);
      return new Response(null, { status: 301, headers });
    }
    const isHead = c.req.raw.method === 'HEAD';
    // Copying a response takes longer than all of the routing.
    if (!isHead && status === page.status) return page;
    return new Response(isHead ? null : page.body, { status, headers });
  };
}

function viewerOf(site: Site, request: Request): Promise<Session | null> | null {
  const token = bearerToken(request);
  return token === null ? null : findSession(site, token);
}

/**
 * Escapes a path that cannot be decoded: React Router would log it to the console, and it may contain the
 * token of a preview link. A HEAD response has the headers of the GET response, which depend on the page.
 */
function pageRequest(request: Request): Request {
  const url = new URL(request.url);
  try {
    decodeURIComponent(url.pathname);
    return request.method === 'HEAD' ? new Request(request, { method: 'GET' }) : request;
  } catch {
    url.pathname = url.pathname.replaceAll('%', '%25');
    // Nothing is there, whatever the method.
    return new Request(url, { headers: request.headers });
  }
}

/** What a page says of its response, while it is rendered. */
type Hints = {
  links: string[];
  retrySeconds: number;
  isUnavailable?: boolean;
  isIncomplete?: boolean;
};

/** A `Cache-Control` of the page itself wins, but for an administrator. */
function addHeaders({ status, headers }: Response, isOwn: boolean, hints: Hints): void {
  if (status === 200 && hints.links.length > 0) headers.set('Link', hints.links.join(', '));
  if (hints.isUnavailable || status === 429) headers.set('Retry-After', `${hints.retrySeconds}`);
  headers.set('Vary', 'Authorization');
  if (isOwn) {
    headers.set('Cache-Control', 'private, no-store');
    headers.set('X-Robots-Tag', 'noindex');
  } else if (!headers.has('Cache-Control')) {
    const isHtml = headers.get('Content-Type')?.startsWith('text/html');
    const isShared = status === 200 && isHtml && !hints.isIncomplete;
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

/** A rule, a block of `parts`, or what every page needs. */
type Part = {
  text: string;
  /** Per selector, the classes (`.name`) and elements (`name`) without which it selects nothing. */
  needs?: string[][];
  parts?: Part[];
};

/** At-rules with rules for elements in them. Those in `@keyframes`, for one, are no such rules. */
const BLOCKS = new Set(['media', 'supports', 'container', 'layer', 'starting-style']);

/** Those of every medium: what is only for print stays a file. */
const STYLE_LINKS = /<link\b(?![^>]* media=)(?=[^>]* rel="stylesheet")[^>]* href="([^"]+)"[^>]*>/g;

/**
 * Inlines the rules that a page needs in place of the links to its styles: a file would be asked
 * for only when the document has begun to arrive, and nothing is painted before it is there.
 *
 * @param findStyle the text of a built style by its URL; the link to an unknown one stays
 */
export function createPageStyles(findStyle: (url: string) => string | undefined) {
  const styles = new Map<string, Part[]>();

  /** The nonce marks the styles as the page's own (`hashInlineCode`). */
  return (html: string, nonce: string): string => {
    const names = namesIn(html);
    const headEnd = html.indexOf('</head>');
    const head = html.slice(0, headEnd).replace(STYLE_LINKS, (link, url: string) => {
      const text = styles.has(url) ? undefined : findStyle(url);
      if (text !== undefined) styles.set(url, readParts(postcss.parse(text)));
      const parts = styles.get(url);
      if (parts === undefined) return link;
      const style = needed(parts, names);
      return style === '' ? '' : `<style nonce="${nonce}">${style}</style>`;
    });
    return head + html.slice(headEnd);
  };
}

function readParts({ nodes = [] }: Container): Part[] {
  return nodes.map((node): Part => {
    if (node.type === 'rule') return { text: node.toString(), needs: needsOf(node) };
    if (node.type !== 'atrule') return { text: '' };
    if (node.nodes === undefined) return { text: `${node};` };
    if (!BLOCKS.has(node.name)) return { text: node.toString() };
    return { text: `@${node.name} ${node.params}{`, parts: readParts(node as Container) };
  });
}

/** What is in parentheses (`:not(…)`, `:is(…)`) is not read: the rule then stays more often than it must. */
function needsOf(rule: Rule): string[][] {
  return parseSelector()
    .astSync(rule.selector)
    .nodes.map(({ nodes }) =>
      nodes.flatMap((node: SelectorNode) => {
        if (node.type === 'class') return [`.${node.value}`];
        return node.type === 'tag' ? [node.value] : [];
      }),
    );
}

/**
 * The names of a page's elements and classes, and the words of its scripts, which may add others. What only looks like one in a
 * value counts too: to read each tag takes five times as long.
 */
function namesIn(html: string): Set<string> {
  const names = new Set<string>();
  const classes = new Set<string>();
  for (const [, element, value] of html.matchAll(/<([a-z][\w-]*)| class="([^"]*)"/g)) {
    if (element !== undefined) names.add(element);
    else classes.add(value ?? '');
  }
  for (const value of classes) {
    for (const name of unescapeHtml(value).split(/\s+/)) names.add(`.${name}`);
  }
  for (const part of html.split('</script').slice(0, -1)) {
    const code = part.slice(Math.max(0, part.indexOf('<script')));
    for (const [word] of code.matchAll(/[\w-]+/g)) names.add(word).add(`.${word}`);
  }
  return names;
}

function needed(parts: readonly Part[], names: ReadonlySet<string>): string {
  return parts
    .map(({ text, needs, parts: inner }) => {
      if (needs?.every((selector) => selector.some((name) => !names.has(name)))) return '';
      if (inner === undefined) return text;
      const rules = needed(inner, names);
      return rules && `${text}${rules}}`;
    })
    .join('');
}
