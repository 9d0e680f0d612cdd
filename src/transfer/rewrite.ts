import type { Nodes } from 'mdast';
import { detectFormat } from '../rendering/body.ts';
import { publicId } from '../text/public-ids.ts';
import { ID_PREFIX } from '../text/sanitizer/refine.ts';
import {
  applyReplacements,
  changeTree,
  markFormulas,
  type NewUrl,
  parseHtml,
  printHtml,
  toHtmlBody,
  type UrlKind,
} from './html.ts';
import { findInMarkdown, findTemplates, type MarkdownRanges } from './markdown/ranges.ts';
import { isPicturePath, type Media } from './pictures.ts';
import type { Resolve, Target } from './resolve.ts';
import { describeSourceError, listed, type SourcePost } from './source.ts';
import { applyEdits, type Edit, type Range } from './text.ts';

export type RewriteContext = {
  resolve: Resolve;
  media: Media;
  isOwnPath: (url: string) => boolean;
  /** True where a generator filled in templates. */
  hasTemplates: boolean;
  /** True for an export of this program, whose posts stay as they are. */
  isOwn: boolean;
};

/** Converts a body: links and pictures get their new URLs, embedded pages become links, templates are shown as they are written. */
export async function rewriteBody(
  content: string,
  post: Omit<SourcePost, 'draft' | 'notes'>,
  context: RewriteContext,
  notes: string[],
): Promise<string> {
  const urls = createUrls(post, context);
  const isHtml = (post.format ?? detectFormat(content)) === 'html';
  const ranges = isHtml ? undefined : findInMarkdown(content);
  const templates = context.hasTemplates ? findTemplates(content, ranges) : NO_TEMPLATES;
  const { body, hosts } = await (ranges === undefined
    ? rewriteHtml(applyEdits(content, templates.edits), urls.newUrl, post.adjust)
    : rewriteMarkdown(content, ranges, templates.edits, urls.newUrl));
  const names = [...templates.names].map(([name, at], index) => {
    // To count lines takes time, and the note lists a few.
    const line = index < MAX_TEMPLATES ? content.slice(0, at).split('\n').length : 0;
    return `${name} (line ${line})`;
  });
  notes.push(
    ...listed('Embedded pages were converted to links', hosts),
    ...listed('Shortcodes and Liquid tags stay in the text unchanged', names, MAX_TEMPLATES),
    ...urls.notes(),
  );
  return body;
}

const NO_TEMPLATES: ReturnType<typeof findTemplates> = { edits: [], names: new Map() };
const MAX_TEMPLATES = 10;

/** Returns the new URL of a cover; empty for one that is lost, and for none. */
export async function rewriteCover(
  url: string,
  base: string,
  context: RewriteContext,
  notes: string[],
): Promise<string> {
  if (url === '') return '';
  const urls = createUrls({ base }, context);
  const target = context.resolve(url, base);
  const moved = await urls.newUrl(url, 'picture');
  // A path may lead to a file that is served here without being in the library.
  const staysHere = target?.kind === 'missing' && url.startsWith('/') ? url : '';
  const cover = moved ?? (target?.kind === 'remote' ? target.url : staysHere);
  notes.push(...urls.notes(), ...(cover === '' ? ['Its cover is not imported.'] : []));
  return cover;
}

async function rewriteHtml(source: string, newUrl: NewUrl, adjust: SourcePost['adjust']) {
  const tree = parseHtml(source);
  const { changes, hosts } = await changeTree(tree, newUrl, adjust);
  applyReplacements(tree, changes);
  const formulas = markFormulas(tree);
  const isSame = formulas + changes.touched.size + changes.replaced.size === 0;
  return { body: isSame && detectFormat(source) === 'html' ? source : toHtmlBody(tree), hosts };
}

/** Everything but URLs, HTML and templates stays as it was written. */
async function rewriteMarkdown(
  content: string,
  { urls, html }: MarkdownRanges,
  templates: Edit[],
  newUrl: NewUrl,
) {
  const edits: Edit[] = [];
  for (const { range, url, kind } of urls) {
    const text = await newUrl(url, kind);
    const [start, end] = range;
    if (text === null) continue;
    edits.push({ start, end, text: /[\s()<>]/.test(text) ? `<${text}>` : text });
  }
  const hosts = html.length === 0 ? [] : await rewriteHtmlParts(content, html, newUrl, edits);
  return { body: applyEdits(content, [...edits, ...templates]), hosts };
}

/**
 * The parts are parsed as one document in which all other text is a placeholder, so that the
 * positions of tags are those of the source.
 */
async function rewriteHtmlParts(
  content: string,
  parts: readonly Range[],
  newUrl: NewUrl,
  edits: Edit[],
): Promise<Iterable<string>> {
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
  return hosts;
}

function createUrls(
  { base, page }: Pick<SourcePost, 'base' | 'page'>,
  { resolve, media, isOwnPath }: RewriteContext,
) {
  const noted = new Map<string, Set<string>>();
  const note = (what: string, url: string) => {
    noted.set(what, (noted.get(what) ?? new Set()).add(url));
    return null;
  };

  const newUrl: NewUrl = async (url, kind) => {
    const target = resolve(url, base, page);
    switch (target?.kind) {
      case undefined:
        return null;
      case 'missing':
        if (isOwnPath(url)) return null;
        return note(kind === 'link' ? NOT_HERE : 'Pictures are not among the files', url);
      case 'post':
        // It was deleted here after an earlier import.
        if (target.item.slug === '') return note(NOT_HERE, url);
        if (target.item.status === 'draft') note(TO_DRAFTS, url);
        return `/blog/${target.item.slug}${publicSuffix(target.suffix)}`;
      case 'file':
        return added(url, target.former, media.store(target.path));
      case 'remote':
        return added(url, target.url, fetchPicture(target, kind));
    }
  };

  /** @param former where it is, if known: what is relative to the former site becomes absolute */
  async function added(url: string, former: string | undefined, stored: Promise<string> | null) {
    try {
      if (stored !== null) return await stored;
    } catch (error) {
      note(
        'Pictures or files are not added to the library',
        `${url} (${describeSourceError(error)})`,
      );
    }
    return /^(?:https?:)?\/\//i.test(url) ? null : (former ?? null);
  }

  /** Null for what stays on its server. */
  function fetchPicture({ url, isFormer }: Target & { kind: 'remote' }, kind: UrlKind) {
    const { host, pathname } = new URL(url);
    // A picture of the former site often leads to itself in full size.
    const isLinked = isFormer && media.fetchesPictures && isPicturePath(pathname);
    if (kind !== 'picture' && !isLinked)
      return isFormer ? note('Links and files stay on the old site', url) : null;
    const what = media.fetchesPictures ? 'will be fetched from' : 'stay on';
    return media.fetch(url) ?? note(`Pictures ${what} other servers`, host);
  }

  return { newUrl, notes: () => [...noted].flatMap(([what, urls]) => listed(what, urls, 3)) };
}

const NOT_HERE = 'Links lead to content that is not imported';
const TO_DRAFTS = 'Links lead to posts imported as drafts, which readers cannot see';

function publicSuffix(suffix: string): string {
  return suffix.replace(/#(.+)$/s, (anchor, id: string) =>
    publicId(ID_PREFIX + id) === id ? anchor : `#section-${id}`,
  );
}
