/** The administrator's session as the browser keeps it (specification section 3). */
export type StoredSession = { token: string; email: string };

const TOKEN = 'adminToken';
const EMAIL = 'adminEmail';
const EXPIRY = 'adminTokenExpiry';

/**
 * What is stored, or null when token or e-mail is missing, when the token has expired, or when the
 * browser blocks storage for this site.
 */
export function storedSession(): StoredSession | null {
  const token = stored(TOKEN);
  const email = stored(EMAIL);
  const expiry = stored(EXPIRY);
  const isExpired = expiry !== null && Date.parse(expiry) <= Date.now();
  return token && email && !isExpired ? { token, email } : null;
}

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    // A browser that blocks storage throws as soon as it is named.
    return null;
  }
}

const NO_ROOM =
  'Your browser has no room left to keep the sign-in. Delete data of this site in its settings, then sign in again.';

const BLOCKED =
  'Your browser blocks storage for this site, so it cannot keep you signed in. Allow this site to store data (cookies) in its settings, then load this page again.';

/**
 * Every page of the admin area reads the token from storage.
 *
 * @param expiresAt ISO 8601
 * @returns why it could not be stored; null when it is
 */
export function storeSession({ token, email }: StoredSession, expiresAt: string): string | null {
  try {
    localStorage.setItem(TOKEN, token);
    localStorage.setItem(EMAIL, email);
    localStorage.setItem(EXPIRY, expiresAt);
    return null;
  } catch (error) {
    const isFull = error instanceof DOMException && error.name === 'QuotaExceededError';
    return isFull ? NO_ROOM : BLOCKED;
  }
}

/** Why nobody can sign in with this browser; null when it has storage. */
export function storageProblem(): string | null {
  try {
    localStorage.getItem(TOKEN);
    return null;
  } catch {
    return BLOCKED;
  }
}

export function clearSession(): void {
  try {
    for (const key of [TOKEN, EMAIL, EXPIRY]) localStorage.removeItem(key);
  } catch {
    // What blocks storage holds nothing either.
  }
}
