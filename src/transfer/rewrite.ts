import type { Root } from 'hast';
import type { Nodes } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { detectFormat } from '../rendering/body.ts';
import type { FromMarkdownExtension } from '../science/markdown-syntax.ts';
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
import { listed, type Note, type PostItem, SourceError, type SourcePost } from './source.ts';
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

/** A text whose links and pictures lead to this site. */
type Rewritten = { body: string; notes: Note[] };

/** Returns null for a URL that stays as it is. */
type NewUrl = (url: string, kind: UrlKind) => Promise<string | null>;

/** Converts a body: links and pictures get their new URLs, embedded pages become links, templates are shown as they are written. */
export async function rewriteBody(
  content: string,
  post: Omit<SourcePost, 'draft' | 'notes'>,
  context: RewriteContext,
): Promise<Rewritten> {
  const urls = createUrls(post, context);
  const isHtml = (post.format ?? detectFormat(content)) === 'html';
  const ranges = isHtml ? undefined : findInMarkdown(content);
  const templates = context.hasTemplates
    ? findTemplates(content, ranges)
    : { edits: [], names: [] };
  const { body, hosts } = await (ranges === undefined
    ? rewriteHtml(applyEdits(content, templates.edits), urls.newUrl, post.adjust)
    : rewriteMarkdown(content, ranges, templates.edits, urls.newUrl));
  const embeds = listed('changed', 'Embedded pages were converted to links', hosts);
  return { body, notes: [...embeds, ...templateNotes(content, templates), ...urls.notes()] };
}

/** Returns the new URL of a cover; empty for one that is lost. */
export async function rewriteCover(
  url: string,
  base: string,
  context: RewriteContext,
): Promise<{ url: string; notes: Note[] }> {
  const urls = createUrls({ base }, context);
  const target = context.resolve(url, base);
  const moved = await urls.newUrl(url, 'picture');
  // A path may lead to a file that is served here without being in the library.
  const staysHere = target.kind === 'missing' && url.startsWith('/') ? url : '';
  const stays = target.kind === 'remote' ? target.url : staysHere;
  return { url: moved ?? stays, notes: urls.notes() };
}

async function rewriteHtml(source: string, newUrl: NewUrl, adjust: SourcePost['adjust']) {
  const tree = parseHtml(source);
  const { changes, hosts } = await changeTree(tree, newUrl, adjust);
  applyReplacements(tree, changes);
  const formulas = markFormulas(tree);
  const isSame = formulas + changes.touched.size + changes.replaced.size === 0;
  return { body: isSame && detectFormat(source) === 'html' ? source : toHtmlBody(tree), hosts };
}

async function changeTree(tree: Root, newUrl: NewUrl, adjust?: SourcePost['adjust']) {
  const changes: Changes = { touched: new Set(), replaced: new Map() };
  adjust?.(tree, changes);
  applyReplacements(tree, changes);
  showPictures(tree, changes);
  const hosts = linkEmbeds(tree, changes);
  await rewriteUrls(tree, newUrl, changes);
  return { changes, hosts };
}

/** Where the URLs of links, pictures and definitions stand in the source; bare URLs have none. */
const destinations = new WeakMap<object, Range>();

const keepDestination: NonNullable<FromMarkdownExtension['exit']>[string] = function (token) {
  const node = this.stack.at(-1);
  if (node !== undefined) destinations.set(node, [token.start.offset, token.end.offset]);
};

const parser = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .data('fromMarkdownExtensions', [
    { exit: { resourceDestination: keepDestination, definitionDestination: keepDestination } },
  ])
  .freeze();

type MarkdownRanges = {
  code: Range[];
  html: Range[];
  urls: { range: Range; url: string; kind: UrlKind }[];
};

/** A parser of blocks alone: the whole tree of a text of 850 KB takes 200 MB. */
const blockParser = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .data('micromarkExtensions', [
    {
      disable: {
        null: [
          'attention',
          'autolink',
          'codeText',
          'hardBreakEscape',
          'htmlText',
          'labelEnd',
          'labelStartImage',
          'labelStartLink',
        ],
      },
    },
  ])
  .freeze();

/** UTF-16 code units: blocks are parsed as many at once. */
const PART_LENGTH = 50_000;

/** Where the parts of a text begin, each at a block that is in no other. */
function partStarts(content: string): number[] {
  if (content.length <= 2 * PART_LENGTH) return [0];
  const starts = [0];
  const tree = boundedTree(() => blockParser.parse(content));
  for (const { position } of tree?.children ?? []) {
    const start = content.lastIndexOf('\n', (position?.start.offset ?? 0) - 1) + 1;
    if (start - (starts.at(-1) ?? 0) >= PART_LENGTH) starts.push(start);
  }
  return starts;
}

function findInMarkdown(content: string): MarkdownRanges {
  const ranges: MarkdownRanges = { code: [], html: [], urls: [] };
  const starts = partStarts(content);
  for (const [at, start] of starts.entries()) {
    addRanges(ranges, content.slice(start, starts[at + 1]), start);
  }
  return ranges;
}

/** @param start the offset of the part in the text */
function addRanges(ranges: MarkdownRanges, part: string, start: number): void {
  const tree = boundedTree(() => parser.parse(part));
  if (tree === null) throw new SourceError('its text is nested too deeply');
  const moved = ([from, to]: Range): Range => [start + from, start + to];
  visit(tree, (node: Nodes) => {
    const { start: from, end } = node.position ?? {};
    const range = moved([from?.offset ?? 0, end?.offset ?? 0]);
    if (node.type === 'code' || node.type === 'inlineCode') ranges.code.push(range);
    else if (node.type === 'html') ranges.html.push(range);
    const url = destinations.get(node);
    if (url === undefined || !('url' in node)) return;
    const kind = node.type === 'image' ? 'picture' : 'link';
    ranges.urls.push({ range: moved(url), url: node.url, kind });
  });
}

/** Everything but URLs, HTML and templates stays as it was written. */
async function rewriteMarkdown(
  content: string,
  { urls, html }: MarkdownRanges,
  edits: Edit[],
  newUrl: NewUrl,
) {
  const changed: Edit[] = [];
  for (const { range, url, kind } of urls) {
    const text = await newUrl(url, kind);
    const [start, end] = range;
    if (text === null) continue;
    changed.push({ start, end, text: /[\s()<>]/.test(text) ? `<${text}>` : text });
  }
  const parts = await rewriteHtmlParts(content, html, newUrl);
  return { body: applyEdits(content, [...changed, ...parts.edits, ...edits]), hosts: parts.hosts };
}

/**
 * Edits of the HTML in Markdown. Its parts are parsed as one document in which all other text is a placeholder, so that
 * the positions of tags are those of the source.
 */
async function rewriteHtmlParts(content: string, parts: readonly Range[], newUrl: NewUrl) {
  const edits: Edit[] = [];
  if (parts.length === 0) return { edits, hosts: [] };
  let [masked, at] = ['', 0];
  for (const [start, end] of parts) {
    masked += content.slice(at, start).replace(/\S/g, 'x') + content.slice(start, end);
    at = end;
  }
  const { changes, hosts } = await changeTree(parseHtml(masked), newUrl);
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

const MAX_TEMPLATES = 10;

function templateNotes(content: string, { names }: ReturnType<typeof findTemplates>): Note[] {
  const first = new Map(names.toReversed().map(({ name, at }) => [name, at]));
  const named = [...first].toReversed().map(([name, at], index) => {
    // To count lines takes time, and the note lists a few.
    const line = index < MAX_TEMPLATES ? content.slice(0, at).split('\n').length : 0;
    return `${name} (line ${line})`;
  });
  return listed(
    'lost',
    'Shortcodes and Liquid tags stay in the text unchanged',
    named,
    MAX_TEMPLATES,
  );
}

const URL_NOTES = {
  missing: ['lost', 'Pictures are not among the files'],
  dead: ['lost', 'Links lead to content that is not imported'],
  refused: ['lost', 'Pictures or files are not added to the library'],
  draft: ['lost', 'Links lead to posts imported as drafts, which readers cannot see'],
  remote: ['changed', 'Pictures stay on other servers'],
  'to-fetch': ['changed', 'Pictures will be fetched from other servers'],
  former: ['changed', 'Links and files stay on the old site'],
} as const satisfies Record<string, [kind: Note['kind'], what: string]>;

/** Finds the new URLs of a text, and notes what readers miss. */
function createUrls({ base, page }: Pick<SourcePost, 'base' | 'page'>, context: RewriteContext) {
  const { media } = context;
  const noted = new Map<keyof typeof URL_NOTES, Set<string>>();
  const note = (what: keyof typeof URL_NOTES, url: string) => {
    noted.set(what, (noted.get(what) ?? new Set()).add(url));
    return null;
  };

  const newUrl: NewUrl = async (url, kind) => {
    const target = context.resolve(url, base, page);
    switch (target.kind) {
      case 'other':
        return null;
      case 'missing':
        return context.isOwnPath(url) ? null : note(kind === 'link' ? 'dead' : 'missing', url);
      case 'post':
        if (target.item.status === 'draft') note('draft', url);
        return `/blog/${context.slugOf(target.item)}${publicSuffix(target.suffix)}`;
      case 'file':
        return added(url, target.former, await media.store(target.path));
      case 'remote':
        return added(url, target.url, await fetchPicture(target, kind));
    }
  };

  /** @param former where it is, if that is known: what is relative to the former site becomes absolute */
  function added(url: string, former: string | undefined, stored: Stored | null): string | null {
    if (stored !== null && 'url' in stored) return stored.url;
    if (stored !== null) note('refused', `${url} (${stored.refused})`);
    return /^(?:https?:)?\/\//i.test(url) ? null : (former ?? null);
  }

  /** Null for what stays on its server. */
  async function fetchPicture({ url, isFormer }: Target & { kind: 'remote' }, kind: UrlKind) {
    const { host, pathname } = new URL(url);
    // A picture of the former site often leads to itself in full size.
    const isLinked = isFormer && media.fetchesPictures && isPicturePath(pathname);
    if (kind !== 'picture' && !isLinked) return isFormer ? note('former', url) : null;
    return media.fetch(url) ?? note(media.fetchesPictures ? 'to-fetch' : 'remote', host);
  }

  const notes = () =>
    [...noted].flatMap(([what, urls]) => listed(URL_NOTES[what][0], URL_NOTES[what][1], urls, 3));
  return { newUrl, notes };
}

/** The anchor of a post by the id that it has here. */
function publicSuffix(suffix: string): string {
  return suffix.replace(/#(.+)$/s, (anchor, id: string) =>
    publicId(ID_PREFIX + id) === id ? anchor : `#section-${id}`,
  );
}
