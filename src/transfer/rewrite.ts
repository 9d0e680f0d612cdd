import type { Definition, Image, Link, Nodes } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { detectFormat } from '../rendering/body.ts';
import { publicId } from '../text/public-ids.ts';
import { boundedTree } from '../text/sanitizer/fragment.ts';
import { ID_PREFIX } from '../text/sanitizer/refine.ts';
import {
  applyReplacements,
  type Changes,
  linkEmbeds,
  markFormulas,
  parseHtml,
  printHtml,
  rewriteUrls,
  showPictures,
  toHtmlBody,
  type UrlKind,
} from './html.ts';
import { findTemplates } from './markdown/templates.ts';
import { isPicturePath, type Media, type Stored } from './pictures.ts';
import type { Resolve, Target } from './resolve.ts';
import { changed, listed, type Note, type PostItem, SourceError } from './source.ts';
import { applyEdits, type Edit, type Range } from './text.ts';

export type RewriteContext = {
  resolve: Resolve;
  media: Media;
  /** The slug that an item has here. */
  slugOf: (item: PostItem) => string;
  /** Returns true for paths of this site. */
  isOwnPath: (url: string) => boolean;
  /** True where a generator filled in templates. */
  hasTemplates: boolean;
};

/** Where the relative URLs of a text start. */
type Base = { base: string; page?: string | undefined };

/** A text whose links and pictures lead to this site. */
type Rewritten = {
  body: string;
  notes: Note[];
  /** Files of the source that are in the library now, with their URLs. */
  stored: Map<string, string>;
};

type NewUrl = (url: string, kind: UrlKind) => Promise<string | null>;

/** Converts a body: links and pictures get their new URLs, embedded pages become links, templates are shown as they are written. */
export async function rewriteBody(
  content: string,
  { format = detectFormat(content), ...base }: Base & { format?: 'html' | 'markdown' | undefined },
  context: RewriteContext,
): Promise<Rewritten> {
  const urls = createUrls(base, context);
  const rewrite = format === 'html' ? rewriteHtml : rewriteMarkdown;
  const { body, notes } = await rewrite(content, urls.newUrl, context.hasTemplates);
  return { body, notes: [...notes, ...urls.notes()], stored: urls.stored };
}

/** Returns the new URL of a cover; null for one that is lost. */
export async function rewriteCover(
  url: string,
  base: string,
  context: RewriteContext,
): Promise<{ url: string | null; notes: Note[]; stored: Rewritten['stored'] }> {
  const urls = createUrls({ base }, context);
  const target = context.resolve(url, base);
  const moved = (await urls.newUrl(url, 'picture')) ?? coverThatStays(url, target);
  return { url: moved, notes: urls.notes(), stored: urls.stored };
}

/** A path may lead to a file that is served here without being in the library. */
function coverThatStays(url: string, target: Target): string | null {
  if (target.kind === 'remote') return target.url;
  return target.kind === 'missing' && url.startsWith('/') ? url : null;
}

async function rewriteHtml(content: string, newUrl: NewUrl, hasTemplates: boolean) {
  const templates = hasTemplates ? findTemplates(content, { format: 'html' }) : NO_TEMPLATES;
  const source = applyEdits(content, templates.edits);
  const tree = parseHtml(source);
  const changes: Changes = { touched: new Set(), replaced: new Map() };
  showPictures(tree, changes);
  const hosts = linkEmbeds(tree, changes);
  await rewriteUrls(tree, newUrl, changes);
  applyReplacements(tree, changes);
  const formulas = markFormulas(tree);
  const isSame = formulas + changes.touched.size + changes.replaced.size === 0;
  const body = isSame && detectFormat(source) === 'html' ? source : toHtmlBody(tree);
  const note = `Formulas between $$…$$, \\[…\\] and \\(…\\) were converted to formulas: ${formulas}.`;
  const notes = [...(formulas > 0 ? [changed(note)] : []), ...templateNotes(content, templates)];
  return { body, notes: [...embedNotes(hosts), ...notes] };
}

const NO_TEMPLATES = { edits: [], names: [] };

const parser = unified().use(remarkParse).use(remarkGfm).freeze();

type Found = {
  code: Range[];
  html: Range[];
  urls: { range: Range; url: string; kind: UrlKind }[];
};

/** The parser tells where URLs are; everything else stays as it was written. */
async function rewriteMarkdown(content: string, newUrl: NewUrl, hasTemplates: boolean) {
  const found = findInMarkdown(content);
  const edits: Edit[] = [];
  for (const { range, url, kind } of found.urls) {
    const moved = await newUrl(url, kind);
    const [start, end] = range;
    if (moved !== null) {
      edits.push({ start, end, text: /[\s()<>]/.test(moved) ? `<${moved}>` : moved });
    }
  }
  const html = await rewriteHtmlParts(content, found.html, newUrl);
  const templates = hasTemplates
    ? findTemplates(content, { format: 'markdown', ...found })
    : NO_TEMPLATES;
  const body = applyEdits(content, [...edits, ...html.edits, ...templates.edits]);
  return { body, notes: [...embedNotes(html.hosts), ...templateNotes(content, templates)] };
}

function findInMarkdown(content: string): Found {
  const tree = boundedTree(() => parser.parse(content));
  if (tree === null) throw new SourceError('its text is nested too deeply');
  const found: Found = { code: [], html: [], urls: [] };
  visit(tree, (node: Nodes) => {
    const range = rangeOf(node);
    if (node.type === 'code' || node.type === 'inlineCode') found.code.push(range);
    else if (node.type === 'html') found.html.push(range);
    else if (node.type === 'link' || node.type === 'image' || node.type === 'definition') {
      const url = destinationIn(content, node);
      const kind = node.type === 'image' ? 'picture' : 'link';
      if (url !== null) found.urls.push({ range: url, url: node.url, kind });
    }
  });
  return found;
}

function rangeOf({ position }: Nodes): Range {
  return [position?.start.offset ?? 0, position?.end.offset ?? 0];
}

/** A destination between `](` or `]:` and the end of a link: in angle brackets, or without spaces. */
const DESTINATION = /\](?:\(|:)\s*(<(?:\\.|[^\\<>\n])*>|(?:\\.|[^\s\\])*)/g;

/** Where the URL of a link stands in its source; null for `<https://…>` and bare URLs. */
function destinationIn(content: string, node: Link | Image | Definition): Range | null {
  const [start, end] = rangeOf(node);
  const last = node.type === 'link' ? node.children.at(-1) : undefined;
  const from = last === undefined ? start : rangeOf(last)[1];
  for (const { 0: whole, 1: written = '', index } of content
    .slice(from, end)
    .matchAll(DESTINATION)) {
    const until = from + index + whole.length;
    // Without a title, the closing bracket is the last character.
    const isOpen = node.type !== 'definition' && !written.startsWith('<') && until === end;
    const text = isOpen ? written.slice(0, -1) : written;
    const at = until - written.length;
    if (isUrl(text, node.url)) return [at, at + text.length];
  }
  return null;
}

/** The alternative text of a picture may hold what looks like a destination. */
function isUrl(written: string, url: string): boolean {
  const plain = written.replace(/^<|>$/g, '').replace(/\\([!-/:-@[-`{-~])/g, '$1');
  return plain === url || (/&[#\w]+;/.test(plain) && plain.replaceAll('&amp;', '&') === url);
}

/**
 * Edits of the HTML in Markdown. Its parts are parsed as one document in which all other text is a placeholder, so that
 * the positions of tags are those of the source.
 */
async function rewriteHtmlParts(content: string, parts: Found['html'], newUrl: NewUrl) {
  if (parts.length === 0) return { edits: [], hosts: new Set<string>() };
  let [masked, at] = ['', 0];
  for (const [start, end] of parts) {
    masked += content.slice(at, start).replace(/\S/g, 'x') + content.slice(start, end);
    at = end;
  }
  const tree = parseHtml(masked);
  const changes: Changes = { touched: new Set(), replaced: new Map() };
  showPictures(tree, changes);
  const hosts = linkEmbeds(tree, changes);
  await rewriteUrls(tree, newUrl, changes);
  const edits: Edit[] = [];
  const replace = (range: Nodes['position'], text: string) => {
    const [start, end] = [range?.start.offset, range?.end.offset];
    if (start !== undefined && end !== undefined) edits.push({ start, end, text });
  };
  for (const element of changes.touched) {
    const text = printHtml([{ ...element, children: [] }]).replace(`</${element.tagName}>`, '');
    replace(element.data?.position?.opening ?? element.position, text);
  }
  for (const [element, instead] of changes.replaced) {
    const { opening, closing } = element.data?.position ?? {};
    // An element that is never closed lasts until the end of the text.
    replace(closing === undefined && opening ? opening : element.position, printHtml(instead));
  }
  return { edits, hosts };
}

function embedNotes(hosts: ReadonlySet<string>): Note[] {
  return listed('changed', 'Embedded pages were converted to links', hosts);
}

/** Templates that a note names. */
const MAX_TEMPLATES = 10;

function templateNotes(content: string, { names }: ReturnType<typeof findTemplates>): Note[] {
  const places = Map.groupBy(names, ({ name }) => name);
  const named = [...places].map(([name, [first, ...others]], index) => {
    if (index >= MAX_TEMPLATES) return name;
    const line = content.slice(0, first?.at ?? 0).split('\n').length;
    return `${name} (line ${line}${others.length > 0 ? ` and ${others.length} more` : ''})`;
  });
  const what = 'Shortcodes and Liquid tags stay in the text unchanged';
  return listed('lost', what, named, MAX_TEMPLATES);
}

const URL_NOTES = {
  remote: ['changed', 'Pictures stay on other servers'],
  'to-fetch': ['changed', 'Pictures will be fetched from other servers'],
  former: ['changed', 'Links and files stay on the old site'],
  missing: ['lost', 'Pictures are not among the files'],
  refused: ['lost', 'Pictures or files are not added to the library'],
  draft: ['lost', 'Links lead to posts imported as drafts, which readers cannot see'],
  dead: ['lost', 'Links lead to content that is not imported'],
} as const satisfies Record<string, [kind: Note['kind'], what: string]>;

/** Finds the new URLs of a text, and notes what readers miss. */
function createUrls({ base, page }: Base, context: RewriteContext) {
  const { media } = context;
  const noted = new Map<keyof typeof URL_NOTES, string[]>();
  const stored: Rewritten['stored'] = new Map();
  const note = (what: keyof typeof URL_NOTES, url: string) => {
    const urls = noted.get(what) ?? [];
    urls.push(url);
    noted.set(what, urls);
    return null;
  };

  /** What the library does not take stays on the former site. */
  function keep(url: string, target: Target, added: Stored): string | null {
    if ('url' in added) {
      if (target.kind === 'file') stored.set(target.path, added.url);
      return added.url;
    }
    note('refused', `${url} (${added.refused})`);
    return target.kind === 'file' && !isAbsolute(url) ? (target.former ?? null) : null;
  }

  /** A picture is fetched, if any are; what is relative to the former site becomes absolute. */
  async function remoteUrl(url: string, kind: UrlKind, target: Target & { kind: 'remote' }) {
    const stays = isAbsolute(url) ? null : target.url;
    // A picture of the former site often leads to itself in full size.
    const isPicture =
      kind === 'picture' ||
      (target.isFormer &&
        isPicturePath(target.url.replace(/[?#].*/s, '')) &&
        media.fetchesPictures);
    if (!isPicture) {
      if (target.isFormer) note('former', target.url);
      return stays;
    }
    const fetched = media.fetch(target.url);
    if (fetched !== null) return keep(url, target, await fetched) ?? stays;
    note(media.fetchesPictures ? 'to-fetch' : 'remote', URL.parse(target.url)?.host ?? target.url);
    return stays;
  }

  /** Returns null for a URL that stays as it is. */
  async function newUrl(url: string, kind: UrlKind): Promise<string | null> {
    const target = context.resolve(url, base, page);
    switch (target.kind) {
      case 'post':
        if (target.item.status === 'draft') note('draft', url);
        return `/blog/${context.slugOf(target.item)}${publicSuffix(target.suffix)}`;
      case 'file':
        return keep(url, target, await media.store(target.path));
      case 'remote':
        return remoteUrl(url, kind, target);
      case 'missing':
        return context.isOwnPath(url) ? null : note(kind === 'link' ? 'dead' : 'missing', url);
      case 'other':
        return null;
    }
  }

  const notes = () =>
    [...noted].flatMap(([what, urls]) => {
      const [kind, words] = URL_NOTES[what];
      return listed(kind, words, urls, 3);
    });
  return { newUrl, notes, stored };
}

/** The anchor of a post by the id that it has here. */
function publicSuffix(suffix: string): string {
  return suffix.replace(/#(.+)$/s, (anchor, id: string) =>
    publicId(ID_PREFIX + id) === id ? anchor : `#section-${id}`,
  );
}

function isAbsolute(url: string): boolean {
  return /^(?:https?:)?\/\//i.test(url);
}
