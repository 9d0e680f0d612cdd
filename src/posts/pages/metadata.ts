import type { MetaDescriptor } from 'react-router';
import type {
  BlogPostingLeaf,
  CreativeWork,
  OrganizationLeaf,
  PersonLeaf,
  ProfilePageLeaf,
  ScholarlyArticleLeaf,
} from 'schema-dts';
import { site } from '../../content/site.ts';
import type { Reference, ReferenceType } from '../../science/references/reference.ts';
import {
  type Describe,
  type DescribedPage,
  organizationId,
  webSiteId,
} from '../../ui/page-graph.ts';
import { pageMeta, shareImage } from '../../ui/seo.ts';
import { type Author, authorPath, type NamedAuthor } from '../authors/author.ts';
import { CITE_FORMATS, citedAuthors, nameText, publicationDay } from '../cite-post.ts';
import { lastModified, type ReadPost } from '../post.ts';
import { type Notice, noticedState, noticeLabel } from '../record/notice.ts';
import { recordPath } from '../record/record-mark.ts';
import { digitalSource, licenseUrl } from '../statements.ts';
import { versionLabel } from './notices.tsx';

/** What machines read of posts and authors: schema.org, "Highwire" meta elements, and typed links. JSON leaves out what is undefined. */

type HeadOptions = { publicUrl: string; noindex?: boolean; record?: number };

export function articleMeta(post: ReadPost, { publicUrl, noindex, record }: HeadOptions) {
  const canonical = record === undefined ? `/blog/${post.slug}` : recordPath(post.slug, record);
  const version = record === undefined ? '' : ` (${versionLabel(record)})`;
  const title = `${post.title}${version} | ${site.name}`;
  const head = pageMeta(
    { title, description: post.description, keywords: post.tags.join(', '), canonical },
    {
      publicUrl,
      ogType: 'article',
      ogImage: record === undefined ? record : shareImage(`/blog/${post.slug}`, post.title),
      noindex,
      jsonLd: import.meta.env.SSR ? [blogPosting(post, record)] : [],
    },
  );
  if (noindex || !import.meta.env.SSR) return head;
  return [...head, ...citationMeta(post, publicUrl + canonical)];
}

/** Not `VideoObject` for videos: search engines require a thumbnail and a date of those. */
const CITATION_TYPES = {
  article: 'Article',
  'research paper': 'ScholarlyArticle',
  website: 'WebPage',
  book: 'Book',
  video: 'CreativeWork',
} as const satisfies Record<ReferenceType, CreativeWork['@type']>;

export function blogPosting(
  post: ReadPost,
  record?: number,
): Describe<BlogPostingLeaf | ScholarlyArticleLeaf> {
  const { notices = [], funding } = post;
  // A scheduled post was last edited before it appeared.
  return (page) => ({
    '@type': post.isResearch ? 'ScholarlyArticle' : 'BlogPosting',
    '@id': `${page.url}#post`,
    headline: post.title,
    description: post.description || undefined,
    url: page.url,
    mainEntityOfPage: page.url,
    image: page.image,
    datePublished: post.date,
    dateModified: lastModified(post),
    author: authors(post, page),
    publisher: { '@id': organizationId(page) },
    isPartOf: { '@id': webSiteId(page) },
    inLanguage: site.locale,
    keywords: post.tags,
    timeRequired: `PT${post.readingTime}M`,
    citation: post.references.map(citation),
    license: licenseUrl(post.license) ?? undefined,
    digitalSourceType: digitalSource(post)?.schema,
    funding: funding === '' ? undefined : { '@type': 'Grant', description: funding },
    version: record === undefined ? record : String(record),
    creativeWorkStatus: noticedState(notices) ?? undefined,
    correction: orNone(notices.map((notice) => correction(notice, page))),
  });
}

function orNone<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length === 0 ? undefined : list;
}

function correction({ kind, date, issuedBy, reason }: Notice, page: DescribedPage) {
  return {
    '@type': 'CorrectionComment',
    name: noticeLabel(kind),
    text: reason,
    datePublished: date,
    author: author(issuedBy, page),
  } as const;
}

const MAX_CITED_AUTHORS = 3;

function citation({ type, title, url, csl }: Reference) {
  const names = (csl?.author ?? []).filter(({ literal }) => literal !== 'others');
  const [issued] = csl?.issued?.['date-parts'] ?? [];
  const named = names.slice(0, MAX_CITED_AUTHORS).map((name): OrganizationLeaf | PersonLeaf => {
    return {
      '@type': name.literal === undefined ? 'Person' : 'Organization',
      name: nameText(name),
    };
  });
  return {
    '@type': CITATION_TYPES[type],
    name: title || undefined,
    url: url || undefined,
    author: orNone(named),
    datePublished: issued && isoDate(issued),
  };
}

function isoDate(parts: readonly number[]): string {
  return parts.map((part, index) => String(part).padStart(index === 0 ? 4 : 2, '0')).join('-');
}

function authors(post: ReadPost, page: DescribedPage) {
  const described = citedAuthors(post).map(({ csl, record }) =>
    record === undefined ? author(nameText(csl), page) : describeAuthor(record, page),
  );
  const [only] = described;
  return described.length === 1 && only !== undefined ? only : described;
}

/** Our own authors' names start with the site's name; other authors have no known page. */
function author(name: string, { publicUrl }: DescribedPage): OrganizationLeaf | PersonLeaf {
  return name.startsWith(site.name)
    ? { '@type': 'Organization', name, url: `${publicUrl}/` }
    : { '@type': 'Person', name };
}

function describeAuthor(
  { slug, kind, name, orcid, affiliation }: NamedAuthor,
  { publicUrl }: DescribedPage,
): OrganizationLeaf | PersonLeaf {
  const url = publicUrl + authorPath({ slug });
  const about = { '@id': `${url}#author`, name, url };
  const place =
    affiliation === '' ? undefined : ({ '@type': 'Organization', name: affiliation } as const);
  return kind === 'group'
    ? { '@type': 'Organization', ...about, parentOrganization: place }
    : { '@type': 'Person', ...about, sameAs: orcid || undefined, affiliation: place };
}

export function profilePage(author: Author): Describe<ProfilePageLeaf> {
  const { orcid, biography, picture, link, updatedAt } = author;
  const elsewhere = [orcid, link].filter((url) => url !== '');
  return (page) => ({
    '@type': 'ProfilePage',
    '@id': `${page.url}#profile`,
    url: page.url,
    dateModified: updatedAt,
    mainEntity: {
      ...describeAuthor(author, page),
      ...(link === '' ? {} : { sameAs: elsewhere }),
      description: biography || undefined,
      image: picture === '' ? undefined : new URL(picture, `${page.publicUrl}/`).href,
    },
  });
}

/** What Google Scholar and reference managers read of a public post ("Highwire" meta elements). */
export function citationMeta(post: ReadPost, url: string): MetaDescriptor[] {
  const [year, ...monthAndDay] = publicationDay(post.date);
  const date = [year, ...monthAndDay.map((part) => String(part).padStart(2, '0'))].join('/');
  const elements = [
    { name: 'citation_title', content: post.title },
    ...citedAuthors(post).flatMap(({ csl, record }) => [
      { name: 'citation_author', content: nameText(csl) },
      { name: 'citation_author_institution', content: record?.affiliation },
      { name: 'citation_author_orcid', content: record?.orcid },
    ]),
    { name: 'citation_publication_date', content: date },
    { name: 'citation_publisher', content: site.name },
    { name: 'citation_language', content: site.locale },
    { name: 'citation_fulltext_html_url', content: url },
    { name: 'iptc:digitalSourceType', content: digitalSource(post)?.iptc },
    { name: 'citation_keywords', content: post.tags.join('; ') },
  ];
  return elements.flatMap(({ name, content }) => (content ? { name, content } : []));
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
  // Other authors have no page.
  const isByUs = authors.length === 0 && author.startsWith(site.name);
  const links = [
    `<${citable}>; rel="cite-as"`,
    ...Object.entries(CITE_FORMATS).map(
      ([ending, format]) => `<${citable}/cite.${ending}>; rel="describedby"; type="${format}"`,
    ),
    ...authors.map((record) => `<${record.orcid || publicUrl + authorPath(record)}>; rel="author"`),
    isByUs && `<${publicUrl}/>; rel="author"`,
    `<https://schema.org/${type}>; rel="type"`,
    license && `<${licenseUrl(license)}>; rel="license"`,
    newest && `<${url}#versions>; rel="version-history"`,
    // An extension relation (RFC 8288, section 2.1.2): no registered one leads to what is said of a work later.
    notices.length > 0 && `<${url}#notices>; rel="https://schema.org/correction"`,
  ];
  return links.filter(Boolean).join(', ');
}
