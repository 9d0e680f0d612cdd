import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { publishDateField, publishInstant } from '../../../admin/publish-date.ts';
import { type Planned, schedule } from './schedule.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

const NOW = '2026-11-21T08:00:00.000Z';

/** What a writer in a zone reads, with ordinary spaces. */
function read(zone: string, planned: Partial<Planned>, now = NOW) {
  vi.stubEnv('TZ', zone);
  const form = { status: 'published', publishDate: '', post: null, ...planned } as const;
  const { text, distance } = schedule(form, new Date(now));
  return { text: text.replace(/\s/g, ' '), distance };
}

const draft = (publishDate: string | null, date = publishDate ?? '2026-03-11T00:00:00.000Z') =>
  ({ status: 'draft', publishDate, date }) as const;
const published = (publishDate: string | null, date?: string) =>
  ({ ...draft(publishDate, date), status: 'published' }) as const;

describe('a writer who plans a post', () => {
  test('in a zone reads their own time and that of the site', () => {
    const day = 'Thursday, December 3, 2026 at';
    for (const [zone, city, brisbane] of [
      ['Europe/Berlin', 'Berlin', '6:00 PM'],
      ['America/New_York', 'New York', 'Friday, December 4, 2026 at 12:00 AM'],
      ['Asia/Colombo', 'Colombo', '1:30 PM'],
      ['Pacific/Kiritimati', 'Kiritimati', '5:00 AM'],
      ['Australia/Sydney', 'Sydney', '8:00 AM'],
      ['America/Argentina/Buenos_Aires', 'Buenos Aires', '10:00 PM'],
      ['UTC', 'UTC', '7:00 PM'],
    ] as const) {
      expect(read(zone, { publishDate: '2026-12-03T09:00' }).text).toBe(
        `Appears on ${day} 9:00 AM your time (${city}), ${brisbane} in Brisbane.`,
      );
    }
  });

  test('in a zone with Brisbane’s time reads it once', () => {
    for (const zone of ['Australia/Brisbane', 'Australia/Lindeman', 'Pacific/Port_Moresby']) {
      expect(read(zone, { publishDate: '2026-12-03T09:00' }).text).toBe(
        'Appears on Thursday, December 3, 2026 at 9:00 AM Brisbane time.',
      );
    }
    // Melbourne agrees with Brisbane in winter alone.
    expect(read('Australia/Melbourne', { publishDate: '2027-07-01T09:00' }).text).toBe(
      'Appears on Thursday, July 1, 2027 at 9:00 AM Brisbane time.',
    );
  });

  test.for([
    ['2026-11-21T08:00:20.000Z', 'That is in 1 minute.'],
    ['2026-11-21T09:15:00.000Z', 'That is in 75 minutes.'],
    ['2026-11-21T20:00:00.000Z', 'That is in 12 hours.'],
    ['2026-12-03T09:00:00.000Z', 'That is in 12 days.'],
    ['2027-03-01T00:00:00.000Z', 'That is in 3 months.'],
    ['2030-11-21T08:00:00.000Z', 'That is in 4 years.'],
    ['2026-11-21T08:00:00.000Z', null],
  ] as const)('for %s reads how far off it is', ([publishDate, distance]) => {
    vi.stubEnv('TZ', 'UTC');
    const post = draft(publishDate);
    const field = publishDateField(publishDate);
    expect(read('UTC', { post, publishDate: field }).distance).toBe(distance);
  });

  test('for a time in the past reads that it appears at once, and its date', () => {
    expect(read('Europe/Berlin', { publishDate: '2026-11-20T09:00' })).toEqual({
      text: 'Appears at once, dated Friday, November 20, 2026 at 9:00 AM your time (Berlin), 6:00 PM in Brisbane.',
      distance: null,
    });
  });

  test('without a date reads that it appears at once, and its date', () => {
    const text = (planned: Partial<Planned>) => read('Europe/Berlin', planned).text;
    expect(text({})).toBe('Appears at once, dated with the time of saving.');
    expect(text({ post: published(null) })).toBe(
      'Stays on the site, dated Wednesday, March 11, 2026 at 1:00 AM your time (Berlin), 10:00 AM in Brisbane, when it was first published.',
    );
    for (const post of [draft(null), draft('2026-12-24T08:00:00.000Z')]) {
      expect(text({ post })).toBe('Appears at once, dated with the time of its first publication.');
    }
  });

  test('as a draft reads that it will not appear by itself, whatever its date', () => {
    const { text, distance } = read('Australia/Brisbane', {
      status: 'draft',
      publishDate: '2026-12-03T09:00',
    });
    expect(text).toBe(
      'It will not be published while it is a draft. Once published, it appears on Thursday, December 3, 2026 at 9:00 AM Brisbane time.',
    );
    expect(distance).toBe('That is in 12 days.');
    expect(read('Australia/Brisbane', { status: 'draft' }).text).toBe(
      'It will not be published while it is a draft. Once published, it appears at once, dated with the time of saving.',
    );
  });

  test('that is public is warned before it leaves the site', () => {
    const post = published('2026-11-20T00:00:00.000Z');
    const text = (planned: Partial<Planned>) =>
      read('Australia/Brisbane', { post, ...planned }).text;
    expect(text({ publishDate: '2026-11-20T10:00' })).toBe(
      'Stays on the site, dated Friday, November 20, 2026 at 10:00 AM Brisbane time.',
    );
    expect(text({ publishDate: '2026-12-03T09:00' })).toBe(
      'It leaves the site until then. Appears on Thursday, December 3, 2026 at 9:00 AM Brisbane time.',
    );
    expect(text({ status: 'draft', publishDate: '2026-11-20T10:00' })).toBe(
      'This draft leaves the site when you save. Once published, it appears at once, dated Friday, November 20, 2026 at 10:00 AM Brisbane time.',
    );
  });

  test('that is scheduled already reads when it appears, and nothing of leaving', () => {
    const post = published('2026-12-02T23:00:00.000Z');
    expect(read('Australia/Brisbane', { post, publishDate: '2026-12-03T09:00' }).text).toBe(
      'Appears on Thursday, December 3, 2026 at 9:00 AM Brisbane time.',
    );
  });
});

describe('a writer whose clocks change', () => {
  const BEFORE = '2026-01-01T00:00:00.000Z';

  test('learns of a time that does not exist, and which is used instead', () => {
    const { text } = read('Europe/Berlin', { publishDate: '2026-03-29T02:30' }, BEFORE);
    expect(text).toBe(
      'Appears on Sunday, March 29, 2026 at 3:30 AM your time (Berlin), 11:30 AM in Brisbane. Your clocks go forward then, so there is no 2:30 AM that day.',
    );
    expect(publishInstant('2026-03-29T02:30', null)).toBe('2026-03-29T01:30:00.000Z');
  });

  test.for([
    ['Europe/Berlin', '2026-10-25T02:30', '2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z'],
    [
      'America/New_York',
      '2026-11-01T01:30',
      '2026-11-01T05:30:00.000Z',
      '2026-11-01T06:30:00.000Z',
    ],
    // By half an hour.
    [
      'Australia/Lord_Howe',
      '2026-04-05T01:45',
      '2026-04-04T14:45:00.000Z',
      '2026-04-04T15:15:00.000Z',
    ],
  ] as const)('in %s learns which of two equal times is meant', ([zone, field, first, second]) => {
    const said = (post: Planned['post']) => read(zone, { publishDate: field, post }, BEFORE).text;
    const clock = /1:30|2:30|1:45/.exec(field.replace('T0', 'T'))?.[0];
    expect(said(null)).toContain(
      `Your clocks go back that day: this is the first ${clock} AM of two.`,
    );
    expect(said(draft(first))).toContain(`this is the first ${clock} AM of two`);
    expect(said(draft(second))).toContain(`this is the second ${clock} AM of two`);
    expect(publishInstant(field, null)).toBe(first);
  });

  test('reads nothing of it on any other minute of that day', () => {
    for (const publishDate of ['2026-10-25T01:59', '2026-10-25T03:00', '2026-10-26T02:30']) {
      expect(read('Europe/Berlin', { publishDate }, BEFORE).text).not.toContain('clocks');
    }
    expect(read('Europe/Berlin', { publishDate: '2026-03-29T03:00' }, BEFORE).text).not.toContain(
      'clocks',
    );
  });
});

test('every date in every zone is described in whole sentences', () => {
  const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
  const instant = fc.date({
    min: new Date('1971-01-01T00:00:00Z'),
    max: new Date('2200-01-01T00:00:00Z'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(zone, instant, fc.constantFrom('published', 'draft'), (tz, date, status) => {
      const publishDate = date.toISOString().slice(0, 16);
      const { text } = read(tz, { publishDate, status });
      expect(text).toMatch(/^[A-Z].*\.$/);
      expect(text).not.toMatch(/undefined|Invalid|NaN/);
      expect(text).toContain('Brisbane');
    }),
    { numRuns: 200 },
  );
});
