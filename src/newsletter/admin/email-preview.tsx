import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { caller, type OutputOf } from '../../admin/caller.ts';
import { ErrorBox } from '../../admin/error-box.tsx';
import { NoticeBox } from '../../admin/notice-box.tsx';
import { useSubmit } from '../../admin/use-submit.ts';
import type { issues } from '../api/issues.ts';
import type { IssueInput } from '../issue-mail.ts';

const api = caller<typeof issues>();

type Shown = OutputOf<typeof issues, 'POST', '/admin/newsletter/preview'> & {
  written: IssueInput;
};

const TYPING_MS = 400;

type EmailPreviewProps = { slug: string; etag: string; written: IssueInput };

export function EmailPreview({ slug, etag, written }: EmailPreviewProps) {
  const [shown, setShown] = useState<Shown | null>(null);
  const { failure, submit } = useSubmit();
  const { subject, introduction } = written;

  const read = useEffectEvent(async ({ signal }: AbortController) => {
    const json = { slug, etag, ...written };
    const answer = await submit(
      () => api('POST', '/admin/newsletter/preview', { json }),
      'Failed to load the preview. Please try again.',
    );
    if (answer.ok && !signal.aborted) setShown({ ...answer.value, written });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is read again
  useEffect(() => {
    const asking = new AbortController();
    const timer = setTimeout(read, TYPING_MS, asking);
    return () => {
      asking.abort();
      clearTimeout(timer);
    };
  }, [slug, etag, subject, introduction]);

  return (
    <section aria-labelledby="preview" className="min-w-0">
      <h2 id="preview" className="font-medium text-lg">
        Preview
      </h2>
      {failure && (
        <ErrorBox isQuiet className="mt-3">
          {failure}
        </ErrorBox>
      )}
      {shown === null ? (
        <div role="status" className="skeleton mt-3 h-96 w-full">
          <span className="sr-only">Loading…</span>
        </div>
      ) : (
        <>
          <p className="mt-1 text-muted text-sm [overflow-wrap:anywhere]">
            Subject: <span className="text-ink">{shown.subject}</span>
          </p>
          {shown.isCut ? (
            <NoticeBox className="mt-3">
              This post is too long for an email: email programs would cut it off. Subscribers get
              the beginning, and a link to the whole post.
            </NoticeBox>
          ) : null}
          <EmailFrame key={shown.address + JSON.stringify(shown.written)} {...shown} />
        </>
      )}
    </section>
  );
}

/**
 * An email as mail programs show it. A form posts what was written to the frame, since pages may not contain the
 * styles of mails. A frame is used once, so that the browser's history has no entry for each preview.
 */
function EmailFrame({ address, written }: Pick<Shown, 'address' | 'written'>) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.submit(), []);
  return (
    <>
      <form ref={form} method="post" action={address} target="email-preview" hidden>
        <input type="hidden" name="subject" value={written.subject ?? ''} />
        <textarea name="introduction" readOnly value={written.introduction} />
      </form>
      <iframe
        name="email-preview"
        title="The newsletter as an email"
        sandbox=""
        className="mt-3 block h-[min(44rem,75vh)] w-full rounded-card border border-line bg-surface"
      />
    </>
  );
}
