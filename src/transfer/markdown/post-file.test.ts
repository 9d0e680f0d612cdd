import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { LIMITS } from '../../posts/fields.ts';
import type { PostInput } from '../../posts/post-input.ts';
import { readPostFile } from './post-file.ts';

function inputOf(text: string, fileName = 'a-file.md'): PostInput {
  const result = readPostFile(Buffer.from(text), fileName);
  if (!result.ok) throw new Error(result.reason);
  return result.input;
}

/** Front matter of the lines, and a body. */
function post(...lines: string[]): string {
  return ['---', ...lines, '---', 'Text', ''].join('\n');
}

const WHOLE = post(
  'title: "Reading an IC50: a guide"',
  'slug: reading-an-ic50',
  "date: '2025-06-01T10:00:00.000+10:00'",
  'author: Somebody Else',
  'description: What half an effect means',
  'tags: [assay, IC50]',
  'status: draft',
  'coverImage: /images/covers/curve.svg',
  'coverImageCaption: A curve',
  'references:',
  '  - {title: A paper, url: "https://doi.org/10.1000/1", type: research paper, key: smith2020,',
  '     csl: {type: book, issued: {date-parts: [[2020, 3]]}}}',
  'citationStyle: author-date',
  'isResearch: true',
);
const CSL = { type: 'book', issued: { 'date-parts': [[2020, 3]] } };
const PAPER = { title: 'A paper', url: 'https://doi.org/10.1000/1', description: '' };
const WHOLE_INPUT = {
  title: 'Reading an IC50: a guide',
  slug: 'reading-an-ic50',
  content: 'Text\n',
  description: 'What half an effect means',
  author: 'Somebody Else',
  tags: ['assay', 'IC50'],
  coverImage: '/images/covers/curve.svg',
  coverImageCaption: 'A curve',
  status: 'draft',
  publishDate: '2025-06-01T00:00:00.000Z',
  references: [{ ...PAPER, type: 'research paper', key: 'smith2020', csl: CSL }],
  citationStyle: 'author-date',
  isResearch: true,
} as const;

const HEADING =
  '\n# The *first* heading ##\n\n![cover](/a.png)\n\nSome **bold** [link](/x),\nand `code`.\n\nMore.\n';
const TOML = `+++
title = "Reading an IC50: a \\"guide\\""
date = 2012-05-08T13:45:04+10:00
draft = true
description = """
Two lines"""
[taxonomies]
tags = ["assay", "1.10"]
categories = ["Methods"]
[extra]
author = "Ada"
image = "/a.png"
+++
Text
`;
const JSON_FILE =
  '{\n  "title": "A",\n  "date": "2012-05-08",\n  "tags": ["a", 1],\n  "draft": true\n}\n\n{ no }\n';
const MIDNIGHT = '2012-05-08T00:00:00.000Z';

type Read = [text: string, input: Partial<PostInput>, fileName?: string];
const DRAFT = { title: 'A', status: 'draft', content: 'Text' } as const;
const tomlOf = (date: string) => `+++\r\ndate = ${date}\r\n+++\r\nText`;
const textAlone = (content: string): Read => [content, { title: 'A', content }, 'a.md'];

const READ: Read[] = [
  [WHOLE, WHOLE_INPUT as unknown as PostInput],
  // Derived from heading, file name and first paragraph.
  [
    `---\n---\n${HEADING}`,
    {
      title: 'The *first* heading',
      slug: 'some-file-name',
      description: 'Some bold link, and code.',
      author: '',
      tags: [],
      status: 'published',
      publishDate: '2024-05-06T00:00:00.000Z',
      content: HEADING,
    },
    '2024-05-06-some_File Name.md',
  ],
  [
    post('title:\nslug:\ndate:\nauthor: ~\ndescription: null\ntags:\ncategory:'),
    { title: 'Reading an ic50', slug: 'reading-an-ic50', publishDate: null, author: '', tags: [] },
    'reading-an_ic50.md',
  ],
  [`${'word '.repeat(100)}\n\nMore`, { description: expect.stringMatching(/^(word ){39}word…$/) }],
  [`a${'\u{1F9EA}'.repeat(200)}`, { description: expect.stringMatching(/^a\u{1F9EA}+…$/u) }],
  // Text, also where YAML could see a number or a truth value.
  [post('title: 1.10\nslug: 007\nauthor: 0x1F'), { title: '1.10', slug: '007', author: '0x1F' }],
  [post('description: yes'), { description: 'yes' }],
  [post('tags: [1e3, no, true]'), { tags: ['1e3', 'no', 'true'] }],
  [post('author: [Ada, Zoe]'), { author: 'Ada, Zoe' }],
  [post('authors: [{name: Ada}, Zoe, Ada]'), { author: 'Ada, Zoe' }],
  [post('author: {name: Ada, email: a@x.test}'), { author: 'Ada' }],
  [post('category: release', 'tags: [a]'), { tags: ['a', 'release'] }],
  [post('tags: a, b c,, a'), { tags: ['a', 'b c'] }],
  [post('slug: /Weekly/Some Post/'), { slug: 'some-post' }],
  [post('title: A Title', 'slug: "!!"'), { slug: 'a-title' }],
  [post('title: A Title'), { slug: 'a-title' }, '日本.md'],
  [
    TOML,
    {
      title: 'Reading an IC50: a "guide"',
      publishDate: '2012-05-08T03:45:04.000Z',
      status: 'draft',
      description: 'Two lines',
      tags: ['assay', '1.10', 'Methods'],
      author: 'Ada',
      coverImage: '/a.png',
      content: 'Text\n',
    },
  ],
  [tomlOf('2012-05-08'), { publishDate: MIDNIGHT }],
  [tomlOf('2012-05-08T13:45:04'), { publishDate: '2012-05-08T13:45:04.000Z' }],
  [tomlOf('2012-05-08 13:45:04Z'), { publishDate: '2012-05-08T13:45:04.000Z' }],
  [tomlOf('"2012-05-08"'), { publishDate: MIDNIGHT }],
  [JSON_FILE, { ...DRAFT, publishDate: MIDNIGHT, tags: ['a', '1'], content: '\n{ no }\n' }],
  [post('published: 2012-05-08'), { publishDate: MIDNIGHT }],
  [post('pubDate: 2020-03-04'), { publishDate: '2020-03-04T00:00:00.000Z' }],
  // From the first line, or blank ones above it, to the next of three hyphens.
  [
    '---\ntitle: A --- B\n---  \nabove\n\n---\n\nbelow\n',
    { title: 'A --- B', content: 'above\n\n---\n\nbelow\n' },
  ],
  ['\n \n---\ntitle: A\ndraft: true\n---\nText', DRAFT],
  ['---\nbase: &base\n  draft: true\n<<: *base\ntitle: A\n---\nText', DRAFT],
  textAlone('Text\n\n---\n\ntitle: no\n\n---\n'),
  textAlone('-----\nA line: of text\n'),
  textAlone('\n---\n\nText\n'),
  textAlone('{braces} are text'),
  [`\ufeff${post('title: A')}`, { title: 'A', content: 'Text\n' }],
];

it('readPostFile reads YAML, TOML and JSON, and derives what is missing', () => {
  for (const [text, input, fileName] of READ) {
    expect([text, inputOf(text, fileName)]).toEqual([text, expect.objectContaining(input)]);
  }
});

it('a post is a draft where its front matter keeps it from the public', () => {
  for (const hidden of [
    ...['published: false', 'published: off', 'draft: true', 'draft: yes', 'draft: 1'],
    ...['expiryDate: 2012-05-08', 'status: private', 'status: Pending', 'headless: true'],
    ...['render: false', 'build: {render: never}', 'unpublishDate: 2012-05-08'],
  ]) {
    expect([hidden, inputOf(post(hidden)).status]).toEqual([hidden, 'draft']);
  }
  for (const open of ['published: true', 'draft: false', 'status: publish', 'render: true']) {
    expect([open, inputOf(post(open)).status]).toEqual([open, 'published']);
  }
});

it('the body stays byte for byte, whatever the line ends', () => {
  const body = fc
    .string({ unit: fc.constantFrom(...'a-# \t\r\n\u00a0é\u{1F9EA}') })
    .map((text) => `x${text}`);
  fc.assert(
    fc.property(body, fc.constantFrom('\n', '\r\n'), (text, end) => {
      const file = ['---', 'title: A', 'description: d', '---', text].join(end);
      expect(inputOf(file)).toMatchObject({ title: 'A', description: 'd', content: text });
    }),
  );
});

it('dates mean the same wherever the machine stands', () => {
  const before = process.env.TZ;
  onTestFinished(() => {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  });
  for (const zone of ['Australia/Brisbane', 'America/New_York']) {
    process.env.TZ = zone;
    for (const [date, instant] of [
      ['2012-05-08T13:45:04.123Z', '2012-05-08T13:45:04.123Z'],
      ['2012-05-08T13:45:04-07:00', '2012-05-08T20:45:04.000Z'],
      ['2012-05-08', '2012-05-08T00:00:00.000Z'],
      ['2012-05-08 13:45', '2012-05-08T13:45:00.000Z'],
      ['2012-05-08T13:45:04', '2012-05-08T13:45:04.000Z'],
      ['2012-05-08 13:45:04 +10:00', '2012-05-08T03:45:04.000Z'],
      ['2012-05-08 13:45:04 -0700', '2012-05-08T20:45:04.000Z'],
      ['2012-5-8', '2012-05-08T00:00:00.000Z'],
      ['2020/3/4 10:11:12', '2020-03-04T10:11:12.000Z'],
      ['May 8, 2012', '2012-05-08T00:00:00.000Z'],
      ['Jul 08 2022', '2022-07-08T00:00:00.000Z'],
      ['Tue, 08 May 2012 13:45:04 +1000', '2012-05-08T03:45:04.000Z'],
    ]) {
      expect([date, inputOf(post(`date: ${date}`)).publishDate]).toEqual([date, instant]);
    }
  }
});

const REFUSED: [text: string | Uint8Array, reason: RegExp, fileName?: string][] = [
  [post('title: [unclosed'), /front matter is not YAML: .*line \d+, column \d+$/],
  [post('title: A', 'title: B'), /more than one title/],
  [post('- a', '- b'), /front matter/],
  ['---\ntitle: A\ndraft: true\n\nText', /closing.*YAML/],
  ['---js\n{ draft: true }\n---\nText', /another form/],
  ['+++\ntitle = "A"\n\nText', /closing.*TOML/],
  ['+++\ntitle = \n+++\nText', /front matter is not TOML/],
  ['{\n"title": \n}\nText', /front matter is not JSON/],
  [post('word'), /front matter/],
  [post('title: {a: b}'), /title/],
  [post('date: someday'), /date “someday”/],
  [post('date: 2025-02-30'), /date/],
  // A zone whose name means several, and a day that could be a month.
  [post('date: 2020-03-04 10:11:12 IST'), /IST/],
  [post('date: 04/03/2020'), /date/],
  [post('citationStyle: apa'), /citationStyle/],
  [post('isResearch: maybe'), /isResearch/],
  [post('coverImage: cover.png'), /coverImage/],
  [post('references: [{title: A}]'), /references/],
  [post(`title: ${'x'.repeat(LIMITS.title + 1)}`), /title/],
  [post('title: 日本'), /slug/, '日本.md'],
  ['---\ntitle: A\n---\n \n', /content/],
  ['', /content/],
  ['x'.repeat(LIMITS.content + 1), /content/],
  ['a\0b', /content/],
  [Uint8Array.of(0x63, 0x61, 0x66, 0xe9), /UTF-8/],
  // UTF-16 that ends within a character.
  [Uint8Array.of(0xff, 0xfe, 0x61), /UTF-8/],
  [Uint8Array.of(0xed, 0xa0, 0x80), /UTF-8/],
];

it('readPostFile refuses what it cannot read with one line that says so', () => {
  for (const [file, reason, fileName = 'a-file.md'] of REFUSED) {
    const read = readPostFile(Buffer.from(file), fileName);
    expect(read).toEqual({ ok: false, reason: expect.stringMatching(reason) });
    expect(JSON.stringify(read)).not.toContain('\\n');
  }
});
