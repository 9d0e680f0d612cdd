import { z } from 'zod';
import { escapeHtml } from '../html/clean-html.ts';
import type { Converted } from './lexical.ts';

/** https://github.com/bustle/mobiledoc-kit, MOBILEDOC.md, version 0.3. */
const schema = z.object({
  markups: z.array(z.tuple([z.string()]).rest(z.unknown())).default([]),
  atoms: z.array(z.unknown()).default([]),
  cards: z.array(z.tuple([z.string()]).rest(z.unknown())).default([]),
  sections: z.array(z.tuple([z.number()]).rest(z.unknown())).default([]),
});

type Mobiledoc = z.output<typeof schema>;

/** Renders the text of a post of Ghost 1 to 4 whose export holds no HTML. Null when it is no Mobiledoc. */
export function renderMobiledoc(source: string): Converted | null {
  let json: unknown;
  try {
    json = JSON.parse(source);
  } catch {
    return null;
  }
  const checked = schema.safeParse(json);
  if (!checked.success) return null;
  const lost = new Set<string>();
  const html = checked.data.sections.map((section) => renderSection(section, checked.data, lost));
  return { html: html.join('\n'), lost: [...lost] };
}

const TAGS = /^(?:p|h[1-6]|blockquote|aside|ul|ol|strong|em|b|i|s|u|code|sub|sup|a)$/;

function renderSection(section: readonly unknown[], doc: Mobiledoc, lost: Set<string>): string {
  const [kind, first, second] = section;
  if (kind === 1) return inTag(tagOf(first, 'p'), renderMarkers(second, doc));
  if (kind === 3) {
    const items = (Array.isArray(second) ? second : []).map((item) =>
      inTag('li', renderMarkers(item, doc)),
    );
    return inTag(tagOf(first, 'ul'), items.join(''));
  }
  if (kind === 2) return `<figure><img src="${escapeHtml(String(first))}" alt=""></figure>`;
  return kind === 10 ? renderCard(doc.cards[Number(first)], lost) : '';
}

function renderCard(card: readonly unknown[] | undefined, lost: Set<string>): string {
  const [name, payload] = card ?? [];
  const fields = (payload ?? {}) as Record<string, unknown>;
  const field = (key: string) => (typeof fields[key] === 'string' ? (fields[key] as string) : '');
  switch (name) {
    case 'html':
    case 'embed':
      return field('html');
    case 'hr':
      return '<hr>';
    case 'image':
      return `<figure><img src="${escapeHtml(field('src'))}" alt="${escapeHtml(field('alt'))}">${field('caption') ? `<figcaption>${field('caption')}</figcaption>` : ''}</figure>`;
    case 'code':
      return `<pre><code>${escapeHtml(field('code'))}</code></pre>`;
    case 'bookmark':
      return `<p><a href="${escapeHtml(field('url'))}">${escapeHtml(field('url'))}</a></p>`;
    case 'markdown':
    case 'card-markdown':
      lost.add('markdown');
      return `\n\n${field('markdown')}\n\n`;
    default:
      lost.add(String(name ?? 'unknown'));
      return '';
  }
}

/** `[type, opened markups, number of closed ones, text or atom]`. */
function renderMarkers(markers: unknown, doc: Mobiledoc): string {
  const open: string[] = [];
  const pieces: string[] = [];
  for (const marker of Array.isArray(markers) ? markers : []) {
    const [type, opened, closed, value] = marker as [number, number[], number, unknown];
    pieces.push(...openMarkups(opened, doc, open));
    pieces.push(type === 0 ? escapeHtml(String(value)) : atomOf(doc.atoms[Number(value)]));
    pieces.push(
      ...open
        .splice(Math.max(0, open.length - (Number(closed) || 0)))
        .map(closing)
        .reverse(),
    );
  }
  return pieces.join('') + open.map(closing).reverse().join('');
}

function openMarkups(indexes: unknown, { markups }: Mobiledoc, open: string[]): string[] {
  return (Array.isArray(indexes) ? indexes : []).map((index) => {
    const [written, attributes] = markups[index] ?? ['em'];
    const tag = tagOf(written, 'em');
    open.push(tag);
    return `<${tag}${tag === 'a' ? hrefOf(attributes) : ''}>`;
  });
}

function closing(tag: string): string {
  return `</${tag}>`;
}

function atomOf(atom: unknown): string {
  return Array.isArray(atom) && atom[0] === 'soft-return' ? '<br>' : '';
}

/** Attributes are a list of names and values in turn. */
function hrefOf(attributes: unknown): string {
  const list = Array.isArray(attributes) ? attributes : [];
  const at = list.indexOf('href');
  return at === -1 ? '' : ` href="${escapeHtml(String(list[at + 1]))}"`;
}

function tagOf(written: unknown, otherwise: string): string {
  const tag = String(written).toLowerCase();
  return TAGS.test(tag) ? tag : otherwise;
}

function inTag(tag: string, content: string): string {
  return `<${tag}>${content}</${tag}>`;
}
