import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTable } from '../../test/read-table.ts';
import { MAX_REFERENCES, REFERENCE_LIMITS } from '../science/references/reference.ts';
import { shownBody } from './data-links.ts';
import { byName, LIMITS, NEW_POST, POST_FIELDS, TEXT_NAMES } from './fields.ts';
import { addTag, isPublic, slugify } from './post.ts';
import { postInputSchema } from './post-input.ts';

const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Text as titles are: words, spaces of all kinds, hyphens, punctuation, other scripts. */
const title = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(...'aZ9 -–_\t\n\u00a0.éßİK') }),
  fc.string({ unit: fc.constantFrom(...'a-'), minLength: 150, maxLength: 400 }),
);

describe('the slug that a title suggests', () => {
  it.each([
    ...readTable(new URL('slugs.tsv', import.meta.url)),
    ['  spaces   at\tthe ends  ', 'spaces-at-the-ends'],
    ['tabs\tand\nlines', 'tabs-and-lines'],
    ['no\u00a0break', 'no-break'],
    ['日本語', ''],
    ['!?', ''],
    ['', ''],
  ])('is, for %j, %j', (written = '', slug = '') => {
    expect(slugify(written)).toBe(slug);
  });

  it('is a valid slug that suggests itself, or empty, whatever the title', () => {
    fc.assert(
      fc.property(title, (written) => {
        const slug = slugify(written);
        expect(slug === '' || (SLUG.test(slug) && slug.length <= LIMITS.slug)).toBe(true);
        expect(postInputSchema.shape.slug.safeParse(slug).success).toBe(slug !== '');
        // The edit form knows an untouched slug from a written one.
        expect(slugify(slug)).toBe(slug);
      }),
    );
  });
});

it.each([
  [0, 1],
  [1, 1],
  [200, 1],
  [201, 2],
  [1000, 5],
  [1001, 6],
])('of %i words is %i min', (words, minutes) => {
  expect(shownBody({ html: '', words }, null).readingTime).toBe(minutes);
});

describe('tags', () => {
  it('are trimmed, and an empty or repeated one is ignored', () => {
    const tags = ['  kinase ', '', '   ', 'ADMET', 'kinase', 'admet', 'Über', 'über'];
    expect(tags.reduce(addTag, [])).toEqual(['kinase', 'ADMET', 'Über']);
    // A form's state is not changed.
    const before = ['kinase'];
    expect(addTag(before, 'kinase')).not.toBe(before);
  });
});

it('the public sees a published post from its instant on, and a draft never', () => {
  const date = '2026-03-01T09:00:00.000Z';
  const seen = (status: 'published' | 'draft', now: string) => isPublic({ status, date }, now);
  expect(seen('published', '2026-03-01T08:59:59.999Z')).toBe(false);
  expect(seen('published', date)).toBe(true);
  expect(seen('draft', '2027-01-01T00:00:00.000Z')).toBe(false);
});

const MINIMAL = { title: 'A title', slug: 'a-title', content: 'Text' };

function parse(fields: Record<string, unknown>) {
  return postInputSchema.safeParse({ ...MINIMAL, ...fields });
}

describe('a post as it is written', () => {
  it('needs a title, a slug and content, and the rest has its defaults', () => {
    expect(postInputSchema.parse(MINIMAL)).toEqual({ ...NEW_POST, ...MINIMAL });
    expect(NEW_POST).toMatchObject({ status: 'published', publishDate: null, tags: [] });
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

  const SICI = '10.1002/(SICI)1(1998)17:15';
  it.each([
    ['10.1038/s41586-020-2649-2', '10.1038/s41586-020-2649-2'],
    [' doi:10.1038/nature12373 ', '10.1038/nature12373'],
    ['DOI: 10.1000.10/a_b(c)', '10.1000.10/a_b(c)'],
    [`${SICI}<1661::AID#8>3.0?2%`, `${SICI}%3C1661::AID%238%3E3.0%3F2%25`],
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

  it('keeps of a reference the key and the CSL-JSON that it has, in the words of CSL', () => {
    const url = 'https://a.test';
    const references = [
      { url, key: null, csl: null },
      { url, key: ' ', csl: { type: 'nonsense', volume: 5, custom: {} } },
    ];
    const reference = { title: '', url, description: '', type: 'article' };
    expect(parse({ references }).data?.references).toEqual([
      reference,
      { ...reference, csl: { type: 'document', volume: '5' } },
    ]);
  });

  it.each(['/images/cover.svg', 'https://a.test/b.png', 'http://a.test', '', '  /a.png  '])(
    'takes the cover %j',
    (coverImage) => {
      expect(parse({ coverImage }).data?.coverImage).toBe(coverImage.trim());
    },
  );

  const x = (length: number) => 'x'.repeat(length);
  const wrong: Record<string, unknown[]> = JSON.parse(
    readFileSync('src/posts/wrong-posts.json', 'utf8'),
  );
  const tooLong = {
    ...byName(TEXT_NAMES, (name) => x(POST_FIELDS[name].limit + 1)),
    ...{ title: x(LIMITS.title + 1), slug: x(LIMITS.slug + 1), content: x(LIMITS.content + 1) },
    tags: [x(LIMITS.tag + 1)],
    coverImage: `https://a.test/${x(LIMITS.url)}`,
    references: [{ url: `10.1000/${x(REFERENCE_LIMITS.url - 8)}` }],
  };
  for (const [field, value] of Object.entries(tooLong))
    wrong[field] = [...(wrong[field] ?? []), value];
  wrong.tags?.push(Array.from({ length: LIMITS.tags + 1 }, (_, number) => `tag ${number}`));
  wrong.references?.push(
    [{ url: 'https://a.test', csl: { title: x(REFERENCE_LIMITS.csl + 1) } }],
    Array(MAX_REFERENCES + 1).fill({ url: 'https://a.test' }),
  );

  it.each(Object.entries(wrong))('is refused for a wrong %s', (field, values) => {
    for (const value of values) {
      const { success, error } = parse({ [field]: value });
      expect([success, error?.issues[0]?.path[0]], JSON.stringify(value).slice(0, 80)).toEqual([
        false,
        field,
      ]);
    }
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
    expect(parse({ title: '\u{1F9EA} \ufffd' }).success).toBe(true);
  });
});
