/** What the path of a Markdown file says of its post. */
export type FileName = {
  /** The name without date, language and ending; of `slug/index.md`, the name of the folder. */
  stem: string;
  /** The same with its date. */
  dated: string;
  /** The folder of the file, without a slash at its end. */
  folder: string;
  /** True for a page bundle: the folder belongs to the post, with its pictures. */
  isBundle: boolean;
  /** The date before the name, as in `2012-05-08-slug.md`. */
  date: string | undefined;
  /** The language of a translation, such as `fr` in `slug.fr.md`; undefined for the default language. */
  language: string | undefined;
};

export function isMarkdownFile(path: string): boolean {
  return /\.(?:mdx?|markdown|mdown|mkd)$/i.test(path);
}

/** Whether Hugo and Jekyll read a file as a post that is no Markdown. */
export function isOtherText(path: string): boolean {
  return /\.(?:html?|org|qmd|rmd|adoc|asciidoc|ad|rst|textile|pandoc|pdc|njk|liquid|pug|haml|ipynb|mdoc)$/i.test(
    path,
  );
}

/** Whether themes show the picture of a bundle as its cover, by its name. */
export function isCoverName(name: string): boolean {
  return /^(?:feature|cover|thumb|hero|banner)/i.test(name);
}

const LANGUAGE = /^(.+)\.([a-z]{2}(?:-[a-z]{2,4})?)$/i;
const DATED = /^(\d{4}-\d{1,2}-\d{1,2})(?:T[\d:-]*Z?)?[-_ ]?(.*)$/;

/**
 * @param languages of the site; without any, an ending such as `.fr` is a part of the name
 */
export function readFileName(
  path: string,
  languages: ReadonlySet<string> = new Set(),
  defaultLanguage?: string,
  folderLanguage?: string,
): FileName {
  const parts = path.split('/');
  const file = (parts.pop() ?? '').replace(/\.[^.]*$/, '');
  const [, bare = file, ending] = LANGUAGE.exec(file) ?? [];
  const language = ending !== undefined && languages.has(ending.toLowerCase()) ? ending : undefined;
  const name = language === undefined ? file : bare;
  const isBundle = /^index$/i.test(name) && parts.length > 0;
  const dated = isBundle ? (parts.at(-1) ?? '') : name;
  const [, date, rest = ''] = DATED.exec(dated) ?? [];
  return {
    stem: date === undefined || rest === '' ? dated : rest,
    dated,
    folder: parts.join('/'),
    isBundle,
    date,
    language: [language ?? folderLanguage].find((each) => each?.toLowerCase() !== defaultLanguage),
  };
}
