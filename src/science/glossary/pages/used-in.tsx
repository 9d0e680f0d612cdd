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
      <h3 className="eyebrow mt-5">{labels.usedIn}</h3>
      <ul className="mt-1">
        {posts.map(({ slug, title }) => (
          <li key={slug}>
            <Link
              to={`/blog/${slug}`}
              className="prose-link inline-block py-2.5 text-sm"
              dir="auto"
            >
              <Subscripts text={title} />
            </Link>
          </li>
        ))}
        {postCount > posts.length ? (
          <li>
            <Link
              to={`/blog?q=${encodeURIComponent(term)}`}
              className="prose-link inline-block py-2.5 text-sm"
            >
              {glossaryLabels.allUses.replace('{count}', `${postCount}`)}
            </Link>
          </li>
        ) : null}
      </ul>
    </>
  );
}
