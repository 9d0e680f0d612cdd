import { decodeText } from '../files/decode-text.ts';
import type { SourceFiles } from '../source.ts';
import { readFields } from './fields.ts';
import { type RawFrontMatter, splitFrontMatter } from './front-matter.ts';
import { cascadeOf, type FieldDefaults, type MarkdownSite, readConfig } from './generator.ts';

export type Inherited = {
  /** The fields that a file has from its folders and the configuration. */
  fieldsOf: (path: string) => RawFrontMatter;
  /** Names of authors by their keys, in lower case. */
  authors: ReadonlyMap<string, string>;
};

/** Reads what posts do not say themselves: `defaults` of Jekyll, `cascade` of Hugo, the author of the site. */
export async function readInherited(
  files: SourceFiles,
  site: MarkdownSite,
  hasAuthor: boolean,
): Promise<Inherited> {
  const all = [...site.defaults, ...(site.generator === 'hugo' ? await cascades(files) : [])];
  const author = hasAuthor || site.author === undefined ? {} : { author: site.author };
  const ordered = all.map((each, order) => ({ ...each, order }));
  // Of many files and folders, each file asks those above it alone.
  const byFolder = Map.groupBy(ordered, ({ path }) => path.replace(/\/$/, ''));
  const merged = (path: string): RawFrontMatter =>
    placesOf(path)
      .flatMap((place) => byFolder.get(place) ?? [])
      .filter(({ type }) => type === undefined || type === typeOf(path))
      .sort((a, b) => a.order - b.order)
      .reduce<RawFrontMatter>((fields, { values }) => Object.assign(fields, values), {});
  return {
    fieldsOf: (path) => {
      const { params, ...fields } = merged(path);
      return { ...author, ...(params as RawFrontMatter | undefined), ...fields };
    },
    authors: await readAuthors(files),
  };
}

/** A path, and the folders above it. */
function placesOf(path: string): string[] {
  const parts = path.split('/');
  return parts.map((_, index) => parts.slice(0, index).join('/')).concat(path);
}

function typeOf(path: string): string {
  const [, folder = 'pages'] = /(?:^|\/)_([^/]+)\//.exec(path) ?? [];
  return folder;
}

/** Reads what the sections of a site hand down, those above first: they are sorted. */
async function cascades(files: SourceFiles): Promise<FieldDefaults[]> {
  const found: FieldDefaults[] = [];
  for (const path of files.paths) {
    const [, folder] = /^(.*?)\/?_index\.(?:md|markdown|html)$/.exec(path) ?? [];
    if (folder === undefined) continue;
    const bytes = await files.read(path);
    const text = bytes.ok ? decodeText(bytes.value) : bytes;
    const split = text.ok ? splitFrontMatter(text.value) : text;
    if (split.ok) found.push(...cascadeOf(split.value.matter.cascade, folder));
  }
  return found.sort((a, b) => a.path.length - b.path.length);
}

/** A file that themes of Jekyll and Hugo, and Docusaurus, read authors from: a table by key. */
async function readAuthors(files: SourceFiles): Promise<Map<string, string>> {
  const authors = new Map<string, string>();
  for (const path of files.paths) {
    if (!/(?:^|\/)authors\.(?:ya?ml|json|toml)$/.test(path)) continue;
    for (const [key, author] of Object.entries((await readConfig(files, path)) ?? {})) {
      const [name] = readFields({ author }).texts('author', 'author.name');
      if (name !== undefined) authors.set(key, name);
    }
  }
  return authors;
}
