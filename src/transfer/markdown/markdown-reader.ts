import { slugify } from '../../posts/post.ts';
import { type Result, succeed } from '../../server/failure.ts';
import { addFormerRedirects } from '../former-redirects.ts';
import { asHtmlBody } from '../html/html-body.ts';
import { reasonOf } from '../reason-of.ts';
import type { Note, SourceFiles, SourceItem, SourcePost, SourceReader } from '../source.ts';
import { markdownDescription } from '../text/descriptions.ts';
import { bundleAround, bundleFilesOf, findBundles } from './bundles.ts';
import { isInPosts, isMarkdownFile, isOtherMarkup, readFileName } from './file-name.ts';
import { formerPaths } from './former-paths.ts';
import { type MarkdownOptions, type MarkdownPost, readMarkdownPost } from './post-file.ts';
import { showTemplates, withoutTemplates } from './templates.ts';
import { isVault, showVaultText } from './vault.ts';

/** A folder of Markdown files with front matter, as Hugo, Jekyll and others read them. */
export const readMarkdown: SourceReader = async (files, { siteUrl, author, now }) => {
  const { paths } = files;
  if (!paths.some(isMarkdownFile)) return null;
  const source = {
    files,
    options: { author, now },
    bundles: findBundles(paths),
    isJekyll: paths.some(isInPosts),
    hasBundles: paths.some((path) => HAS_BUNDLES.test(path)),
    isVault: isVault(paths),
    hidden: await hiddenSections(files),
  };
  const items: SourceItem[] = [];
  for (const path of paths) {
    if (isMarkdownFile(path) || isPostInHtml(path)) items.push(await readItem(source, path));
    else if (isOtherMarkup(path) && notAPost(path) === null) items.push(unreadable(path));
  }
  const origins = [siteUrl].flatMap((url) => URL.parse(url ?? '')?.origin ?? []);
  const notes = [...settingsNote(paths), ...(await addFormerRedirects(files, items, origins))];
  return succeed({ system: 'markdown', files, items, notes, origins });
};

/** Settings decide on paths, and may hide posts. */
function settingsNote(paths: readonly string[]): Note[] {
  const settings = paths.filter((path) =>
    /^(?:[^/]+\/)?(?:config\/_default\/)?(?:_config|config|hugo|zola)\.(?:toml|ya?ml|json)$/.test(
      path,
    ),
  );
  if (settings.length === 0) return [];
  const message = `The generator’s settings are not read (${settings.join(', ')}): paths and drafts follow the front matter of each post.`;
  return [{ kind: 'lost', message }];
}

type MarkdownSource = {
  files: SourceFiles;
  options: MarkdownOptions;
  bundles: ReturnType<typeof findBundles>;
  /** True for a folder in which `_posts` holds the posts: other files are pages. */
  isJekyll: boolean;
  /** True for a folder of Hugo or Zola: texts inside of a page bundle have no page. */
  hasBundles: boolean;
  isVault: boolean;
  /** Folders whose pages may all be drafts. */
  hidden: readonly string[];
};

const HAS_BUNDLES =
  /(?:^|\/)(?:hugo\.\w+|_index\.[a-z.]+|config\.(?:toml|ya?ml|json)|config\/_default\/.*)$/;

const SECTION = /(?:^|\/)_index(?:\.[a-z-]{2,7})?\.[a-z]+$/i;

/** The folders whose section hands down that its pages are hidden: what `cascade` says in detail is not read. */
async function hiddenSections(files: SourceFiles): Promise<string[]> {
  const folders: string[] = [];
  for (const path of files.paths.filter((each) => SECTION.test(each))) {
    const bytes = await files.read(path);
    const text = bytes.ok ? new TextDecoder().decode(bytes.value.subarray(0, 20_000)) : '';
    const isHidden = /\bcascade\b/.test(text) && /\b(?:draft|build|_build)\b/.test(text);
    if (isHidden) folders.push(path.slice(0, path.lastIndexOf('/') + 1));
  }
  return folders;
}

/** Elsewhere, HTML may be what a program has made of the Markdown. */
function isPostInHtml(path: string): boolean {
  return isInPosts(path) && isHtml(path);
}

function isHtml(path: string): boolean {
  return /\.html?$/i.test(path);
}

function unreadable(path: string): SourceItem {
  const reason = `its markup (${path.slice(path.lastIndexOf('.'))}) is not supported: convert it to Markdown first`;
  return { key: `markdown:${path}`, label: path, kind: 'unreadable', reason };
}

/** Reads the front matter of a file. `load` reads the file again, so that the texts of all posts are never in memory together. */
async function readItem(source: MarkdownSource, path: string): Promise<SourceItem> {
  const item = { key: `markdown:${path}`, label: path };
  const other = notAPost(path);
  if (other !== null) return { ...item, kind: 'left-out', reason: other };
  const read = await readFile(source, path);
  if (!read.ok) return { ...item, kind: 'unreadable', reason: reasonOf(read) };
  const { draft, fields, hasFrontMatter } = read.value;
  if (isHtml(path) && !hasFrontMatter) {
    return { ...item, kind: 'left-out', reason: 'a page without front matter' };
  }
  if (
    isAboutTheFolder(path) &&
    fields.unread().length === 0 &&
    fields.text('title') === undefined
  ) {
    return { ...item, kind: 'left-out', reason: 'a file about the folder, not a post' };
  }
  const date = (draft.publishDate ?? null) as string | null;
  const slug = draft.slug || slugify(`post-${hash(path)}`);
  const reason = whyDraft(source, path, date);
  return {
    ...item,
    // Two blogs may have the same paths.
    key: `${item.key}#${slug}`,
    kind: 'post',
    title: draft.title,
    slug,
    status: reason === null ? (draft.status ?? 'published') : 'draft',
    notes: reason ?? [],
    date,
    formerPaths: formerPaths(fields),
    load: () => load(source, path),
  };
}

async function load(source: MarkdownSource, path: string): Promise<Result<SourcePost>> {
  const read = await readFile(source, path);
  if (!read.ok) return read;
  const { draft, fields, name, notes } = read.value;
  const written = source.isVault
    ? showVaultText(draft.content)
    : { body: draft.content, notes: [] };
  const shown = showTemplates(written.body, isHtml(path));
  const bundle = bundleFilesOf(source.bundles, name, draft);
  // Before `unreadNote`: fields that only paths are made of count as read.
  const [page] = formerPaths(fields);
  return succeed({
    draft: {
      ...draft,
      description: descriptionOf(draft, shown.body),
      content: isHtml(path) ? asHtmlBody(shown.body) : shown.body,
      coverImage: draft.coverImage ?? bundle.cover,
    },
    base: `${name.folder}/`,
    page,
    bundleFiles: bundle.paths,
    notes: [...notes, ...unreadNote(read.value), ...written.notes, ...shown.notes],
  });
}

/** A description that is made of the text is made without templates. */
function descriptionOf({ description, content }: MarkdownPost['draft'], shown: string) {
  if (description !== markdownDescription(content)) return description;
  return markdownDescription(withoutTemplates(shown));
}

async function readFile(
  { files, options }: MarkdownSource,
  path: string,
): Promise<Result<MarkdownPost>> {
  const bytes = await files.read(path);
  return bytes.ok ? readMarkdownPost(bytes.value, path, options) : bytes;
}

/** Why a file is not a post of a blog, or null. */
function notAPost(path: string): string | null {
  if (SECTION.test(path)) {
    return 'a section page, not a post: the settings that it passes on (cascade) are not read';
  }
  const folders = path.split('/').slice(0, -1);
  const hidden = folders.find((folder) =>
    /^(?:\.|_(?!(?:posts|drafts)$)|(?:node_modules|vendor|archetypes|exampleSite)$)/.test(folder),
  );
  return hidden === undefined ? null : `in the folder ${hidden}, which holds no posts`;
}

function isAboutTheFolder(path: string): boolean {
  return /(?:^|\/)(?:readme|licen[cs]e|contributing|changelog|code_of_conduct|security)\.[a-z]+$/i.test(
    path,
  );
}

/** Why a file becomes a draft whatever its front matter says, for its notes; null for a post of the blog. */
function whyDraft(
  { isJekyll, hasBundles, bundles, hidden }: MarkdownSource,
  path: string,
  date: string | null,
): Note[] | null {
  if (/(?:^|\/)_drafts\//.test(path)) return [];
  if (hidden.some((folder) => path.startsWith(folder))) return [HIDDEN];
  if (isInPosts(path)) return /\/\d{1,4}-\d{1,2}-\d{1,2}-[^/]*$/.test(path) ? null : [UNDATED];
  if (hasBundles && !readFileName(path).isBundle && bundleAround(bundles, path)) return [IN_BUNDLE];
  // An "About" of Jekyll, or of Hugo outside of every section.
  const isPage = date === null && (isJekyll || /(?:^|\/)content\/[^/]*$/.test(path));
  return isPage ? [PAGE] : null;
}

const PAGE: Note = {
  kind: 'changed',
  message: 'It was a page outside the blog, so it is imported as a draft.',
};

const IN_BUNDLE: Note = {
  kind: 'changed',
  message: 'It was part of another page, so it is imported as a draft.',
};

const HIDDEN: Note = {
  kind: 'changed',
  message: 'Its section decides whether pages are shown (cascade), so it is imported as a draft.',
};

const UNDATED: Note = {
  kind: 'changed',
  message:
    'Jekyll does not show posts without a date in the file name, so it is imported as a draft.',
};

/** Names of front matter that say how a theme shows a post, not what it says. */
const PRESENTATION =
  /^(?:layout|template|weight|type|toc|comments?|sitemap(?:\..*)?|menus?(?:\..*)?|markup|outputs|cascade|in_search_index|insert_anchor_links|url|permalink|path|aliases|redirect_from|lang|locale|render_with_liquid|math|mathjax|katex)$/i;

function unreadNote({ fields }: MarkdownPost): Note[] {
  const names = fields.unread().filter((name) => !PRESENTATION.test(name));
  if (names.length === 0) return [];
  return [
    { kind: 'lost', message: `Front matter that is not supported here: ${names.join(', ')}.` },
  ];
}

/** A short name for a file whose name no URL could hold. */
function hash(text: string): string {
  let value = 0;
  for (const character of text) value = (value * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return value.toString(36);
}
