import { publishDateField, publishInstant } from '../../../admin/publish-date.ts';
import { DAY_MS, distance, inBothZones, time } from '../../../admin/zones.ts';
import { isPublic, type Post, type PostStatus } from '../../../posts/post.ts';

/** The form's status and publish date, and the edited post. */
export type Planned = {
  status: PostStatus;
  /** The value of the datetime-local input. */
  publishDate: string;
  /** Null for a new post. */
  post: Pick<Post, 'status' | 'date' | 'publishDate'> | null;
};

/** The effect of a save on a post's publication. */
export type Schedule = {
  /** As sentences. */
  text: string;
  /** "That is in 12 days."; null unless the post appears in the future. */
  distance: string | null;
};

/** Describes when a post becomes public, in the browser's and the site's zone, for the instant to be sent. */
export function schedule({ status, publishDate, post }: Planned, now: Date): Schedule {
  const instant = publishInstant(publishDate, post?.publishDate ?? null);
  const isAhead = instant !== null && instant > now.toISOString();
  const isOnSite = post !== null && isPublic(post, now.toISOString());
  const appears = isAhead ? `appears on ${inBothZones(instant)}` : `appears at once, ${dated()}`;
  const sentences = [...decided(), ...clockChange(publishDate, instant)];
  return {
    text: sentences.map((sentence) => `${capitalized(sentence)}.`).join(' '),
    distance: isAhead ? `That is ${distance(instant, now)}.` : null,
  };

  function decided(): string[] {
    if (status === 'draft') {
      return [
        isOnSite
          ? 'this draft leaves the site when you save'
          : 'it will not be published while it is a draft',
        `once published, it ${appears}`,
      ];
    }
    if (!isOnSite) return [appears];
    return isAhead ? ['it leaves the site until then', appears] : [`stays on the site, ${dated()}`];
  }

  /** Without a publish date, a post has the date of its first publication. */
  function dated(): string {
    if (instant !== null) return `dated ${inBothZones(instant)}`;
    if (post === null) return 'dated with the time of saving';
    return isOnSite && post.publishDate === null
      ? `dated ${inBothZones(post.date)}, when it was first published`
      : 'dated with the time of its first publication';
  }
}

/** Explains a date at a daylight saving time change in the browser's zone. */
function clockChange(field: string, instant: string | null): string[] {
  if (instant === null) return [];
  const date = new Date(instant);
  const typed = time(new Date(`${field}Z`), { timeZone: 'UTC' });
  if (publishDateField(instant) !== field) {
    return [`your clocks go forward then, so there is no ${typed} that day`];
  }
  const shift = offset(date.getTime() + DAY_MS) - offset(date.getTime() - DAY_MS);
  const readsTheSame = (other: number) =>
    shift !== 0 && publishDateField(new Date(other).toISOString()) === field;
  if (readsTheSame(date.getTime() + shift)) {
    return [`your clocks go back that day: this is the first ${typed} of two`];
  }
  return readsTheSame(date.getTime() - shift)
    ? [`your clocks go back that day: this is the second ${typed} of two`]
    : [];
}

/** How far the browser's zone is behind UTC, in milliseconds. */
function offset(instant: number): number {
  return new Date(instant).getTimezoneOffset() * 60_000;
}

function capitalized(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
