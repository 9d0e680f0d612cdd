import type { OrganizationLeaf, PersonLeaf, ProfilePageLeaf } from 'schema-dts';
import type { Describe, DescribedPage } from '../../ui/page-graph.ts';
import { type Author, authorPath, type NamedAuthor } from '../authors/author.ts';

/** An author who has a record, and a page with an id of its own. */
export function describeAuthor(
  { slug, kind, name, orcid, affiliation }: NamedAuthor,
  { publicUrl }: Pick<DescribedPage, 'publicUrl'>,
): OrganizationLeaf | PersonLeaf {
  const url = publicUrl + authorPath({ slug });
  const about = { '@id': `${url}#author`, name, url };
  const place = { '@type': 'Organization' as const, name: affiliation };
  if (kind === 'group')
    return {
      '@type': 'Organization',
      ...about,
      ...(affiliation === '' ? {} : { parentOrganization: place }),
    };
  return {
    '@type': 'Person',
    ...about,
    ...(orcid === '' ? {} : { sameAs: orcid }),
    ...(affiliation === '' ? {} : { affiliation: place }),
  };
}

/** The page of an author. */
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
      ...(biography === '' ? {} : { description: biography }),
      ...(picture === '' ? {} : { image: new URL(picture, `${page.publicUrl}/`).href }),
    },
  });
}
