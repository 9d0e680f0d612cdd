import { trustedHtml } from './trusted-types.ts';

/** The server's markup of each `StaticPart`, by name. */
const markupByName = new Map<string, string>();

/** Paths of the pages whose parts are cached. */
const cachedPages = new Set<string>();

/** The markup of a static part, from the cache or from the document; it is cached for the next visit. */
export function staticPartMarkup(name: string): string {
  const cached = markupByName.get(name);
  if (cached !== undefined) return cached;
  const markup = document.querySelector(`[data-static-part="${name}"]`)?.innerHTML ?? '';
  markupByName.set(name, markup);
  cachedPages.add(location.pathname);
  return markup;
}

/**
 * For a route's `clientLoader`: fetches the server's page and caches its static parts, once per page.
 *
 * @throws when the page could not be fetched
 */
export async function fetchStaticParts({ url, signal }: Request): Promise<void> {
  const { pathname } = new URL(url);
  if (cachedPages.has(pathname)) return;
  const response = await fetch(pathname, { signal });
  if (!response.ok) throw new Error(`The page could not be loaded (${response.status}).`);
  const html = trustedHtml(await response.text());
  const page = new DOMParser().parseFromString(html, 'text/html');
  for (const part of page.querySelectorAll<HTMLElement>('[data-static-part]')) {
    markupByName.set(part.dataset.staticPart ?? '', part.innerHTML);
  }
  cachedPages.add(pathname);
}
