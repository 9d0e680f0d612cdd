/** As `downloadLink` writes it. No author can: `<` is escaped in text, and `"` in attributes. */
const LINK = '<a class="data-download" href="data/';

/** Completes the links to the data of a body, once the post that it belongs to is known. */
export function completeDataLinks(contentHtml: string, slug: string): string {
  return contentHtml.replaceAll(LINK, `<a class="data-download" href="/blog/${slug}/data/`);
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
