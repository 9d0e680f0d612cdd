import { useState } from 'react';
import { sendInquiry } from '../inquiries/send.ts';

/** What has become of the details that somebody left for the waitlist. */
export type Registration = {
  state: 'sending' | 'received' | 'failed';
  /** The address of the mail draft that holds the same. */
  draft: string;
};

/** Sends registrations for the waitlist beside their mail drafts; tells of the last one. */
export function useRegistration() {
  const [registration, setRegistration] = useState<Registration>();

  async function register(details: Readonly<Record<string, string>>, draft: string): Promise<void> {
    const sent: Registration = { state: 'sending', draft };
    setRegistration(sent);
    // Where mail is a web page, opening the draft may leave this one.
    const failure = await sendInquiry('/api/waitlist', details, { keepalive: true });
    const state = failure === null ? 'received' : 'failed';
    setRegistration((last) => (last === sent ? { state, draft } : last));
  }

  return { registration, register };
}
