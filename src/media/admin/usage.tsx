import { ChevronRight } from 'lucide-react';
import { Link } from '../../ui/link.tsx';
import type { PictureUse } from '../picture-uses.ts';
import { countOf } from './picture-labels.ts';

type UsageProps = {
  usedIn: readonly PictureUse[];
  /** Follows the number of posts. */
  note?: string;
};

/** The posts that use a picture or a file. Each has its own alternative text, which is not known here. */
export function Usage({ usedIn, note = '' }: UsageProps) {
  if (usedIn.length === 0) return null;
  const where = `Used in ${countOf(usedIn.length, 'post')}`;
  return (
    <details className="group mt-1 text-sm">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-1 text-muted hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-4 shrink-0 group-open:rotate-90" />
        {where}
        {note}
      </summary>
      <ul className="mb-2 pl-5">
        {usedIn.map(({ slug, title, isInTrash }) => (
          <li key={`${slug} ${isInTrash}`}>
            <Link
              to={isInTrash ? '/admin/trash' : `/admin/edit-post/${slug}`}
              className="prose-link inline-flex min-h-11 items-center leading-snug [overflow-wrap:anywhere]"
            >
              {isInTrash ? `${title} (in the trash)` : title}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  );
}
