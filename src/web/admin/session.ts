/** The administrator's session as the browser keeps it (specification section 3). */
export type StoredSession = { token: string; email: string };

const TOKEN = 'adminToken';
const EMAIL = 'adminEmail';
const EXPIRY = 'adminTokenExpiry';

/** What is stored, or null when token or e-mail is missing or the token has run out. */
export function storedSession(): StoredSession | null {
  const token = localStorage.getItem(TOKEN);
  const email = localStorage.getItem(EMAIL);
  const expiry = localStorage.getItem(EXPIRY);
  const isOver = expiry !== null && Date.parse(expiry) <= Date.now();
  return token && email && !isOver ? { token, email } : null;
}

/** @param expiresAt ISO 8601 */
export function storeSession({ token, email }: StoredSession, expiresAt: string): void {
  localStorage.setItem(TOKEN, token);
  localStorage.setItem(EMAIL, email);
  localStorage.setItem(EXPIRY, expiresAt);
}

export function clearSession(): void {
  for (const key of [TOKEN, EMAIL, EXPIRY]) localStorage.removeItem(key);
}
