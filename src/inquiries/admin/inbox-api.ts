import { type ApiFailure, type ApiResult, sendSigned } from '../../admin/api.ts';
import { download } from '../../admin/download.ts';
import { queryOf } from '../../admin/lists/query-of.ts';
import type { InquiryFilter } from '../inquiry-filter.ts';
import type { InquiryChange, InquiryDetails, InquirySummary } from '../inquiry-views.ts';

/** The REST API of the inbox. */

export type InquiryPage = {
  inquiries: InquirySummary[];
  /** The number on all pages. */
  total: number;
  unread: number;
  nextCursor: string | null;
};

const PATH = '/api/admin/inquiries';

/** Latest first. */
export function listInquiries(filter: InquiryFilter, cursor?: string) {
  return sendSigned<InquiryPage>('GET', `${PATH}?${queryOf({ ...filter, cursor })}`);
}

/** The number of unread inquiries, and whether the forms other than contact reach the server. */
export function readUnread() {
  return sendSigned<{ unread: number; liveForms: boolean }>('GET', `${PATH}/unread`);
}

/** Reads an inquiry and marks it as read. */
export function openInquiry(id: string) {
  return sendSigned<InquiryDetails>('GET', `${PATH}/${encodeURIComponent(id)}`);
}

export function markInquiry({ id }: Pick<InquiryDetails, 'id'>, change: InquiryChange) {
  return sendSigned<InquiryDetails>('PATCH', `${PATH}/${id}`, change);
}

/** @param version the `noteVersion` that was edited; rejected with 409 when another one is stored */
export function writeNote({ id }: Pick<InquiryDetails, 'id'>, note: string, version: number) {
  return sendSigned<InquiryDetails>('PUT', `${PATH}/${id}/note`, { note, version });
}

/** Reads from a rejected note the inquiry with the note that somebody else has saved. */
export function conflictIn(failure: ApiFailure): InquiryDetails | undefined {
  const isConflict = failure.kind === 'rejected' && failure.status === 409;
  // The API's other conflicts carry posts.
  return isConflict ? (failure.current as InquiryDetails | undefined) : undefined;
}

export function deleteInquiry({ id }: Pick<InquiryDetails, 'id'>) {
  return sendSigned<void>('DELETE', `${PATH}/${id}`);
}

/** Downloads the matching inquiries as CSV. */
export function exportInquiries(filter: InquiryFilter): Promise<ApiResult<void>> {
  return download(`${PATH}/export?${queryOf(filter)}`);
}
