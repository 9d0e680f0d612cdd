/** The administrator's session in local storage (specification section 3). */
type StoredSession = { token: string; email: string };

const TOKEN = 'adminToken';
const EMAIL = 'adminEmail';
const EXPIRY = 'adminTokenExpiry';

/** The stored session; null when token or email is missing or the token has expired. */
export function storedSession(): StoredSession | null {
  const token = localStorage.getItem(TOKEN);
  const email = localStorage.getItem(EMAIL);
  const expiry = localStorage.getItem(EXPIRY);
  const isExpired = expiry !== null && Date.parse(expiry) <= Date.now();
  return token && email && !isExpired ? { token, email } : null;
}

/**
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
    if (!(error instanceof DOMException)) throw error;
    return 'Your browser has no space left to store your session. Clear this site’s data in the browser settings, then sign in again.';
  }
}

/** A warning when the browser blocks storage, which is then in memory (`../ui/storage.ts`); else null. */
export function storageNotice(): string | null {
  return localStorage instanceof Storage
    ? null
    : 'Your browser blocks storage for this site: you stay signed in only until this page is closed or loaded again. To stay signed in, allow this site to store data (cookies) in its settings.';
}

export function clearSession(): void {
  for (const key of [TOKEN, EMAIL, EXPIRY]) localStorage.removeItem(key);
}
