import type { Note } from '../source.ts';
import { isText, typeOf } from './item-facts.ts';
import { childrenOf, childText, type XmlNode } from './wxr.ts';

/** Notes about what of an export is lost, or not read as it is written. */

export function fieldNotes(item: XmlNode, meta: ReadonlyMap<string, string>): Note[] {
  const comments = childrenOf(item, 'wp:comment').length;
  const fields = [...meta.keys()].filter((key) => !key.startsWith('_') && key !== 'footnotes');
  const canonical = meta.get('_yoast_wpseo_canonical');
  const taxonomies = childrenOf(item, 'category')
    .filter(
      ({ attributes }) => !/^(?:post_tag|tag|category|author|)$/.test(attributes.domain ?? ''),
    )
    .map(({ attributes, text }) => `${attributes.domain} ${text}`);
  const lost = [
    ...(comments > 0 ? [`${comments} ${comments === 1 ? 'comment' : 'comments'} by readers`] : []),
    ...(fields.length > 0 ? [`custom fields (${fields.join(', ')})`] : []),
    ...(taxonomies.length > 0 ? [`terms (${taxonomies.join(', ')})`] : []),
    ...(canonical ? [`the canonical URL ${canonical}`] : []),
    ...(childText(item, 'wp:is_sticky') === '1' ? ['its sticky setting'] : []),
  ];
  return lost.length === 0
    ? []
    : [{ kind: 'lost', message: `WordPress fields: ${lost.join(', ')}.` }];
}

export function inSeveralFiles(count: number): Note {
  return {
    kind: 'changed',
    message: `${count} items appear in several files and are imported once.`,
  };
}

export function controlCharacters(count: number): Note {
  const message = `${count} control characters, which XML forbids, were removed.`;
  return { kind: 'changed', message };
}

export function notWellFormed(count: number): Note {
  const message = `${count} places in the file are not valid XML (such as a lone &) and were read as they seem to be meant.`;
  return { kind: 'changed', message };
}

/** What of a type is named by a person. */
const TYPES: Readonly<Record<string, string>> = {
  attachment: 'files of the media library: only those that posts show are imported',
  nav_menu_item: 'menu items',
  'guest-author': 'guest authors: only their names are imported, with the posts',
  wp_block: 'reusable blocks: posts bring those that they show',
  custom_css: 'styles',
  wp_template: 'templates',
  wp_navigation: 'menus',
  wp_global_styles: 'styles',
};

/** Counts items other than posts and pages, and all comments. */
export function countOthers(items: readonly XmlNode[]): Note[] {
  const others = Map.groupBy(
    items.filter((item) => !isText(item) && childText(item, 'wp:status') !== 'auto-draft'),
    typeOf,
  );
  const counted = [...others].map(
    ([type, all]) => `${all.length} ${TYPES[type] ?? `of the type ${type}`}`,
  );
  const comments = items.reduce((sum, item) => sum + childrenOf(item, 'wp:comment').length, 0);
  const lost = [
    ...counted,
    ...(comments > 0 ? [`${comments} readers’ comments, counted at each post`] : []),
  ];
  return lost.length === 0
    ? []
    : [{ kind: 'lost', message: `Not part of posts: ${lost.join('; ')}.` }];
}
