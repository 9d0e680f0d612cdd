import { z } from 'zod';
import { LIMITS } from '../../posts/post.ts';
import { fail, type Result, succeed } from '../../server/failure.ts';
import { escapeHtml } from '../html/escape-html.ts';
import { type Converted, renderCard as renderLexicalCard } from './lexical.ts';

/** https://github.com/bustle/mobiledoc-kit, MOBILEDOC.md, version 0.3. */
const schema = z.object({
  markups: z.array(z.tuple([z.string()]).rest(z.unknown())).default([]),
  atoms: z.array(z.unknown()).default([]),
  cards: z.array(z.tuple([z.string()]).rest(z.unknown())).default([]),
  sections: z.array(z.tuple([z.number()]).rest(z.unknown())).default([]),
});

type Mobiledoc = z.output<typeof schema>;

/** Renders the text of a post of Ghost 1 to 4 that was exported without HTML. Fails for malformed documents. */
export function renderMobiledoc(source: string): Result<Converted> {
  let json: unknown;
  try {
    json = JSON.parse(source);
  } catch {
    return BROKEN;
  }
  const checked = schema.safeParse(json);
  if (!checked.success) return BROKEN;
  const lost = new Set<string>();
  const doc: Document = { ...checked.data, left: MAX_REPEATED };
  const html = doc.sections.map((section) => renderSection(section, doc, lost));
  return doc.left < 0 ? TOO_LONG : succeed({ html: html.join('\n'), lost: [...lost] });
}

/** UTF-16 code units of what sections name by its number, and may name again: the text would be too long in any case. */
const MAX_REPEATED = 2 * LIMITS.content;

type Document = Mobiledoc & { left: number };

function counted(doc: Document, html: string): string {
  doc.left -= html.length;
  return doc.left < 0 ? '' : html;
}

const TOO_LONG = fail({
  kind: 'malformed',
  detail: `its text (Mobiledoc) is longer than ${MAX_REPEATED} characters`,
});

const BROKEN = fail({ kind: 'malformed', detail: 'its text (Mobiledoc) is damaged' });

const TAGS = /^(?:p|h[1-6]|blockquote|aside|ul|ol|strong|em|b|i|s|u|code|sub|sup|a)$/;

function renderSection(section: readonly unknown[], doc: Document, lost: Set<string>): string {
  const [kind, first, second] = section;
  if (kind === 1) return inTag(tagOf(first, 'p'), renderMarkers(second, doc));
  if (kind === 3) {
    const items = (Array.isArray(second) ? second : []).map((item) =>
      inTag('li', renderMarkers(item, doc)),
    );
    return inTag(tagOf(first, 'ul'), items.join(''));
  }
  if (kind === 2) return `<figure><img src="${escapeHtml(String(first))}" alt=""></figure>`;
  return kind === 10 ? counted(doc, renderCard(doc.cards[Number(first)], lost)) : '';
}

function renderCard(card: readonly unknown[] | undefined, lost: Set<string>): string {
  const [name, payload] = card ?? [];
  const type = String(name ?? 'unknown');
  const fields = payload !== null && typeof payload === 'object' ? payload : {};
  return renderLexicalCard(type, fields as Record<string, unknown>, lost) ?? '';
}

/** `[type, opened markups, number of closed ones, text or atom]`. */
function renderMarkers(markers: unknown, doc: Document): string {
  const open: string[] = [];
  const pieces: string[] = [];
  for (const marker of Array.isArray(markers) ? markers : []) {
    const [type, opened, closed, value] = Array.isArray(marker) ? marker : [];
    pieces.push(openMarkups(opened, doc, open));
    const atom = () => counted(doc, atomOf(doc.atoms[Number(value)]));
    pieces.push(type === 0 ? escapeHtml(String(value)) : atom());
    pieces.push(
      ...open
        .splice(Math.max(0, open.length - (Number(closed) || 0)))
        .map(closing)
        .reverse(),
    );
  }
  return pieces.join('') + open.map(closing).reverse().join('');
}

function openMarkups(indexes: unknown, doc: Document, open: string[]): string {
  const tags = (Array.isArray(indexes) ? indexes : []).map((index) => {
    const [written, attributes] = doc.markups[index] ?? ['em'];
    const tag = tagOf(written, 'em');
    open.push(tag);
    return counted(doc, `<${tag}${tag === 'a' ? hrefOf(attributes) : ''}>`);
  });
  return tags.join('');
}

function closing(tag: string): string {
  return `</${tag}>`;
}

function atomOf(atom: unknown): string {
  const [name, words] = Array.isArray(atom) ? atom : [];
  return name === 'soft-return' ? '<br>' : escapeHtml(typeof words === 'string' ? words : '');
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
