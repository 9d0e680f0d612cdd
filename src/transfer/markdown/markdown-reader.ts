import { createHash } from 'node:crypto';
import { readBytes, readOtherText } from '../files.ts';
import { isPicturePath } from '../pictures.ts';
import { addFormerRedirects } from '../redirects.ts';
import {
  asDraft,
  describeSourceError,
  leftOut,
  originsOf,
  type PostItem,
  type SourceFiles,
  type SourceItem,
  type SourcePost,
  type SourceReader,
} from '../source.ts';
import {
  formerPaths,
  isInPosts,
  isMarkdownFile,
  type MarkdownOptions,
  readFileName,
  readMarkdownPost,
} from './post-file.ts';

type MarkdownSource = {
  files: SourceFiles;
  options: MarkdownOptions;
  /** The covers of page bundles, by their folders. */
  covers?: ReadonlyMap<string, string>;
  /** Folders of page bundles of Hugo or Zola: other texts in them have no page. */
  bundles?: ReadonlySet<string>;
  /** True for a folder in which `_posts` holds the posts: other files are pages. */
  isJekyll?: boolean;
  hidden?: readonly string[];
};

/** A folder of Markdown files with front matter, as Hugo, Jekyll, Zola and Astro read them. */
export const readMarkdown: SourceReader = async (files, { siteUrl, author, now }) => {
  const { paths } = files;
  if (!paths.some(isMarkdownFile)) return null;
  const bundles = paths.filter((path) => isMarkdownFile(path) && readFileName(path).isBundle);
  const source: MarkdownSource = {
    files,
    options: { author, now },
    covers: new Map(paths.filter(isCover).map((path) => [folderOf(path), path])),
    bundles: new Set(paths.some((path) => HAS_BUNDLES.test(path)) ? bundles.map(folderOf) : []),
    isJekyll: paths.some(isInPosts),
    hidden: await hiddenSections(files),
  };
  const items: SourceItem[] = [];
  for (const path of paths) {
    // Elsewhere, HTML may be what a program has made of the Markdown.
    const isPost = isMarkdownFile(path) || (isInPosts(path) && /\.html?$/i.test(path));
    const [markup] = OTHER_MARKUP.exec(path) ?? [];
    if (isPost) items.push(await readMarkdownItem(source, path));
    else if (markup !== undefined && whyNoPost(path) === null) {
      const reason = `its markup (${markup}) is not supported: convert it to Markdown first`;
      items.push(leftOut(path, 'failed', reason));
    }
  }
  const origins = originsOf(siteUrl);
  const notes = await addFormerRedirects(files, items, origins);
  return { system: 'markdown', files, items, notes, origins };
};

const HAS_BUNDLES = /(?:^|\/)(?:hugo\.\w+|_index\.[a-z.]+|config\.(?:toml|ya?ml|json))$/;
const SECTION = /(?:^|\/)_index(?:\.[a-z-]{2,7})?\.[a-z]+$/i;
const OTHER_MARKUP = /\.(?:mdx|mdoc|org|qmd|rmd|adoc|asciidoc|rst|textile|pandoc|ipynb)$/i;

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

/** Hugo takes these for the cover of a page bundle. */
function isCover(path: string): boolean {
  return /(?:^|\/)[^/]*(?:feature|cover|thumbnail)[^/]*$/i.test(path) && isPicturePath(path);
}

const CONFIG = /(?:^|\/)(?:hugo|config)\.(?:toml|ya?ml|json)$/;
const DRAFT_SECTION = /^\ufeff?\+{3}\r?\n(?:(?!\+{3}).*\n)*?draft\s*=\s*true\b/;

/** The folders whose section hides its pages: what `cascade` says in detail is not read. A draft hides them in Zola, not in Hugo. */
async function hiddenSections(files: SourceFiles): Promise<string[]> {
  const configs = files.paths.filter((path) => CONFIG.test(path));
  const settings = await Promise.all(configs.map((path) => readOtherText(files, path)));
  const isHugo = settings.some((text) => /^[ \t]*"?baseurl\b/im.test(text));
  const folders: string[] = [];
  for (const path of files.paths.filter((file) => SECTION.test(file))) {
    const text = (await readBytes(files, path)).subarray(0, 20_000).toString();
    const isHidden = /\bcascade\b/.test(text) && /\b(?:draft|build|_build)\b/.test(text);
    if (isHidden || (!isHugo && DRAFT_SECTION.test(text))) folders.push(folderOf(path));
  }
  return folders;
}

/** UTF-8 takes up to three bytes for a UTF-16 code unit; posts have at most 2 million. */
const MAX_BYTES = 8 * 1024 * 1024;

/** `load` reads the file again, so that the texts of all posts are never in memory together. */
export async function readMarkdownItem(source: MarkdownSource, path: string): Promise<SourceItem> {
  const { files, options, covers } = source;
  const noPost = whyNoPost(path);
  if (noPost !== null) return leftOut(path, 'skipped', noPost);
  const read = async () => readMarkdownPost(await readBytes(files, path, MAX_BYTES), path, options);
  const post = await read().catch(describeSourceError);
  if (typeof post === 'string') return leftOut(path, 'failed', post);
  const { name } = post;
  if (Object.keys(post.fields).length === 0 && NO_POST.test(path)) {
    return leftOut(path, 'skipped', 'a file without front matter');
  }
  const { title, status = 'published', publishDate, slug: known } = post.draft;
  const slug = known || `post-${createHash('sha256').update(path).digest('hex').slice(0, 8)}`;
  const date = (publishDate ?? null) as string | null;
  const base = `${name.folder}/`;
  const cover = name.isBundle ? covers?.get(base)?.slice(base.length) : undefined;
  const paths = formerPaths(post.fields);
  const load = async (): Promise<SourcePost> => {
    const { draft, fields, hidden, notes } = await read();
    const coverImage = draft.coverImage ?? cover;
    const format = isMarkdownFile(path) ? undefined : 'html';
    if (hidden) notes.push(...asDraft(hidden).notes);
    return { draft: { ...draft, coverImage }, format, base, page: paths[0], fields, notes };
  };
  return {
    kind: 'post',
    // Two blogs may have the same paths.
    key: `markdown:${path}#${slug}`,
    label: path,
    title,
    slug,
    status,
    notes: [],
    ...whyDraft(source, path, date),
    date,
    formerPaths: paths,
    load,
  };
}

const NO_POSTS =
  /(?<![^/])(?:\.[^/]*|_(?!(?:posts|drafts)\/)[^/]*|node_modules|vendor|archetypes|exampleSite)(?=\/)/;

function whyNoPost(path: string): string | null {
  if (SECTION.test(path)) {
    return 'a section page, not a post: the settings that it passes on (cascade) are not read';
  }
  const folder = NO_POSTS.exec(path);
  return folder && `in the folder ${folder[0]}, which holds no posts`;
}

const NO_POST = /(?:^|\/)(?:readme|licen[cs]e|contributing|changelog)\.[a-z]+$|\.html?$/i;

function whyDraft(
  { isJekyll, bundles, hidden = [] }: MarkdownSource,
  path: string,
  date: string | null,
): Partial<Pick<PostItem, 'status' | 'notes'>> {
  if (/(?:^|\/)_drafts\//.test(path)) return { status: 'draft' };
  if (hidden.some((folder) => path.startsWith(folder))) {
    return asDraft('Its section is a draft, or decides whether pages are shown (cascade)');
  }
  if (/(?:^|\/)[._][^/]*$/.test(path)) return asDraft('Its name begins with _ or a dot');
  if (isInPosts(path)) {
    const isDated = /\/\d{1,4}-\d{1,2}-\d{1,2}-[^/]*$/.test(path);
    return isDated ? {} : asDraft('Jekyll does not show posts without a date in the file name');
  }
  const above = path.split('/').map((_, depth, parts) => `${parts.slice(0, depth).join('/')}/`);
  if (!readFileName(path).isBundle && above.some((folder) => bundles?.has(folder))) {
    return asDraft('It was part of another page');
  }
  // An "About" of Jekyll, or of Hugo outside of every section.
  const isPage = date === null && (isJekyll || /(?:^|\/)content\/[^/]*$/.test(path));
  return isPage ? asDraft('It was a page outside the blog') : {};
}
