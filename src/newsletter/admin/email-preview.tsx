import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type ApiResult, failureMessage } from '../../admin/api.ts';
import { caller, type OutputOf } from '../../admin/caller.ts';
import { ErrorBox } from '../../admin/error-box.tsx';
import { NoticeBox } from '../../admin/notice-box.tsx';
import type { newsletterPreviews } from '../api/issues.ts';
import type { IssueInput } from '../issue-input.ts';

const api = caller<typeof newsletterPreviews>();

/** A post as the email that subscribers get. */
type Email = OutputOf<typeof newsletterPreviews, 'POST', '/admin/newsletter/preview'>;

const TYPING_MS = 700;

type EmailPreviewProps = { slug: string; etag: string; written: IssueInput };
type Shown = { email: Email; written: IssueInput };

/** What subscribers would receive, with what has been written so far. */
export function EmailPreview({ slug, etag, written }: EmailPreviewProps) {
  const { shown, failure } = useEmailPreview(slug, etag, written);
  return (
    <section aria-labelledby="preview" className="min-w-0">
      <h2 id="preview" className="font-medium text-lg">
        Preview
      </h2>
      {failure === null ? null : (
        <div className="mt-3">
          <ErrorBox isQuiet>{failure}</ErrorBox>
        </div>
      )}
      {shown === null ? (
        <div role="status" className="skeleton mt-3 h-96 w-full">
          <span className="sr-only">Loading…</span>
        </div>
      ) : (
        <ShownEmail {...shown} />
      )}
    </section>
  );
}

function ShownEmail({ email, written }: Shown) {
  return (
    <>
      <p className="mt-1 text-muted text-sm [overflow-wrap:anywhere]">
        Subject: <span className="text-ink">{email.subject}</span>
      </p>
      {email.isCut ? (
        <NoticeBox className="mt-3">
          This post is too long for an email: email programs would cut it off. Subscribers get the
          beginning, and a link to the whole post.
        </NoticeBox>
      ) : null}
      <EmailFrame
        key={email.address + JSON.stringify(written)}
        address={email.address}
        written={written}
      />
      <details className="mt-4 rounded-card border border-line bg-surface">
        <summary className="min-h-11 cursor-pointer px-4 py-2.5 font-medium text-sm">
          Plain-text version
        </summary>
        <pre className="whitespace-pre-wrap border-line border-t p-4 font-mono text-xs leading-relaxed [overflow-wrap:anywhere]">
          {email.text}
        </pre>
      </details>
    </>
  );
}

/** Asks again when typing pauses; the last preview stays until the next one comes. */
function useEmailPreview(slug: string, etag: string, { subject, introduction }: IssueInput) {
  const [shown, setShown] = useState<Shown | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  const show = useEffectEvent((answer: ApiResult<Email>, written: IssueInput) => {
    if (answer.ok) {
      setShown({ email: answer.value, written });
      setFailure(null);
    } else
      setFailure(failureMessage(answer.failure, 'Failed to load the preview. Please try again.'));
  });
  const isFirst = shown === null && failure === null;
  const delay = useEffectEvent(() => (isFirst ? 0 : TYPING_MS));

  useEffect(() => {
    const asking = new AbortController();
    const timer = setTimeout(async () => {
      const written = { subject, introduction };
      const json = { slug, etag, ...written };
      const answer = await api('POST', '/admin/newsletter/preview', { json });
      if (!asking.signal.aborted) show(answer, written);
    }, delay());
    return () => {
      asking.abort();
      clearTimeout(timer);
    };
  }, [slug, etag, subject, introduction]);

  return { shown, failure };
}

/** The address takes the form that shows the email. */
type EmailFrameProps = { address: string; written: IssueInput };

/**
 * An email as mail programs show it. A form posts what was written to the frame, since pages may not contain the
 * styles of mails. A frame is used once, so that the browser's history has no entry for each preview.
 */
function EmailFrame({ address, written }: EmailFrameProps) {
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
