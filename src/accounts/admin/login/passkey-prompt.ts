import type { ApiResult } from '../../../admin/api.ts';
import type { CreatedPasskey, PasskeyCreation, PasskeyRequest } from '../../passkeys.ts';

/** Passkeys (WebAuthn Level 3). The library is imported at the first use. */

/** The browser supports passkeys at this origin: a secure context, and a host name, not an IP address. */
export function offersPasskeys(): boolean {
  return (
    window.isSecureContext &&
    typeof window.PublicKeyCredential === 'function' &&
    !isIpAddress(window.location.hostname)
  );
}

function isIpAddress(host: string): boolean {
  return /^[\d.]+$/.test(host) || host.startsWith('[');
}

export function authenticateByPasskey(optionsJSON: PasskeyRequest, instead: string) {
  const ask = (library: Library) => library.startAuthentication({ optionsJSON });
  return prompt(ask, 'No passkey was used.', instead);
}

export function createPasskey(optionsJSON: PasskeyCreation): Promise<ApiResult<CreatedPasskey>> {
  const ask = (library: Library) => library.startRegistration({ optionsJSON });
  return prompt(ask, 'No passkey was created.', 'Try again.');
}

type Library = typeof import('@simplewebauthn/browser');

/** An error of the browser is a result, not an exception. */
async function prompt<T>(
  ask: (library: Library) => Promise<T>,
  outcome: string,
  instead: string,
): Promise<ApiResult<T>> {
  try {
    return { ok: true, value: await ask(await import('@simplewebauthn/browser')) };
  } catch (error) {
    // The library copies the names of the browser's errors.
    const isKnown = error instanceof Error && error.name === 'InvalidStateError';
    const reason = isKnown ? 'This device already has a passkey of yours. ' : '';
    const detail = `${outcome} ${reason}${instead}`;
    return { ok: false, failure: { kind: 'browser', detail } };
  }
}
