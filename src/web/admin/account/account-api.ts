import type { SessionSummary } from '../../../domain/access/sessions.ts';
import { sendSigned } from '../api.ts';

/** An administrator's own account as the REST API has it. */

/** Ends every other session; what is not accepted is refused with the field's name. */
export function changePassword(change: { current: string; password: string }) {
  return sendSigned<void>('PUT', '/api/admin/password', change);
}

/** Where the administrator is signed in, the latest first. */
export function listSessions() {
  return sendSigned<{ sessions: SessionSummary[] }>('GET', '/api/admin/sessions');
}

export function endSession({ id }: Pick<SessionSummary, 'id'>) {
  return sendSigned<void>('DELETE', `/api/admin/sessions/${id}`);
}
