import { NO_POST } from '../text/placeholders.ts';

/** No author can write it: `<` is escaped in text, and `"` in attributes. */
const link = (path: string) => `<a class="data-download" href="${path}`;
const linkTo = (id: string) => link(`/blog/${id}/data/`);

/**
 * What is stored of a rendered body. Links to its data name the post by its id, which stays when the post is renamed.
 *
 * @param id null for a text that is not saved: its links lead nowhere
 */
export function shownBody({ html, words }: { html: string; words: number }, id: string | null) {
  const contentHtml =
    id === null ? moveDataLinks(html, NO_POST, null) : html.replaceAll(linkTo(NO_POST), linkTo(id));
  return { contentHtml, readingTime: Math.max(1, Math.ceil(words / WORDS_PER_MINUTE)) };
}

const WORDS_PER_MINUTE = 200;

/**
 * Points the links to the data of a post that is not public to another path.
 *
 * @param path before the names of its files; null removes the links' URLs
 */
export function moveDataLinks(contentHtml: string, id: string, path: string | null): string {
  if (path !== null) return contentHtml.replaceAll(linkTo(id), link(path));
  return contentHtml.split(linkTo(id)).reduce((before, rest) => {
    return `${before}<a class="data-download"${rest.slice(rest.indexOf('"') + 1)}`;
  });
}

export function hasDataLink(contentHtml: string, id: string, name: string): boolean {
  return contentHtml.includes(`${linkTo(id)}${encodeURIComponent(name)}.csv"`);
}
