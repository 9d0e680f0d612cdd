import type { CreatedPasskey, PasskeyAnswer } from '../../domain/access/passkey-schemas.ts';
import type { PasskeyCreation, PasskeyRequest } from '../../domain/access/passkeys.ts';

/**
 * Passkeys as this browser has them (WebAuthn Level 3). The library comes with the first that is
 * used.
 */

/** Whether this browser offers passkeys at this address: with TLS or on this machine, and by a name. */
export function offersPasskeys(): boolean {
  return (
    window.isSecureContext &&
    typeof window.PublicKeyCredential === 'function' &&
    !isAddressOfNetwork(window.location.hostname)
  );
}

function isAddressOfNetwork(host: string): boolean {
  return /^[\d.]+$/.test(host) || host.startsWith('[');
}

/** Lets the person choose a passkey; null when none was chosen. */
export async function answerByPasskey(optionsJSON: PasskeyRequest): Promise<PasskeyAnswer | null> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const answer = await chosen(() => startAuthentication({ optionsJSON }));
  return answer === null ? null : { ...answer, type: 'public-key' };
}

/** Lets the person make a passkey; null when none was made. */
export async function makePasskey(
  optionsJSON: PasskeyCreation,
): Promise<CreatedPasskey | 'known' | null> {
  const { startRegistration, WebAuthnError } = await import('@simplewebauthn/browser');
  try {
    const made = await chosen(() => startRegistration({ optionsJSON }));
    return made === null ? null : { ...made, type: 'public-key' };
  } catch (error) {
    const isKnown =
      error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED';
    if (isKnown) return 'known';
    throw error;
  }
}

/** Browsers say by one error that the person did not, could not or was too late (13.4.9 there). */
async function chosen<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    if (name === 'NotAllowedError' || name === 'AbortError') return null;
    throw error;
  }
}
