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
      <p className="mt-2 text-sm">
        {posts.map(({ slug, title }, index) => (
          <span key={slug}>
            {index === 0 ? null : ' · '}
            <Link to={`/blog/${slug}`} className="prose-link" dir="auto">
              <Subscripts text={title} />
            </Link>
          </span>
        ))}
        {postCount > posts.length ? (
          <>
            {' · '}
            <Link to={`/blog?q=${encodeURIComponent(term)}`} className="prose-link">
              {glossaryLabels.allUses.replace('{count}', `${postCount}`)}
            </Link>
          </>
        ) : null}
      </p>
    </>
  );
}
