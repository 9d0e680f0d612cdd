import type { Inquiry } from './inquiry.ts';

/** An inquiry as shown in lists; instants are ISO 8601 in UTC. */
export type InquirySummary = Omit<Inquiry, 'message'> & {
  id: string;
  /** The beginning of the message. */
  excerpt: string;
  readAt: string | null;
  handledAt: string | null;
  /** Probably sent by a program. */
  isSuspected: boolean;
  hasNote: boolean;
};

export type InquiryDetails = Omit<InquirySummary, 'excerpt' | 'hasNote'> & {
  message: string;
  /** Internal, by administrators. */
  note: string;
  /** Increases by one with every change of the note. */
  noteVersion: number;
};

export type InquiryChange = {
  isRead?: boolean | undefined;
  isHandled?: boolean | undefined;
  isSuspected?: boolean | undefined;
};
