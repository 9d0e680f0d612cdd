/**
 * Links to the data of a post name it by its id, which stays when the post is renamed. A body is rendered before its
 * post is known: it names this id, which has the length of all, so that no offset in the HTML changes.
 */
const NO_ID = '00000000-0000-0000-0000-000000000000';

/** No author can write it: `<` is escaped in text, and `"` in attributes. */
const link = (path: string) => `<a class="data-download" href="${path}`;
const pathOf = (id: string) => `/blog/${id}/data/`;

/** The URL of data in a body that belongs to no post yet. */
export function dataUrl(name: string): string {
  return `${pathOf(NO_ID)}${encodeURIComponent(name)}.csv`;
}

/** Leads the links of a rendered body to the data of its post. */
export function addressDataLinks(contentHtml: string, id: string): string {
  return contentHtml.replaceAll(link(pathOf(NO_ID)), link(pathOf(id)));
}

/**
 * Leads the links of a post that is not public elsewhere.
 *
 * @param path before the names of its files; null removes the links' URLs
 */
export function moveDataLinks(contentHtml: string, id: string, path: string | null): string {
  const addressed = link(pathOf(id));
  if (path !== null) return contentHtml.replaceAll(addressed, link(path));
  return contentHtml.split(addressed).reduce((before, rest) => {
    return `${before}<a class="data-download"${rest.slice(rest.indexOf('"') + 1)}`;
  });
}

/** Removes the URLs of links in a body that belongs to no post: what is not saved has no data to download. */
export function emptyDataLinks(contentHtml: string): string {
  return moveDataLinks(contentHtml, NO_ID, null);
}

export function hasDataLink(contentHtml: string, id: string, name: string): boolean {
  return contentHtml.includes(`${link(pathOf(id))}${encodeURIComponent(name)}.csv"`);
}

/** Decodes a part of a URL as browsers do; a malformed one stays as it is. */
export function decodeUri(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
