import type { ReactNode } from 'react';

/** Stands behind another fact, parted by a dot, and on a narrow screen in a line of its own. */
export function SecondFact({ children }: { children: ReactNode }) {
  return (
    <span className="max-lg:block max-lg:first-letter:uppercase lg:before:content-['_·_']">
      {children}
    </span>
  );
}
