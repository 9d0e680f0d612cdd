import type { ReactNode } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { Subscripts } from '../../ui/subscripts.tsx';

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
  uses?: string;
};

type ListedRow = RecordRow & { id: string; onEdit: () => void; onRemove: () => void };

export function RecordList({ label, rows }: { label: string; rows: readonly ListedRow[] }) {
  return (
    <ul
      aria-label={label}
      className="divide-y divide-line rounded-card border border-line bg-surface px-5 md:px-6 lg:grid lg:grid-cols-[fit-content(14rem)_minmax(0,1fr)_auto_auto] lg:gap-x-6 xl:grid-cols-[fit-content(18rem)_minmax(0,1fr)_auto_auto]"
    >
      {rows.map(({ id, name, anchor, path, badge, details, uses, onEdit, onRemove }) => (
        <li
          key={id}
          id={anchor}
          className="grid grid-cols-[1fr_auto] items-baseline gap-x-3 py-1.5 max-lg:pt-3 lg:pt-1 lg:pb-3 text-sm lg:col-span-full lg:grid-cols-subgrid lg:gap-x-6"
        >
          <div className="flex min-w-0 gap-x-2 gap-y-1.5 max-lg:col-span-2 max-lg:flex-wrap max-lg:items-center lg:flex-col lg:items-start">
            <p className="min-w-0 [overflow-wrap:anywhere]">
              {path === undefined ? (
                <span dir="auto" className="font-medium">
                  <Subscripts text={name} />
                </span>
              ) : (
                <Link to={path} dir="auto" className="prose-link font-medium">
                  {name}
                </Link>
              )}
            </p>
            {badge === undefined ? null : <Badge tone="stone">{badge}</Badge>}
          </div>
          <div className="min-w-0 text-muted [overflow-wrap:anywhere] max-lg:col-span-2 max-lg:mt-1.5">
            {details}
          </div>
          {uses && <p className="text-muted text-xs max-lg:leading-tight">{uses}</p>}
          <div className="-mr-5.25 flex">
            <Button variant="quiet" aria-label={`Edit ${name}`} onClick={onEdit}>
              Edit
            </Button>
            <Button
              variant="quiet"
              className="text-danger!"
              aria-label={`Remove ${name}`}
              onClick={onRemove}
            >
              Remove
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}
