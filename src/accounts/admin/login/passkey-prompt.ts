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
    const detail = `${outcome} ${passkeyProblem(error)}${instead}`;
    return { ok: false, failure: { kind: 'browser', detail } };
  }
}

/**
 * The reason of an error, as a sentence that ends with a space. Empty for a prompt that was cancelled,
 * failed or timed out, which browsers do not distinguish (WebAuthn, 13.4.9). Errors are recognized by their
 * names, which the library copies from the browser's errors.
 */
export function passkeyProblem(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  const unknown = `Your browser reported a problem${name === '' ? '' : ` (${name})`}. `;
  return PROBLEMS[name] ?? unknown;
}

const PROBLEMS: Record<string, string> = {
  NotAllowedError: '',
  AbortError: '',
  InvalidStateError: 'This device already has a passkey of yours. ',
  SecurityError: 'Browsers only use passkeys at the site’s https address. ',
  // A script that does not load, whose message is of no use to people.
  TypeError: 'The passkey script failed to load. ',
};
