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

  async function respond(request: Request, ip: string | null): Promise<Response> {
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
      clientIp: ip,
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

  return async (c: Context): Promise<Response> => {
    const request = c.req.raw;
    const page = await respond(request, clientIp(c));
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

type Part =
  | { kind: 'text'; text: string }
  /** Per selector, the classes (`.name`) and elements (`name`) without which it selects nothing. */
  | { kind: 'rule'; text: string; needs: string[][] }
  | { kind: 'block'; opening: string; parts: Part[] };

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

  function partsOf(url: string): Part[] | undefined {
    const text = styles.has(url) ? undefined : findStyle(url);
    if (text !== undefined) styles.set(url, readParts(postcss.parse(text)));
    return styles.get(url);
  }

  /** The nonce marks the styles as the page's own (`hashInlineCode`). */
  return (html: string, nonce: string): string => {
    const names = namesIn(html);
    const headEnd = html.indexOf('</head>');
    const head = html.slice(0, headEnd).replace(STYLE_LINKS, (link, url: string) => {
      const parts = partsOf(url);
      if (parts === undefined) return link;
      const style = needed(parts, names);
      return style === '' ? '' : `<style nonce="${nonce}">${style}</style>`;
    });
    return head + html.slice(headEnd);
  };
}

function readParts(container: Container): Part[] {
  return (container.nodes ?? []).map((node): Part => {
    if (node.type === 'rule') return { kind: 'rule', text: node.toString(), needs: needsOf(node) };
    if (node.type === 'atrule' && node.nodes !== undefined && BLOCKS.has(node.name)) {
      return {
        kind: 'block',
        opening: `@${node.name} ${node.params}{`,
        parts: readParts(node as Container),
      };
    }
    const isStatement = node.type === 'atrule' && node.nodes === undefined;
    return {
      kind: 'text',
      text: node.type === 'comment' ? '' : `${node}${isStatement ? ';' : ''}`,
    };
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
    .map((part) => {
      if (part.kind === 'text') return part.text;
      if (part.kind === 'rule') {
        return part.needs.some((each) => each.every((name) => names.has(name))) ? part.text : '';
      }
      const inner = needed(part.parts, names);
      return inner === '' ? '' : `${part.opening}${inner}}`;
    })
    .join('');
}
