import { sendSilently } from '../../../admin/api.ts';
import { caller } from '../../../admin/caller.ts';
import type { session } from '../../api/session.ts';

const verifySession = () => caller<typeof session>(sendSilently)('POST', '/admin/verify');

type Verification = ReturnType<typeof verifySession>;

let underWay: Verification | null = null;

/** The layout and its page load at the same time: one request answers both. */
export function verifyOnce(): Verification {
  underWay ??= verifySession().finally(() => {
    underWay = null;
  });
  return underWay;
}

/** True when the server says so, false for a writer and when it could not be asked. */
export async function isAdministrator(): Promise<boolean> {
  const answer = await verifyOnce();
  return answer.ok && answer.value.role === 'administrator';
}

/**
 * For a writer it makes no call, which would be refused, and loads nothing: the layout shows
 * another page instead (`ForAdministrators`).
 */
export function forAdministrators<Args, Loaded>(load: (args: Args) => Promise<Loaded>) {
  return async (args: Args): Promise<Loaded> => {
    const answer = await verifyOnce();
    const isWriter = answer.ok && answer.value.role === 'writer';
    return isWriter ? (undefined as Loaded) : load(args);
  };
}
