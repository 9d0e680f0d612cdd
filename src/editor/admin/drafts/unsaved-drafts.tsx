import { NoticeBox } from '../../../admin/notice-box.tsx';
import { dateAndTime, timeWithDate } from '../../../admin/times.ts';
import { retention } from '../../../content/retention.ts';
import type { DraftSummary } from '../../../posts/drafts.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import type { useSave } from '../saving/use-save.tsx';
import type { Draft } from './drafts.ts';

/** Each leads into the form, where it can be saved or discarded. */
export function UnsavedDrafts({ drafts }: { drafts: readonly DraftSummary[] }) {
  if (drafts.length === 0) return null;
  return (
    <section
      aria-labelledby="unsaved-drafts"
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
      <ul className="max-h-44 divide-y divide-line overflow-y-auto">
        {drafts.map(({ post, title, slug, savedAt }) => (
          <li
            key={post}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2 text-sm last:pb-1"
          >
            <p className="font-medium [overflow-wrap:anywhere]">{title.trim() || 'Untitled'}</p>
            <p className="text-muted">
              {slug === null ? 'New post' : 'Changes to a post'} ·{' '}
              <time dateTime={savedAt}>{dateAndTime(savedAt)}</time>
            </p>
            <ButtonLink
              href={`/admin/${slug === null ? 'create-post' : `edit-post/${slug}`}?draft=${post}`}
              variant="secondary"
              className="ml-auto"
              aria-label={`Continue ${title.trim() || 'the untitled text'}`}
            >
              Continue
            </ButtonLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function continuedText(draft: Draft | null): string | null {
  return draft && `This is what you wrote at ${timeWithDate(draft.savedAt)}.`;
}

export function DraftNotices({ saving }: { saving: ReturnType<typeof useSave> }) {
  const { continued, offered, reset, adoptDraft, discardOffered } = saving;
  return (
    <>
      {continued === null ? null : (
        <NoticeBox role="status" className={`mb-4 ${LINE}`}>
          <p className="flex-1 basis-64">{continued} It has not been saved yet.</p>
          <Button variant="secondary" onClick={reset}>
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
              <Button variant="secondary" onClick={() => adoptDraft(draft)}>
                Use it
              </Button>
              <Button variant="secondary" onClick={() => discardOffered(draft)}>
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
