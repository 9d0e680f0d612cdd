import type { ReactNode } from 'react';

type EmptyStateProps = {
  title: string;
  /** What to do, or what will be here. */
  text: string;
  /** A link to begin with. */
  children?: ReactNode;
};

/** Stands where a list has no rows. */
export function EmptyState({ title, text, children }: EmptyStateProps) {
  return (
    <div className="mt-3 rounded-card border border-line border-dashed px-6 py-12 text-center">
      <p className="font-medium">{title}</p>
      <p className="mt-1 text-muted text-sm">{text}</p>
      {children}
    </div>
  );
}
