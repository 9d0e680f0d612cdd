import { toIsoDate, withOffset } from '../dates.ts';
import { asDraft, listed, lost, type Note, type PostItem } from '../source.ts';
import { htmlText } from '../text.ts';
import { childrenOf, childText, type XmlNode } from './wxr.ts';

/** What an item of a WXR file says of itself, but for its text. */

export function typeOf(item: XmlNode): string {
  return childText(item, 'wp:post_type').trim() || 'post';
}

export function idOf(item: XmlNode): string {
  return childText(item, 'wp:post_id').trim();
}

export function isText(item: XmlNode): boolean {
  return /^(?:post|page)$/.test(typeOf(item)) && childText(item, 'wp:status') !== 'auto-draft';
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
  const id = idOf(item) || childText(item, 'guid') || childText(item, 'link');
  return `wordpress:${url}${isLocal ? `@${instantOf(item) ?? ''}` : ''}#${id}`;
}

/** Minutes: clocks of Kiribati. One date without the other may have been edited. */
const MAX_OFFSET = 14 * 60;

/** Returns the date with the offset of the former site, which follows from its two dates; null for drafts. */
export function dateOf(item: XmlNode): string | null {
  const instant = instantOf(item);
  const local = Date.parse(toIsoDate(childText(item, 'wp:post_date').trim()) ?? '');
  const minutes = (local - Date.parse(instant ?? '')) / 60_000;
  const isOffset = Number.isInteger(minutes) && Math.abs(minutes) <= MAX_OFFSET;
  return isOffset && instant !== null ? withOffset(instant, minutes) : instant;
}

/** Returns the instant in UTC; null for drafts. */
function instantOf(item: XmlNode): string | null {
  if (!/^(?:publish|future|private)$/.test(childText(item, 'wp:status'))) return null;
  // The date in UTC may be `0000-00-00 00:00:00`.
  const dates = ['wp:post_date_gmt', 'pubDate', 'wp:post_date'].map((name) =>
    toIsoDate(
      childText(item, name)
        .trim()
        .replace(/^0000.*/, ''),
    ),
  );
  return dates.find((date) => date !== undefined) ?? null;
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
  const slugs = name !== '' && path.includes(`/${name}`) ? former('_wp_old_slug') : [];
  const dates = former('_wp_old_date').map((date) => date.split('-'));
  return [
    path,
    ...slugs.filter((slug) => slug !== '').map((slug) => path.replace(`/${name}`, `/${slug}`)),
    ...dates.map(([year, month, day]) =>
      path.replace(/\/\d{4}\/\d{2}(\/\d{2})?\//, (_whole, withDay) =>
        withDay === undefined ? `/${year}/${month}/` : `/${year}/${month}/${day}/`,
      ),
    ),
  ];
}

/** What was not public becomes a draft. */
export function statusOf(item: XmlNode): Pick<PostItem, 'status' | 'notes'> {
  const status = childText(item, 'wp:status').trim();
  if (status === 'private') return asDraft('It was private');
  if (status !== 'publish' && status !== 'future') return { status: 'draft', notes: [] };
  const hasPassword = childText(item, 'wp:post_password').trim() !== '';
  if (hasPassword) return asDraft('It was password-protected');
  if (typeOf(item) === 'page') return asDraft('It was a page outside the blog');
  return { status: 'published', notes: [] };
}

/** Tags, then categories without "Uncategorized". WXR 1.0 has `tag`, and repeats terms without a domain. */
export function tagsOf(item: XmlNode): string[] {
  const terms = childrenOf(item, 'category');
  const named = (...domains: (string | undefined)[]) =>
    terms
      .filter(({ attributes }) => domains.includes(attributes.domain))
      .map(({ text }) => htmlText(text));
  const categories = named('category', undefined);
  return [
    ...named('post_tag', 'tag'),
    ...categories.filter((term) => !/^uncategori[sz]ed$/i.test(term)),
  ];
}

export function fieldNotes(item: XmlNode, meta: ReadonlyMap<string, string>): Note[] {
  const comments = childrenOf(item, 'wp:comment').length;
  const fields = [...meta.keys()].filter((key) => !/^_|^footnotes$/.test(key));
  const canonical = meta.get('_yoast_wpseo_canonical');
  const lostFields = [
    ...(comments > 0 ? [`comments by readers: ${comments}`] : []),
    ...(fields.length > 0 ? [`custom fields (${fields.join(', ')})`] : []),
    ...(canonical ? [`the canonical URL ${canonical}`] : []),
  ];
  return listed('lost', 'WordPress fields', lostFields);
}

/** Counts items other than posts and pages. */
export function countOthers(items: readonly XmlNode[]): Note[] {
  const others = items.filter((item) => !isText(item) && !/^(?:post|page)$/.test(typeOf(item)));
  const counted = [...Map.groupBy(others, typeOf)].map(([type, all]) => `${all.length} ${type}`);
  return counted.length === 0
    ? []
    : [
        lost(
          `Not part of posts (pictures come with the posts that show them): ${counted.join(', ')}.`,
        ),
      ];
}
