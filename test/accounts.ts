import { Secret, TOTP } from 'otpauth';
import { type SignInClient, signIn } from '../src/accounts/sign-in.ts';
import type { Site } from '../src/site.ts';
import { unwrap } from './unwrap.ts';

/** Signs in by a password alone. @returns the session's token */
export async function sessionOf(
  site: Site,
  who: { email: string; password: string },
  client?: SignInClient,
): Promise<string> {
  const step = unwrap(await signIn(site, who, client));
  if (!('session' in step)) throw new Error('A second step was required');
  return step.session.token;
}

/** The code that an authenticator app with this secret shows now. */
export function codeOf({ now }: Site, secret: string): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.parse(now()) });
}

/** The token of the link in a mail, or that is shown in its place. */
export function linkToken(text: string | null = ''): string {
  return /#([0-9a-f]{40})\b/.exec(text ?? '')?.[1] ?? '';
}
