import type { Generated } from 'kysely';

export type AccountTables = {
  administrators: {
    id: string;
    /** Lower case. */
    email: string;
    password_hash: string;
    role: Generated<'administrator' | 'writer'>;
    /** Precise to the minute; null until the first sign-in. */
    last_seen_at: Generated<string | null>;
    /** Hash of the value of ADMIN_PASSWORD that was applied last. */
    applied_password_hash: Generated<string | null>;
    created_at: string;
    /** Email of the administrator who invited this person; null once a password is chosen. */
    invited_by: Generated<string | null>;
  };
  sessions: {
    /** SHA-256 of the token, in hexadecimal: the token itself is not stored. */
    token_hash: string;
    administrator_id: string;
    created_at: string;
    expires_at: string;
    /** The User-Agent header at sign-in, or empty. */
    user_agent: Generated<string>;
    /** Precise to the minute. */
    last_used_at: Generated<string>;
  };
  authenticator_apps: {
    administrator_id: string;
    /** Shared secret, in base32. */
    secret: string;
    created_at: string;
    /** When its first code was accepted; until then the app is not a factor. */
    confirmed_at: string | null;
    /** Time step (RFC 6238) of the last accepted code. */
    last_step: number;
  };
  recovery_codes: {
    administrator_id: string;
    /** SHA-256, in hexadecimal: the code itself is not stored. */
    code_hash: string;
    created_at: string;
    used_at: string | null;
  };
  passkeys: {
    id: string;
    administrator_id: string;
    /** In base64url. */
    credential_id: string;
    /** COSE key, in base64url. */
    public_key: string;
    /** Signature counter; stays 0 with most authenticators. */
    counter: number;
    /** JSON array of WebAuthn transports. */
    transports: string;
    name: string;
    created_at: string;
    last_used_at: string | null;
  };
  one_time_tokens: {
    /** SHA-256 of the token, in hexadecimal: the token itself is not stored. */
    hash: string;
    kind: 'sign-in' | 'password-reset' | 'passkey-challenge' | 'codes';
    /** The id of an administrator. */
    subject: string;
    attempts: number;
    expires_at: string;
  };
};
