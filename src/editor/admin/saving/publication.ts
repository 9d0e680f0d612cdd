import { publishInstant } from '../../../admin/publish-date.ts';
import { dateAndTime, timeWithDate } from '../../../admin/times.ts';
import type { FieldValues } from '../../../posts/admin/post-form-values.ts';
import type { PostStatus } from '../../../posts/fields.ts';
import { isPublic, type Post } from '../../../posts/post.ts';
import type { UnpublishedChanges } from '../../../posts/unpublished-changes.ts';

export type SaveRequest = {
  status: PostStatus;
  /** Saves changes to a public post without publishing them. */
  isUnpublished?: boolean;
  /** When the changes are published: ISO 8601, null for not by themselves. By default as before. */
  publishAt?: string | null;
  isInPlace?: boolean;
};

export const WITHOUT_PUBLISHING = {
  status: 'published',
  isInPlace: true,
  isUnpublished: true,
} as const satisfies SaveRequest;

type Stored = (Pick<Post, 'status' | 'date' | 'publishDate'> & { updated_at?: string }) | null;

export function isOnSite(post: Stored, now = new Date().toISOString()): boolean {
  return post !== null && isPublic(post, now);
}

/**
 * Ctrl+S saves in place: unpublished changes to a public post, a draft of any other one; a
 * scheduled post stays scheduled.
 *
 * @param post as last seen; null for a new one
 */
export function saveByKey(
  post: Stored,
  { status, publishDate }: Pick<FieldValues, 'status' | 'publishDate'>,
  now = new Date().toISOString(),
): SaveRequest {
  if (isOnSite(post, now)) return WITHOUT_PUBLISHING;
  const date = publishInstant(publishDate, post?.publishDate ?? null);
  const staysScheduled = post?.status === 'published' && date !== null && date > now;
  return { status: staysScheduled ? status : 'draft', isInPlace: true };
}

type State = Pick<FieldValues, 'status' | 'publishDate'> & {
  post: Stored;
  changes: Pick<UnpublishedChanges, 'publishAt' | 'problem'> | null;
};

type OfferedAction = { label: string; effect: string };

/** The state of a post in words; empty for a new one. */
function stateOf({ post, changes }: State, isPublicNow: boolean): string {
  if (post === null) return '';
  if (changes !== null)
    return `Public, changes not ${changes.problem === null ? 'public' : 'published'}`;
  if (isPublicNow) return 'Public';
  if (post.status === 'published') return `Scheduled for ${dateAndTime(post.date)}`;
  return post.updated_at === undefined ? 'Draft' : `Draft, saved ${timeWithDate(post.updated_at)}`;
}

const NOT_OFFERED: OfferedAction = { label: '', effect: '' };
const ON_A_DATE = 'Asks for the day and the time';

const OF_PUBLIC = {
  publish: NOT_OFFERED,
  schedule: { label: 'Publish the changes on a date', effect: ON_A_DATE },
  withdraw: { label: 'Take off the site', effect: 'Keeps it as a draft' },
};

const OF_OTHERS = {
  publish: { label: 'Publish now', effect: 'Readers see it at once' },
  schedule: { label: 'Publish on a date', effect: ON_A_DATE },
  withdraw: NOT_OFFERED,
};

/**
 * The state of the post, Save as Draft, the submit button, and the menu beside it, in which an action without a label is not
 * offered. They follow from the stored post and the form's values alone, so that the page offers the same before and after a
 * reload.
 */
export function offeredActions(state: State, now = new Date().toISOString()) {
  const { status, publishDate, post, changes } = state;
  const isPublicNow = isOnSite(post, now);
  const isScheduled = post?.status === 'published' && !isPublicNow;
  const date = publishInstant(publishDate, post?.publishDate ?? null);
  const ahead = date !== null && date > now ? date : null;
  const unpublished = isPublicNow
    ? 'Takes it off the site'
    : isScheduled
      ? 'Cancels its publication'
      : 'Keeps it a draft';
  /** A button that names a draft says all that it does to a new post. */
  const asDraft = post === null ? '' : unpublished;

  function published(): string {
    if (ahead === null) {
      if (!isPublicNow) return 'Publishes it now';
      return changes === null ? 'Updates it on the site' : 'Publishes these changes now';
    }
    if (isPublicNow) return `Takes it off the site until ${dateAndTime(ahead)}`;
    const verb = isScheduled && ahead === post.date ? 'Keeps it scheduled' : 'Schedules it';
    return `${verb} for ${dateAndTime(ahead)}`;
  }

  function staying(): string {
    const request = saveByKey(post, state, now);
    if (!request.isUnpublished) return request.status === 'published' ? published() : asDraft;
    const planned = plannedTime(changes, now);
    return planned === null ? 'Readers see no change' : `Not public until ${dateAndTime(planned)}`;
  }

  const stay = isPublicNow ? 'Save without publishing' : 'Save and go on writing';
  const submit = post !== null ? 'Update Post' : status === 'draft' ? 'Save Draft' : 'Publish Post';
  return {
    state: stateOf(state, isPublicNow),
    isWithdrawal: isPublicNow,
    ...(isPublicNow ? OF_PUBLIC : OF_OTHERS),
    draft: { label: 'Save as Draft', effect: asDraft },
    stay: { label: stay, effect: staying() },
    submit: { label: submit, effect: status === 'draft' ? asDraft : published() },
  };
}

/** When unpublished changes will be published; null for not by themselves. */
export function plannedTime(changes: State['changes'], now = new Date().toISOString()) {
  const { publishAt = null, problem = null } = changes ?? {};
  return publishAt !== null && publishAt > now && problem === null ? publishAt : null;
}

/** What a save did to the post, as a sentence without its title: "is published". */
export function saveOutcome(
  post: Pick<Post, 'status' | 'date'>,
  wasOnSite: boolean,
  now = new Date().toISOString(),
): string {
  if (post.status === 'draft') return 'is saved as a draft';
  if (!isPublic(post, now)) return `is scheduled for ${dateAndTime(post.date)}`;
  return wasOnSite ? 'is updated on the site' : 'is published';
}
