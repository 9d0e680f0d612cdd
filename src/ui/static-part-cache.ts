import { trustedHtml } from './trusted-types.ts';

/** The server's markup of each `StaticPart`, by name. */
const markupByName = new Map<string, string>();

export function staticPartMarkup(name: string): string {
  return (
    markupByName.get(name) ??
    document.querySelector(`[data-static-part="${name}"]`)?.innerHTML ??
    ''
  );
}

/**
 * For a route's `clientLoader`: fetches the static parts of the server's page at each visit, because they may contain
 * data. The browser's cache has the page and revalidates it; without a connection it answers by itself.
 *
 * @throws when the page could not be fetched
 */
export async function fetchStaticParts({ url, signal }: Request): Promise<void> {
  const { pathname } = new URL(url);
  const response = await fetch(pathname, { signal }).catch(() =>
    fetch(pathname, { signal, cache: 'force-cache' }),
  );
  if (!response.ok) throw new Error(`The page could not be loaded (${response.status}).`);
  const html = trustedHtml(await response.text());
  const page = new DOMParser().parseFromString(html, 'text/html');
  for (const part of page.querySelectorAll<HTMLElement>('[data-static-part]')) {
    markupByName.set(part.dataset.staticPart ?? '', part.innerHTML);
  }
}
