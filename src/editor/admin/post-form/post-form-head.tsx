import { Archive, Eye, History } from 'lucide-react';
import { useId } from 'react';
import { BackLink } from '../../../admin/back-link.tsx';
import { DASHBOARD } from '../../../admin/dashboard-path.ts';
import type { Post } from '../../../posts/post.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';

type PostFormHeadProps = {
  title: string;
  post: Post | null;
  /** What is needed before there is something to show, in words; null when it is there. */
  missing: string | null;
  onPreview: () => void;
};

/** Stands above the form: the way back, the post's other views, and the page's heading. */
export function PostFormHead({ title, post, missing, onPreview }: PostFormHeadProps) {
  const missingId = useId();
  /** On a phone three stand in one row, equally wide where their labels allow. */
  const compact =
    post === null
      ? 'max-sm:px-3'
      : 'max-sm:flex-1 max-sm:gap-1 max-sm:whitespace-nowrap max-sm:px-1';
  return (
    <div className="mb-5 flex flex-wrap items-center justify-between gap-x-3">
      <div className="w-full">
        <BackLink to={DASHBOARD}>Back to Dashboard</BackLink>
      </div>
      <h1 className="display text-2xl">{title}</h1>
      <div
        className={`flex gap-2 ${post === null ? 'max-sm:-my-1.5' : 'max-sm:mt-3 max-sm:w-full'}`}
      >
        {post === null ? null : (
          <>
            <ButtonLink
              href={`/admin/edit-post/${post.slug}/record`}
              title="Versions to cite, and notices"
              variant="secondary"
              className={compact}
            >
              <Archive aria-hidden className="size-4" />
              Record
            </ButtonLink>
            <ButtonLink
              href={`/admin/edit-post/${post.slug}/revisions`}
              variant="secondary"
              className={compact}
            >
              <History aria-hidden className="size-4" />
              Revisions
            </ButtonLink>
          </>
        )}
        <Button
          variant="secondary"
          className={compact}
          aria-disabled={missing !== null || undefined}
          aria-describedby={missingId}
          onClick={onPreview}
        >
          <Eye aria-hidden className="size-4" />
          Preview
        </Button>
        <span id={missingId} hidden>
          {missing === null ? ' ' : `To preview, add ${missing}.`}
        </span>
      </div>
    </div>
  );
}
