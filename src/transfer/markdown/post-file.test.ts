import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { LIMITS } from '../../posts/post.ts';
import type { PostInput } from '../../posts/post-input.ts';
import { readPostFile } from './post-file.ts';

function read(text: string, fileName = 'a-file.md') {
  return readPostFile(Buffer.from(text), fileName);
}

function inputOf(text: string, fileName?: string): PostInput {
  const result = read(text, fileName);
  if (!result.ok) throw new Error(result.reason);
  return result.input;
}

function reasonOf(text: string, fileName?: string): string {
  const result = read(text, fileName);
  if (result.ok) throw new Error('The file was accepted');
  return result.reason;
}

/** Front matter of the lines, and a body. */
function post(...lines: string[]): string {
  return ['---', ...lines, '---', 'Text', ''].join('\n');
}

it('a post file gives everything that its front matter says', () => {
  const text = post(
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
    '  - title: A paper',
    '    url: https://doi.org/10.1000/1',
    '    type: research paper',
    '    key: smith2020',
    '    csl: {type: book, issued: {date-parts: [[2020, 3]]}}',
    'citationStyle: author-date',
    'isResearch: true',
  );
  expect(inputOf(text)).toMatchObject({
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
    references: [
      {
        title: 'A paper',
        url: 'https://doi.org/10.1000/1',
        description: '',
        type: 'research paper',
        key: 'smith2020',
        csl: { type: 'book', issued: { 'date-parts': [[2020, 3]] } },
      },
    ],
    citationStyle: 'author-date',
    isResearch: true,
  });
});

it('what a post file does not say, or leaves empty, is derived from heading, file name and first paragraph', () => {
  const body =
    '\n# The *first* heading ##\n\n![cover](/a.png)\n\nSome **bold** [link](/x),\nand `code`.\n\nMore.\n';
  expect(inputOf(`---\n---\n${body}`, '2024-05-06-some_File Name.md')).toMatchObject({
    title: 'The *first* heading',
    slug: 'some-file-name',
    description: 'Some bold link, and code.',
    author: '',
    tags: [],
    status: 'published',
    publishDate: '2024-05-06T00:00:00.000Z',
    content: body,
  });
  const empty = 'title:\nslug:\ndate:\nauthor: ~\ndescription: null\ntags:\ncategory:';
  expect(inputOf(post(empty), 'reading-an_ic50.md')).toMatchObject({
    title: 'Reading an ic50',
    slug: 'reading-an-ic50',
    publishDate: null,
    author: '',
    description: 'Text',
    tags: [],
  });
  const words = inputOf(`${'word '.repeat(100)}\n\nMore`).description;
  expect(words).toMatch(/^(word )+word…$/);
  expect(words.length).toBeLessThanOrEqual(201);
  expect(inputOf(`a${'\u{1F9EA}'.repeat(200)}`).description).toMatch(/^a\u{1F9EA}+…$/u);
});

it('fields keep their text also where YAML could see a number or a truth value', () => {
  const written = 'title: 1.10\nslug: 007\nauthor: 0x1F\ndescription: yes\ntags: [1e3, no, true]';
  expect(inputOf(post(written))).toMatchObject({
    title: '1.10',
    slug: '007',
    author: '0x1F',
    description: 'yes',
    tags: ['1e3', 'no', 'true'],
  });
});

it('authors may be names or records, categories become tags, and slugs valid', () => {
  expect(inputOf(post('author: [Ada, Zoe]')).author).toBe('Ada, Zoe');
  expect(inputOf(post('authors: [{name: Ada}, Zoe, Ada]')).author).toBe('Ada, Zoe');
  expect(inputOf(post('author: {name: Ada, email: a@x.test}')).author).toBe('Ada');
  expect(inputOf(post('category: release', 'tags: [a]')).tags).toEqual(['a', 'release']);
  expect(inputOf(post('tags: a, b c,, a')).tags).toEqual(['a', 'b c']);
  expect(inputOf(post('slug: /Weekly/Some Post/')).slug).toBe('some-post');
  expect(inputOf(post('title: A Title', 'slug: "!!"')).slug).toBe('a-title');
  expect(inputOf(post('title: A Title'), '日本.md').slug).toBe('a-title');
  expect(reasonOf(post('title: 日本'), '日本.md')).toMatch(/slug/);
});

it('front matter may be TOML, as Zola and Hugo write it, or JSON, as Hugo writes it', () => {
  const toml = [
    '+++',
    'title = "Reading an IC50: a \\"guide\\""',
    'date = 2012-05-08T13:45:04+10:00',
    'draft = true',
    'description = """',
    'Two lines"""',
    '[taxonomies]',
    'tags = ["assay", "1.10"]',
    'categories = ["Methods"]',
    '[extra]',
    'author = "Ada"',
    'image = "/a.png"',
    '+++',
    'Text',
    '',
  ].join('\n');
  expect(inputOf(toml)).toMatchObject({
    title: 'Reading an IC50: a "guide"',
    publishDate: '2012-05-08T03:45:04.000Z',
    status: 'draft',
    description: 'Two lines',
    tags: ['assay', '1.10', 'Methods'],
    author: 'Ada',
    coverImage: '/a.png',
    content: 'Text\n',
  });
  for (const [written, instant] of [
    ['2012-05-08', '2012-05-08T00:00:00.000Z'],
    ['2012-05-08T13:45:04', '2012-05-08T13:45:04.000Z'],
    ['2012-05-08 13:45:04Z', '2012-05-08T13:45:04.000Z'],
    ['"2012-05-08"', '2012-05-08T00:00:00.000Z'],
  ]) {
    expect(inputOf(`+++\r\ndate = ${written}\r\n+++\r\nText`).publishDate).toBe(instant);
  }
  const json =
    '{\n  "title": "A",\n  "date": "2012-05-08",\n  "tags": ["a", 1],\n  "draft": true\n}\n\n{ no }\n';
  expect(inputOf(json)).toMatchObject({
    title: 'A',
    publishDate: '2012-05-08T00:00:00.000Z',
    tags: ['a', '1'],
    status: 'draft',
    content: '\n{ no }\n',
  });
});

it('a post is a draft where its front matter keeps it from the public', () => {
  for (const hidden of [
    ...['published: false', 'published: off', 'draft: true', 'draft: yes', 'draft: 1'],
    ...['expiryDate: 2012-05-08', 'status: private', 'status: Pending', 'headless: true'],
    ...['render: false', 'build: {render: never}'],
  ]) {
    expect([hidden, inputOf(post(hidden)).status]).toEqual([hidden, 'draft']);
  }
  for (const open of ['published: true', 'draft: false', 'status: publish', 'render: true']) {
    expect([open, inputOf(post(open)).status]).toEqual([open, 'published']);
  }
  expect(inputOf(post('published: 2012-05-08')).publishDate).toBe('2012-05-08T00:00:00.000Z');
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

it('front matter goes from the first line, or blank ones above it, to the next of three hyphens', () => {
  expect(inputOf('---\ntitle: A --- B\n---  \nabove\n\n---\n\nbelow\n')).toMatchObject({
    title: 'A --- B',
    content: 'above\n\n---\n\nbelow\n',
  });
  for (const text of [
    '\n \n---\ntitle: A\ndraft: true\n---\nText',
    '---\nbase: &base\n  draft: true\n<<: *base\ntitle: A\n---\nText',
  ]) {
    expect(inputOf(text)).toMatchObject({ title: 'A', status: 'draft', content: 'Text' });
  }
  for (const content of [
    'Text\n\n---\n\ntitle: no\n\n---\n',
    '-----\nA line: of text\n',
    '\n---\n\nText\n',
    '{braces} are text',
  ]) {
    expect(inputOf(content, 'a.md')).toMatchObject({ title: 'A', content });
  }
  expect(inputOf(`\ufeff${post('title: A')}`)).toMatchObject({ title: 'A', content: 'Text\n' });
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
  expect(inputOf(post('pubDate: 2020-03-04')).publishDate).toBe('2020-03-04T00:00:00.000Z');
  // A zone whose name means several, and a day that could be a month.
  expect(reasonOf(post('date: 2020-03-04 10:11:12 IST'))).toMatch(/IST/);
  expect(reasonOf(post('date: 04/03/2020'))).toMatch(/date/);
});

it.each([
  ['is not YAML', post('title: [unclosed'), /front matter is not YAML: .*line \d+, column \d+$/],
  ['has a key twice', post('title: A', 'title: B'), /more than one title/],
  ['is a list', post('- a', '- b'), /front matter/],
  ['is YAML that never ends', '---\ntitle: A\ndraft: true\n\nText', /closing.*YAML/],
  ['is JavaScript', '---js\n{ draft: true }\n---\nText', /another form/],
  ['is TOML that never ends', '+++\ntitle = "A"\n\nText', /closing.*TOML/],
  ['is no TOML', '+++\ntitle = \n+++\nText', /front matter is not TOML/],
  ['is no JSON', '{\n"title": \n}\nText', /front matter is not JSON/],
  ['is one word', post('word'), /front matter/],
  ['has a title of parts', post('title: {a: b}'), /title/],
  ['has no date as date', post('date: someday'), /date “someday”/],
  ['has a date that no calendar has', post('date: 2025-02-30'), /date/],
  ['has an unknown style of citations', post('citationStyle: apa'), /citationStyle/],
  ['is perhaps research', post('isResearch: maybe'), /isResearch/],
  ['has a cover that is not a URL', post('coverImage: cover.png'), /coverImage/],
  ['has a reference without a URL', post('references: [{title: A}]'), /references/],
  ['has a title that is too long', post(`title: ${'x'.repeat(LIMITS.title + 1)}`), /title/],
  ['has no body', '---\ntitle: A\n---\n \n', /content/],
  ['is empty', '', /content/],
  ['has a body that is too long', 'x'.repeat(LIMITS.content + 1), /content/],
  ['holds a NUL', 'a\0b', /content/],
])('a post file that %s is refused with one line that says so', (_what, text, reason) => {
  expect(reasonOf(text)).toMatch(reason);
  expect(reasonOf(text)).not.toContain('\n');
});

it('a post file that is not UTF-8 is refused', () => {
  // The second is UTF-16 that ends within a character.
  for (const bytes of [
    [0x63, 0x61, 0x66, 0xe9],
    [0xff, 0xfe, 0x61],
    [0xed, 0xa0, 0x80],
  ]) {
    const reason = expect.stringContaining('UTF-8');
    expect(readPostFile(Uint8Array.from(bytes), 'a.md')).toEqual({ ok: false, reason });
  }
});
