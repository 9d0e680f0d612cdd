import { toIsoDate, withOffset } from '../dates.ts';
import { asDraft, type FormerStatus } from '../former-status.ts';
import { htmlText } from '../text/descriptions.ts';
import { childrenOf, childText, type XmlNode } from './wxr.ts';

/** What an item of a WXR file says of itself, but for its text. */

export function typeOf(item: XmlNode): string {
  return childText(item, 'wp:post_type').trim() || 'post';
}

export function idOf(item: XmlNode): string {
  return childText(item, 'wp:post_id').trim();
}

export function isText(item: XmlNode): boolean {
  const status = childText(item, 'wp:status');
  return /^(?:post|page)$/.test(typeOf(item)) && status !== 'auto-draft';
}

export function metaOf(item: XmlNode): Map<string, string> {
  return new Map(
    childrenOf(item, 'wp:postmeta').map((meta) => [
      childText(meta, 'wp:meta_key'),
      childText(meta, 'wp:meta_value'),
    ]),
  );
}

/** Blogs on developers' machines share a URL, such as `http://localhost`: the date tells their posts apart. */
export function keyOf(item: XmlNode, url: string): string {
  const host = URL.parse(url)?.hostname ?? '';
  const isLocal = !host.includes('.') || /\.(?:local|localhost|test)$|^[\d.]+$/.test(host);
  return `wordpress:${url}${isLocal ? `@${instantOf(item) ?? ''}` : ''}#${idOf(item) || childText(item, 'guid') || childText(item, 'link')}`;
}

/** Returns the date with the offset of the former site, which follows from its two dates; null for drafts. */
export function dateOf(item: XmlNode): string | null {
  const instant = instantOf(item);
  const local = toIsoDate(childText(item, 'wp:post_date').trim());
  if (instant === null || local === undefined) return instant;
  const minutes = (Date.parse(local) - Date.parse(instant)) / 60_000;
  return Number.isInteger(minutes) && Math.abs(minutes) <= MAX_OFFSET
    ? withOffset(instant, minutes)
    : instant;
}

/** Minutes: clocks of Kiribati. One date without the other may have been edited. */
const MAX_OFFSET = 14 * 60;

/** Returns the instant in UTC; null for drafts. */
function instantOf(item: XmlNode): string | null {
  if (!/^(?:publish|future|private)$/.test(childText(item, 'wp:status'))) return null;
  const gmt = childText(item, 'wp:post_date_gmt').trim();
  if (!gmt.startsWith('0000') && gmt !== '') return toIsoDate(gmt) ?? null;
  return (
    toIsoDate(childText(item, 'pubDate').trim()) ??
    toIsoDate(childText(item, 'wp:post_date').trim()) ??
    null
  );
}

/** The permalink, and those by the slugs that the post had before. `/?p=1` is the home page, also of a blog in a folder, which is never redirected. */
export function formerPathsOf(item: XmlNode): string[] {
  const { pathname: path = '/', search = '' } = URL.parse(childText(item, 'link').trim()) ?? {};
  if (path === '/' || /^\?(?:p|page_id|attachment_id)=/.test(search)) return [];
  const name = childText(item, 'wp:post_name').trim();
  const former = (key: string) =>
    childrenOf(item, 'wp:postmeta')
      .filter((meta) => childText(meta, 'wp:meta_key') === key)
      .map((meta) => childText(meta, 'wp:meta_value').trim());
  const slugs = former('_wp_old_slug').filter(
    (slug) => slug !== '' && name !== '' && path.includes(`/${name}`),
  );
  const dates = former('_wp_old_date').flatMap((date) => pathOfDate(path, date) ?? []);
  return [path, ...slugs.map((slug) => path.replace(`/${name}`, `/${slug}`)), ...dates];
}

/** A path with another date; undefined for one without. */
function pathOfDate(path: string, date: string): string | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date) ?? [];
  if (year === undefined || !/\/\d{4}\/\d{2}\//.test(path)) return;
  return path.replace(/\/\d{4}\/\d{2}(\/\d{2})?\//, (_whole, withDay) =>
    withDay === undefined ? `/${year}/${month}/` : `/${year}/${month}/${day}/`,
  );
}

/** What was not public becomes a draft. */
export function statusOf(item: XmlNode): FormerStatus {
  const status = childText(item, 'wp:status').trim();
  if (status === 'private') return asDraft('It was private');
  if (status !== 'publish' && status !== 'future') return { status: 'draft', notes: [] };
  if (childText(item, 'wp:post_password').trim() !== '') {
    return asDraft('It was password-protected');
  }
  if (typeOf(item) === 'page') {
    return asDraft('It was a page outside the blog');
  }
  return { status: 'published', notes: [] };
}

/** Tags, then categories without "Uncategorized". WXR 1.0 has `tag`, and repeats terms without a domain. */
export function tagsOf(item: XmlNode): string[] {
  const terms = childrenOf(item, 'category');
  const named = (...domains: (string | undefined)[]) =>
    terms
      .filter(({ attributes }) => domains.includes(attributes.domain))
      .map(({ text }) => htmlText(text));
  const isNone = (term: string) => /^uncategori[sz]ed$/i.test(term);
  return [
    ...named('post_tag', 'tag'),
    ...named('category', undefined).filter((term) => !isNone(term)),
  ];
}
