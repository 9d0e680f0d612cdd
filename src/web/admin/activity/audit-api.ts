import type { AuditEvent } from '../../../domain/audit.ts';
import { sendSigned } from '../api.ts';
import { queryOf } from '../lists/query-of.ts';

/** The REST API of the audit log. */

export type EventPage = { events: AuditEvent[]; nextCursor: string | null };

/** Audit entries, latest first. */
export function listEvents(cursor?: string) {
  return sendSigned<EventPage>('GET', `/api/admin/audit?${queryOf({ limit: '50', cursor })}`);
}
