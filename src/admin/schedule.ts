import { site } from '../content/site.ts';
import { isPublic, type Post, type PostStatus } from '../posts/post.ts';
import { publishDateField, publishInstant } from './publish-date.ts';
import { readersZone } from './times.ts';

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
          : 'it does not appear by itself while it is a draft',
        `once published, it ${appears}`,
      ];
    }
    if (!isOnSite) return [appears];
    return isAhead ? ['it leaves the site until then', appears] : [`stays on the site, ${dated()}`];
  }

  /** Without a publish date, a post has the date of its first publication. */
  function dated(): string {
    if (instant !== null) return `dated ${inBothZones(instant)}`;
    if (post === null) return 'dated with the moment of saving';
    return isOnSite && post.publishDate === null
      ? `dated ${inBothZones(post.date)}, when it was first published`
      : 'dated with the moment of its first publication';
  }
}

/** An instant in the browser's and the site's zone; once, when both clocks show the same. */
export function inBothZones(instant: string): string {
  const date = new Date(instant);
  const there = { timeZone: site.timeZone };
  const own = `${day(date)} at ${time(date)}`;
  const sites = `${day(date, there)} at ${time(date, there)}`;
  if (own === sites) return `${own} ${cityOf(site.timeZone)} time`;
  const onSameDay = day(date) === day(date, there);
  return `${own} your time (${cityOf(readersZone())}), ${onSameDay ? time(date, there) : sites} in ${cityOf(site.timeZone)}`;
}

// Formats are not cached: a format keeps the zone of its creation.
function day(date: Date, options: Intl.DateTimeFormatOptions = {}): string {
  return new Intl.DateTimeFormat(site.dateLocale, { dateStyle: 'full', ...options }).format(date);
}

function time(date: Date, options: Intl.DateTimeFormatOptions = {}): string {
  return new Intl.DateTimeFormat(site.dateLocale, { timeStyle: 'short', ...options }).format(date);
}

/** "New York" for "America/New_York"; "UTC" for "Etc/UTC". */
export function cityOf(zone: string): string {
  const [area, ...places] = zone.split('/');
  const city = area === 'Etc' ? undefined : places.at(-1);
  return city?.replaceAll('_', ' ') ?? zone.replace('Etc/', '');
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Units with their lengths; each is used below its `end`. */
const UNITS = [
  { unit: 'minute', length: MINUTE_MS, end: 90 * MINUTE_MS },
  { unit: 'hour', length: HOUR_MS, end: 36 * HOUR_MS },
  { unit: 'day', length: DAY_MS, end: 60 * DAY_MS },
  { unit: 'month', length: 30.44 * DAY_MS, end: 730 * DAY_MS },
  { unit: 'year', length: 365.25 * DAY_MS, end: Number.POSITIVE_INFINITY },
] as const;

export function distance(instant: string, now: Date): string {
  const ahead = Date.parse(instant) - now.getTime();
  const { unit, length } = UNITS.find(({ end }) => ahead < end) ?? UNITS[4];
  const amount = Math.max(1, Math.round(ahead / length));
  return new Intl.RelativeTimeFormat(site.dateLocale).format(amount, unit);
}

/** Explains a date at a daylight saving time change in the browser's zone. */
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

/** How far the browser's zone is behind UTC, in milliseconds. */
function offset(instant: number): number {
  return new Date(instant).getTimezoneOffset() * MINUTE_MS;
}

function capitalized(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
