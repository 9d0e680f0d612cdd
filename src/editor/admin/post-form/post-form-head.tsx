import { Archive, Eye, History } from 'lucide-react';
import { BackLink } from '../../../admin/back-link.tsx';
import { DASHBOARD } from '../../../admin/dashboard-path.ts';
import type { Post } from '../../../posts/post.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';

type PostFormHeadProps = {
  title: string;
  post: Post | null;
  isBlank: boolean;
  onPreview: () => void;
};

/** Stands above the form: the way back, the post's other views, and the page's heading. */
export function PostFormHead({ title, post, isBlank, onPreview }: PostFormHeadProps) {
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <BackLink to={DASHBOARD}>Back to Dashboard</BackLink>
        <div className="flex flex-wrap gap-2">
          {post === null ? null : (
            <>
              <ButtonLink href={`/admin/edit-post/${post.slug}/record`} variant="secondary">
                <Archive aria-hidden className="size-4" />
                Record
              </ButtonLink>
              <ButtonLink href={`/admin/edit-post/${post.slug}/revisions`} variant="secondary">
                <History aria-hidden className="size-4" />
                Revisions
              </ButtonLink>
            </>
          )}
          <Button variant="secondary" disabled={isBlank} onClick={onPreview}>
            <Eye aria-hidden className="size-4" />
            Preview
          </Button>
        </div>
      </div>
      <h1 className="display mt-4 mb-6 text-2xl">{title}</h1>
    </>
  );
}
