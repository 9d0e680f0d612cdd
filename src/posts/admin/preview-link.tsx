import { Link2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { ignoreMissing, sendSilently } from '../../admin/api.ts';
import { caller } from '../../admin/caller.ts';
import { EmailText } from '../../admin/email-text.tsx';
import { ErrorBox } from '../../admin/error-box.tsx';
import { NewLink } from '../../admin/new-link.tsx';
import { dateAndTime } from '../../admin/times.ts';
import { useSubmit } from '../../admin/use-submit.ts';
import { Button } from '../../ui/button.tsx';
import type { previewLink } from '../api/preview.ts';
import { isPublic, type Post } from '../post.ts';
import type { PreviewLink as StoredLink } from '../preview-link.ts';

const PATH = '/admin/blog/posts/:slug/preview-link';
const api = caller<typeof previewLink>();

export function PreviewLink({ post, hasChanges }: { post: Post; hasChanges: boolean }) {
  const { slug, etag } = post;
  const param = { slug };
  /** The API returns its URL once, when it is made. */
  const [link, setLink] = useState<(StoredLink & { address?: string }) | null>(null);
  const { isBusy, failure, notice, say, submit } = useSubmit();
  const isOnSite = !hasChanges && isPublic(post, new Date().toISOString());

  useEffect(() => {
    // Nobody has asked for it: a dialog would take the keys of who writes above.
    const silent = caller<typeof previewLink>(sendSilently);
    void silent('GET', PATH, { param: { slug } }).then((answer) => {
      if (answer.ok) setLink(answer.value.link);
    });
  }, [slug]);

  async function make() {
    const answer = await submit(
      () => api('POST', PATH, { param, json: { etag } }),
      'Failed to create a preview link. Please try again.',
      'Link created. Copy it now: it will not be shown again.',
    );
    if (answer.ok) setLink(answer.value);
  }

  async function revoke() {
    if (!window.confirm('Revoke this link? It will no longer open the draft.')) return;
    const answer = await submit(
      () => ignoreMissing(api('DELETE', PATH, { param })),
      'Failed to revoke the link. Please try again.',
      'The link has been revoked.',
    );
    if (answer.ok) setLink(null);
  }

  return (
    <section
      aria-labelledby="preview-link"
      aria-busy={isBusy}
      className="mt-6 space-y-5 rounded-card border border-line bg-surface p-5 md:p-6"
    >
      <h2 id="preview-link" className="mb-1.5 font-medium text-lg">
        Preview link
      </h2>
      <p className="max-w-[60ch] text-muted text-sm">
        {isOnSite
          ? 'This post is public, so its preview link leads to it on the site.'
          : `Anyone with the link can read this post ${hasChanges ? 'with the changes' : 'as it was'} last saved, without an account. Search engines cannot see it. The link works for 30 days; a new one ends the former one.`}
      </p>
      {isOnSite ? null : (
        <Button variant="secondary" disabled={isBusy} onClick={make}>
          <Link2 aria-hidden className="size-4" />
          Create link
        </Button>
      )}
      {link?.address && (
        <NewLink
          key={link.address}
          label="New link"
          url={link.address}
          onCopied={() => say('Copied.')}
        />
      )}
      <p role="status" className="text-sm text-teal empty:hidden">
        {notice}
      </p>
      {failure === null ? null : <ErrorBox>{failure}</ErrorBox>}
      {link === null ? null : (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className="min-w-0 text-sm">
            Valid until <time dateTime={link.expiresAt}>{dateAndTime(link.expiresAt)}</time>,
            created by <EmailText text={link.createdBy} />
          </p>
          <Button variant="danger" disabled={isBusy} onClick={revoke}>
            Revoke
          </Button>
        </div>
      )}
    </section>
  );
}
