import { search as labels } from '../../../content/glossary.ts';
import { glossaryLabels } from '../../../content/glossary-labels.ts';
import { Link } from '../../../ui/link.tsx';
import { Subscripts } from '../../../ui/subscripts.tsx';
import type { UsedTerm } from '../term.ts';

/** The newest public posts that mention a term, and where to find the others; nothing for none. */
export function UsedIn({ term: { term, posts, postCount } }: { term: UsedTerm }) {
  if (posts.length === 0) return null;
  return (
    <>
      <dt className="eyebrow mt-2 sm:mt-0">{labels.usedIn}</dt>
      <dd className="text-sm">
        {posts.map(({ slug, title }) => (
          <Link
            key={slug}
            to={`/blog/${slug}`}
            className="prose-link block w-fit text-balance py-2.5 leading-normal lg:py-1.5"
            dir="auto"
          >
            <Subscripts text={title} />
          </Link>
        ))}
        {postCount > posts.length ? (
          <Link
            to={`/blog?q=${encodeURIComponent(term)}`}
            className="prose-link block w-fit text-balance py-2.5 leading-normal lg:py-1.5"
          >
            {glossaryLabels.allUses.replace('{count}', `${postCount}`)}
          </Link>
        ) : null}
      </dd>
    </>
  );
}
