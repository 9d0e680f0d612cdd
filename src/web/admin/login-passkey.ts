import type { CreatedPasskey, PasskeyAnswer } from '../../domain/access/passkey-schemas.ts';
import type { PasskeyCreation, PasskeyRequest } from '../../domain/access/passkeys.ts';
import type { Answer } from './api.ts';

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

/**
 * Lets the person choose a passkey. Whatever the browser says against it is an answer, not an error.
 *
 * @param instead what can be done without one, as a sentence
 */
export async function authenticateByPasskey(
  optionsJSON: PasskeyRequest,
  instead: string,
): Promise<Answer<PasskeyAnswer>> {
  try {
    const { startAuthentication } = await import('@simplewebauthn/browser');
    const answer = await startAuthentication({ optionsJSON });
    return { ok: true, value: { ...answer, type: 'public-key' } };
  } catch (error) {
    return refusedByBrowser(error, 'No passkey was used.', instead);
  }
}

/** Lets the person make a passkey. */
export async function createPasskey(optionsJSON: PasskeyCreation): Promise<Answer<CreatedPasskey>> {
  try {
    const { startRegistration } = await import('@simplewebauthn/browser');
    const made = await startRegistration({ optionsJSON });
    return { ok: true, value: { ...made, type: 'public-key' } };
  } catch (error) {
    return refusedByBrowser(error, 'No passkey was made.', 'Try again.');
  }
}

function refusedByBrowser(error: unknown, outcome: string, instead: string): Answer<never> {
  const detail = `${outcome} ${passkeyProblem(error)}${instead}`;
  return { ok: false, refusal: { kind: 'browser', detail } };
}

/**
 * Why a browser or the library did not do it, as a sentence that ends with a space; empty where the
 * person did not want to, could not, or was too late, which browsers do not tell apart (WebAuthn,
 * 13.4.9). Errors are known by their names, which the library keeps from the browser's own.
 */
export function passkeyProblem(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'AbortError') return '';
  if (name === 'InvalidStateError') return 'This device has a passkey of yours already. ';
  if (name === 'SecurityError') return 'Browsers use passkeys at the site’s own https address. ';
  if (name === 'NotSupportedError' || name === 'ConstraintError') {
    return 'This device or browser cannot do what this site asks of a passkey. ';
  }
  // A script that does not come is a TypeError without words that a person could use.
  return name === 'TypeError'
    ? 'What passkeys need did not load. '
    : `Your browser reported a problem${name === '' ? '' : ` (${name})`}. `;
}
