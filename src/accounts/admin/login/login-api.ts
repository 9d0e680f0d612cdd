import { send } from '../../../admin/api.ts';
import type { StoredSession } from '../../../admin/session/session.ts';
import type { PasskeyAnswer } from '../../passkey-schemas.ts';
import type { PasskeyRequest } from '../../passkeys.ts';
import type { SecondFactorKind } from '../../sign-in-steps.ts';

/** The REST API of signing in and out. */

export type SignedIn = {
  access_token: string;
  /** ISO 8601. */
  expires_at: string;
};

/** The password was correct, and one of `methods` must follow. */
export type SecondStep = {
  ticket: string;
  methods: SecondFactorKind[];
  /** ISO 8601. */
  expires_at: string;
  passkey: PasskeyRequest | null;
};

/** A session with the email of its administrator. */
export type SignedInAs = SignedIn & { email: string };

export function logIn(email: string, password: string) {
  const body = { email, password };
  return send<SignedIn | { second_factor: SecondStep }>('POST', '/api/admin/login', { body });
}

/** Rejected with 404 when the ticket is expired or used up. */
export function finishLogIn(ticket: string, factor: { code: string } | { passkey: PasskeyAnswer }) {
  const body = { ticket, ...factor };
  return send<SignedInAs>('POST', '/api/admin/login/second-factor', { body });
}

export function requestPasskey() {
  return send<PasskeyRequest>('POST', '/api/admin/login/passkey/options', {});
}

export function logInWithPasskey(passkey: PasskeyAnswer) {
  return send<SignedInAs>('POST', '/api/admin/login/passkey', { body: { passkey } });
}

/** Revokes a token, also while the page unloads. */
export function revokeToken({ token }: StoredSession) {
  return send<void>('POST', '/api/admin/logout', { token, keepalive: true });
}
