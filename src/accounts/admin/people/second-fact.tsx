import type { ReactNode } from 'react';

/** Stands behind another fact, parted by a dot, and on a phone in a line of its own. */
export function SecondFact({ children }: { children: ReactNode }) {
  return (
    <span className="max-sm:block max-sm:first-letter:uppercase sm:inline-block sm:before:content-['_·_']">
      {children}
    </span>
  );
}
