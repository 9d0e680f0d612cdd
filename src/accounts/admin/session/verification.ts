import { sendSilently } from '../../../admin/api.ts';
import { caller } from '../../../admin/caller.ts';
import { pageLoader } from '../../../admin/session/page-loader.ts';
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
 * A page's loader that makes no call for a writer, which would be refused, and loads nothing: the layout shows another page
 * instead (`ForAdministrators`).
 */
export function administratorsLoader<Args extends { request: Request }, T>(
  fallback: string,
  read: (args: Args) => Promise<T>,
) {
  const load = pageLoader(fallback, read);
  return async (args: Args) => {
    const answer = await verifyOnce();
    const isWriter = answer.ok && answer.value.role === 'writer';
    return isWriter ? { loaded: null, failure: 'This page is for administrators.' } : load(args);
  };
}
