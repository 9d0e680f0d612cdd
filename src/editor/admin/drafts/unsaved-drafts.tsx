import { useRef, useState } from 'react';
import { ErrorBox } from '../../../admin/error-box.tsx';
import { dateAndTime } from '../../../admin/times.ts';
import { useSubmit } from '../../../admin/use-submit.ts';
import { retention } from '../../../content/retention.ts';
import type { DraftSummary } from '../../../posts/drafts.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { discardDrafts } from './drafts.ts';

/** The unsaved drafts of this and other browsers: each can be continued or discarded. */
export function UnsavedDrafts({ drafts }: { drafts: readonly DraftSummary[] }) {
  const [discarded, setDiscarded] = useState<readonly string[]>([]);
  const { isBusy, failure, submit } = useSubmit();
  const heading = useRef<HTMLHeadingElement>(null);
  const left = drafts.filter(({ post }) => !discarded.includes(post));

  async function discard({ post, title }: DraftSummary) {
    if (!window.confirm(`Discard ${nameOf(title)}? Unsaved text will be lost.`)) return;
    const answer = await submit(() => discardDrafts(post), 'Failed to discard the draft.');
    if (!answer.ok) return;
    setDiscarded((before) => [...before, post]);
    // The pressed button, which had the focus, is removed.
    heading.current?.focus();
  }

  if (drafts.length === 0) return null;
  return (
    <section
      aria-labelledby="unsaved-drafts"
      aria-busy={isBusy}
      className="mt-4 space-y-1 rounded-card border border-line bg-surface px-4 py-3"
    >
      <div className="flex flex-wrap items-baseline gap-x-4">
        <h2 id="unsaved-drafts" ref={heading} tabIndex={-1} className="font-medium text-lg">
          {left.length === 0
            ? 'Unsaved drafts'
            : `${left.length} unsaved ${left.length === 1 ? 'draft' : 'drafts'}`}
        </h2>
        <p className="text-muted text-sm">
          {left.length === 0
            ? 'There are no unsaved drafts left.'
            : `What you typed but did not save, here or on another device. It is kept for ${retention.drafts.label} after the last change.`}
        </p>
      </div>
      {failure === null ? null : <ErrorBox>{failure}</ErrorBox>}
      <ul className="max-h-44 divide-y divide-line overflow-y-auto empty:hidden">
        {left.map((draft) => (
          <li
            key={draft.post}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 py-3 last:pb-1 sm:py-2"
          >
            <div className="flex min-w-0 flex-1 basis-56 flex-wrap gap-x-4 text-sm">
              <p className="font-medium [overflow-wrap:anywhere]">
                {draft.title.trim() || 'Untitled'}
              </p>
              <p className="text-muted">
                {draft.slug === null ? 'New post' : 'Changes to a post'} ·{' '}
                <time dateTime={draft.savedAt}>{dateAndTime(draft.savedAt)}</time>
              </p>
            </div>
            <div className="flex gap-2">
              <ButtonLink
                href={draftUrl(draft)}
                variant="secondary"
                aria-label={`Continue ${nameOf(draft.title)}`}
              >
                Continue
              </ButtonLink>
              <Button
                variant="danger"
                disabled={isBusy}
                aria-label={`Discard ${nameOf(draft.title)}`}
                onClick={() => discard(draft)}
              >
                Discard
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function nameOf(title: string): string {
  return title.trim() === '' ? 'the untitled draft' : `“${title.trim()}”`;
}

function draftUrl({ slug, post }: DraftSummary): string {
  const page = slug === null ? '/admin/create-post' : `/admin/edit-post/${slug}`;
  return `${page}?draft=${post}`;
}
