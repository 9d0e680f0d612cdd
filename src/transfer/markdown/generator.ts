import { parse as parseToml } from 'smol-toml';
import { decodeText } from '../files/decode-text.ts';
import { readYaml } from '../files/read-yaml.ts';
import type { SourceFiles } from '../source.ts';
import { readFields } from './fields.ts';
import { asText, isMatter, type RawFrontMatter } from './front-matter.ts';

export type Generator = 'hugo' | 'zola' | 'jekyll';

/** A site of Markdown files, as its configuration describes it. */
export type MarkdownSite = {
  /** Undefined when nothing tells: then files have no address but those that they name. */
  generator: Generator | undefined;
  /** The folder of its pages, with a slash at its end; empty for all. */
  contentFolder: string;
  url: string | undefined;
  /** The path of the URL, without a slash at its end: sites may be in a folder. */
  basePath: string;
  /** Folders of pages that belong to one language, with a slash at their ends. */
  languageFolders: ReadonlyMap<string, string>;
  timeZone: string | undefined;
  /** Patterns of addresses by section; `*` for all. */
  permalinks: ReadonlyMap<string, string>;
  /** The patterns of languages that have their own, by language. */
  languagePermalinks: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** Whether pages are files, `/a.html`. */
  isUgly: boolean;
  /** Whether Zola makes slugs of the names of files. */
  hasPlainPaths: boolean;
  author: string | undefined;
  /** Fields that the configuration gives to files, in ascending order of precedence. */
  defaults: readonly FieldDefaults[];
  languages: ReadonlySet<string>;
  /** Pages in this language are no translations. */
  defaultLanguage: string | undefined;
  /** Whether paths of the default language begin with it, as those of the others do. */
  isDefaultInSubdir: boolean;
  /** Folders of Jekyll's collections, such as `_recipes`. */
  collections: ReadonlySet<string>;
  /** Whether its texts are no templates: what looks like a shortcode is text. */
  isVerbatim: boolean;
  /** What templates of Jekyll name `site`. */
  variables: Readonly<Record<string, unknown>>;
  /** Whether `:smile:` is an emoji. */
  hasEmoji: boolean;
};

export type FieldDefaults = {
  /** A folder or file; empty for all. */
  path: string;
  /** Jekyll's `posts`, `drafts`, `pages` or a collection; undefined for all. */
  type: string | undefined;
  values: RawFrontMatter;
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
  const isJekyll = paths.some((path) => /(?:^|\/)(?<!(?:^|\/)source\/)_posts\//.test(path));
  const nothing = {
    languagePermalinks: new Map<string, ReadonlyMap<string, string>>(),
    isUgly: false,
    hasPlainPaths: false,
    author: undefined,
    defaults: [],
    url: undefined,
    basePath: '',
    languageFolders: new Map<string, string>(),
    timeZone: undefined,
    languages: new Set<string>(),
    defaultLanguage: undefined,
    isDefaultInSubdir: false,
    collections: new Set<string>(),
    isVerbatim: false,
    variables: {},
    hasEmoji: false,
  };
  return {
    ...nothing,
    generator: isJekyll ? 'jekyll' : undefined,
    contentFolder: '',
    permalinks: new Map(),
  };
}

type Config = Record<string, unknown>;

/** UTF-16 code units. */
const MAX_LENGTH = 1024 * 1024;

/** Null for a file that is no configuration. */
export async function readConfig(files: SourceFiles, path: string): Promise<Config | null> {
  const bytes = await files.read(path);
  const text = bytes.ok ? decodeText(bytes.value) : bytes;
  if (!text.ok) return null;
  try {
    if (text.value.length > MAX_LENGTH) return null;
    const value: unknown = path.endsWith('.toml')
      ? parseToml(text.value)
      : readYaml(text.value, { maxLength: MAX_LENGTH });
    return isMatter(value) ? lowerCased(value) : null;
  } catch {
    // A template, or broken: what it says is not needed to read the posts.
    return null;
  }
}

/** Hugo's `config/_default` may hold a file for each part of the configuration, also with a language in its name. */
async function readParts(files: SourceFiles, path: string): Promise<Config> {
  const [folder] = /^(?:.*\/)?config\/_default\//.exec(path) ?? [];
  const parts: Config = {};
  for (const name of folder === undefined ? [] : ['languages', 'permalinks', 'params']) {
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
  const generator = generatorOf(kind, config, root, paths);
  if (generator === null) return null;
  const content = {
    hugo: textOf(config.contentdir) ?? 'content',
    zola: 'content',
    jekyll: '',
  }[generator];
  const folder = `${root}${content.replace(/^\.?\/|\/$/g, '')}/`;
  const hasContent = content !== '' && paths.some((path) => path.startsWith(folder));
  const zolaSlugs = isMatter(config.slugify) ? config.slugify.paths : 'on';
  return {
    generator,
    contentFolder: hasContent ? folder : root,
    ...urlOf(generator, config),
    languageFolders: languageFoldersOf(config, root),
    timeZone: textOf(config.timezone),
    permalinks: permalinksOf(config),
    languagePermalinks: languagePermalinksOf(config),
    isUgly: config.uglyurls === true,
    hasPlainPaths: zolaSlugs === undefined || zolaSlugs === 'on',
    author: authorOf(config),
    defaults: generator === 'jekyll' ? defaultsOf(config, root) : cascadeOf(config.cascade, ''),
    languages: languagesOf(config),
    defaultLanguage: defaultLanguageOf(config),
    isDefaultInSubdir: config.defaultcontentlanguageinsubdir === true,
    collections: collectionsOf(config),
    // Zola's, with patterns of paths: the one that names all of them.
    isVerbatim: generator === 'zola' && [config.skip_content_templating].flat().includes('**'),
    variables: generator === 'jekyll' ? config : {},
    hasEmoji: hasEmoji(generator, config),
  };
}

/** A setting of Hugo, a plugin of Jekyll, and one of Zola's for Markdown. */
function hasEmoji(generator: Generator, { enableemoji, plugins, gems, markdown }: Config): boolean {
  if (generator === 'hugo') return enableemoji === true;
  if (generator === 'jekyll') return [plugins, gems].flat().includes('jemoji');
  return isMatter(markdown) && markdown.render_emoji === true;
}

/** Its `baseurl` is a path in Jekyll, and the URL in Hugo. */
function urlOf(
  generator: Generator,
  { url, base_url, baseurl }: Config,
): Pick<MarkdownSite, 'url' | 'basePath'> {
  const isJekyll = generator === 'jekyll';
  const whole = isJekyll ? textOf(url) : (textOf(base_url) ?? textOf(baseurl) ?? textOf(url));
  const path = isJekyll ? textOf(baseurl) : undefined;
  const base = path ?? URL.parse(whole ?? '')?.pathname ?? '';
  return { url: whole, basePath: base.replace(/(?<!\/)\/+$/, '') };
}

function generatorOf(
  kind: Generator | 'hugo or zola',
  config: Config,
  root: string,
  paths: readonly string[],
): Generator | null {
  const has = (folder: string) => paths.some((path) => path.startsWith(`${root}${folder}/`));
  // Hexo, whose configuration has the name of Jekyll's.
  if (kind === 'jekyll' && has('source/_posts')) return null;
  if (kind !== 'hugo or zola') return kind;
  if ('base_url' in config) return 'zola';
  // The URL may stand in the configuration of another environment.
  return 'baseurl' in config || ('title' in config && has('content')) ? 'hugo' : null;
}

function permalinksOf({ permalink, permalinks, collections }: Config): Map<string, string> {
  const patterns = new Map<string, string>();
  // Jekyll's posts are a collection that may have its own.
  const posts = isMatter(collections) ? collections.posts : undefined;
  const own = isMatter(posts) ? (posts.permalink ?? permalink) : permalink;
  if (typeof own === 'string') patterns.set('*', own);
  if (permalinks !== null && typeof permalinks === 'object') {
    // Hugo also knows them by kind of page: [permalinks.page].
    const { page, ...sections } = permalinks as Config;
    const all = typeof page === 'object' ? { ...sections, ...page } : { page, ...sections };
    for (const [section, pattern] of Object.entries(all)) {
      if (typeof pattern === 'string') patterns.set(section, pattern);
    }
  }
  return patterns;
}

function languagePermalinksOf({ languages }: Config): Map<string, ReadonlyMap<string, string>> {
  if (!isMatter(languages)) return new Map();
  const own = Object.entries(languages).flatMap(([language, settings]) => {
    const patterns = isMatter(settings) ? permalinksOf(lowerCased(settings)) : new Map();
    return patterns.size === 0 ? [] : [[language.toLowerCase(), patterns] as const];
  });
  return new Map(own);
}

/** The author of a blog that one person writes: text, or a table with a name. */
function authorOf({ author, authors, params, extra }: Config): string | undefined {
  const fields = readFields({ author, authors, params, extra });
  const [name] = fields.texts(
    'author',
    'author.name',
    'authors',
    'params.author',
    'params.author.name',
    'params.authors',
    'extra.author',
    'extra.author.name',
  );
  // As feeds write it.
  return /^[^\s@]+@[^\s@]+ \((.+)\)$/.exec(name ?? '')?.[1] ?? name;
}

/** Reads Jekyll's defaults (https://jekyllrb.com/docs/configuration/front-matter-defaults/). */
function defaultsOf({ defaults }: Config, root: string): FieldDefaults[] {
  const all = [defaults].flat().flatMap((each): FieldDefaults[] => {
    const { scope, values } = isMatter(each) ? each : {};
    const { path = '', type } = isMatter(scope) ? scope : {};
    if (!isMatter(values)) return [];
    const folder = `${root}${String(path ?? '').replace(/^\/|\/?\**$/g, '')}`;
    return [{ path: folder, type: textOf(type), values: asText(values) as RawFrontMatter }];
  });
  return all.sort((a, b) => a.path.length - b.path.length || Number(!!a.type) - Number(!!b.type));
}

/** What a section of Hugo gives to its pages: a table, or several for some of them, which name those. */
export function cascadeOf(cascade: unknown, path: string): FieldDefaults[] {
  return [cascade].flat().flatMap((each) => {
    const { _target, target = _target, ...values } = isMatter(each) ? each : {};
    if (target !== undefined) return [];
    return [{ path, type: undefined, values: asText(values) as RawFrontMatter }];
  });
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
