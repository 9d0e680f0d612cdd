import type { Result } from '../server/failure.ts';
import type { Limit, Limits } from '../server/limits/limits.ts';
import { tooMany } from './sign-in-guard.ts';

const HOUR = 60 * 60;

/** Mails to one email: a stolen session must not flood a mailbox. */
const PER_EMAIL: readonly Limit[] = [
  { name: 'invitation-email', max: 5, seconds: HOUR },
  { name: 'invitation-email-day', max: 10, seconds: 24 * HOUR },
];

/** Mails of all administrators together. */
const FROM_EVERYONE: readonly Limit[] = [{ name: 'invitation-everyone', max: 60, seconds: HOUR }];

/** Limits the mails of invitations: counts one before it is written, and takes it back if there is none. */
export async function withinMailLimits<T>(
  limits: Limits,
  invited: string,
  write: () => Promise<Result<T>>,
): Promise<Result<T>> {
  const wait =
    (await limits.spendAll(PER_EMAIL, invited)) ??
    (await limits.spendAll(FROM_EVERYONE, 'everyone'));
  if (wait !== null) return tooMany(wait, 'Too many invitations. Try again');
  let isWritten = false;
  try {
    const written = await write();
    isWritten = written.ok;
    return written;
  } finally {
    if (!isWritten) {
      await limits.refund(PER_EMAIL, invited);
      await limits.refund(FROM_EVERYONE, 'everyone');
    }
  }
}
