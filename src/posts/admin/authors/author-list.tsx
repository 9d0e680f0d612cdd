import { Pencil, Trash2 } from 'lucide-react';
import { Badge } from '../../../ui/badge.tsx';
import { Link } from '../../../ui/link.tsx';
import { authorPath, type ListedAuthor } from '../../authors/author.ts';

type AuthorListProps = {
  authors: readonly ListedAuthor[];
  onEdit: (author: ListedAuthor) => void;
  onRemove: (author: ListedAuthor) => void;
};

export function AuthorList({ authors, onEdit, onRemove }: AuthorListProps) {
  return (
    <ul
      aria-label="Authors"
      className="divide-y divide-line rounded-card border border-line bg-surface px-5 md:px-6"
    >
      {authors.map((author) => (
        <li
          key={author.id}
          id={author.slug}
          className="grid grid-cols-[1fr_auto] items-center gap-x-4 py-3"
        >
          <div className="min-w-0 [overflow-wrap:anywhere]">
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <Link to={authorPath(author)} dir="auto" className="font-medium hover:text-teal">
                {author.name}
              </Link>
              {author.kind === 'group' ? <Badge tone="stone">Group</Badge> : null}
            </p>
            <p dir="auto" className="text-muted text-sm">
              {[author.affiliation, author.orcid].filter(Boolean).join(' · ')}
            </p>
            <p className="mt-1 text-muted text-xs">{postsBy(author)}</p>
          </div>
          <div className="-mr-2 flex">
            <button
              type="button"
              className="icon-button"
              aria-label={`Edit ${author.name}`}
              title="Edit"
              onClick={() => onEdit(author)}
            >
              <Pencil aria-hidden className="size-4" />
            </button>
            <button
              type="button"
              className="icon-button text-danger"
              aria-label={`Remove ${author.name}`}
              title="Remove"
              onClick={() => onRemove(author)}
            >
              <Trash2 aria-hidden className="size-4" />
            </button>
          </div>
        </li>
      ))}
    </ul>
  );
}

export function postsBy({ postCount }: Pick<ListedAuthor, 'postCount'>): string {
  if (postCount === 0) return 'No public posts';
  return postCount === 1 ? '1 public post' : `${postCount} public posts`;
}
