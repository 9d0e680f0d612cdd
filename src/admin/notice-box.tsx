import type { ReactNode } from 'react';

type NoticeBoxProps = {
  /** Announced when it appears. */
  role?: 'status';
  className?: string;
  children: ReactNode;
};

/** Something to know or to decide; failures go into an `ErrorBox`. */
export function NoticeBox({ role, className = '', children }: NoticeBoxProps) {
  return (
    <div
      role={role}
      className={`rounded-md bg-amber-tint px-4 py-3 md:px-6 text-amber text-sm ${className}`}
    >
      {children}
    </div>
  );
}
