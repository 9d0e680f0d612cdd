import { ArrowLeft } from 'lucide-react';
import { Link } from '../ui/link.tsx';

export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="prose-link inline-flex min-h-11 items-center gap-2 text-sm">
      <ArrowLeft aria-hidden className="size-4" />
      {children}
    </Link>
  );
}
