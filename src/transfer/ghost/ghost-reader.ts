import { fail, type Result, succeed } from '../../server/failure.ts';
import { readText } from '../files/decode-text.ts';
import { addFormerRedirects } from '../former-redirects.ts';
import { asDraft, type FormerStatus, NO_TITLE, UNTITLED } from '../former-status.ts';
import { asHtmlBody, withoutBlankLines } from '../html/html-body.ts';
import { fileSlug, plainSlug } from '../slugs.ts';
import type { Note, SourceItem, SourcePost, SourceReader } from '../source.ts';
import { htmlDescription, markdownDescription } from '../text/descriptions.ts';
import { type GhostData, type GhostPost, parseGhost } from './ghost-data.ts';
import { MARKDOWN, renderLexical } from './lexical.ts';
import { renderMobiledoc } from './mobiledoc.ts';
import { withPlainCards } from './plain-cards.ts';

/** A JSON export of Ghost, by itself or in a zip or folder with its pictures (`content/images`). */
export const readGhost: SourceReader = async (files, options) => {
  const exports = new Map<string, GhostData>();
  for (const path of files.paths.filter((each) => /\.json$/i.test(each))) {
    const text = await readText(files, path);
    // Other files of a folder may be anything.
    if (!text.ok) continue;
    const data = parseGhost(text.value);
    if (data === null) continue;
    if (!data.ok) return data;
    exports.set(path, data.value);
  }
  const [data] = exports.values();
  if (data === undefined) return null;
  if (exports.size > 1) {
    const detail = `These are several Ghost exports. Import them one at a time: ${[...exports.keys()].join(', ')}.`;
    return fail({ kind: 'malformed', detail });
  }
  const origins = [options.siteUrl ?? data.siteUrl].flatMap(
    (url) => URL.parse(url ?? '')?.origin ?? [],
  );
  const items = data.posts.map((post) => toItem(post, data, options.author));
  const redirects = await addFormerRedirects(files, items, origins);
  return succeed({
    system: 'ghost',
    files,
    items,
    origins,
    notes: [...data.notes, ...(origins.length === 0 ? [NO_URL] : []), ...redirects],
  });
};

const NO_URL: Note = {
  kind: 'changed',
  message:
    'Ghost exports do not contain the site’s URL. Give it with --site URL to fetch its pictures and recognize its own links.',
};

function toItem(post: GhostPost, data: GhostData, author: string | undefined): SourceItem {
  const title = post.title || UNTITLED;
  const slug = fileSlug(post.slug) || plainSlug(title) || plainSlug(`post-${post.id}`.slice(0, 40));
  if (`${post.html}${post.markdown}${post.lexical}${post.mobiledoc}`.trim() === '') {
    return { key: `ghost:${post.id}`, label: title, kind: 'left-out', reason: 'it has no text' };
  }
  return {
    kind: 'post',
    key: `ghost:${post.id}`,
    label: title,
    title,
    slug,
    ...statusOf(post),
    date: post.publishedAt,
    formerPaths: formerPathsOf(post, data.permalinks),
    load: async () => load(post, author),
  };
}

/** Ghost's default is `/:slug/`; older versions knew dates. */
function formerPathsOf({ slug, publishedAt, type }: GhostPost, permalinks: string): string[] {
  if (slug === '') return [];
  const [year = '', month = '', day = ''] = (publishedAt ?? '').slice(0, 10).split('-');
  const values: Readonly<Record<string, string>> = { slug, year, month, day };
  const pattern = type === 'page' ? '/:slug/' : permalinks;
  const dated = pattern.replace(/:(\w+)/g, (whole, key: string) => values[key] ?? whole);
  return [...new Set([dated, `/${slug}/`])];
}

/** A post that only some people could read becomes a draft. */
function statusOf(post: GhostPost): FormerStatus {
  const isPublic = post.status === 'published' || post.status === 'scheduled';
  if (!isPublic) {
    return post.status === 'sent' ? asDraft(MAIL_ONLY) : { status: 'draft', notes: [] };
  }
  if (post.isMailOnly) return asDraft(MAIL_ONLY);
  if (post.type === 'page') return asDraft('It was a page outside the blog');
  if (post.visibility !== 'public') {
    return asDraft(`Only some readers had access (${post.visibility})`);
  }
  if (GATES.test(`${post.html}${post.lexical}${post.mobiledoc}`)) {
    return asDraft('Only members had full access');
  }
  return { status: 'published', notes: [] };
}

const MAIL_ONLY = 'It was sent by email only';

/**
 * What hides a part of a post, in HTML, Lexical and Mobiledoc: a paywall, and cards for members. Quotation marks in the
 * text of a document are escaped.
 */
const GATES =
  /<!--members-only-->|<!--\s*kg-gated-block:begin [^>]{0,500}nonMember:\s*false|"type"\s*:\s*"paywall"|\["paywall"|"nonMember"\s*:\s*false/;

/** Cards that only the e-mail of a post shows: its HTML does not have them. */
const MAIL_CARDS = /"type"\s*:\s*"email(?:-cta)?"|\["email(?:-cta)?"/;

function load(post: GhostPost, author: string | undefined): Result<SourcePost> {
  const read = bodyOf(post);
  if (!read.ok) return read;
  const body = read.value;
  const draft = {
    title: post.title || UNTITLED,
    content: body.content,
    description: post.description || body.description,
    author: post.authors.join(', ') || author,
    tags: post.tags,
    coverImage: withoutToken(post.cover),
    coverImageCaption: post.coverCaption,
  };
  return succeed({
    draft,
    base: '/',
    notes: [...(post.title ? [] : [NO_TITLE]), ...post.notes, ...body.notes],
  });
}

type Body = { content: string; description: string; notes: Note[] };

function bodyOf(post: GhostPost): Result<Body> {
  if (post.html.trim() !== '') {
    const { html, lost } = withPlainCards(withoutToken(post.html));
    const mails = MAIL_CARDS.test(`${post.lexical}${post.mobiledoc}`) ? ['email'] : [];
    return succeed(ofHtml(html, [...lost, ...mails]));
  }
  if (post.markdown !== '') {
    const content = withoutToken(post.markdown);
    return succeed({ content, description: markdownDescription(content), notes: [] });
  }
  if (post.lexical === '' && post.mobiledoc === '') return succeed(ofHtml('', []));
  const rendered =
    post.lexical === '' ? renderMobiledoc(post.mobiledoc) : renderLexical(post.lexical);
  if (!rendered.ok) return rendered;
  const { html, lost } = rendered.value;
  return succeed(lost.includes('markdown') ? withMarkdownCards(html, lost) : ofHtml(html, lost));
}

/** Joins Markdown cards and HTML, separated by blank lines: the body is Markdown that contains HTML. */
function withMarkdownCards(html: string, lost: readonly string[]): Body {
  const { notes } = ofHtml(
    '',
    lost.filter((card) => card !== 'markdown'),
  );
  const content = withoutToken(html)
    .split(MARKDOWN)
    .map((part, index) => (index % 2 === 1 ? part : withoutAnyBlankLines(part)).trim())
    .filter((part) => part !== '')
    .join('\n\n');
  const description = htmlDescription(content) || markdownDescription(content);
  return { content, description, notes };
}

/** In Markdown a blank line ends HTML, also in `pre`. */
function withoutAnyBlankLines(html: string): string {
  return withoutBlankLines(html).replace(/\n(?=[ \t]*\n)/g, '&#10;');
}

function ofHtml(html: string, lost: readonly string[]): Body {
  const content = asHtmlBody(withoutToken(html));
  const message = `Cards that are not supported here: ${lost.join(', ')}.`;
  const notes: Note[] = lost.length === 0 ? [] : [{ kind: 'lost', message }];
  const portal = /href="\/?#\/(?:portal|share|search)\b/.test(content) ? [PORTAL] : [];
  return { content, description: htmlDescription(content), notes: [...notes, ...portal] };
}

const PORTAL: Note = {
  kind: 'lost',
  message: 'Links to Ghost’s own dialogs (#/portal, #/share, #/search) no longer work.',
};

/**
 * The token stands for the URL of the site, which is not known; what is left is a path of it. The editor of Ghost writes
 * one style at every word with a format, which would be noted as taken out.
 */
function withoutToken(text: string): string {
  return text
    .replace(/__GHOST_URL__(?!\/)/g, '/')
    .replaceAll('__GHOST_URL__', '')
    .replaceAll(' style="white-space: pre-wrap;"', '');
}
