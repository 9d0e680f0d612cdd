import { sendSigned } from '../../../admin/api.ts';
import type { NewAuthenticatorApp } from '../../authenticator-apps.ts';
import type { NewCodes } from '../../factor-change.ts';
import type { SessionSummary } from '../../own-sessions.ts';
import type { CreatedPasskey } from '../../passkey-schemas.ts';
import type { PasskeyCreation, PasskeyRequest } from '../../passkeys.ts';
import type { Proof } from '../../reauthentication.ts';
import type { SecondFactors } from '../../second-factors.ts';
import type { PasskeySummary } from '../../stored-passkeys.ts';

/** The REST API of an administrator's own account. */

/** Ends every other session. */
export function changePassword(change: { current: string; password: string }) {
  return sendSigned<void>('PUT', '/api/admin/password', change);
}

/** The administrator's sessions, latest first. */
export function listSessions() {
  return sendSigned<{ sessions: SessionSummary[] }>('GET', '/api/admin/sessions');
}

export function endSession({ id }: Pick<SessionSummary, 'id'>) {
  return sendSigned<void>('DELETE', `/api/admin/sessions/${id}`);
}

const FACTORS = '/api/admin/second-factors';

export function readSecondFactors() {
  return sendSigned<SecondFactors>('GET', FACTORS);
}

/** A challenge by which a passkey proves the administrator's identity. */
export function requestProof() {
  return sendSigned<PasskeyRequest>('POST', `${FACTORS}/proof`);
}

export function startAppEnrolment(proof: Proof) {
  return sendSigned<NewAuthenticatorApp>('POST', `${FACTORS}/app`, proof);
}

export function confirmApp(code: string) {
  return sendSigned<NewCodes>('POST', `${FACTORS}/app/confirm`, { code });
}

export function removeApp(proof: Proof) {
  return sendSigned<void>('POST', `${FACTORS}/app/remove`, proof);
}

export function startPasskeyRegistration(proof: Proof) {
  return sendSigned<PasskeyCreation>('POST', `${FACTORS}/passkeys/options`, proof);
}

export function addPasskey(name: string, passkey: CreatedPasskey) {
  return sendSigned<NewCodes>('POST', `${FACTORS}/passkeys`, { name, passkey });
}

export function removePasskey({ id }: Pick<PasskeySummary, 'id'>, proof: Proof) {
  return sendSigned<void>('POST', `${FACTORS}/passkeys/${id}/remove`, proof);
}

/** Invalidates all earlier codes. */
export function renewRecoveryCodes(proof: Proof) {
  return sendSigned<NewCodes>('POST', `${FACTORS}/recovery-codes`, proof);
}
