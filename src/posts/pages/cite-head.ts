import type { MetaDescriptor } from 'react-router';
import { site } from '../../content/site.ts';
import { authorNames, CITE_FORMATS, publicationDay } from '../cite-post.ts';
import type { Post } from '../post.ts';

/** What Google Scholar and reference managers read of a public post ("Highwire" meta elements). */
export function citationMeta(post: Post, url: string): MetaDescriptor[] {
  const [year, month, day] = publicationDay(post.date, site.timeZone).map((part) =>
    String(part).padStart(2, '0'),
  );
  const authors = authorNames(post.author, site.name).map(({ literal, given, family, ...rest }) =>
    [given, rest['non-dropping-particle'], family ?? literal].filter(Boolean).join(' '),
  );
  return [
    { name: 'citation_title', content: post.title },
    ...authors.map((content) => ({ name: 'citation_author', content })),
    { name: 'citation_publication_date', content: `${year}/${month}/${day}` },
    { name: 'citation_publisher', content: site.name },
    { name: 'citation_language', content: site.locale },
    { name: 'citation_fulltext_html_url', content: url },
    ...(post.tags.length === 0
      ? []
      : [{ name: 'citation_keywords', content: post.tags.join('; ') }]),
  ];
}

/**
 * Typed links for machines (https://signposting.org/FAIR/): only what is known of a post. Its page is its persistent
 * identifier: former slugs lead to it.
 */
export function signposts({ slug, author, isResearch }: Post, publicUrl: string): string {
  const url = `${publicUrl}/blog/${slug}`;
  const type = isResearch ? 'ScholarlyArticle' : 'BlogPosting';
  return [
    `<${url}>; rel="cite-as"`,
    ...Object.entries(CITE_FORMATS).map(
      ([ending, format]) => `<${url}/cite.${ending}>; rel="describedby"; type="${format}"`,
    ),
    // Other authors have no page.
    ...(author.startsWith(site.name) ? [`<${publicUrl}/>; rel="author"`] : []),
    `<https://schema.org/${type}>; rel="type"`,
  ].join(', ');
}
