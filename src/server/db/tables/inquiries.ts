import type { Generated } from 'kysely';

export type InquiryTables = { inquiries: InquiriesTable };

/** What the forms sent. */
type InquiriesTable = {
  id: string;
  name: string;
  email: string;
  company: string;
  job_title: string;
  message: string;
  request_type: string;
  received_at: string;
  kind: Generated<'contact' | 'investor' | 'waitlist'>;
  /** 1 for suspected spam. */
  suspected: Generated<0 | 1>;
  /** When an administrator first opened it. */
  read_at: Generated<string | null>;
  handled_at: Generated<string | null>;
  /** Administrators' note. */
  note: Generated<string>;
  /** Every change of the note adds 1. */
  note_version: Generated<number>;
};
