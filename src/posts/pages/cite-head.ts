import type { MetaDescriptor } from 'react-router';
import { site } from '../../content/site.ts';
import { authorPath, nameKey } from '../authors/author.ts';
import { authorNames, CITE_FORMATS, nameText, publicationDay } from '../cite-post.ts';
import type { ReadPost } from '../post.ts';
import { recordPath } from '../record/record-mark.ts';
import type { PublicRecord } from '../record/records.ts';
import { digitalSource, licenseUrl } from '../statements.ts';

const IPTC_SOURCE_TYPES = 'http://cv.iptc.org/newscodes/digitalsourcetype/';

/** What Google Scholar and reference managers read of a public post ("Highwire" meta elements). */
export function citationMeta(post: ReadPost, url: string): MetaDescriptor[] {
  const [year, month, day] = publicationDay(post.date, site.timeZone).map((part) =>
    String(part).padStart(2, '0'),
  );
  const authors = authorNames(post, site.name).map(nameText);
  const records = new Map((post.authors ?? []).map((record) => [nameKey(record.name), record]));
  const source = digitalSource(post);
  return [
    { name: 'citation_title', content: post.title },
    ...authors.flatMap((content) => {
      const { orcid = '', affiliation = '' } = records.get(nameKey(content)) ?? {};
      const about = { author: content, author_institution: affiliation, author_orcid: orcid };
      return Object.entries(about)
        .filter(([, value]) => value !== '')
        .map(([name, value]) => ({ name: `citation_${name}`, content: value }));
    }),
    { name: 'citation_publication_date', content: `${year}/${month}/${day}` },
    { name: 'citation_publisher', content: site.name },
    { name: 'citation_language', content: site.locale },
    { name: 'citation_fulltext_html_url', content: url },
    ...(source === null
      ? []
      : [{ name: 'iptc:digitalSourceType', content: `${IPTC_SOURCE_TYPES}${source}` }]),
    ...(post.tags.length === 0
      ? []
      : [{ name: 'citation_keywords', content: post.tags.join('; ') }]),
  ];
}

/**
 * Typed links for machines (https://signposting.org/FAIR/): only what is known of a post. Its page is its persistent
 * identifier: former slugs lead to it.
 */
export function signposts(post: ReadPost, publicUrl: string): string {
  const { slug, notices = [], records = [] } = post;
  const url = `${publicUrl}/blog/${slug}`;
  const newest = records.at(-1);
  const citable = newest === undefined ? url : publicUrl + recordPath(slug, newest.number);
  return [
    `<${citable}>; rel="cite-as"`,
    ...described(post, citable, publicUrl),
    ...(newest === undefined ? [] : [`<${url}/versions>; rel="version-history"`]),
    ...corrected(notices, url),
  ].join(', ');
}

/** The same of a frozen version, which is its own persistent identifier; with its place in the history (RFC 5829). */
export function recordSignposts(record: PublicRecord, publicUrl: string): string {
  const { slug, number, latest, notices, authored, authors } = record;
  const url = `${publicUrl}/blog/${slug}`;
  const of = (version: number, rel: string) =>
    version < 1 || version > latest
      ? []
      : [`<${publicUrl}${recordPath(slug, version)}>; rel="${rel}"`];
  const [own] = of(number, 'cite-as');
  return [
    own,
    ...described({ ...authored, authors }, publicUrl + recordPath(slug, number), publicUrl),
    ...of(latest, 'latest-version'),
    ...of(number - 1, 'predecessor-version'),
    ...of(number + 1, 'successor-version'),
    `<${url}/versions>; rel="version-history"`,
    ...corrected(notices, url),
  ].join(', ');
}

/** An extension relation (RFC 8288, section 2.1.2): no registered one leads to what is said of a work later. */
function corrected(notices: readonly unknown[], url: string): string[] {
  return notices.length === 0 ? [] : [`<${url}#notices>; rel="https://schema.org/correction"`];
}

function described(
  {
    author,
    authors = [],
    isResearch,
    license,
  }: Pick<ReadPost, 'author' | 'authors' | 'isResearch' | 'license'>,
  url: string,
  publicUrl: string,
): string[] {
  const type = isResearch ? 'ScholarlyArticle' : 'BlogPosting';
  return [
    ...Object.entries(CITE_FORMATS).map(
      ([ending, format]) => `<${url}/cite.${ending}>; rel="describedby"; type="${format}"`,
    ),
    ...authors.map((record) => `<${record.orcid || publicUrl + authorPath(record)}>; rel="author"`),
    // Other authors have no page.
    ...(authors.length === 0 && author.startsWith(site.name)
      ? [`<${publicUrl}/>; rel="author"`]
      : []),
    `<https://schema.org/${type}>; rel="type"`,
    ...(license === '' ? [] : [`<${licenseUrl(license)}>; rel="license"`]),
  ];
}
