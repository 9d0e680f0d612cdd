/** What the path of a Markdown file says of its post. */
export type FileName = {
  /** The name without date and ending; for `slug/index.md`, the name of the folder. */
  stem: string;
  /** The folder of the file, without a slash at its end. */
  folder: string;
  /** True for a page bundle: the folder belongs to the post, with its pictures. */
  isBundle: boolean;
  /** The date before the name, as in `2012-05-08-slug.md`. */
  date: string | undefined;
};

export function isMarkdownFile(path: string): boolean {
  return /\.(?:md|markdown|mdown|mkd)$/i.test(path);
}

/** Returns true for texts that other programs publish, but that are not Markdown. */
export function isOtherMarkup(path: string): boolean {
  return /\.(?:mdx|org|qmd|rmd|adoc|asciidoc|ad|rst|textile|pandoc|pdc|njk|liquid|pug|haml|ipynb|mdoc)$/i.test(
    path,
  );
}

/** Returns true for the folders in which Jekyll keeps posts; those of Hexo, whose names have no dates, are in `source`. */
export function isInPosts(path: string): boolean {
  return /(?<!(?:^|\/)source\/)(?<![^/])_(?:posts|drafts)\//.test(path);
}

/** Returns true for names by which themes recognize the cover among the pictures of a bundle. */
export function isCoverName(name: string): boolean {
  return /^(?:feature|cover|thumb|hero|banner)/i.test(name);
}

const DATED = /^(\d{4}-\d{1,2}-\d{1,2})(?:T[\d:-]*Z?)?[-_ ]?(.*)$/;

export function readFileName(path: string): FileName {
  const parts = path.split('/');
  const file = (parts.pop() ?? '').replace(/\.[^.]*$/, '');
  // A translation of a bundle is `slug/index.de.md`.
  const bundle = parts.length > 0 ? /^index(\.[\w-]+)?$/i.exec(file) : null;
  const name = bundle === null ? file : `${parts.at(-1)}${bundle[1] ?? ''}`;
  const [, date, rest = ''] = DATED.exec(name) ?? [];
  return {
    stem: date === undefined || rest === '' ? name : rest,
    folder: parts.join('/'),
    isBundle: bundle !== null,
    date,
  };
}
