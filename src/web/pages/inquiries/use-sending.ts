import { useState } from 'react';
import type { InquiryFailure } from './failure.ts';
import { sendInquiry } from './send.ts';

type Sending = {
  /** The call of the API. */
  path: string;
  /** Why the server refused the form that this page answers, if it did. */
  refused: InquiryFailure | undefined;
  onSent: () => void;
};

/** The states of a form that calls the API: sending, then sent, or why not. */
export function useSending({ path, refused, onSent }: Sending) {
  const [failure, setFailure] = useState(refused);
  const [isSending, setSending] = useState(false);

  async function send(inquiry: Readonly<Record<string, string>>): Promise<void> {
    if (isSending) return;
    setFailure(undefined);
    setSending(true);
    const found = await sendInquiry(path, inquiry).finally(() => setSending(false));
    if (found === null) onSent();
    else setFailure(found);
  }

  return { failure, isSending, send };
}
