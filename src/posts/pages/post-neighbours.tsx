import { post as strings } from '../../content/blog.ts';
import { Link } from '../../ui/link.tsx';
import { Title } from '../../ui/unbroken.tsx';
import type { Neighbour, Neighbours } from '../post.ts';

/** Links to the posts before and after a post in the list, newest first. */
export function PostNeighbours({ newer, older }: Neighbours) {
  if (newer === null && older === null) return null;
  return (
    <nav
      data-screen-only=""
      aria-label={strings.neighbours.label}
      className="mt-16 grid max-w-measure gap-6 border-line border-t pt-6 sm:grid-cols-2"
    >
      {newer === null ? null : (
        <NeighbourLink {...newer} rel="prev" label={strings.neighbours.newer} />
      )}
      {older === null ? null : (
        <NeighbourLink {...older} rel="next" label={strings.neighbours.older} />
      )}
    </nav>
  );
}

type NeighbourLinkProps = Neighbour & { rel: 'prev' | 'next'; label: string };

function NeighbourLink({ slug, title, rel, label }: NeighbourLinkProps) {
  return (
    <Link to={`/blog/${slug}`} rel={rel} className="group block">
      <span className="eyebrow">{label}</span>
      <span
        dir="auto"
        className="display mt-1 block text-balance text-lg leading-snug [overflow-wrap:anywhere] group-hover:text-teal"
      >
        <Title text={title} />
      </span>
    </Link>
  );
}
