import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_REFERENCES, REFERENCE_LIMITS } from '../science/references/reference.ts';
import { readingTime } from '../text/word-count.ts';
import { addTag, isPublic, LIMITS, slugify } from './post.ts';
import { postInputSchema } from './post-input.ts';
import { NO_STATEMENTS } from './statements.ts';

const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Text as titles are: words, spaces of all kinds, hyphens, punctuation, other scripts. */
const title = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(...'aZ9 -–_\t\n\u00a0.éßİK') }),
  fc.string({ unit: fc.constantFrom(...'a-'), minLength: 150, maxLength: 400 }),
);

describe('the slug that a title suggests', () => {
  it.each([
    ['Reading an IC50', 'reading-an-ic50'],
    [
      'What a binding-affinity prediction does (and does not) tell you',
      'what-a-binding-affinity-prediction-does-and-does-not-tell-you',
    ],
    ['  spaces   at\tthe ends  ', 'spaces-at-the-ends'],
    ['dash - between', 'dash-between'],
    ['-- hyphens -- at - the -- ends --', 'hyphens-at-the-ends'],
    ['tabs\tand\nlines', 'tabs-and-lines'],
    ['no\u00a0break', 'no-break'],
    ['café', 'caf'],
    ['β-catenin', 'catenin'],
    ['5′ UTR', '5-utr'],
    ['under_score', 'underscore'],
    ['v1.2.3', 'v123'],
    ['ALREADY-a-slug', 'already-a-slug'],
    ['日本語', ''],
    ['!?', ''],
    ['', ''],
  ])('is, for %j, %j', (written, slug) => {
    expect(slugify(written)).toBe(slug);
  });

  it('is a valid slug or empty, whatever the title', () => {
    fc.assert(
      fc.property(title, (written) => {
        const slug = slugify(written);
        expect(slug === '' || (SLUG.test(slug) && slug.length <= LIMITS.slug)).toBe(true);
      }),
    );
  });

  it('suggests itself, so that the edit form knows an untouched slug from a written one', () => {
    fc.assert(fc.property(title, (written) => slugify(slugify(written)) === slugify(written)));
  });

  it('is accepted by the server whenever it is not empty', () => {
    fc.assert(
      fc.property(title, (written) => {
        const slug = slugify(written);
        expect(postInputSchema.shape.slug.safeParse(slug).success).toBe(slug !== '');
      }),
    );
  });
});

describe('reading time', () => {
  it.each([
    [0, 1],
    [1, 1],
    [200, 1],
    [201, 2],
    [1000, 5],
    [1001, 6],
  ])('of %i words is %i min', (words, minutes) => {
    expect(readingTime(words)).toBe(minutes);
  });
});

describe('tags', () => {
  it('are trimmed, and an empty or repeated one is ignored', () => {
    const tags = ['  kinase ', '', '   ', 'ADMET', 'kinase', 'admet', 'Über', 'über'];
    expect(tags.reduce(addTag, [])).toEqual(['kinase', 'ADMET', 'Über']);
  });

  it('are added to a list of their own, as a form state must be', () => {
    const before = ['kinase'];
    expect([addTag(before, 'assay'), addTag(before, 'kinase')]).toEqual([
      ['kinase', 'assay'],
      ['kinase'],
    ]);
    expect(addTag(before, 'kinase')).not.toBe(before);
    expect(before).toEqual(['kinase']);
  });
});

describe('the public', () => {
  const date = '2026-03-01T09:00:00.000Z';

  it('sees a published post from its instant on, and a draft never', () => {
    const seen = (status: 'published' | 'draft', now: string) => isPublic({ status, date }, now);
    expect(seen('published', '2026-03-01T08:59:59.999Z')).toBe(false);
    expect(seen('published', date)).toBe(true);
    expect(seen('published', '2026-03-01T09:00:00.001Z')).toBe(true);
    expect(seen('draft', '2027-01-01T00:00:00.000Z')).toBe(false);
  });
});

const MINIMAL = { title: 'A title', slug: 'a-title', content: 'Text' };

function parse(fields: Record<string, unknown>) {
  return postInputSchema.safeParse({ ...MINIMAL, ...fields });
}

describe('a post as it is written', () => {
  it('needs a title, a slug and content, and the rest has its defaults', () => {
    expect(postInputSchema.parse(MINIMAL)).toEqual({
      ...MINIMAL,
      description: '',
      author: '',
      tags: [],
      coverImage: '',
      coverImageCaption: '',
      status: 'published',
      publishDate: null,
      references: [],
      citationStyle: 'numbered',
      isResearch: false,
      ...NO_STATEMENTS,
    });
  });

  it('takes null for what a form left empty', () => {
    const names = ['description', 'author', 'coverImage', 'coverImageCaption', 'publishDate'];
    const nothing = Object.fromEntries(
      [...names, 'tags', 'references'].map((name) => [name, null]),
    );
    expect(postInputSchema.parse({ ...MINIMAL, ...nothing })).toEqual(
      postInputSchema.parse(MINIMAL),
    );
  });

  it('keeps content as it was written, white space and line ends included', () => {
    const content = '\r\n\t  # Title  \r\n\r\n\r\ntext \u00a0\u200b\ufeff\n\n';
    expect(postInputSchema.parse({ ...MINIMAL, content }).content).toBe(content);
  });

  it('reads an empty publish date as at once, and any other as an instant in UTC', () => {
    const instantOf = (publishDate: unknown) => parse({ publishDate }).data?.publishDate;
    expect(instantOf('')).toBeNull();
    expect(instantOf('2026-03-01T19:00:00+10:00')).toBe('2026-03-01T09:00:00.000Z');
    expect(instantOf('2026-03-01T09:00:00.5Z')).toBe('2026-03-01T09:00:00.500Z');
    expect(instantOf('2026-03-01')).toBe('2026-03-01T00:00:00.000Z');
  });

  it('gives every publish date that it takes a form that sorts as it counts', () => {
    const written = fc
      .record({
        date: fc.date({
          min: new Date('0000-01-01T00:00:00Z'),
          max: new Date('9999-12-31T23:59:59.999Z'),
          noInvalidDate: true,
        }),
        hours: fc.integer({ min: -23, max: 23 }),
      })
      .map(({ date, hours }) => {
        const offset = `${hours < 0 ? '-' : '+'}${String(Math.abs(hours)).padStart(2, '0')}:00`;
        return date.toISOString().replace('Z', offset);
      });
    fc.assert(
      fc.property(written, written, (a, b) => {
        const [first, second] = [a, b].map(
          (publishDate) => parse({ publishDate }).data?.publishDate,
        );
        if (!first || !second) return;
        expect(first < second).toBe(Date.parse(a) < Date.parse(b));
      }),
    );
  });

  it('ignores fields that it does not know', () => {
    const parsed = postInputSchema.parse({ ...MINIMAL, id: 'x', version: 9, contentHtml: '<b>' });
    expect(parsed).toEqual(postInputSchema.parse(MINIMAL));
  });

  it.each([
    ['10.1038/s41586-020-2649-2', '10.1038/s41586-020-2649-2'],
    [' doi:10.1038/nature12373 ', '10.1038/nature12373'],
    ['DOI: 10.1000.10/a_b(c)', '10.1000.10/a_b(c)'],
    [
      '10.1002/(SICI)1(1998)17:15<1661::AID#8>3.0?2%',
      '10.1002/(SICI)1(1998)17:15%3C1661::AID%238%3E3.0%3F2%25',
    ],
  ])('takes the DOI %s for the URL of what it identifies', (typed, path) => {
    const [reference] = parse({ references: [{ url: typed }] }).data?.references ?? [];
    expect(reference?.url).toBe(`https://doi.org/${path}`);
    const again = parse({ references: [reference] }).data?.references;
    expect(again).toEqual([reference]);
  });

  it('knows the five types of reference, and takes an article for granted', () => {
    const types = ['article', 'research paper', 'website', 'book', 'video'];
    const references = [undefined, ...types].map((type) => ({ url: ' https://a.test/b ', type }));
    expect(parse({ references }).data?.references).toEqual(
      ['article', ...types].map((type) => ({
        title: '',
        url: 'https://a.test/b',
        description: '',
        type,
      })),
    );
  });

  it.each(['/images/cover.svg', 'https://a.test/b.png', 'http://a.test', '', '  /a.png  '])(
    'takes the cover %j',
    (coverImage) => {
      expect(parse({ coverImage }).data?.coverImage).toBe(coverImage.trim());
    },
  );

  it.each([
    ['title', ''],
    ['title', ' \t\n'],
    ['title', 7],
    ['title', null],
    ['title', 'x'.repeat(LIMITS.title + 1)],
    ['slug', ''],
    ['slug', 'Upper'],
    ['slug', 'two--hyphens'],
    ['slug', '-start'],
    ['slug', 'end-'],
    ['slug', 'a b'],
    ['slug', 'a/b'],
    ['slug', '../etc'],
    ['slug', 'é'],
    ['slug', 'a\n'],
    ['slug', 'x'.repeat(LIMITS.slug + 1)],
    ['content', ''],
    ['content', '\r\n '],
    ['content', 'x'.repeat(LIMITS.content + 1)],
    ['description', 'x'.repeat(LIMITS.description + 1)],
    ['author', 'x'.repeat(LIMITS.author + 1)],
    ['tags', 'kinase'],
    ['tags', ['x'.repeat(LIMITS.tag + 1)]],
    ['tags', Array.from({ length: LIMITS.tags + 1 }, (_, number) => `tag ${number}`)],
    ['tags', [7]],
    ['coverImage', 'cover.png'],
    ['coverImage', '//other.test/a.png'],
    ['coverImage', '/\\other.test/a.png'],
    ['coverImage', 'javascript:alert(1)'],
    ['coverImage', 'data:image/svg+xml,<svg/>'],
    ['coverImage', `https://a.test/${'x'.repeat(LIMITS.url)}`],
    ['coverImageCaption', 'x'.repeat(LIMITS.caption + 1)],
    ['status', 'hidden'],
    ['status', ''],
    ['publishDate', 'tomorrow'],
    ['publishDate', '2026-03-01T09:00:00'],
    ['publishDate', '2026-02-30T00:00:00Z'],
    ['publishDate', '2026-03-01T24:00:00Z'],
    ['publishDate', 1_772_355_600],
    ['publishDate', '9999-12-31T23:59:59-12:00'],
    ['publishDate', '0000-01-01T00:00:00+12:00'],
    ['references', [{ title: 'No address' }]],
    ['references', [{ url: '' }]],
    ['references', [{ url: 'doi:11.1000/1' }]],
    ['references', [{ url: '10.1000/ 1' }]],
    ['references', [{ url: `10.1000/${'x'.repeat(REFERENCE_LIMITS.url - 8)}` }]],
    ['references', [{ url: 'javascript:alert(1)' }]],
    ['references', [{ url: 'https://a.test', type: 'podcast' }]],
    ['references', Array.from({ length: MAX_REFERENCES + 1 }, () => ({ url: 'https://a.test' }))],
  ])('is refused for its %s %j', (field, value) => {
    const { success, error } = parse({ [field]: value });
    expect([success, error?.issues[0]?.path[0]]).toEqual([false, field]);
  });

  it.each([
    'javascript:alert(1)',
    ' JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'blob:https://evil.example/x',
    'file:///etc/passwd',
    '//evil.example',
  ])(
    'is refused for a reference or cover at %j, which a reader’s browser would run or read',
    (url) => {
      for (const fields of [{ references: [{ url }] }, { coverImage: url }]) {
        const { error } = parse(fields);
        expect(error?.issues[0]?.path[0]).toBe(Object.keys(fields)[0]);
      }
    },
  );

  it.each(['title', 'content', 'description', 'author', 'coverImageCaption'])(
    'is refused for a NUL or half a surrogate pair in its %s, which would not come back',
    (field) => {
      for (const text of ['a\0b', 'a\ud800b', 'a\udfff']) {
        expect([text, parse({ [field]: text }).success]).toEqual([text, false]);
      }
      expect(parse({ [field]: '\u{1F9EA} \ufffd' }).success).toBe(true);
    },
  );

  it('is refused for them in tags, covers and references too', () => {
    const bad = 'https://a.test/\0';
    const wrong = [
      { tags: ['a\0'] },
      { coverImage: bad },
      { references: [{ url: bad }] },
      { references: [{ url: 'https://a.test', title: '\ud800' }] },
      { references: [{ url: 'https://a.test', description: '\0' }] },
    ];
    expect(wrong.map((fields) => parse(fields).success)).toEqual(wrong.map(() => false));
  });

  it('may be as long as the limits say', () => {
    const longest = {
      title: 'x'.repeat(LIMITS.title),
      slug: 'x'.repeat(LIMITS.slug),
      content: 'x'.repeat(LIMITS.content),
      tags: Array.from({ length: LIMITS.tags }, (_, number) => `${number}`.padEnd(LIMITS.tag, 'x')),
      references: Array.from({ length: MAX_REFERENCES }, () => ({ url: 'https://a.test' })),
    };
    expect(parse(longest).success).toBe(true);
  });
});
