import { useState } from 'react';
import type { InquiryFailure } from './inquiry-failure.ts';
import { sendInquiry } from './send-inquiry.ts';

type InquirySubmitOptions = {
  /** The API endpoint. */
  path: string;
  /** Why the server rejected the form that was posted without scripts. */
  initialFailure: InquiryFailure | undefined;
  onSent: () => void;
};

/** Submits a form to the API, one request at a time. */
export function useInquirySubmit({ path, initialFailure, onSent }: InquirySubmitOptions) {
  const [failure, setFailure] = useState(initialFailure);
  const [isSending, setSending] = useState(false);

  async function send(inquiry: Readonly<Record<string, string>>): Promise<void> {
    if (isSending) return;
    setFailure(undefined);
    setSending(true);
    const newFailure = await sendInquiry(path, inquiry).finally(() => setSending(false));
    if (newFailure === null) onSent();
    else setFailure(newFailure);
  }

  return { failure, isSending, send };
}
