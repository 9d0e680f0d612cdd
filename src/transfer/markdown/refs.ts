import { isMarkdownFile } from './file-name.ts';
import { type MarkdownSite, rootOf } from './generator.ts';

/** Where a reference stands, and the language of the pages that it looks for. */
type Place = { path: string; language: string | undefined };

/** The path of a file, with a slash before it; undefined when nothing is found. */
export type FindRef = (written: string, place: Place) => string | undefined;

/**
 * Finds the pages that `ref` and `relref` of Hugo name: from the folder of pages of the language on, beside the page, or
 * anywhere by their end (https://gohugo.io/methods/page/ref/). Other generators write paths.
 */
export function createRefs(site: MarkdownSite, paths: readonly string[]): FindRef {
  const pages = new Map<string, string>();
  for (const path of site.generator === 'hugo' ? paths.filter(isMarkdownFile) : []) {
    pages.set(pageName(path), path);
  }

  function rootFor(path: string, language: string): string {
    const [own] = [...site.languageFolders].find(([, each]) => each === language) ?? [];
    return own ?? rootOf(site, path).folder;
  }

  return (written, place) => {
    const [, page = '', anchor = ''] = /^([^#]*)(.*)$/s.exec(written) ?? [];
    if (page === '') return;
    const language = (place.language ?? site.defaultLanguage ?? '').toLowerCase();
    const [name, root] = [pageName(page), rootFor(place.path, language)];
    // Of a bundle, the folder of its folder, too.
    const folders = [/[^/]*$/, /[^/]*\/[^/]*$/].map((end) => place.path.replace(end, ''));
    const beside = page.startsWith('/') ? [] : folders.map((folder) => folder + name);
    const named = [...beside, root + name.replace(/^\//, '')]
      .flatMap((each) => [`${each}.${language}`, each])
      .find((each) => pages.has(each));
    const found =
      named ?? [...pages.keys()].find((each) => each.startsWith(root) && each.endsWith(`/${name}`));
    return found && `/${pages.get(found)}${anchor}`;
  };
}

/** The path without its ending; that of a bundle or section is its folder. */
function pageName(path: string): string {
  return path
    .replace(/\.(?:mdx?|markdown|mdown|mkd)$/i, '')
    .replace(/\/_?index(?=$|\.[a-z]{2}(?:-[a-z]{2,4})?$)/i, '')
    .replace(/\/$/, '');
}
