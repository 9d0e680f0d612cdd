import { trustedHtml } from './trusted-types.ts';

/** What the server wrote of the parts that are `Still`, by their names. */
const kept = new Map<string, string>();

/** The pages whose parts are kept. */
const known = new Set<string>();

/**
 * The markup of a static part: as it was fetched, or as the document holds it. What it returns is
 * cached, for when the page is shown again.
 */
export function markupOfPart(name: string): string {
  const cached = kept.get(name);
  if (cached !== undefined) return cached;
  const markup = document.querySelector(`[data-still="${name}"]`)?.innerHTML ?? '';
  kept.set(name, markup);
  known.add(location.pathname);
  return markup;
}

/**
 * For a route's `clientLoader`: has the server write the page that a link leads to, unless it has
 * before, and keeps its parts.
 *
 * @throws when it does not come
 */
export async function fetchParts({ url, signal }: Request): Promise<void> {
  const { pathname } = new URL(url);
  if (known.has(pathname)) return;
  const response = await fetch(pathname, { signal });
  if (!response.ok) throw new Error(`The page could not be loaded (${response.status}).`);
  const html = trustedHtml(await response.text());
  const page = new DOMParser().parseFromString(html, 'text/html');
  for (const part of page.querySelectorAll<HTMLElement>('[data-still]')) {
    kept.set(part.dataset.still ?? '', part.innerHTML);
  }
  known.add(pathname);
}
