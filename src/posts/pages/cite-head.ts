import type { MetaDescriptor } from 'react-router';
import { site } from '../../content/site.ts';
import { authorPath } from '../authors/author.ts';
import { CITE_FORMATS, citedAuthors, nameText, publicationDay } from '../cite-post.ts';
import type { ReadPost } from '../post.ts';
import { recordPath } from '../record/record-mark.ts';
import { digitalSource, licenseUrl } from '../statements.ts';

const IPTC_SOURCE_TYPES = 'http://cv.iptc.org/newscodes/digitalsourcetype/';

/** What Google Scholar and reference managers read of a public post ("Highwire" meta elements). */
export function citationMeta(post: ReadPost, url: string): MetaDescriptor[] {
  const [year, month, day] = publicationDay(post.date, site.timeZone).map((part) =>
    String(part).padStart(2, '0'),
  );
  const source = digitalSource(post);
  return [
    { name: 'citation_title', content: post.title },
    ...citedAuthors(post, site.name).flatMap(({ csl, record }) =>
      [
        { name: 'citation_author', content: nameText(csl) },
        { name: 'citation_author_institution', content: record?.affiliation ?? '' },
        { name: 'citation_author_orcid', content: record?.orcid ?? '' },
      ].filter(({ content }) => content !== ''),
    ),
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
  const { slug, author, authors = [], isResearch, license, notices = [], records = [] } = post;
  const url = `${publicUrl}/blog/${slug}`;
  const newest = records.at(-1);
  const citable = newest === undefined ? url : publicUrl + recordPath(slug, newest.number);
  const type = isResearch ? 'ScholarlyArticle' : 'BlogPosting';
  return [
    `<${citable}>; rel="cite-as"`,
    ...Object.entries(CITE_FORMATS).map(
      ([ending, format]) => `<${citable}/cite.${ending}>; rel="describedby"; type="${format}"`,
    ),
    ...authors.map((record) => `<${record.orcid || publicUrl + authorPath(record)}>; rel="author"`),
    // Other authors have no page.
    ...(authors.length === 0 && author.startsWith(site.name)
      ? [`<${publicUrl}/>; rel="author"`]
      : []),
    `<https://schema.org/${type}>; rel="type"`,
    ...(license === '' ? [] : [`<${licenseUrl(license)}>; rel="license"`]),
    ...(newest === undefined ? [] : [`<${url}/versions>; rel="version-history"`]),
    // An extension relation (RFC 8288, section 2.1.2): no registered one leads to what is said of a work later.
    ...(notices.length === 0 ? [] : [`<${url}#notices>; rel="https://schema.org/correction"`]),
  ].join(', ');
}
