import { useState } from 'react';
import { sendInquiry } from '../../../inquiries/pages/form/send-inquiry.ts';

export type Registration = {
  state: 'sending' | 'received' | 'failed';
  /** The `mailto:` URL of a draft with the same details. */
  draft: string;
};

/** Registers for the waitlist, in addition to the mail draft; holds the latest registration. */
export function useRegistration() {
  const [registration, setRegistration] = useState<Registration>();

  async function register(details: Readonly<Record<string, string>>, draft: string): Promise<void> {
    const sent: Registration = { state: 'sending', draft };
    setRegistration(sent);
    // Opening the draft in webmail may leave this page.
    const failure = await sendInquiry('/api/waitlist', details, { keepalive: true });
    const state = failure === null ? 'received' : 'failed';
    setRegistration((last) => (last === sent ? { state, draft } : last));
  }

  return { registration, register };
}
