import type { Element } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import { findElements, hasClass, mapElements, parseHtml, printHtml } from '../html/tree.ts';
import { type Converted, renderCard } from './lexical.ts';

/** Cards whose HTML needs the scripts and styles of Ghost, and how the fields that they had are read from it. */
const CARDS: Readonly<Record<string, (card: Element) => Record<string, unknown>>> = {
  audio: (card) => ({
    src: find(card, 'audio')?.properties.src,
    title: words(card, 'kg-audio-title'),
  }),
  video: (card) => ({
    src: find(card, 'video')?.properties.src,
    thumbnailSrc: card.properties.dataKgThumbnail,
    customThumbnailSrc: card.properties.dataKgCustomThumbnail,
    caption: inside(card, 'figcaption'),
  }),
  file: (card) => ({
    src: find(card, 'a')?.properties.href,
    fileTitle: words(card, 'kg-file-card-title'),
    fileCaption: words(card, 'kg-file-card-caption'),
    fileName: words(card, 'kg-file-card-filename'),
  }),
  bookmark: (card) => ({
    url: find(card, 'a')?.properties.href,
    metadata: {
      title: words(card, 'kg-bookmark-title'),
      description: words(card, 'kg-bookmark-description'),
    },
    caption: inside(card, 'figcaption'),
  }),
  callout: (card) => ({
    calloutEmoji: words(card, 'kg-callout-emoji'),
    calloutText: inside(card, 'kg-callout-text'),
  }),
  toggle: (card) => ({
    heading: inside(card, 'kg-toggle-heading-text'),
    content: inside(card, 'kg-toggle-content'),
  }),
  signup: () => ({}),
};

const ANY_CARD = new RegExp(`kg-(?:${Object.keys(CARDS).join('|')})-card`);

/**
 * The HTML of a post with such cards as `renderCard` renders them: without the buttons and times of players, the icons of
 * bookmarks, the fields of forms. HTML without cards stays byte for byte.
 */
export function withPlainCards(html: string): Converted {
  const tree = ANY_CARD.test(html) ? parseHtml(html) : null;
  if (tree === null) return { html, lost: [] };
  const lost = new Set<string>();
  const plain = mapElements(tree, (element) => {
    const card = Object.entries(CARDS).find(([type]) => hasClass(element, `kg-${type}-card`));
    if (card === undefined) return [element];
    const [type, fieldsOf] = card;
    const rendered = parseHtml(renderCard(type, fieldsOf(element), lost) ?? '');
    return (rendered?.children ?? []) as Element[];
  });
  return { html: printHtml(plain.children), lost: [...lost] };
}

/** The first element of a class or name. */
function find(card: Element, name: string): Element | undefined {
  return findElements(card, (each) => each.tagName === name || hasClass(each, name))[0];
}

function words(card: Element, name: string): string {
  const found = find(card, name);
  return found === undefined ? '' : textOf(found).trim();
}

function inside(card: Element, name: string): string {
  return printHtml(find(card, name)?.children ?? []).trim();
}
