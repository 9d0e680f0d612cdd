import { publishInstant } from '../../../admin/publish-date.ts';
import { isPublic } from '../../../posts/post.ts';
import type { UnpublishedChanges } from '../../../posts/unpublished-changes.ts';
import type { Planned } from '../post-form/schedule.ts';
import { dayAndTime } from './day-and-time.ts';
import { type SaveRequest, saveByKey } from './save-by-key.ts';

/** A button: its label, and what it will do to the post beyond that; empty for nothing. */
export type OfferedAction = { label: string; effect: string };

export type OfferedActions = {
  /** Save as Draft. */
  draft: OfferedAction & { isWithdrawal: boolean };
  /** What Ctrl+S does, too: the form stays open. */
  stay: OfferedAction & { request: SaveRequest };
  submit: OfferedAction;
};

type State = Planned & {
  /** The unpublished changes that the form contains; null for none. */
  changes: Pick<UnpublishedChanges, 'publishAt' | 'problem'> | null;
};

/**
 * The ways to save a post. They follow from the stored post and the form's values alone, so that the page offers the
 * same before and after a reload.
 */
export function offeredActions(state: State, now: Date): OfferedActions {
  const { status, publishDate, post, changes } = state;
  const instant = now.toISOString();
  const isOnSite = post !== null && isPublic(post, instant);
  const isScheduled = post?.status === 'published' && !isOnSite;
  const date = publishInstant(publishDate, post?.publishDate ?? null);
  const isAhead = date !== null && date > instant;
  const request = saveByKey(post, state, instant);

  const unpublished = isOnSite
    ? 'Takes it off the site'
    : isScheduled
      ? 'Cancels its publication'
      : 'Keeps it a draft';

  /** A button that names a draft says all that it does to a new post. */
  const asNamed = post === null ? '' : unpublished;

  function published(): string {
    if (date === null || !isAhead) {
      if (!isOnSite) return 'Publishes it now';
      return changes === null ? 'Updates it on the site' : 'Publishes these changes now';
    }
    const time = dayAndTime(date, now);
    if (isOnSite) return `Takes it off the site until ${time}`;
    const isKept = isScheduled && date === post.date;
    return isKept ? `Keeps it scheduled for ${time}` : `Schedules it for ${time}`;
  }

  function staying(): string {
    if (request.isUnpublished) {
      const { publishAt = null, problem = null } = changes ?? {};
      const isPlanned = publishAt !== null && publishAt > instant && problem === null;
      return isPlanned ? `Not public until ${dayAndTime(publishAt, now)}` : 'Readers see no change';
    }
    if (request.status === 'published') return published();
    return asNamed;
  }

  return {
    draft: { label: 'Save as Draft', effect: asNamed, isWithdrawal: isOnSite },
    stay: {
      label: isOnSite ? 'Save without publishing' : 'Save and stay',
      effect: staying(),
      request,
    },
    submit: {
      label: post !== null ? 'Update Post' : status === 'draft' ? 'Save Draft' : 'Publish Post',
      effect: status === 'draft' ? asNamed : published(),
    },
  };
}
