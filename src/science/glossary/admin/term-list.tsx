import { Pencil, Trash2 } from 'lucide-react';
import { Badge } from '../../../ui/badge.tsx';
import type { UsedTerm } from '../term.ts';

type TermListProps = {
  terms: readonly UsedTerm[];
  onEdit: (term: UsedTerm) => void;
  onRemove: (term: UsedTerm) => void;
};

export function TermList({ terms, onEdit, onRemove }: TermListProps) {
  return (
    <ul
      aria-label="Terms"
      className="divide-y divide-line rounded-card border border-line bg-surface px-5 md:px-6"
    >
      {terms.map((term) => (
        <li key={term.id} className="grid grid-cols-[1fr_auto] items-center gap-x-4 py-3">
          <div className="min-w-0 [overflow-wrap:anywhere]">
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <span dir="auto" className="font-medium">
                {term.term}
              </span>
              <Badge tone="stone">{term.category}</Badge>
            </p>
          </div>
          <div className="-mr-2 flex">
            <button
              type="button"
              className="icon-button"
              aria-label={`Edit ${term.term}`}
              title="Edit"
              onClick={() => onEdit(term)}
            >
              <Pencil aria-hidden className="size-4" />
            </button>
            <button
              type="button"
              className="icon-button text-danger"
              aria-label={`Remove ${term.term}`}
              title="Remove"
              onClick={() => onRemove(term)}
            >
              <Trash2 aria-hidden className="size-4" />
            </button>
          </div>
          <div className="col-span-2 min-w-0 [overflow-wrap:anywhere]">
            {term.synonyms.length === 0 ? null : (
              <p dir="auto" className="text-muted text-sm">
                Also {term.synonyms.join(', ')}
              </p>
            )}
            <p dir="auto" className="line-clamp-2 text-muted text-sm">
              {term.definition}
            </p>
            <p className="mt-1 text-muted text-xs">{usesOf(term)}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}

export function usesOf({ postCount }: Pick<UsedTerm, 'postCount'>): string {
  if (postCount === 0) return 'Not in any public post';
  return postCount === 1 ? 'In 1 public post' : `In ${postCount} public posts`;
}
