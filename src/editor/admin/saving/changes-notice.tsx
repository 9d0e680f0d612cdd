import { useState } from 'react';
import { DateTimeField } from '../../../admin/date-time-field.tsx';
import { EmailText } from '../../../admin/email-text.tsx';
import { ErrorBox } from '../../../admin/error-box.tsx';
import { NoticeBox } from '../../../admin/notice-box.tsx';
import { publishDateField, publishInstant } from '../../../admin/publish-date.ts';
import { dateAndTime, timeWithDate } from '../../../admin/times.ts';
import { useSubmit } from '../../../admin/use-submit.ts';
import { savedByLabel } from '../../../posts/admin/revisions/history.ts';
import type { Post } from '../../../posts/post.ts';
import type { UnpublishedChanges } from '../../../posts/unpublished-changes.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { changesApi } from '../post-form/read-stored.ts';

const QUESTION =
  'Discard the changes that are not public yet? The form will show the post as the public sees it.';

const focusDate = (element: HTMLElement | null) => element?.querySelector('input')?.focus();

type ChangesNoticeProps = {
  post: Post;
  changes: UnpublishedChanges;
  isBusy: boolean;
  /** The writer has asked for a time: its field takes the focus. */
  isScheduling: boolean;
  /** Saves the form's values, to be published at the instant; null for not by themselves. */
  onSchedule: (publishAt: string | null) => void;
  onDiscarded: () => void;
};

export function ChangesNotice(props: ChangesNoticeProps) {
  const { post, changes, onSchedule, onDiscarded } = props;
  const { publishAt, problem } = changes;
  const { isBusy, failure, submit } = useSubmit();
  const [field, setField] = useState(publishDateField(publishAt));
  const [error, setError] = useState<string>();
  const instant = publishInstant(field, publishAt);

  async function discard() {
    if (!window.confirm(QUESTION)) return;
    const call = { param: { slug: post.slug }, query: { etag: changes.etag } };
    const answer = await submit(
      () => changesApi('DELETE', '/admin/blog/posts/:slug/changes', call),
      'Failed to discard the changes. Please try again.',
    );
    if (answer.ok) onDiscarded();
  }

  function schedule() {
    const isAhead = instant !== null && instant > new Date().toISOString();
    setError(isAhead ? undefined : 'Choose a time in the future.');
    if (isAhead) onSchedule(instant);
  }

  const isSaving = props.isBusy || isBusy;
  return (
    <section ref={props.isScheduling ? focusDate : null} aria-label="Unpublished changes">
      <NoticeBox className="space-y-3">
        <p role="status" className="[overflow-wrap:anywhere]">
          These changes are not public yet. Saved {timeWithDate(changes.savedAt)}{' '}
          <EmailText text={savedByLabel(changes)} />.{' '}
          {publishAt === null ? 'They stay unpublished until you publish them.' : null}
          {publishAt !== null && problem === null
            ? `They will be published on ${dateAndTime(publishAt)}.`
            : null}
        </p>
        {problem === null ? null : (
          <p className="text-danger [overflow-wrap:anywhere]">
            They were not published on {dateAndTime(publishAt ?? '')}: {problem}
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          <ButtonLink
            variant="secondary"
            href={`/admin/edit-post/${post.slug}/revisions?version=${changes.post.version}&against=${post.version}`}
            target="_blank"
          >
            Compare with the public version (opens in a new tab)
          </ButtonLink>
          <Button variant="danger" disabled={isSaving} onClick={() => void discard()}>
            Discard changes
          </Button>
        </div>
        {failure === null ? null : <ErrorBox>{failure}</ErrorBox>}
        <div className="space-y-3 text-ink">
          <DateTimeField
            label="Publish the changes on"
            required={false}
            event="They will be published"
            value={field}
            instant={instant}
            error={error}
            hint="This also saves what is in the form now."
            onChange={setField}
          />
          <div className="flex flex-wrap gap-2">
            <Button disabled={isSaving} onClick={schedule}>
              Schedule changes
            </Button>
            {publishAt === null ? null : (
              <Button variant="secondary" disabled={isSaving} onClick={() => onSchedule(null)}>
                Remove the schedule
              </Button>
            )}
          </div>
        </div>
      </NoticeBox>
    </section>
  );
}
