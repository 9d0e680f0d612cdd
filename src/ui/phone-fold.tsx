import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

type PhoneFoldProps = { summary: string; className?: string; children: ReactNode };

/** Folded on phones only, and in browsers without `::details-content`. */
export function PhoneFold({ summary, className = '', children }: PhoneFoldProps) {
  return (
    <details className={`group md:details-content:[content-visibility:visible] ${className}`}>
      <summary
        data-screen-only=""
        className="flex min-h-14 cursor-pointer items-center justify-between gap-4 border-line border-t font-medium text-sm md:supports-[selector(::details-content)]:hidden"
      >
        {summary}
        <Icon
          name="plus"
          className="size-5 text-teal transition-transform duration-300 group-open:rotate-45"
        />
      </summary>
      {children}
    </details>
  );
}
