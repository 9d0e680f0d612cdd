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

const QUESTION =
  'Discard the changes that are not public yet? The form will show the post as the public sees it.';

const scrollThere = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'center' });

type ChangesNoticeProps = {
  /** As the public sees it. */
  post: Post;
  changes: UnpublishedChanges;
  ours: FieldValues;
  text: WrittenText;
  /** A save is under way. */
  isBusy: boolean;
  /** The writer has asked for a time. */
  isScheduling: boolean;
  /** Saves the form's values, to be published at the instant; null for not by themselves. */
  onSchedule: (publishAt: string | null) => void;
  onDiscarded: () => void;
};

/** Says that the form shows changes that are not public yet, and lets the writer schedule or discard them. */
export function ChangesNotice(props: ChangesNoticeProps) {
  const { post, changes, ours, text, onSchedule, onDiscarded } = props;
  const { publishAt, problem } = changes;
  const [open, setOpen] = useState<'comparison' | 'schedule' | null>(
    props.isScheduling ? 'schedule' : null,
  );
  const part = useId();
  const { isBusy, failure, submit } = useSubmit();

  async function discard() {
    if (!window.confirm(QUESTION)) return;
    const call = { param: { slug: post.slug }, query: { etag: changes.etag } };
    const answer = await submit(
      () => caller<typeof unpublishedChanges>()('DELETE', '/admin/blog/posts/:slug/changes', call),
      'Failed to discard the changes. Please try again.',
    );
    if (answer.ok) onDiscarded();
  }

  const toggle = (name: NonNullable<typeof open>, label: string) => (
    <Button
      variant="secondary"
      aria-expanded={open === name}
      aria-controls={part}
      onClick={() => setOpen(open === name ? null : name)}
    >
      {label}
    </Button>
  );
  const isSaving = props.isBusy || isBusy;
  return (
    <section ref={props.isScheduling ? scrollThere : null} aria-label="Unpublished changes">
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
          {toggle('comparison', 'Compare with the public version')}
          {toggle('schedule', 'Schedule')}
          <Button variant="danger" disabled={isSaving} onClick={() => void discard()}>
            Discard changes
          </Button>
        </div>
        {failure === null ? null : <ErrorBox>{failure}</ErrorBox>}
        <div id={part} className="text-ink empty:hidden">
          {open === 'schedule' ? (
            <Scheduling publishAt={publishAt} isBusy={isSaving} onSchedule={onSchedule} />
          ) : null}
          {open === 'comparison' ? <Comparison post={post} ours={ours} text={text} /> : null}
        </div>
      </NoticeBox>
    </section>
  );
}

function Comparison({ post, ours, text }: Pick<ChangesNoticeProps, 'post' | 'ours' | 'text'>) {
  const content = useDeferredValue(useSyncExternalStore(text.subscribe, text.read));
  return (
    <section
      aria-label="Changes to the public version"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be scrollable by keyboard
      tabIndex={0}
      className="max-h-[75vh] overflow-y-auto rounded-card border border-line bg-paper p-5"
    >
      <VersionDiff
        before={valuesOfPost(post, window.location.origin)}
        after={{ ...ours, content }}
        labels={{ before: 'On the site now', after: 'Yours' }}
      />
    </section>
  );
}

type SchedulingProps = Pick<ChangesNoticeProps, 'isBusy' | 'onSchedule'> & {
  publishAt: string | null;
};

function Scheduling({ publishAt, isBusy, onSchedule }: SchedulingProps) {
  const [field, setField] = useState(publishDateField(publishAt));
  const [error, setError] = useState<string | undefined>();
  const instant = publishInstant(field, publishAt);

  function schedule() {
    const isAhead = instant !== null && instant > new Date().toISOString();
    setError(isAhead ? undefined : 'Choose a time in the future.');
    if (isAhead) onSchedule(instant);
  }

  return (
    <div className="space-y-3">
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
        {publishAt === null ? null : (
          <Button variant="secondary" disabled={isBusy} onClick={() => onSchedule(null)}>
            Remove the schedule
          </Button>
        )}
      </div>
    </div>
  );
}
