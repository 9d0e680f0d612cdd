import { storedSession } from '../../../admin/session/session.ts';
import { timeWithDate } from '../../../admin/times.ts';

type SavedElsewhere = {
  /** ISO 8601. */
  savedAt: string;
  /** The email of an administrator; null for the program itself. */
  savedBy: string | null;
};

/** Who saved what the form does not contain: "ben@ligara.example saved this post at 12:03 PM." */
export function savedElsewhere(
  { savedAt, savedBy }: SavedElsewhere,
  what: 'this post' | 'unpublished changes to this post',
): string {
  const time = timeWithDate(savedAt);
  if (savedBy === storedSession()?.email) return `You saved ${what} at ${time}, in another window.`;
  return `${savedBy ?? 'The program'} saved ${what} at ${time}.`;
}
