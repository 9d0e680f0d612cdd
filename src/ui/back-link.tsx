import { Icon } from './icon.tsx';
import { Link } from './link.tsx';

export function BackLink({ href, label }: { href: string; label: string }) {
  return (
    <Link
      to={href}
      className="inline-flex min-h-11 items-center gap-2 text-sm text-teal hover:underline"
    >
      <Icon name="arrow-left" strokeWidth={2} className="size-4" />
      {label}
    </Link>
  );
}
