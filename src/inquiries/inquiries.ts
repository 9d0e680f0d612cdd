import { createInbox } from './inbox.ts';
import { createReceiving, type ReceivingDeps } from './receiving.ts';

export type Inquiries = ReturnType<typeof createInquiries>;

/** What visitors write by forms: received, mailed, and kept for administrators. */
export function createInquiries(deps: ReceivingDeps) {
  const { liveForms, mailFolder } = deps;
  return { ...createReceiving(deps), ...createInbox(deps), liveForms, mailFolder };
}
