import { BackLink } from '../../admin/back-link.tsx';

export function BackToNewsletter() {
  return <BackLink to="/admin/newsletter">Back to newsletter</BackLink>;
}
