import { useRevalidator } from 'react-router';
import { ErrorBox } from '../../../admin/error-box.tsx';
import { NoticeBox } from '../../../admin/notice-box.tsx';
import { dateAndTime, timeWithDate } from '../../../admin/times.ts';
import { useSubmit } from '../../../admin/use-submit.ts';
import { retention } from '../../../content/retention.ts';
import type { DraftSummary } from '../../../posts/drafts.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { type Draft, discardDrafts } from './drafts.ts';

export function UnsavedDrafts({ drafts }: { drafts: readonly DraftSummary[] }) {
  const { revalidate } = useRevalidator();
  const { isBusy, failure, submit } = useSubmit();

  async function discard({ post, title }: DraftSummary) {
    if (!window.confirm(`Discard ${nameOf(title)}? Unsaved text will be lost.`)) return;
    const answer = await submit(() => discardDrafts(post), 'Failed to discard the text.');
    if (answer.ok) await revalidate();
  }

  if (drafts.length === 0) return null;
  return (
    <section
      aria-labelledby="unsaved-drafts"
      aria-busy={isBusy}
      className="mt-4 space-y-1 rounded-card border border-line bg-surface px-4 py-3"
    >
      <div className="flex flex-wrap items-baseline gap-x-4">
        <h2 id="unsaved-drafts" className="font-medium text-lg">
          Unsaved text
        </h2>
        <p className="text-muted text-sm">
          {`What you typed but did not save, here or on another device. It is kept for ${retention.drafts.label} after the last change.`}
        </p>
      </div>
      {failure === null ? null : <ErrorBox>{failure}</ErrorBox>}
      <ul className="max-h-44 divide-y divide-line overflow-y-auto">
        {drafts.map((draft) => (
          <li
            key={draft.post}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2 text-sm last:pb-1"
          >
            <p className="font-medium [overflow-wrap:anywhere]">
              {draft.title.trim() || 'Untitled'}
            </p>
            <p className="text-muted">
              {draft.slug === null ? 'New post' : 'Changes to a post'} ·{' '}
              <time dateTime={draft.savedAt}>{dateAndTime(draft.savedAt)}</time>
            </p>
            <div className="ml-auto flex gap-2">
              <ButtonLink
                href={`/admin/${draft.slug === null ? 'create-post' : `edit-post/${draft.slug}`}?draft=${draft.post}`}
                variant="secondary"
                aria-label={`Continue ${nameOf(draft.title)}`}
              >
                Continue
              </ButtonLink>
              <Button
                variant="danger"
                disabled={isBusy}
                aria-label={`Discard ${nameOf(draft.title)}`}
                onClick={() => void discard(draft)}
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
  return title.trim() === '' ? 'the untitled text' : `“${title.trim()}”`;
}

export function continuedText(draft: Draft | null): string | null {
  return draft && `This is what you wrote at ${timeWithDate(draft.savedAt)}.`;
}

type DraftNoticesProps = {
  continued: string | null;
  offered: readonly Draft[];
  onReset: () => void;
  onUse: (offered: Draft) => void;
  onDiscard: (offered: Draft) => void;
};

export function DraftNotices({ continued, offered, onReset, onUse, onDiscard }: DraftNoticesProps) {
  return (
    <>
      {continued === null ? null : (
        <NoticeBox role="status" className={`mb-4 ${LINE}`}>
          <p className="flex-1 basis-64">{continued} It has not been saved yet.</p>
          <Button variant="secondary" onClick={onReset}>
            Discard it
          </Button>
        </NoticeBox>
      )}
      <NoticeBox role="status" className={offered.length === 0 ? 'hidden' : 'mb-4'}>
        <ul className="max-h-40 space-y-2 overflow-y-auto">
          {offered.map((draft) => (
            <li key={draft.tab} className={LINE}>
              <p className="flex-1 basis-64 [overflow-wrap:anywhere]">
                {`What you wrote at ${timeWithDate(draft.savedAt)}${beginning(draft)} was not saved.`}
              </p>
              <Button variant="secondary" onClick={() => onUse(draft)}>
                Use it
              </Button>
              <Button variant="secondary" onClick={() => onDiscard(draft)}>
                Discard it
              </Button>
            </li>
          ))}
        </ul>
      </NoticeBox>
    </>
  );
}

const LINE = 'flex flex-wrap items-center gap-2';

function beginning({ values: { title, content } }: Draft): string {
  const words = title.trim() || content.trim().slice(0, 60);
  return words === '' ? '' : ` (“${words}”)`;
}
