import { Link } from '../../ui/link.tsx';
import type { PictureUse } from '../picture-uses.ts';
import { countOf } from './picture-labels.ts';

/** Where it is removed from what uses it. */
const EDITORS = { post: '/admin/edit-post/', author: '/admin/authors#' } as const;

type UsageProps = {
  usedIn: readonly PictureUse[];
  /** Follows the number of posts. */
  note?: string;
};

/** What uses a picture or a file. Each has its own alternative text, which is not known here. */
export function Usage({ usedIn, note = '' }: UsageProps) {
  if (usedIn.length === 0) return null;
  const isByAuthor = usedIn.some(({ kind }) => kind === 'author');
  const where = `Used in ${countOf(usedIn.length, isByAuthor ? 'place' : 'post')}`;
  return (
    <details className="mt-1 text-sm">
      <summary className="flex min-h-11 cursor-pointer items-center text-muted hover:text-ink">
        {where + note}
      </summary>
      <ul className="mb-2 pl-5">
        {usedIn.map(({ kind, slug, title, isInTrash }) => (
          <li key={`${kind} ${slug} ${isInTrash}`}>
            <Link
              to={isInTrash ? '/admin/trash' : EDITORS[kind] + slug}
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
