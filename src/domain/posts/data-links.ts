/** As `downloadLink` writes it. No author can: `<` is escaped in text, and `"` in attributes. */
const LINK = '<a class="data-download" href="data/';

/** Completes the links to the data of a body, once the post that it belongs to is known. */
export function completeDataLinks(contentHtml: string, slug: string): string {
  return contentHtml.replaceAll(LINK, completeLink(`/blog/${slug}/data/`));
}

function completeLink(path: string): string {
  return `<a class="data-download" href="${path}`;
}

/**
 * Leads the complete links of a post that is not public elsewhere.
 *
 * @param path before the names of its files; null removes the links' URLs
 */
export function moveDataLinks(contentHtml: string, slug: string, path: string | null): string {
  const complete = completeDataLinks(LINK, slug);
  if (path !== null) return contentHtml.replaceAll(complete, completeLink(path));
  return contentHtml.split(complete).reduce((before, rest) => {
    return `${before}<a class="data-download"${rest.slice(rest.indexOf('"') + 1)}`;
  });
}

/** Removes their addresses: what is not saved has no data to download. */
export function emptyDataLinks(contentHtml: string): string {
  return contentHtml.replace(
    /<a class="data-download" href="data\/[^"]*"/g,
    '<a class="data-download"',
  );
}

/** @param contentHtml with complete links */
export function hasDataLink(contentHtml: string, slug: string, name: string): boolean {
  const path = `/blog/${slug}/data/${encodeURIComponent(name)}.csv`;
  return contentHtml.includes(`<a class="data-download" href="${path}"`);
}
