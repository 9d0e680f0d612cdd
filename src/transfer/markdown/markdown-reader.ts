import { slugify } from '../../posts/post.ts';
import { type Result, succeed } from '../../server/failure.ts';
import { isTimeZone } from '../dates.ts';
import { decodeText } from '../files/decode-text.ts';
import { addFormerRedirects } from '../former-redirects.ts';
import { asHtmlBody } from '../html/clean-html.ts';
import { reasonOf } from '../reason-of.ts';
import type { Note, SourceFiles, SourceItem, SourcePost, SourceReader } from '../source.ts';
import { replaceDelimited } from '../text/delimited.ts';
import { markdownDescription } from '../text/descriptions.ts';
import { besideOf, findBundles } from './bundles.ts';
import { withEmoji } from './emoji.ts';
import { isMarkdownFile, isOtherText, readFileName } from './file-name.ts';
import { describeSite, type MarkdownSite, rootOf } from './generator.ts';
import { withHeadingIds } from './heading-ids.ts';
import { type Inherited, readInherited } from './inherited.ts';
import { createNoteLinks } from './note-links.ts';
import { foldersAbovePosts, formerPaths } from './permalinks.ts';
import { type MarkdownOptions, type MarkdownPost, readMarkdownPost } from './post-file.ts';
import { createRefs, type FindRef } from './refs.ts';
import { type Converted, convertShortcodes } from './shortcodes.ts';

/** A folder of Markdown files: a blog of Hugo, Zola or Jekyll, or any other. */
export const readMarkdown: SourceReader = async (files, { siteUrl, author, now }) => {
  if (!files.paths.some(isMarkdownFile)) return null;
  const site = await describeSite(files);
  const options: MarkdownOptions = {
    author,
    now,
    generator: site.generator,
    languages: languagesOf(site, files.paths),
    defaultLanguage: site.defaultLanguage,
    ...(site.timeZone !== undefined && isTimeZone(site.timeZone) && { timeZone: site.timeZone }),
  };
  const items: SourceItem[] = [];
  const { fieldsOf, authors } = await readInherited(files, site, author !== undefined);
  const source = {
    files,
    site,
    fieldsOf,
    bundles: findBundles(files.paths),
    options: { ...options, authors },
    convertNotes: createNoteLinks(files.paths),
    findRef: createRefs(site, files.paths),
  };
  for (const path of files.paths) {
    if (isMarkdownFile(path)) items.push(await survey(source, path));
    else if (isOtherPost(path, site)) items.push(await surveyOther(source, path));
  }
  const origins = [siteUrl, site.url].flatMap((url) => URL.parse(url ?? '')?.origin ?? []);
  const { basePath } = site;
  const notes = await addFormerRedirects(files, items, origins);
  return succeed({ system: 'markdown', files, items, notes, origins, basePath });
};

type MarkdownSource = {
  files: SourceFiles;
  site: MarkdownSite;
  options: MarkdownOptions;
  fieldsOf: Inherited['fieldsOf'];
  convertNotes: ReturnType<typeof createNoteLinks>;
  findRef: FindRef;
  bundles: ReturnType<typeof findBundles>;
};

/** A text in another markup, where posts stand: Jekyll has templates elsewhere. */
function isOtherPost(path: string, site: MarkdownSite): boolean {
  const { generator } = site;
  if (!isOtherText(path)) return false;
  // Of a folder of no known kind, HTML may be what a program has made of it.
  if (generator === undefined) return !/\.html?$/i.test(path) && notAPost(path, site) === null;
  if (!path.startsWith(rootOf(site, path).folder)) return false;
  if (generator === 'jekyll') return /(?:^|\/)_(?:posts|drafts)\//.test(path);
  return generator === 'hugo';
}

/** HTML with a front matter is a post; without one, Hugo serves it as it is. */
async function surveyOther(source: MarkdownSource, path: string): Promise<SourceItem> {
  const item = { key: `markdown:${path}`, label: path };
  if (!/\.html?$/i.test(path)) {
    const ending = path.slice(path.lastIndexOf('.'));
    return {
      ...item,
      kind: 'unreadable',
      reason: `its markup (${ending}) is not read here: convert it to Markdown first`,
    };
  }
  const bytes = await source.files.read(path);
  const text = bytes.ok ? decodeText(bytes.value) : bytes;
  if (text.ok && !/^\s*(?:---|\+\+\+)[ \t]*\r?\n/.test(text.value)) {
    return { ...item, kind: 'left-out', reason: 'a page without front matter' };
  }
  return survey(source, path);
}

/** Reads the front matter of a file. `load` reads the file again, so that the texts of all posts are never in memory together. */
async function survey(source: MarkdownSource, path: string): Promise<SourceItem> {
  const { site } = source;
  const item = { key: `markdown:${path}`, label: path };
  const other = notAPost(path, site);
  if (other !== null) {
    const page = other === SECTION ? sectionPath(source, path) : undefined;
    return { ...item, kind: 'left-out', reason: other, ...(page && { page }) };
  }
  const read = await readFile(source, path);
  if (!read.ok) return { ...item, kind: 'unreadable', reason: reasonOf(read) };
  const { draft, fields, name } = read.value;
  if (
    isAboutTheFolder(path) &&
    fields.unread().length === 0 &&
    fields.text('title') === undefined
  ) {
    return { ...item, kind: 'left-out', reason: 'a file about the folder, not a post' };
  }
  const date = (draft.publishDate ?? null) as string | null;
  const slug = draft.slug || slugify(`post-${hash(path)}`);
  return {
    ...item,
    // Two blogs may have the same paths.
    key: `${item.key}#${slug}`,
    kind: 'post',
    title: draft.title,
    slug,
    status: whyDraft(source, path, date) === null ? (draft.status ?? 'published') : 'draft',
    date,
    formerPaths: formerPaths(site, {
      path: inSitePath(site, path),
      name,
      fields,
      title: draft.title,
      date,
    }),
    load: () => load(source, path, slug),
  };
}

async function load(
  source: MarkdownSource,
  path: string,
  slug: string,
): Promise<Result<SourcePost>> {
  const read = await readFile(source, path);
  if (!read.ok) return read;
  const { draft, name, notes } = read.value;
  const { site } = source;
  const converted = convertBody(source, path, read.value);
  const beside = besideOf(source.bundles, name, draft);
  const reason = whyDraft(source, path, (draft.publishDate ?? null) as string | null);
  // Before `unreadNote`: fields of which only the URL is made count as read.
  const inSite = inSitePath(site, path);
  const [page] = formerPaths(site, {
    ...read.value,
    path: inSite,
    title: draft.title,
    date: (draft.publishDate ?? null) as string | null,
  });
  const status = reason === null ? draft.status : 'draft';
  return succeed({
    draft: {
      ...draft,
      slug,
      status,
      description: descriptionOf(draft, converted.body),
      content: /\.html?$/i.test(path) ? asHtmlBody(converted.body) : converted.body,
      coverImage: draft.coverImage ?? beside.cover,
    },
    base: `${name.folder}/`,
    page,
    beside: beside.paths,
    notes: [
      ...notes,
      ...(reason === null ? [] : reason),
      ...(name.language === undefined ? [] : [translation(name.language)]),
      ...unreadNote(read.value),
      ...converted.notes,
    ],
  });
}

/** A description that is made of the text is made without what has been converted, and what stays of shortcodes. */
function descriptionOf({ description, content }: MarkdownPost['draft'], converted: string) {
  if (description !== markdownDescription(content)) return description;
  return markdownDescription(
    converted.replace(/\{\{[^{}]{0,2000}\}\}|\{%[^{}]{0,2000}%\}|\{:[^{}\n]{0,500}\}/g, ''),
  );
}

/** Converts shortcodes and the links of notes to Markdown. */
function convertBody(
  { site, convertNotes, findRef }: MarkdownSource,
  path: string,
  { draft: { content }, fields, name }: MarkdownPost,
): Converted {
  const isMdx = /\.mdx$/i.test(path);
  const written = isMdx ? replaceDelimited(content, MDX_COMMENT, () => '') : content;
  const isVerbatim = site.isVerbatim || fields.text('render_with_liquid') === 'false';
  const shortcodes = isVerbatim
    ? { body: written, notes: [] }
    : convertShortcodes(written, {
        generator: site.generator,
        variables: site.variables,
        findRef: (written, language = name.language) => findRef(written, { path, language }),
        isHtml: /\.html?$/i.test(path),
      });
  const links =
    site.generator === undefined
      ? convertNotes(shortcodes.body)
      : { body: shortcodes.body, notes: [] };
  return {
    body: withHeadingIds(site.hasEmoji ? withEmoji(links.body) : links.body),
    notes: [...shortcodes.notes, ...(isMdx ? [MDX] : []), ...links.notes],
  };
}

async function readFile(
  { files, options, site, fieldsOf }: MarkdownSource,
  path: string,
): Promise<Result<MarkdownPost>> {
  const bytes = await files.read(path);
  if (!bytes.ok) return bytes;
  return readMarkdownPost(bytes.value, path, {
    ...options,
    folderLanguage: rootOf(site, path).language,
    folderTags: site.generator === 'jekyll' ? foldersAbovePosts(inSitePath(site, path)) : [],
    inherited: fieldsOf(path),
  });
}

/** A path from the folder of pages on. */
function inSitePath(site: MarkdownSite, path: string): string {
  return path.slice(rootOf(site, path).folder.length);
}

/** Why a Markdown file is no post of a blog, or null. */
function notAPost(path: string, site: MarkdownSite): string | null {
  const { generator, collections } = site;
  if (!path.startsWith(rootOf(site, path).folder)) return 'outside of the folder of pages';
  const inSite = inSitePath(site, path);
  if (/(?:^|\/)_index(?:\.[a-z-]{2,7})?\.[a-z]+$/i.test(inSite)) return SECTION;
  if (/^index\.[a-z.]+$/i.test(inSite) && generator !== undefined)
    return 'the home page, not a post';
  const hidden = inSite
    .split('/')
    .slice(0, -1)
    .find(
      (part) =>
        /^(?:[._]|node_modules$|vendor$)/.test(part) &&
        !/^_(?:posts|drafts)$/.test(part) &&
        !collections.has(part),
    );
  return hidden === undefined ? null : `in the folder ${hidden}, which holds no posts`;
}

const SECTION = 'the page of a section, not a post';

/** The path of the list of a section's pages. */
function sectionPath({ site, options }: MarkdownSource, path: string): string {
  const { language } = readFileName(
    path,
    options.languages,
    site.defaultLanguage,
    rootOf(site, path).language,
  );
  const folder = inSitePath(site, path).replace(/[^/]*$/, '');
  return `${site.basePath}/${language === undefined ? '' : `${language}/`}${folder}`;
}

function isAboutTheFolder(path: string): boolean {
  return /^(?:[^/]+\/)?(?:readme|licen[cs]e|contributing|changelog|code_of_conduct|security)\.[a-z]+$/i.test(
    path,
  );
}

/** Why a file that is no draft there becomes one here, for its notes; null for a post of the blog. */
function whyDraft(
  { site, bundles }: MarkdownSource,
  path: string,
  date: string | null,
): Note[] | null {
  const inSite = inSitePath(site, path);
  if (isPage(inSite, site, date)) return [PAGE];
  if (inDrafts(inSite)) return [];
  const { generator } = site;
  if (
    generator === 'jekyll' &&
    /(?:^|\/)_posts\/(?:.*\/)?(?!\d{1,4}-\d{1,2}-\d{1,2}-)[^/]*$/.test(path)
  )
    return [UNDATED];
  return generator !== 'jekyll' && isInBundle(path, site, bundles) ? [IN_BUNDLE] : null;
}

/** A text in the folder of a page bundle has no page of its own. */
function isInBundle(path: string, site: MarkdownSite, bundles: MarkdownSource['bundles']): boolean {
  if (site.generator === undefined) return false;
  const { length } = rootOf(site, path).folder;
  for (let end = path.lastIndexOf('/'); end > length; end = path.lastIndexOf('/', end - 1)) {
    const isItsText = /^index\.[^/]*$/i.test(path.slice(end + 1));
    if (!isItsText && bundles.has(path.slice(0, end))) return true;
  }
  return false;
}

/**
 * Tells what has no date and is outside of every section, such as an "About", and what is in a collection of Jekyll.
 */
function isPage(
  path: string,
  { generator, collections }: MarkdownSite,
  date: string | null,
): boolean {
  if (collections.has(path.split('/')[0] ?? '')) return true;
  const isInPosts = /(?:^|\/)_(?:posts|drafts)\//.test(path);
  if (generator === 'jekyll') return !isInPosts && date === null;
  const depth = path.replace(/\/index\.[^/]*$/, '').split('/').length;
  return generator !== undefined && depth === 1 && date === null;
}

function inDrafts(path: string): boolean {
  return /(?:^|\/)_drafts\//.test(path);
}

const PAGE: Note = {
  kind: 'changed',
  message: 'A page of its own, outside of the blog: it comes as a draft of a post.',
};

/** What MDX shows to nobody. */
const MDX_COMMENT = { opening: /\{\/\*/g, closing: /\*\/\}/g };

const MDX: Note = {
  kind: 'lost',
  message: 'It is MDX: what its components show does not come, and their tags stay in the text.',
};

const UNDATED: Note = {
  kind: 'changed',
  message: 'Jekyll shows no post whose file has no date in its name: it comes as a draft.',
};

const IN_BUNDLE: Note = {
  kind: 'changed',
  message: 'A part of another page, without one of its own: it comes as a draft of a post.',
};

function translation(language: string): Note {
  const message = `A translation (${language}): it comes as a post of its own.`;
  return { kind: 'changed', message };
}

/** Names of front matter that say how a theme shows a post, not what it says. */
const PRESENTATION =
  /^(?:layout|template|weight|type|toc|comments?|sitemap(?:\..*)?|menus?(?:\..*)?|markup|outputs|cascade|in_search_index|insert_anchor_links|url|permalink|path|aliases|redirect_from|lang|locale|render_with_liquid|math|mathjax|katex)$/i;

function unreadNote({ fields }: MarkdownPost): Note[] {
  const names = fields.unread().filter((name) => !PRESENTATION.test(name));
  if (names.length === 0) return [];
  return [{ kind: 'lost', message: `Front matter that has no place here: ${names.join(', ')}.` }];
}

/** The languages that the configuration names, or those of files that stand beside one of the same name. */
function languagesOf({ languages }: MarkdownSite, paths: readonly string[]): ReadonlySet<string> {
  if (languages.size > 1) return languages;
  const known = new Set(paths);
  const beside = paths.flatMap((path) => {
    const [, stem, language, ending] =
      /^(.+)\.([a-z]{2}(?:-[a-z]{2,4})?)(\.[a-z]+)$/i.exec(path) ?? [];
    // The text of a bundle has no other name.
    const isOfPair = known.has(`${stem}${ending}`) || /(?:^|\/)index$/i.test(stem ?? '');
    return language !== undefined && isOfPair ? [language.toLowerCase()] : [];
  });
  return new Set([...languages, ...beside]);
}

/** A short name for what has none that a URL could hold. */
function hash(text: string): string {
  let value = 0;
  for (const character of text) value = (value * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return value.toString(36);
}
