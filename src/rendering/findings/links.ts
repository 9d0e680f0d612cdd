import type { Root } from 'hast';
import type { Report } from '../../text/finding.ts';
import { visitElements } from '../../text/hast.ts';
import { decodeFragment, publicId } from '../../text/public-ids.ts';
import { ID_PREFIX } from '../../text/sanitizer/refine.ts';

/** The target of a link or a picture, as it was written. */
export type InternalLink = { path: string; line: number };

/** Links of one body that are checked. */
const MAX_LINKS = 2_000;

type WrittenLink = { href: string; line: number; column: number | undefined };

/**
 * Reads the targets of links and pictures.
 *
 * @param tree as parsed, with positions in the source
 */
export function readLinks(tree: Root): WrittenLink[] {
  const links: WrittenLink[] = [];
  let line = 1;
  visitElements(tree, ({ tagName, position, properties }) => {
    line = position?.start.line ?? line;
    if (!/^(?:a|img|source|video|audio|track)$/.test(tagName)) return;
    const { href, src, poster, srcSet } = properties;
    const candidates = String(srcSet ?? '').split(/,\s+/);
    const urls = [href, src, poster, ...candidates.map((each) => each.trim().split(/\s/)[0])];
    for (const url of urls) {
      if (typeof url !== 'string' || links.length >= MAX_LINKS) continue;
      links.push({ href: url.trim(), line, column: position?.start.column });
    }
  });
  return links;
}

/** The targets that may be on this site: paths, relative ones, and URLs of the web. */
export function internalLinks(links: readonly WrittenLink[]): InternalLink[] {
  return links
    .filter(({ href }) => /^(?:https?:|(?![a-z][a-z\d+.-]*:|[#?]|$))/i.test(href))
    .map(({ href, line }) => ({ path: href, line }));
}

/**
 * Reports links to places in the body that are not there.
 *
 * @param tree as readers get it
 */
export function findDeadFragments(links: readonly WrittenLink[], tree: Root, report: Report): void {
  const fragments = links.filter(({ href }) => /^#./.test(href));
  if (fragments.length === 0) return;
  const ids = new Set<string>();
  visitElements(tree, ({ properties: { id, name } }) => {
    if (id !== undefined) ids.add(String(id));
    if (name !== undefined) ids.add(String(name));
  });
  for (const { href, line, column } of fragments) {
    const id = decodeFragment(href.slice(1));
    const name = id.startsWith(ID_PREFIX) ? id.slice(ID_PREFIX.length) : id;
    const names = [id, name, publicId(ID_PREFIX + name), ID_PREFIX + name];
    if (id === 'top' || names.some((each) => ids.has(each))) continue;
    report(
      'dead-link',
      { line, column },
      `The link to ${href} leads nowhere: nothing in this post has that name.`,
      'error',
    );
  }
}
