import { Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Link } from '../../ui/link.tsx';

/** What a row says of a record. */
export type RecordRow = {
  name: string;
  /** The id of the row, which other pages link. */
  anchor?: string;
  /** The record's public page, if it has one. */
  path?: string;
  badge?: string | undefined;
  details: ReactNode;
  /** How posts use it. */
  uses: string;
};

type ListedRow = RecordRow & { id: string; onEdit: () => void; onRemove: () => void };

export function RecordList({ label, rows }: { label: string; rows: readonly ListedRow[] }) {
  return (
    <ul
      aria-label={label}
      className="divide-y divide-line rounded-card border border-line bg-surface px-5 md:px-6"
    >
      {rows.map(({ id, name, anchor, path, badge, details, uses, onEdit, onRemove }) => (
        <li key={id} id={anchor} className="grid grid-cols-[1fr_auto] items-center gap-x-4 py-3">
          <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 [overflow-wrap:anywhere]">
            {path === undefined ? (
              <span dir="auto" className="font-medium">
                {name}
              </span>
            ) : (
              <Link to={path} dir="auto" className="font-medium hover:text-teal">
                {name}
              </Link>
            )}
            {badge === undefined ? null : <Badge tone="stone">{badge}</Badge>}
          </p>
          <div className="-mr-2 flex">
            <button
              type="button"
              className="icon-button"
              aria-label={`Edit ${name}`}
              title="Edit"
              onClick={onEdit}
            >
              <Pencil aria-hidden className="size-4" />
            </button>
            <button
              type="button"
              className="icon-button text-danger"
              aria-label={`Remove ${name}`}
              title="Remove"
              onClick={onRemove}
            >
              <Trash2 aria-hidden className="size-4" />
            </button>
          </div>
          <div className="col-span-2 min-w-0 text-muted text-sm [overflow-wrap:anywhere]">
            {details}
            <p className="mt-1 text-xs">{uses}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
