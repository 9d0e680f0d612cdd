import type {
  InquiryChange,
  InquiryDetails,
  InquiryFilter,
  InquirySummary,
} from '../../../domain/inquiries/inbox.ts';
import { type Answer, type Refusal, sendSigned } from '../api.ts';
import { download } from '../download.ts';

/** What visitors sent, as the REST API shows it. */

export type InquiryPage = {
  inquiries: InquirySummary[];
  /** On all pages. */
  total: number;
  unread: number;
  nextCursor: string | null;
};

const PATH = '/api/admin/inquiries';

/** The latest first. */
export function listInquiries(filter: InquiryFilter, cursor?: string) {
  return sendSigned<InquiryPage>('GET', `${PATH}?${queryOf({ ...filter, cursor })}`);
}

/** How many inquiries nobody has opened, and whether the forms beside contact reach the server. */
export function readUnread() {
  return sendSigned<{ unread: number; liveForms: boolean }>('GET', `${PATH}/unread`);
}

/** Reads an inquiry, which counts as read from then on. */
export function openInquiry(id: string) {
  return sendSigned<InquiryDetails>('GET', `${PATH}/${encodeURIComponent(id)}`);
}

export function markInquiry({ id }: Pick<InquiryDetails, 'id'>, change: InquiryChange) {
  return sendSigned<InquiryDetails>('PATCH', `${PATH}/${id}`, change);
}

/** @param version the `noteVersion` that was edited: another one that stands is a conflict */
export function writeNote({ id }: Pick<InquiryDetails, 'id'>, note: string, version: number) {
  return sendSigned<InquiryDetails>('PUT', `${PATH}/${id}/note`, { note, version });
}

/** The inquiry with the note that somebody else has written meanwhile, when that is the refusal. */
export function conflictIn(refusal: Refusal): InquiryDetails | undefined {
  const isConflict = refusal.kind === 'refused' && refusal.status === 409;
  // The API's other conflicts carry posts.
  return isConflict ? (refusal.current as InquiryDetails | undefined) : undefined;
}

export function deleteInquiry({ id }: Pick<InquiryDetails, 'id'>) {
  return sendSigned<void>('DELETE', `${PATH}/${id}`);
}

/** Saves what matches as a table for spreadsheets. */
export function exportInquiries(filter: InquiryFilter): Promise<Answer<void>> {
  return download(`${PATH}/export?${queryOf(filter)}`);
}

function queryOf(wanted: Record<string, string | undefined>): URLSearchParams {
  const given = Object.entries(wanted).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return new URLSearchParams(given);
}
