import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import { Link } from './link.tsx';

export function ArrowLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link
      to={href}
      className="group inline-flex min-h-11 items-center gap-2 font-medium text-teal underline decoration-1 decoration-transparent underline-offset-4 transition-colors hover:decoration-current"
    >
      {children}
      <Icon
        name="arrow-right"
        strokeWidth={1.75}
        className="size-4 shrink-0 transition-transform group-hover:translate-x-1"
      />
    </Link>
  );
}
