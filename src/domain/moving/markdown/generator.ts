import { parse as parseToml } from 'smol-toml';
import { parse as parseYaml } from 'yaml';
import { decodeText } from '../files/decode-text.ts';
import type { SourceFiles } from '../source.ts';

export type Generator = 'hugo' | 'zola' | 'jekyll';

/** A site of Markdown files, as its configuration describes it. */
export type MarkdownSite = {
  /** Undefined when nothing tells: then files have no address but those that they name. */
  generator: Generator | undefined;
  /** The folder of its pages, with a slash at its end; empty for all. */
  contentFolder: string;
  url: string | undefined;
  /** Of the URL, without a slash at its end: sites may be in a folder. */
  basePath: string;
  /** Folders of pages that belong to one language, with a slash at their ends. */
  languageFolders: ReadonlyMap<string, string>;
  timeZone: string | undefined;
  /** Patterns of addresses by section; `*` for all. */
  permalinks: ReadonlyMap<string, string>;
  languages: ReadonlySet<string>;
  /** The pages of which are no translations. */
  defaultLanguage: string | undefined;
  /** Whether its paths have a language, too. */
  isDefaultInSubdir: boolean;
  /** Jekyll's, whose folders begin with `_`. */
  collections: ReadonlySet<string>;
  /** Whether its texts are no templates: what looks like a shortcode is text. */
  isVerbatim: boolean;
};

const CONFIGS: readonly [generator: Generator | 'hugo or zola', pattern: RegExp][] = [
  ['jekyll', /^(.*\/)?_config\.(?:ya?ml|toml)$/],
  ['hugo', /^((?:.*?\/)??)(?:config\/_default\/)?hugo\.(?:toml|ya?ml|json)$/],
  ['zola', /^(.*\/)?zola\.toml$/],
  ['hugo or zola', /^((?:.*?\/)??)(?:config\/_default\/)?config\.(?:toml|ya?ml|json)$/],
];

/** Reads the configuration nearest to the top of the folder. */
export async function describeSite(files: SourceFiles): Promise<MarkdownSite> {
  const found = CONFIGS.flatMap(([generator, pattern]) =>
    files.paths.flatMap((path) => {
      const match = pattern.exec(path);
      return match === null ? [] : [{ generator, path, root: match[1] ?? '' }];
    }),
  ).sort((a, b) => a.root.length - b.root.length);
  for (const { generator, path, root } of found) {
    const config = await readConfig(files, path);
    const parts = config === null ? {} : await readParts(files, path);
    const site = config && toSite(generator, { ...config, ...parts }, root, files);
    if (site) return site;
  }
  return withoutConfig(files);
}

function withoutConfig({ paths }: SourceFiles): MarkdownSite {
  const isJekyll = paths.some((path) => /(?:^|\/)_posts\//.test(path));
  const nothing = {
    url: undefined,
    basePath: '',
    languageFolders: new Map<string, string>(),
    timeZone: undefined,
    languages: new Set<string>(),
    defaultLanguage: undefined,
    isDefaultInSubdir: false,
    collections: new Set<string>(),
    isVerbatim: false,
  };
  return {
    ...nothing,
    generator: isJekyll ? 'jekyll' : undefined,
    contentFolder: '',
    permalinks: new Map(),
  };
}

type Config = Record<string, unknown>;

/** Null for a file that is no configuration. */
async function readConfig(files: SourceFiles, path: string): Promise<Config | null> {
  const bytes = await files.read(path);
  const text = bytes.ok ? decodeText(bytes.value) : bytes;
  if (!text.ok) return null;
  try {
    const value: unknown = path.endsWith('.toml')
      ? parseToml(text.value)
      : parseYaml(text.value, { logLevel: 'error' });
    const isMapping = value !== null && typeof value === 'object' && !Array.isArray(value);
    return isMapping ? lowerCased(value as Config) : null;
  } catch {
    // A template, or broken: what it says is not needed to read the posts.
    return null;
  }
}

/** Hugo's `config/_default` may hold a file for each part of the configuration, also with a language in its name. */
async function readParts(files: SourceFiles, path: string): Promise<Config> {
  const [folder] = /^(?:.*\/)?config\/_default\//.exec(path) ?? [];
  const parts: Config = {};
  for (const name of folder === undefined ? [] : ['languages', 'permalinks']) {
    const part = files.paths.find(
      (each) =>
        each.startsWith(`${folder}${name}.`) &&
        /^\.(?:toml|ya?ml|json)$/.test(each.slice(`${folder}${name}`.length)),
    );
    const read = part === undefined ? null : await readConfig(files, part);
    if (read !== null) parts[name] = read;
  }
  return parts;
}

function lowerCased(config: Config): Config {
  return Object.fromEntries(
    Object.entries(config).map(([key, value]) => [key.toLowerCase(), value]),
  );
}

function toSite(
  kind: Generator | 'hugo or zola',
  config: Config,
  root: string,
  { paths }: SourceFiles,
): MarkdownSite | null {
  const generator = kind === 'hugo or zola' ? hugoOrZola(config) : kind;
  if (generator === null) return null;
  const content = generator === 'hugo' ? (textOf(config.contentdir) ?? 'content') : 'content';
  const folder = `${root}${content.replace(/^\.?\/|\/$/g, '')}/`;
  const hasContent = generator !== 'jekyll' && paths.some((path) => path.startsWith(folder));
  const url =
    generator === 'jekyll'
      ? textOf(config.url)
      : (textOf(config.base_url) ?? textOf(config.baseurl) ?? textOf(config.url));
  const base = generator === 'jekyll' ? textOf(config.baseurl) : URL.parse(url ?? '')?.pathname;
  return {
    generator,
    contentFolder: hasContent ? folder : root,
    url,
    basePath: (base ?? '').replace(/\/+$/, ''),
    languageFolders: languageFoldersOf(config, root),
    timeZone: textOf(config.timezone),
    permalinks: permalinksOf(config),
    languages: languagesOf(config),
    defaultLanguage: defaultLanguageOf(config),
    isDefaultInSubdir: config.defaultcontentlanguageinsubdir === true,
    collections: collectionsOf(config),
    // Zola's, with patterns of paths: the one that names all of them.
    isVerbatim: generator === 'zola' && [config.skip_content_templating].flat().includes('**'),
  };
}

function hugoOrZola(config: Config): Generator | null {
  if ('base_url' in config) return 'zola';
  return 'baseurl' in config ? 'hugo' : null;
}

function permalinksOf({ permalink, permalinks, defaults }: Config): Map<string, string> {
  const patterns = new Map<string, string>();
  if (typeof permalink === 'string') patterns.set('*', permalink);
  if (permalinks !== null && typeof permalinks === 'object') {
    // Hugo also knows them by kind of page: [permalinks.page].
    const { page, ...sections } = permalinks as Config;
    const all = typeof page === 'object' ? { ...sections, ...page } : { page, ...sections };
    for (const [section, pattern] of Object.entries(all)) {
      if (typeof pattern === 'string') patterns.set(section, pattern);
    }
  }
  const jekyll = (Array.isArray(defaults) ? defaults : []) as {
    scope?: { type?: string };
    values?: { permalink?: unknown };
  }[];
  const ofPosts = jekyll.find(({ scope, values }) => values?.permalink && scope?.type !== 'pages');
  if (typeof ofPosts?.values?.permalink === 'string') patterns.set('*', ofPosts.values.permalink);
  return patterns;
}

function languagesOf({ languages, defaultcontentlanguage, default_language }: Config): Set<string> {
  const named = languages !== null && typeof languages === 'object' ? Object.keys(languages) : [];
  return new Set(
    [...named, textOf(defaultcontentlanguage), textOf(default_language)].flatMap((each) =>
      each === undefined ? [] : each.toLowerCase(),
    ),
  );
}

/** `contentDir` of Hugo's languages. */
function languageFoldersOf({ languages }: Config, root: string): Map<string, string> {
  const folders = new Map<string, string>();
  if (languages === null || typeof languages !== 'object') return folders;
  for (const [language, settings] of Object.entries(languages)) {
    if (settings === null || typeof settings !== 'object') continue;
    const folder = textOf(lowerCased(settings as Config).contentdir);
    if (folder === undefined) continue;
    folders.set(`${root}${folder.replace(/^\.?\/|\/$/g, '')}/`, language.toLowerCase());
  }
  return folders;
}

/** The folder of pages that holds a file, and the language to which that folder belongs, if to one. */
export function rootOf(
  { contentFolder, languageFolders }: MarkdownSite,
  path: string,
): { folder: string; language: string | undefined } {
  const own = [...languageFolders].find(([folder]) => path.startsWith(folder));
  return { folder: own?.[0] ?? contentFolder, language: own?.[1] };
}

/** Both Hugo and Zola take English for it. */
function defaultLanguageOf(config: Config): string {
  const named = textOf(config.defaultcontentlanguage) ?? textOf(config.default_language) ?? 'en';
  return named.toLowerCase();
}

/** A list of names, or a table by name. */
function collectionsOf({ collections }: Config): Set<string> {
  if (collections === null || typeof collections !== 'object') return new Set();
  const names = Array.isArray(collections) ? collections.map(String) : Object.keys(collections);
  return new Set(names.filter((name) => name !== 'posts').map((name) => `_${name}`));
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
