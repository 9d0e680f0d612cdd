import type { Expected } from './read-folder.ts';
import { readText } from './read-text.ts';

export type SitePost = {
  title: string;
  date: string;
  author: string;
  tags: string[];
  status: string;
  publishDate: string | null;
  content: string;
  coverImage: string;
};

/**
 * Says in what a post differs from its source.
 *
 * @param urls where each file of the source is on the site, by its hash: a file must be one picture, wherever it is shown
 */
export function comparePost(
  expected: Expected,
  post: SitePost,
  urls: Map<string, string>,
): string[] {
  const { title, date, author, tags } = expected;
  const instant = post.publishDate === null ? Number.NaN : Date.parse(post.publishDate);
  return [
    ...differ('title', title, post.title),
    ...differ(
      'date',
      date === undefined ? undefined : new Date(date).toISOString(),
      Number.isNaN(instant) ? 'none' : new Date(instant).toISOString(),
    ),
    ...differ('author', author, post.author),
    ...differ('tags', unique(tags).join(), unique(post.tags).join()),
    ...differ('status', expected.isDraft ? 'draft' : 'published', post.status),
    ...compareText(expected, post, urls),
    ...(expected.cover ? compareFile('cover', expected.cover, post.coverImage, urls) : []),
  ];
}

function compareText(
  { shown }: Expected,
  { content }: SitePost,
  urls: Map<string, string>,
): string[] {
  const here = readText(content, () => undefined);
  const at = [...shown.words].findIndex((character, index) => character !== here.words[index]);
  const words =
    shown.words === here.words ? [] : [`words differ at “${shown.words.slice(at, at + 60)}”`];
  if (shown.pictures.length !== here.pictures.length) {
    return [...words, `${shown.pictures.length} pictures there, ${here.pictures.length} here`];
  }
  const pictures = shown.pictures.flatMap(({ url, file }, index) => {
    const found = here.pictures[index]?.url ?? '';
    if (file !== undefined) return compareFile('picture', file, found, urls);
    // A path of the former site may lead there by its full URL.
    return found.endsWith(url) ? [] : differ('picture', url, found);
  });
  return [...words, ...pictures];
}

function compareFile(
  what: string,
  file: string,
  found: string,
  urls: Map<string, string>,
): string[] {
  const known = urls.get(file) ?? found;
  urls.set(file, known);
  if (found.startsWith('/media/') && found === known) return [];
  return [`${what} is “${found}”, which is not the file beside it`];
}

function differ(what: string, expected: string | undefined, found: string): string[] {
  if (expected === undefined || expected === found) return [];
  return [`${what} is “${found}”, not “${expected}”`];
}

/** Tags are one where they differ in case alone. */
function unique(tags: readonly string[]): string[] {
  return [...new Set(tags.map((tag) => tag.toLowerCase()))];
}
