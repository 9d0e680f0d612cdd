import { useDeferredValue, useId, useState, useSyncExternalStore } from 'react';
import { caller } from '../../../admin/caller.ts';
import { DateTimeField } from '../../../admin/date-time-field.tsx';
import { EmailText } from '../../../admin/email-text.tsx';
import { ErrorBox } from '../../../admin/error-box.tsx';
import { NoticeBox } from '../../../admin/notice-box.tsx';
import { publishDateField, publishInstant } from '../../../admin/publish-date.ts';
import { dateAndTime, timeWithDate } from '../../../admin/times.ts';
import { useSubmit } from '../../../admin/use-submit.ts';
import { type FieldValues, valuesOfPost } from '../../../posts/admin/post-form-values.ts';
import { savedByLabel } from '../../../posts/admin/revisions/history.ts';
import { VersionDiff } from '../../../posts/admin/revisions/version-diff.tsx';
import type { unpublishedChanges } from '../../../posts/api/unpublished-changes.ts';
import type { Post } from '../../../posts/post.ts';
import type { UnpublishedChanges } from '../../../posts/unpublished-changes.ts';
import { Button } from '../../../ui/button.tsx';
import type { WrittenText } from '../writing/written-text.ts';

const api = caller<typeof unpublishedChanges>();

const QUESTION =
  'Discard the changes that are not public yet? The form will show the post as the public sees it.';

type ChangesNoticeProps = {
  /** As the public sees it. */
  post: Post;
  changes: UnpublishedChanges;
  ours: FieldValues;
  text: WrittenText;
  /** A save is under way. */
  isBusy: boolean;
  /** Saves the form's values, to be published at the instant; null for not by themselves. */
  onSchedule: (publishAt: string | null) => void;
  onDiscarded: () => void;
};

/** Says that the form shows changes that are not public yet, and lets the writer schedule or discard them. */
export function ChangesNotice(props: ChangesNoticeProps) {
  const { post, changes, ours, text, onSchedule, onDiscarded } = props;
  const [isComparing, setComparing] = useState(false);
  const [isScheduling, setScheduling] = useState(false);
  const comparison = useId();
  const content = useDeferredValue(useSyncExternalStore(text.subscribe, text.read));
  const { isBusy: isDiscarding, failure, submit } = useSubmit();
  const isBusy = props.isBusy || isDiscarding;

  async function discard() {
    const failed = 'Failed to discard the changes. Please try again.';
    const call = { param: { slug: post.slug }, query: { etag: changes.etag } };
    const answer = await submit(
      () => api('DELETE', '/admin/blog/posts/:slug/changes', call),
      failed,
    );
    if (answer.ok) onDiscarded();
  }

  return (
    <section aria-label="Unpublished changes" className="mb-6">
      <NoticeBox className="space-y-3">
        <p role="status" className="[overflow-wrap:anywhere]">
          These changes are not public yet. Saved {timeWithDate(changes.savedAt)}{' '}
          <EmailText text={savedByLabel(changes)} />. {plannedText(changes)}
        </p>
        {changes.problem === null ? null : (
          <p className="text-danger [overflow-wrap:anywhere]">
            They were not published on {dateAndTime(changes.publishAt ?? '')}: {changes.problem}
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          <Button
            variant="secondary"
            aria-expanded={isComparing}
            aria-controls={comparison}
            onClick={() => setComparing(!isComparing)}
          >
            Compare with the public version
          </Button>
          <Button
            variant="secondary"
            aria-expanded={isScheduling}
            onClick={() => setScheduling(!isScheduling)}
          >
            Schedule
          </Button>
          <Button
            variant="danger"
            disabled={isBusy}
            onClick={() => window.confirm(QUESTION) && void discard()}
          >
            Discard changes
          </Button>
        </div>
        {isScheduling ? (
          <Scheduling changes={changes} isBusy={isBusy} onSchedule={onSchedule} />
        ) : null}
        {failure === null ? null : <ErrorBox>{failure}</ErrorBox>}
        <div id={comparison} className="empty:hidden">
          {isComparing ? (
            <section
              aria-label="Changes to the public version"
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be scrollable by keyboard
              tabIndex={0}
              className="max-h-[75vh] overflow-y-auto rounded-card border border-line bg-paper p-5 text-ink"
            >
              <VersionDiff
                before={valuesOfPost(post, window.location.origin)}
                after={{ ...ours, content }}
                labels={{ before: 'On the site now', after: 'Yours' }}
              />
            </section>
          ) : null}
        </div>
      </NoticeBox>
    </section>
  );
}

type SchedulingProps = Pick<ChangesNoticeProps, 'changes' | 'isBusy' | 'onSchedule'>;

function Scheduling({ changes, isBusy, onSchedule }: SchedulingProps) {
  const [field, setField] = useState(publishDateField(changes.publishAt));
  const [error, setError] = useState<string | undefined>();

  const instant = publishInstant(field, changes.publishAt);

  function schedule() {
    const isAhead = instant !== null && instant > new Date().toISOString();
    setError(isAhead ? undefined : 'Choose a time in the future.');
    if (isAhead) onSchedule(instant);
  }

  return (
    <div className="space-y-3 text-ink">
      <DateTimeField
        label="Publish the changes on"
        event="They will be published"
        field={field}
        instant={instant}
        error={error}
        hint="This also saves what is in the form now."
        onChange={setField}
      />
      <div className="flex flex-wrap gap-2">
        <Button disabled={isBusy} onClick={schedule}>
          Schedule changes
        </Button>
        {changes.publishAt === null ? null : (
          <Button variant="secondary" disabled={isBusy} onClick={() => onSchedule(null)}>
            Remove the schedule
          </Button>
        )}
      </div>
    </div>
  );
}

function plannedText({ publishAt, problem }: UnpublishedChanges): string {
  if (publishAt === null) return 'They stay unpublished until you publish them.';
  return problem === null ? `They will be published on ${dateAndTime(publishAt)}.` : '';
}
