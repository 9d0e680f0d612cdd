import { sendSigned } from '../../../admin/api.ts';
import { queryOf } from '../../../admin/lists/query-of.ts';
import type { AuditEvent } from '../../audit.ts';

/** The REST API of the audit log. */

export type EventPage = { events: AuditEvent[]; nextCursor: string | null };

/** Audit entries, latest first. */
export function listEvents(cursor?: string) {
  return sendSigned<EventPage>('GET', `/api/admin/audit?${queryOf({ limit: '50', cursor })}`);
}
