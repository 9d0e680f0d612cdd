import { DASHBOARD } from '../../../admin/dashboard-path.ts';
import { ButtonLink } from '../../../ui/button.tsx';

/** Stands in place of a page that a writer may not open. */
export function ForAdministrators() {
  return (
    <div className="max-w-3xl">
      <h1 className="display text-2xl">For administrators</h1>
      <p className="mt-4">
        This page is for administrators. As a writer, you can write, edit and publish posts, and add
        pictures.
      </p>
      <ButtonLink href={DASHBOARD} variant="secondary" className="mt-6">
        Go to the posts
      </ButtonLink>
    </div>
  );
}
