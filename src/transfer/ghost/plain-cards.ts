import type { Element } from 'hast';
import { visit } from 'unist-util-visit';
import { applyReplacements, attribute, type Changes, parseHtml, printHtml } from '../html.ts';

/** Parts of cards that only Ghost's scripts move: buttons and times of players, icons, forms. */
const MOVED =
  /^kg-(?:signup-card|toggle-card-icon|bookmark-(?:icon|thumbnail)|file-card-(?:icon|filesize)|(?:audio|video)-(?:thumbnail|player|current-time|time|duration|overlay|hide)(?:-container)?)$/;

/** The HTML of a post without what only Ghost moves, and with the posters of its films. */
export function withPlainCards(html: string): { html: string; unsupported: string[] } {
  if (!/kg-(?:audio|video|file|bookmark|toggle|signup)-/.test(html))
    return { html, unsupported: [] };
  const tree = parseHtml(html);
  const changes: Changes = { touched: new Set(), replaced: new Map() };
  const unsupported: string[] = [];
  visit(tree, 'element', (element) => {
    const classes = [element.properties.className ?? []].flat().map(String);
    // A picture without a source stands for one that a card does not have.
    const isEmpty = element.tagName === 'img' && element.properties.src === '';
    const isButton = /^(?:button|svg)$/.test(element.tagName);
    if (isEmpty || isButton || classes.some((name) => MOVED.test(name))) {
      changes.replaced.set(element, []);
    }
    if (classes.includes('kg-signup-card')) unsupported.push('signup');
    if (classes.includes('kg-video-card')) showPoster(element, changes);
    if (element.tagName === 'audio') element.properties.controls = true;
  });
  applyReplacements(tree, changes);
  return { html: printHtml(tree.children), unsupported };
}

function showPoster(card: Element, { replaced }: Changes): void {
  const { dataKgCustomThumbnail, dataKgThumbnail } = card.properties;
  visit(card, 'element', (element) => {
    // The length of the film stands in a box without a class of its own.
    if (element.tagName === 'span') replaced.set(element, []);
    if (element.tagName !== 'video') return;
    const poster = String(dataKgCustomThumbnail ?? dataKgThumbnail ?? '');
    element.properties = {
      controls: true,
      src: attribute(element, 'src'),
      ...(poster && { poster }),
    };
  });
}
