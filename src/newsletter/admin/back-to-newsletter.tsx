import { ArrowLeft } from 'lucide-react';
import { Link } from '../../ui/link.tsx';

export function BackToNewsletter() {
  return (
    <Link
      to="/admin/newsletter"
      className="-mt-4 mb-2 inline-flex min-h-11 items-center gap-2 text-muted text-sm no-underline hover:text-teal"
    >
      <ArrowLeft aria-hidden className="size-4" />
      Back to newsletter
    </Link>
  );
}
