import { fail, type Result, succeed } from '../../server/failure.ts';
import { escapeHtml } from '../html/escape-html.ts';

/** A node of Lexical, the editor of Ghost since 5.0. */
type LexicalNode = Readonly<Record<string, unknown>> & { type?: unknown; children?: unknown };

export type Converted = {
  html: string;
  /** Kinds of cards that have no place here. */
  lost: string[];
};

/** Encloses Markdown in rendered HTML. A NUL cannot be in text that comes from a browser. */
export const MARKDOWN = '\0';

/** People write no deeper documents. */
const MAX_DEPTH = 100;

/** Renders the text of a post that was exported without HTML. Fails for malformed documents. */
export function renderLexical(source: string): Result<Converted> {
  let document: { root?: LexicalNode } | null;
  try {
    document = JSON.parse(source);
  } catch {
    return BROKEN;
  }
  if (typeof document?.root !== 'object' || document.root === null) return BROKEN;
  const lost = new Set<string>();
  return succeed({ html: renderChildren(document.root, lost, 0), lost: [...lost] });
}

function renderChildren({ children }: LexicalNode, lost: Set<string>, depth: number): string {
  if (!Array.isArray(children) || depth > MAX_DEPTH) return '';
  return children
    .map((child) => renderNode((child ?? {}) as LexicalNode, lost, depth + 1))
    .join('');
}

const BLOCKS: Readonly<Record<string, string>> = {
  paragraph: 'p',
  quote: 'blockquote',
  'extended-quote': 'blockquote',
  aside: 'blockquote',
  listitem: 'li',
};

function renderNode(node: LexicalNode, lost: Set<string>, depth: number): string {
  const type = text(node.type);
  const inside = () => renderChildren(node, lost, depth);
  const block = BLOCKS[type];
  if (block !== undefined) return `<${block}>${inside()}</${block}>`;
  switch (type) {
    case 'heading':
    case 'extended-heading': {
      const tag = /^h[1-6]$/.test(text(node.tag)) ? text(node.tag) : 'h2';
      return `<${tag}>${inside()}</${tag}>`;
    }
    case 'list': {
      // Lexical keeps a nested list in an item of its own, behind the one that it belongs to.
      const items = inside().replace(/<\/li><li>(?=<[uo]l\b)/g, '');
      if (text(node.listType) !== 'number') return `<ul>${items}</ul>`;
      const start = Number(node.start);
      return `<ol${start > 1 ? ` start="${Math.trunc(start)}"` : ''}>${items}</ol>`;
    }
    case 'autolink':
    case 'link':
      return `<a href="${attribute(node.url)}">${inside()}</a>`;
    case 'text':
    case 'extended-text':
    // A note to oneself, “to come”: readers of Ghost see it as text.
    case 'tk':
      return formatted(text(node.text), Number(node.format));
    case 'linebreak':
      return '<br>';
    case 'tab':
      return ' ';
    case 'zwnj':
    case 'at-link-search':
      return '';
    default:
      return renderCard(type, node, lost) ?? inside();
  }
}

/** Renders a card of Ghost's editor or of the one before; undefined for other nodes. */
export function renderCard(type: string, node: LexicalNode, lost: Set<string>): string | undefined {
  switch (type) {
    case 'hr':
    case 'horizontalrule':
      return '<hr>';
    case 'image':
      return figure(
        linked(`<img src="${attribute(node.src)}" alt="${attribute(node.alt)}">`, node),
        node,
      );
    case 'gallery':
      return figure(
        list(node.images)
          .map(({ src, alt }) => `<img src="${attribute(src)}" alt="${attribute(alt)}">`)
          .join(''),
        node,
      );
    case 'code':
    case 'codeblock': {
      const language = /^[\w#+.-]+$/.test(text(node.language)) ? text(node.language) : '';
      const name = language === '' ? '' : ` class="language-${language}"`;
      return figure(`<pre><code${name}>${escapeHtml(text(node.code))}</code></pre>`, node);
    }
    case 'html':
      return text(node.html);
    case 'embed':
      return figure(text(node.html), node);
    case 'bookmark':
      return bookmark(node);
    case 'callout': {
      const words = text(node.calloutText);
      const emoji = text(node.calloutEmoji) === '' ? '' : `${text(node.calloutEmoji)} `;
      const [paragraph] = /^<p\b[^<>]*>/.exec(words) ?? ['<p>'];
      const rest = words.startsWith(paragraph) ? words.slice(paragraph.length) : `${words}</p>`;
      return `<blockquote>${paragraph}${emoji}${rest}</blockquote>`;
    }
    case 'toggle':
      return `<details><summary>${text(node.heading)}</summary>${text(node.content)}</details>`;
    case 'button':
      return button(node.buttonUrl, node.buttonText);
    case 'video':
      return figure(video(node), node);
    case 'audio':
      return figure(`<audio controls src="${attribute(node.src)}"></audio>`, {
        caption: attribute(node.title),
      });
    case 'file':
      return described(node.src, text(node.fileTitle) || text(node.fileName), node.fileCaption);
    case 'card-markdown':
    case 'markdown':
      lost.add('markdown');
      return `${MARKDOWN}${text(node.markdown).replaceAll(MARKDOWN, '')}${MARKDOWN}`;
    case 'header':
      return `${tagged('h2', node.header)}${tagged('p', node.subheader)}${button(node.buttonUrl, node.buttonText)}`;
    case 'product':
      return `${tagged('h4', node.productTitle)}${picture(node.productImageSrc)}${text(node.productDescription)}${button(node.productUrl, node.productButton)}`;
    case 'call-to-action':
      return `${text(node.textValue)}${picture(node.imageUrl)}${button(node.buttonUrl, node.buttonText)}`;
    case 'signup':
    case 'paywall':
    case 'email':
    case 'email-cta':
      lost.add(type);
      return '';
    default:
      if (node.children === undefined) lost.add(type);
      return undefined;
  }
}

function bookmark(node: LexicalNode): string {
  const { title, description } = (node.metadata ?? {}) as Record<string, unknown>;
  const link = described(node.url, text(title) || text(node.url), description);
  return text(node.caption) === '' ? link : figure(link, node);
}

/** A link with what is said of it below. */
function described(url: unknown, label: string, description: unknown): string {
  const below = text(description) === '' ? '' : `<br>${attribute(description)}`;
  return `<p><a href="${attribute(url)}">${escapeHtml(label)}</a>${below}</p>`;
}

function video({ src, thumbnailSrc, customThumbnailSrc }: LexicalNode): string {
  const poster = attribute(customThumbnailSrc) || attribute(thumbnailSrc);
  return `<video controls src="${attribute(src)}"${poster === '' ? '' : ` poster="${poster}"`}></video>`;
}

function button(url: unknown, label: unknown): string {
  if (text(url) === '' || text(label) === '') return '';
  return `<p><a href="${attribute(url)}">${attribute(label)}</a></p>`;
}

function picture(src: unknown): string {
  return text(src) === '' ? '' : `<figure><img src="${attribute(src)}" alt=""></figure>`;
}

/** Text that is HTML already. */
function tagged(tag: string, html: unknown): string {
  return text(html) === '' ? '' : `<${tag}>${text(html)}</${tag}>`;
}

function linked(content: string, { href }: LexicalNode): string {
  return text(href) === '' ? content : `<a href="${attribute(href)}">${content}</a>`;
}

function figure(content: string, { caption }: LexicalNode): string {
  const below = text(caption);
  return `<figure>${content}${below === '' ? '' : `<figcaption>${below}</figcaption>`}</figure>`;
}

/** The bits of a text's format (LexicalConstants of Lexical). */
const FORMATS = ['strong', 'em', 's', 'u', 'code', 'sub', 'sup', 'mark'];

function formatted(content: string, format: number): string {
  return FORMATS.reduce(
    (inside, tag, bit) => ((format >> bit) & 1 ? `<${tag}>${inside}</${tag}>` : inside),
    escapeHtml(content),
  );
}

const BROKEN = fail({ kind: 'malformed', detail: 'its text (Lexical) is damaged' });

function list(value: unknown): LexicalNode[] {
  return Array.isArray(value) ? value : [];
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function attribute(value: unknown): string {
  return escapeHtml(text(value));
}
