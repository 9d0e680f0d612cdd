import type { ReactNode } from 'react';
import { focusOnMount } from './focus-on-mount.ts';

/** The error message above a form; takes the focus. */
export function FormError({ children }: { children: ReactNode }) {
  return (
    <div
      role="alert"
      tabIndex={-1}
      ref={focusOnMount}
      className="col-span-full scroll-mt-28 rounded-md border border-danger bg-danger-tint px-4 py-3 text-danger"
    >
      {children}
    </div>
  );
}
