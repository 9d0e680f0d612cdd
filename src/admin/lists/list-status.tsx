import type { ReactNode } from 'react';

type ListStatusProps = {
  /** What was done last; empty before anything was. */
  notice: string;
  /** How much of the list is shown. */
  children: ReactNode;
};

/** Stands beside the heading of a list, and announces what was done. */
export function ListStatus({ notice, children }: ListStatusProps) {
  return (
    <p role="status" className="ml-auto flex flex-wrap gap-x-4 text-sm [overflow-wrap:anywhere]">
      {notice === '' ? null : <span>{notice} </span>}
      <span className="text-muted">{children}</span>
    </p>
  );
}
