import { site } from '../../content/site.ts';
import { isPublic, type Post, type PostStatus } from '../../domain/posts/post.ts';
import { publishDateField, publishInstant } from './publish-date.ts';
import { readersZone } from './times.ts';

/** What the form holds about the time of a post, and the post that it edits. */
export type Planned = {
  status: PostStatus;
  /** The value of the datetime-local input. */
  publishDate: string;
  /** Null for a new post. */
  post: Pick<Post, 'status' | 'date' | 'publishDate'> | null;
};

/** What becomes of a post when it is saved as the form stands. */
export type Schedule = {
  /** In sentences. */
  words: string;
  /** How far off that is, as in "That is in 12 days."; null for what happens at once or not at all. */
  distance: string | null;
};

/**
 * Says when the public will see a post, in the writer's zone and in the site's. It is said of the
 * very instant that the form sends.
 */
export function schedule({ status, publishDate, post }: Planned, now: Date): Schedule {
  const instant = publishInstant(publishDate, post?.publishDate ?? null);
  const isAhead = instant !== null && instant > now.toISOString();
  const isOnSite = post !== null && isPublic(post, now.toISOString());
  const appears = isAhead ? `appears on ${inBothZones(instant)}` : `appears at once, ${dated()}`;
  const sentences = [...decided(), ...clockChange(publishDate, instant)];
  return {
    words: sentences.map((sentence) => `${capitalized(sentence)}.`).join(' '),
    distance: isAhead ? `That is ${distance(instant, now)}.` : null,
  };

  function decided(): string[] {
    if (status === 'draft') {
      return [
        isOnSite
          ? 'this draft leaves the site when you save'
          : 'it does not appear by itself while it is a draft',
        `once published, it ${appears}`,
      ];
    }
    if (!isOnSite) return [appears];
    return isAhead ? ['it leaves the site until then', appears] : [`stays on the site, ${dated()}`];
  }

  /** Without a date of its own, a post has that of its first publication. */
  function dated(): string {
    if (instant !== null) return `dated ${inBothZones(instant)}`;
    if (post === null) return 'dated with the moment of saving';
    return isOnSite && post.publishDate === null
      ? `dated ${inBothZones(post.date)}, when it was first published`
      : 'dated with the moment of its first publication';
  }
}

/** An instant on the writer's clock and on the site's; once, where both show the same. */
function inBothZones(instant: string): string {
  const date = new Date(instant);
  const there = { timeZone: site.timeZone };
  const own = `${day(date)} at ${time(date)}`;
  const sites = `${day(date, there)} at ${time(date, there)}`;
  if (own === sites) return `${own} ${cityOf(site.timeZone)} time`;
  const onSameDay = day(date) === day(date, there);
  return `${own} your time (${cityOf(readersZone())}), ${onSameDay ? time(date, there) : sites} in ${cityOf(site.timeZone)}`;
}

// Formats are made when they are used: one that was made before keeps the zone of that time.
function day(date: Date, options: Intl.DateTimeFormatOptions = {}): string {
  return new Intl.DateTimeFormat(site.dateLocale, { dateStyle: 'full', ...options }).format(date);
}

function time(date: Date, options: Intl.DateTimeFormatOptions = {}): string {
  return new Intl.DateTimeFormat(site.dateLocale, { timeStyle: 'short', ...options }).format(date);
}

/** "New York" for "America/New_York"; zones that are no place are named as they are. */
function cityOf(zone: string): string {
  const [area, ...places] = zone.split('/');
  const city = area === 'Etc' ? undefined : places.at(-1);
  return city?.replaceAll('_', ' ') ?? zone.replace('Etc/', '');
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Up to how much time a unit is used, and its length. The longest has no end. */
const UNITS = [
  { unit: 'minute', length: MINUTE_MS, end: 90 * MINUTE_MS },
  { unit: 'hour', length: HOUR_MS, end: 36 * HOUR_MS },
  { unit: 'day', length: DAY_MS, end: 60 * DAY_MS },
  { unit: 'month', length: 30.44 * DAY_MS, end: 730 * DAY_MS },
  { unit: 'year', length: 365.25 * DAY_MS, end: Number.POSITIVE_INFINITY },
] as const;

function distance(instant: string, now: Date): string {
  const ahead = Date.parse(instant) - now.getTime();
  const { unit, length } = UNITS.find(({ end }) => ahead < end) ?? UNITS[4];
  const amount = Math.max(1, Math.round(ahead / length));
  return new Intl.RelativeTimeFormat(site.dateLocale).format(amount, unit);
}

/** What there is to know where the writer's clock was put forward or back at that time. */
function clockChange(field: string, instant: string | null): string[] {
  if (instant === null) return [];
  const date = new Date(instant);
  const typed = time(new Date(`${field}Z`), { timeZone: 'UTC' });
  if (publishDateField(instant) !== field) {
    return [`your clocks go forward then: there is no ${typed} that day`];
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

/** How far the writer's zone is behind UTC, in milliseconds. */
function offset(instant: number): number {
  return new Date(instant).getTimezoneOffset() * MINUTE_MS;
}

function capitalized(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
