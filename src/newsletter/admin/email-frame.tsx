import { useEffect, useRef } from 'react';
import type { IssueInput } from '../issue-input.ts';

/** The address takes the form that shows the email. */
type EmailFrameProps = { address: string; written: IssueInput };

/**
 * An email as mail programs show it. A form posts what was written to the frame, since pages may not contain the
 * styles of mails. A frame is used once, so that the browser's history has no entry for each preview.
 */
export function EmailFrame({ address, written }: EmailFrameProps) {
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
