import { toIsoDate, withOffset } from '../dates.ts';
import { asDraft, listed, type Note, type PostItem } from '../source.ts';
import { htmlText } from '../text.ts';
import { childrenOf, childText, type XmlNode } from './wxr.ts';

/** What an item of a WXR file says of itself, but for its text. */

export function typeOf(item: XmlNode): string {
  return childText(item, 'wp:post_type') || 'post';
}

export function idOf(item: XmlNode): string {
  return childText(item, 'wp:post_id');
}

export function isPost(item: XmlNode): boolean {
  return /^(?:post|page)$/.test(typeOf(item)) && childText(item, 'wp:status') !== 'auto-draft';
}

/** The values of a field, in order. */
export function metaOf(item: XmlNode, key: string): string[] {
  return childrenOf(item, 'wp:postmeta')
    .filter((meta) => childText(meta, 'wp:meta_key') === key)
    .map((meta) => childText(meta, 'wp:meta_value'));
}

/** Minutes: clocks of Kiribati. One date without the other may have been edited. */
const MAX_OFFSET = 14 * 60;

/** Returns the date with the offset of the former site, which follows from its two dates; null for drafts. */
export function dateOf(item: XmlNode): string | null {
  if (!/^(?:publish|future|private)$/.test(childText(item, 'wp:status'))) return null;
  // The date in UTC may be `0000-00-00 00:00:00`.
  const [instant = null] = ['wp:post_date_gmt', 'wp:post_date'].flatMap(
    (name) => toIsoDate(childText(item, name).replace(/^0000.*/, '')) ?? [],
  );
  const local = Date.parse(toIsoDate(childText(item, 'wp:post_date')) ?? '');
  const minutes = (local - Date.parse(instant ?? '')) / 60_000;
  const isOffset = Number.isInteger(minutes) && Math.abs(minutes) <= MAX_OFFSET;
  return isOffset && instant !== null ? withOffset(instant, minutes) : instant;
}

/** The permalink, and those by the slugs and dates that the post had before. `/?p=1` is the home page, also of a blog in a folder, which is never redirected. */
export function formerPathsOf(item: XmlNode): string[] {
  const { pathname: path = '/', search = '' } = URL.parse(childText(item, 'link')) ?? {};
  if (path === '/' || /^\?(?:p|page_id|attachment_id)=/.test(search)) return [];
  const name = childText(item, 'wp:post_name');
  const slugs = name !== '' && path.includes(`/${name}`) ? metaOf(item, '_wp_old_slug') : [];
  const dates = metaOf(item, '_wp_old_date').map((date) => date.replaceAll('-', '/'));
  return [
    path,
    ...slugs.filter((slug) => slug !== '').map((slug) => path.replace(`/${name}`, `/${slug}`)),
    ...dates.map((date) =>
      path.replace(
        /\/\d{4}\/\d{2}(?:\/\d{2})?\//,
        ({ length }) => `/${date.slice(0, length - 2)}/`,
      ),
    ),
  ];
}

/** What was not public becomes a draft. */
export function statusOf(item: XmlNode): Pick<PostItem, 'status' | 'notes'> {
  const status = childText(item, 'wp:status');
  if (status === 'private') return asDraft('It was private');
  if (status !== 'publish' && status !== 'future') return { status: 'draft', notes: [] };
  if (childText(item, 'wp:post_password') !== '') return asDraft('It was password-protected');
  if (typeOf(item) === 'page') return asDraft('It was a page outside the blog');
  return { status: 'published', notes: [] };
}

/** Tags, then categories without "Uncategorized". */
export function tagsOf(item: XmlNode): string[] {
  const named = (domain: string) =>
    childrenOf(item, 'category')
      .filter(({ attributes }) => attributes.domain === domain)
      .map(({ text }) => htmlText(text));
  const categories = named('category').filter((term) => !/^uncategori[sz]ed$/i.test(term));
  return [...named('post_tag'), ...categories];
}

export function fieldNotes(item: XmlNode): Note[] {
  const comments = childrenOf(item, 'wp:comment').length;
  const fields = childrenOf(item, 'wp:postmeta')
    .map((meta) => childText(meta, 'wp:meta_key'))
    .filter((key) => !/^_|^footnotes$/.test(key));
  return listed('lost', 'WordPress fields', [
    ...(comments > 0 ? [`comments by readers: ${comments}`] : []),
    ...(fields.length > 0 ? [`custom fields (${fields.join(', ')})`] : []),
  ]);
}
