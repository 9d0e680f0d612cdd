import { createHash } from 'node:crypto';
import { readBytes } from '../files.ts';
import { addFormerRedirects } from '../former-redirects.ts';
import { isPicturePath } from '../pictures.ts';
import {
  asDraft,
  listed,
  type Note,
  type OtherItem,
  SourceError,
  type SourceFiles,
  type SourceItem,
  type SourcePost,
  type SourceReader,
} from '../source.ts';
import {
  formerPaths,
  isCoverName,
  isInPosts,
  isMarkdownFile,
  type MarkdownOptions,
  type MarkdownPost,
  readFileName,
  readMarkdownPost,
} from './post-file.ts';

type MarkdownSource = {
  files: SourceFiles;
  options: MarkdownOptions;
  /** The files of each page bundle, by its folder. */
  bundles: ReadonlyMap<string, readonly string[]>;
  /** True for a folder in which `_posts` holds the posts: other files are pages. */
  isJekyll: boolean;
  /** True for a folder of Hugo or Zola: texts inside of a page bundle have no page. */
  hasBundles: boolean;
  /** Folders whose pages may all be drafts. */
  hidden: readonly string[];
};

/** A folder of Markdown files with front matter, as Hugo, Jekyll, Zola and Astro read them. */
export const readMarkdown: SourceReader = async (files, { siteUrl, author, now }) => {
  const { paths } = files;
  if (!paths.some(isMarkdownFile)) return null;
  const source = {
    files,
    options: { author, now },
    bundles: findBundles(paths),
    isJekyll: paths.some(isInPosts),
    hasBundles: paths.some((path) => HAS_BUNDLES.test(path)),
    hidden: await hiddenSections(files),
  };
  const items: SourceItem[] = [];
  for (const path of paths) {
    // Elsewhere, HTML may be what a program has made of the Markdown.
    const isPost = isMarkdownFile(path) || (isInPosts(path) && isHtml(path));
    if (isPost) items.push(await readItem(source, path));
    else if (OTHER_MARKUP.test(path) && whyNoPost(path) === null) items.push(unreadable(path));
  }
  const origins = [siteUrl].flatMap((url) => URL.parse(url ?? '')?.origin ?? []);
  const redirects = await addFormerRedirects(files, items, origins);
  const settings = listed(
    'lost',
    UNREAD_SETTINGS,
    paths.filter((path) => SETTINGS.test(path)),
  );
  return { system: 'markdown', files, items, notes: [...settings, ...redirects], origins };
};

const HAS_BUNDLES =
  /(?:^|\/)(?:hugo\.\w+|_index\.[a-z.]+|config\.(?:toml|ya?ml|json)|config\/_default\/.*)$/;
/** Settings decide on paths, and may hide posts. */
const SETTINGS =
  /^(?:[^/]+\/)?(?:config\/_default\/)?(?:_config|config|hugo|zola)\.(?:toml|ya?ml|json)$/;
const UNREAD_SETTINGS =
  'The generator’s settings are not read (paths and drafts follow the front matter of each post)';
const SECTION = /(?:^|\/)_index(?:\.[a-z-]{2,7})?\.[a-z]+$/i;
/** Texts that other programs publish, but that are not Markdown. */
const OTHER_MARKUP =
  /\.(?:mdx|org|qmd|rmd|adoc|asciidoc|ad|rst|textile|pandoc|pdc|njk|liquid|pug|haml|ipynb|mdoc)$/i;

function isHtml(path: string): boolean {
  return /\.html?$/i.test(path);
}

/** The folders whose section hands down that its pages are hidden: what `cascade` says in detail is not read. */
async function hiddenSections(files: SourceFiles): Promise<string[]> {
  const folders: string[] = [];
  for (const path of files.paths.filter((file) => SECTION.test(file))) {
    const text = (await readBytes(files, path)).subarray(0, 20_000).toString();
    const isHidden = /\bcascade\b/.test(text) && /\b(?:draft|build|_build)\b/.test(text);
    if (isHidden) folders.push(path.slice(0, path.lastIndexOf('/') + 1));
  }
  return folders;
}

function findBundles(paths: readonly string[]): MarkdownSource['bundles'] {
  const bundles = new Map<string, string[]>();
  for (const path of paths) {
    const [, folder] = /^(.*)\/index\.[^/]*$/i.exec(path) ?? [];
    if (folder !== undefined && isMarkdownFile(path)) bundles.set(folder, []);
  }
  for (const path of paths) {
    if (!isMarkdownFile(path)) bundleAround(bundles, path)?.push(path);
  }
  return bundles;
}

/** The files of the innermost bundle that holds a file. */
function bundleAround<Files>(bundles: ReadonlyMap<string, Files>, path: string): Files | undefined {
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    const bundle = bundles.get(path.slice(0, end));
    if (bundle !== undefined) return bundle;
  }
  return;
}

function unreadable(path: string): SourceItem {
  const reason = `its markup (${path.slice(path.lastIndexOf('.'))}) is not supported: convert it to Markdown first`;
  return { key: `markdown:${path}`, label: path, kind: 'unreadable', reason };
}

/** Reads the front matter of a file. `load` reads the file again, so that the texts of all posts are never in memory together. */
async function readItem(source: MarkdownSource, path: string): Promise<SourceItem> {
  const head = { key: `markdown:${path}`, label: path };
  const other = (reason: string, kind: OtherItem['kind'] = 'left-out') => ({
    ...head,
    kind,
    reason,
  });
  const noPost = whyNoPost(path);
  if (noPost !== null) return other(noPost);
  let post: MarkdownPost;
  try {
    post = await readFile(source, path);
  } catch (error) {
    if (error instanceof SourceError) return other(error.message, 'unreadable');
    throw error;
  }
  const { draft, fields, hasFrontMatter } = post;
  if (isHtml(path) && !hasFrontMatter) return other('a page without front matter');
  const isBare = fields.unread().length === 0 && fields.text('title') === undefined;
  if (isBare && ABOUT_THE_FOLDER.test(path)) return other('a file about the folder, not a post');
  const date = (draft.publishDate ?? null) as string | null;
  const slug = draft.slug || `post-${createHash('sha256').update(path).digest('hex').slice(0, 8)}`;
  return {
    ...head,
    // Two blogs may have the same paths.
    key: `${head.key}#${slug}`,
    kind: 'post',
    title: draft.title,
    slug,
    status: draft.status ?? 'published',
    notes: [],
    ...whyDraft(source, path, date),
    date,
    formerPaths: formerPaths(fields),
    load: () => load(source, path),
  };
}

/** UTF-8 takes up to three bytes for a UTF-16 code unit; posts have at most 2 million. */
const MAX_BYTES = 8 * 1024 * 1024;

async function readFile({ files, options }: MarkdownSource, path: string): Promise<MarkdownPost> {
  return readMarkdownPost(await readBytes(files, path, MAX_BYTES), path, options);
}

async function load(source: MarkdownSource, path: string): Promise<SourcePost> {
  const { draft, fields, name, notes } = await readFile(source, path);
  const beside = (name.isBundle && source.bundles.get(name.folder)) || [];
  const cover = beside
    .map((file) => file.slice(name.folder.length + 1))
    .find((file) => isCoverName(file) && isPicturePath(file) && !draft.content.includes(file));
  // Before `unread`: fields that only paths are made of count as read.
  const [page] = formerPaths(fields);
  const unread = fields.unread().filter((field) => !PRESENTATION.test(field));
  const unsupported = listed('lost', 'Front matter that is not supported here', unread, 50);
  return {
    draft: { ...draft, coverImage: draft.coverImage ?? cover },
    format: isHtml(path) ? 'html' : undefined,
    base: `${name.folder}/`,
    page,
    bundleFiles: beside,
    notes: [...notes, ...unsupported],
  };
}

/** Names of front matter that say how a theme shows a post, not what it says. */
const PRESENTATION =
  /^(?:layout|template|weight|type|toc|comments?|sitemap(?:\..*)?|menus?(?:\..*)?|markup|outputs|cascade|in_search_index|insert_anchor_links|url|permalink|path|aliases|redirect_from|lang|locale|render_with_liquid|math|mathjax|katex)$/i;

/** Why a file is not a post of a blog, or null. */
function whyNoPost(path: string): string | null {
  if (SECTION.test(path)) {
    return 'a section page, not a post: the settings that it passes on (cascade) are not read';
  }
  const folders = path.split('/').slice(0, -1);
  const hidden = folders.find((folder) =>
    /^(?:\.|_(?!(?:posts|drafts)$)|(?:node_modules|vendor|archetypes|exampleSite)$)/.test(folder),
  );
  return hidden === undefined ? null : `in the folder ${hidden}, which holds no posts`;
}

const ABOUT_THE_FOLDER =
  /(?:^|\/)(?:readme|licen[cs]e|contributing|changelog|code_of_conduct|security)\.[a-z]+$/i;

/** The status and note of a file that is a draft whatever its front matter says; nothing for a post of the blog. */
function whyDraft(
  { isJekyll, hasBundles, bundles, hidden }: MarkdownSource,
  path: string,
  date: string | null,
): { status?: 'draft' | 'published'; notes?: Note[] } {
  if (/(?:^|\/)_drafts\//.test(path)) return { status: 'draft' };
  if (hidden.some((folder) => path.startsWith(folder))) {
    return asDraft('Its section decides whether pages are shown (cascade)');
  }
  if (isInPosts(path)) {
    const isDated = /\/\d{1,4}-\d{1,2}-\d{1,2}-[^/]*$/.test(path);
    return isDated ? {} : asDraft('Jekyll does not show posts without a date in the file name');
  }
  if (hasBundles && !readFileName(path).isBundle && bundleAround(bundles, path)) {
    return asDraft('It was part of another page');
  }
  // An "About" of Jekyll, or of Hugo outside of every section.
  const isPage = date === null && (isJekyll || /(?:^|\/)content\/[^/]*$/.test(path));
  return isPage ? asDraft('It was a page outside the blog') : {};
}
