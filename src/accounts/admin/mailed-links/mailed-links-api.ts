import { send } from '../../../admin/api.ts';
import type { OpenedInvitation } from '../../accept-invitation.ts';

/** The REST API of invitations and forgotten passwords, which needs no session. */

/** Whether links for new passwords are mailed. */
export function readPasswordResets() {
  return send<{ sendsMail: boolean }>('GET', '/api/admin/password-resets', {});
}

/** Accepted alike for every email, so that nobody learns who has an account. */
export function requestPasswordReset(email: string) {
  return send<void>('POST', '/api/admin/password-resets', { body: { email } });
}

export function openPasswordReset(token: string) {
  const body = { token };
  return send<{ email: string }>('POST', '/api/admin/password-resets/open', { body });
}

export function redeemPasswordReset(token: string, password: string) {
  const body = { token, password };
  return send<{ email: string }>('POST', '/api/admin/password-resets/redeem', { body });
}

export function openInvitation(token: string) {
  return send<OpenedInvitation>('POST', '/api/admin/invitations/open', { body: { token } });
}

export function acceptInvitation(token: string, password: string) {
  const body = { token, password };
  return send<{ email: string }>('POST', '/api/admin/invitations/accept', { body });
}
