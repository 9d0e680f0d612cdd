import type {
  BlogPostingLeaf,
  CreativeWork,
  OrganizationLeaf,
  PersonLeaf,
  ScholarlyArticleLeaf,
} from 'schema-dts';
import { site } from '../../content/site.ts';
import type { CslName, Reference, ReferenceType } from '../../science/references/reference.ts';
import {
  type Describe,
  type DescribedPage,
  organizationId,
  webSiteId,
} from '../../ui/page-graph.ts';
import { citedAuthors, nameText } from '../cite-post.ts';
import { creditRoleUrl, readContributions } from '../credit-roles.ts';
import type { AiUse } from '../fields.ts';
import { lastModified, type Post, type ReadPost } from '../post.ts';
import { type Notice, noticedState, noticeLabel } from '../record/notice.ts';
import type { RecordMark } from '../record/record-mark.ts';
import { licenseUrl } from '../statements.ts';
import { describeAuthor } from './describe-author.ts';

/** Not `VideoObject` for videos: search engines require a thumbnail and a date of those. */
const CITATION_TYPES = {
  article: 'Article',
  'research paper': 'ScholarlyArticle',
  website: 'WebPage',
  book: 'Book',
  video: 'CreativeWork',
} as const satisfies Record<ReferenceType, CreativeWork['@type']>;

/** @param record the frozen version that the page shows, if it does */
export function blogPosting(
  post: ReadPost,
  record?: Pick<RecordMark, 'number'>,
): Describe<BlogPostingLeaf | ScholarlyArticleLeaf> {
  const { notices = [] } = post;
  const state = noticedState(notices);
  // A scheduled post was last edited before it appeared.
  return (page) => ({
    '@type': post.isResearch ? 'ScholarlyArticle' : 'BlogPosting',
    '@id': `${page.url}#post`,
    headline: post.title,
    ...(post.description === '' ? {} : { description: post.description }),
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
    ...stated(post),
    ...(record === undefined ? {} : { version: String(record.number) }),
    ...(state === null ? {} : { creativeWorkStatus: state }),
    ...(notices.length === 0
      ? {}
      : { correction: notices.map((notice) => correction(notice, page)) }),
  });
}

/** Members of schema.org's `IPTCDigitalSourceEnumeration`, which has none for what people write. */
const SOURCE_TYPES = {
  '': null,
  none: null,
  assisted: 'https://schema.org/CompositeWithTrainedAlgorithmicMediaDigitalSource',
  generated: 'https://schema.org/TrainedAlgorithmicMediaDigitalSource',
} as const satisfies Record<AiUse, string | null>;

function stated(post: Post) {
  const [license, source] = [licenseUrl(post.license), SOURCE_TYPES[post.aiUse]];
  const contributor = contributors(post);
  return {
    ...(contributor.length === 0 ? {} : { contributor }),
    ...(license === null ? {} : { license }),
    ...(source === null ? {} : { digitalSourceType: source }),
    ...(post.funding === ''
      ? {}
      : { funding: { '@type': 'Grant', description: post.funding } as const }),
  };
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

/** Named authors of a work. */
const MAX_CITED_AUTHORS = 3;

function citation({ type, title, url, csl }: Reference) {
  const names = (csl?.author ?? []).filter(({ literal }) => literal !== 'others');
  const [issued] = csl?.issued?.['date-parts'] ?? [];
  return {
    '@type': CITATION_TYPES[type],
    ...(title === '' ? {} : { name: title }),
    ...(url === '' ? {} : { url }),
    ...(names.length === 0 ? {} : { author: names.slice(0, MAX_CITED_AUTHORS).map(citedAuthor) }),
    ...(issued === undefined ? {} : { datePublished: isoDate(issued) }),
  };
}

function citedAuthor(csl: CslName): OrganizationLeaf | PersonLeaf {
  return {
    '@type': csl.literal === undefined ? 'Person' : 'Organization',
    name: nameText(csl),
  };
}

function isoDate(parts: readonly number[]): string {
  return parts.map((part, index) => String(part).padStart(index === 0 ? 4 : 2, '0')).join('-');
}

function authors(post: ReadPost, page: DescribedPage) {
  const described = citedAuthors(post, site.name).map(({ csl, record }) =>
    record === undefined ? author(nameText(csl), page) : describeAuthor(record, page),
  );
  const [only] = described;
  return described.length === 1 && only !== undefined ? only : described;
}

/** Who did what, by the roles of CRediT. */
function contributors({ contributions }: Post) {
  const known = readContributions(contributions).filter(({ roles }) => roles.length > 0);
  return known.map(({ name, roles }) => ({
    '@type': 'Role' as const,
    contributor: { '@type': 'Person' as const, name },
    roleName: roles.map(creditRoleUrl),
  }));
}

/** Our own authors' names start with the site's name; other authors have no known page. */
function author(name: string, { publicUrl }: DescribedPage): OrganizationLeaf | PersonLeaf {
  return name.startsWith(site.name)
    ? { '@type': 'Organization', name, url: `${publicUrl}/` }
    : { '@type': 'Person', name };
}
