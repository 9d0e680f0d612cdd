import { useState } from 'react';
import { useSubmit } from '../../admin/use-submit.ts';
import { useUnsavedChanges } from '../../admin/use-unsaved-changes.ts';
import type { Post } from '../../posts/post.ts';
import { TextArea, TextField } from '../../ui/field.tsx';
import { Subscripts } from '../../ui/subscripts.tsx';
import type { Issue } from '../issues.ts';
import type { ScheduledIssue } from '../scheduled-rows.ts';
import { EmailPreview } from './email-preview.tsx';
import { SendActions } from './send-actions.tsx';

/** The same limits as the API's. */
const SUBJECT_CHARS = 150;
const INTRODUCTION_CHARS = 5_000;

/** A post as a newsletter: subject and introduction, preview, and when it is sent. */
export function SendForm({ sendable }: { sendable: Sendable }) {
  const { post, scheduled } = sendable;
  const stored = {
    subject: scheduled?.subject ?? post.title,
    introduction: scheduled?.introduction ?? '',
  };
  const [subject, setSubject] = useState(stored.subject);
  const [introduction, setIntroduction] = useState(stored.introduction);
  const submission = useSubmit();
  const isDirty = subject !== stored.subject || introduction !== stored.introduction;
  const leaveFreely = useUnsavedChanges(isDirty);
  // Without a subject of its own, an issue follows the title of the post.
  const written = { subject: subject === post.title ? null : subject, introduction };

  function errorOf(field: string): string | undefined {
    const { cause } = submission;
    const issues = cause?.kind === 'rejected' ? cause.issues : [];
    return issues.find(({ loc }) => loc[1] === field)?.msg;
  }

  return (
    <>
      <h1 dir="auto" className="display text-2xl [overflow-wrap:anywhere]">
        <Subscripts text={post.title} />
      </h1>
      <div className="mt-6 grid items-start gap-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,4fr)]">
        <div className="min-w-0 space-y-5">
          <TextField
            label="Subject"
            required
            maxLength={SUBJECT_CHARS}
            value={subject}
            error={subject.trim() === '' ? 'A newsletter needs a subject.' : errorOf('subject')}
            onChange={(event) => setSubject(event.target.value)}
          />
          <TextArea
            label="Introduction"
            hint="Optional. Markdown, shown above the post."
            rows={4}
            maxLength={INTRODUCTION_CHARS}
            className="field-sizing-content max-h-96 min-h-28"
            value={introduction}
            error={errorOf('introduction')}
            onChange={(event) => setIntroduction(event.target.value)}
          />
        </div>
        <div className="lg:sticky lg:top-24 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <SendActions
            {...sendable}
            written={written}
            submission={submission}
            sendAtError={errorOf('sendAt')}
            leaveFreely={leaveFreely}
          />
        </div>
        <EmailPreview slug={post.slug} etag={post.etag} written={written} />
      </div>
    </>
  );
}

/** A post, with the data that decides whether it can be sent. */
export type Sendable = {
  post: Post;
  /** Null while none waits for its time. */
  scheduled: ScheduledIssue | null;
  issues: Issue[];
  readers: number;
  isLive: boolean;
  /** Where emails are written to files; null if a mail server sends them. */
  mailFolder: string | null;
};
