import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
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

describe('a post file', () => {
  it('gives everything that its front matter says', () => {
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

  it('derives what is missing from heading, file name and first paragraph', () => {
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
    expect(inputOf('Text', 'reading-an_ic50.md')).toMatchObject({
      title: 'Reading an ic50',
      slug: 'reading-an-ic50',
    });
  });

  it('treats an empty field as missing', () => {
    const empty = 'title:\nslug:\ndate:\nauthor: ~\ndescription: null\ntags:\ncategory:';
    expect(inputOf(post(empty), 'a-file.md')).toMatchObject({
      title: 'A file',
      slug: 'a-file',
      publishDate: null,
      author: '',
      description: 'Text',
      tags: [],
    });
  });

  it('has its categories as tags, behind those that it has, and tags may be one line', () => {
    expect(inputOf(post('category: release')).tags).toEqual(['release']);
    expect(inputOf(post('category: release', 'tags: [a]')).tags).toEqual(['a', 'release']);
    expect(inputOf(post('tags: a, b c,, a')).tags).toEqual(['a', 'b c']);
  });

  it('keeps text as it is written, also where YAML could see a number or a truth value', () => {
    const written = 'title: 1.10\nslug: 007\nauthor: 0x1F\ndescription: yes\ntags: [1e3, no, true]';
    expect(inputOf(post(written))).toMatchObject({
      title: '1.10',
      slug: '007',
      author: '0x1F',
      description: 'yes',
      tags: ['1e3', 'no', 'true'],
    });
  });

  it('may have several authors, as names or as records', () => {
    expect(inputOf(post('author: [Ada, Zoe]')).author).toBe('Ada, Zoe');
    expect(inputOf(post('authors: [{name: Ada}, Zoe, Ada]')).author).toBe('Ada, Zoe');
    expect(inputOf(post('author: {name: Ada, email: a@x.test}')).author).toBe('Ada');
    expect(inputOf(post('tags: [{name: a}]')).tags).toEqual(['a']);
  });

  it('may have front matter in TOML, as Zola and Hugo write it', () => {
    const text = [
      '+++',
      'title = "Reading an IC50: a \\"guide\\""',
      'date = 2012-05-08T13:45:04+10:00',
      'updated = 2013-01-01',
      'draft = true',
      'description = """',
      'Two lines"""',
      '[taxonomies]',
      'tags = ["assay", "1.10"]',
      'categories = ["Methods"]',
      '[extra]',
      'author = "Ada"',
      'image = "/a.png"',
      'toc = true',
      '+++',
      'Text',
      '',
    ].join('\n');
    expect(inputOf(text)).toMatchObject({
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
  });

  it('may have front matter in JSON, as Hugo writes it', () => {
    const text =
      '{\n  "title": "A",\n  "date": "2012-05-08",\n  "tags": ["a", 1],\n  "draft": true\n}\n\n{ no }\n';
    expect(inputOf(text)).toMatchObject({
      title: 'A',
      publishDate: '2012-05-08T00:00:00.000Z',
      tags: ['a', '1'],
      status: 'draft',
      content: '\n{ no }\n',
    });
    expect(inputOf('{braces} are text', 'a.md')).toMatchObject({
      title: 'A',
      content: '{braces} are text',
    });
  });

  it('is a draft where anything kept it from the public', () => {
    const jekyllAndHugo =
      'published: false|published: off|published: no|draft: true|draft: yes|draft: 1|expiryDate: 2012-05-08';
    const others =
      'status: private|status: Pending|hidden: true|private: yes|unlisted: 1|publish: false|visibility: members|password: x|permalink: false';
    for (const hidden of `${jekyllAndHugo}|${others}`.split('|')) {
      expect([hidden, inputOf(post(hidden)).status]).toEqual([hidden, 'draft']);
    }
    const shown =
      'published: true|draft: false|status: publish|hidden: no|visibility: public|publish: true';
    for (const open of shown.split('|')) {
      expect([open, inputOf(post(open)).status]).toEqual([open, 'published']);
    }
    expect(inputOf(post('published: 2012-05-08')).publishDate).toBe('2012-05-08T00:00:00.000Z');
  });

  it('turns its slug into a valid one', () => {
    expect(inputOf(post('slug: /Weekly/Some Post/')).slug).toBe('some-post');
    expect(inputOf(post('title: A Title', 'slug: "!!"')).slug).toBe('a-title');
    expect(inputOf(post('title: A Title'), '日本.md').slug).toBe('a-title');
  });

  it('keeps its body byte for byte, whatever the line ends', () => {
    const body = fc
      .string({ unit: fc.constantFrom(...'a-# \t\r\n\u00a0é\u{1F9EA}') })
      .map((text) => `x${text}`);
    fc.assert(
      fc.property(body, fc.constantFrom('\n', '\r\n'), (text, end) => {
        const file = ['---', 'title: A', 'description: d', '---', text].join(end);
        expect(inputOf(file).content).toBe(text);
        expect(inputOf(file)).toMatchObject({ title: 'A', description: 'd' });
      }),
    );
  });

  it('has front matter from its first line to the next of three hyphens, or none', () => {
    expect(inputOf('---\ntitle: A --- B\n---  \nabove\n\n---\n\nbelow\n')).toMatchObject({
      title: 'A --- B',
      content: 'above\n\n---\n\nbelow\n',
    });
    for (const content of ['Text\n\n---\n\ntitle: no\n\n---\n', '-----\nA line: of text\n']) {
      expect(inputOf(content, 'a.md')).toMatchObject({ title: 'A', content });
    }
    expect(inputOf(`\ufeff${post('title: A')}`)).toMatchObject({ title: 'A', content: 'Text\n' });
  });

  it('has its front matter below blank lines, indented with tabs, in one line of JSON and with merged keys, too', () => {
    for (const text of [
      '\n \n---\ntitle: A\ndraft: true\n---\nText',
      '---\ntitle: A\ndraft: true\ntags:\n\t- x\n---\nText',
      '{"title": "A", "draft": true}\nText',
      '---\nbase: &base\n  draft: true\n<<: *base\ntitle: A\n---\nText',
    ]) {
      expect([text, inputOf(text)]).toMatchObject([
        text,
        { title: 'A', status: 'draft', content: 'Text' },
      ]);
    }
    expect(inputOf('\n---\n\nText\n', 'a.md').content).toBe('\n---\n\nText\n');
    expect(inputOf('{"a": "code"} is JSON', 'a.md').content).toBe('{"a": "code"} is JSON');
  });

  it('reads dates as systems write them, wherever the machine stands', () => {
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
        ['May 8, 2012', '2012-05-08T00:00:00.000Z'],
        ['Tue, 08 May 2012 13:45:04 +1000', '2012-05-08T03:45:04.000Z'],
        ['2020/3/4 10:11:12', '2020-03-04T10:11:12.000Z'],
        ['2020.03.04', '2020-03-04T00:00:00.000Z'],
        ['20200304', '2020-03-04T00:00:00.000Z'],
        ['1583316672', '2020-03-04T10:11:12.000Z'],
        ['1583316672000', '2020-03-04T10:11:12.000Z'],
        ['2020-03-04 12:11 AM', '2020-03-04T00:11:00.000Z'],
        ['2020-03-04 10:11 pm +01', '2020-03-04T21:11:00.000Z'],
        ['2020-03-04T10:11:12 PST', '2020-03-04T18:11:12.000Z'],
        ['2020-03-04 10:11:12 +0100 CET', '2020-03-04T09:11:12.000Z'],
        ['Wed Mar 04 2020 10:11:12 GMT+0100 (Central European Time)', '2020-03-04T09:11:12.000Z'],
        ['March 4th, 2020', '2020-03-04T00:00:00.000Z'],
      ]) {
        expect([date, inputOf(post(`date: ${date}`)).publishDate]).toEqual([date, instant]);
      }
    }
    for (const name of ['pubDatetime', 'publishedAt', 'created', 'date_published']) {
      expect(inputOf(post(`${name}: 2020-03-04`)).publishDate).toBe('2020-03-04T00:00:00.000Z');
    }
    // A zone whose name means several, and a day that could be a month.
    expect(reasonOf(post('date: 2020-03-04 10:11:12 IST'))).toMatch(/IST/);
    expect(reasonOf(post('date: 04/03/2020'))).toMatch(/date/);
  });

  it.each([
    ['longer lines of dashes', '----\ntitle: Kept\ndraft: true\n----\nText\n'],
    ['fields of JSON between semicolons', ';;;\n"title": "Kept",\n"draft": true\n;;;\nText\n'],
    ['no line above its fields', 'title: Kept\ndraft: true\n---\nText\n'],
  ])('with %s is refused, so that no draft is shown with its fields', (_, text) => {
    expect(reasonOf(text)).toContain('front matter');
  });

  it('has a description of whole words and whole characters, and a short one', () => {
    const words = inputOf(`${'word '.repeat(100)}\n\nMore`).description;
    expect(words).toMatch(/^(word )+word…$/);
    expect(words.length).toBeLessThanOrEqual(201);
    expect(inputOf('分子\u{1F9EA}'.repeat(100)).description.isWellFormed()).toBe(true);
    expect(inputOf(`a${'\u{1F9EA}'.repeat(200)}`).description).toMatch(/^a\u{1F9EA}+…$/u);
    expect(inputOf('Élan vital.').description).toBe('Élan vital.');
  });

  it.each([
    ['is not YAML', post('title: [unclosed'), /front matter is not YAML: .*line \d+, column \d+$/],
    ['has a key twice', post('title: A', 'title: B'), /more than one title/],
    ['is a list', post('- a', '- b'), /front matter/],
    ['is YAML that never ends', '---\ntitle: A\ndraft: true\n\nText', /closing.*YAML/],
    ['JavaScript', '---js\n{ draft: true }\n---\nText', /another form/],
    ['is TOML that never ends', '+++\ntitle = "A"\n\nText', /closing.*TOML/],
    ['is no TOML', '+++\ntitle = \n+++\nText', /front matter is not TOML/],
    ['is no JSON', '{\n"title": \n}\nText', /front matter is not JSON/],
    ['is one word', post('word'), /front matter/],
    ['has a title of parts', post('title: {a: b}'), /title/],
    ['has no date as date', post('date: someday'), /date “someday”/],
    ['has a date that no calendar has', post('date: 2025-02-30'), /date/],
    ['has an unknown style of citations', post('citationStyle: apa'), /citationStyle/],
    ['is perhaps research', post('isResearch: maybe'), /isResearch/],
    ['has a cover that is not an address', post('coverImage: cover.png'), /coverImage/],
    ['has a reference without an address', post('references: [{title: A}]'), /references/],
    ['has a title that is too long', post(`title: ${'x'.repeat(LIMITS.title + 1)}`), /title/],
    ['has no body', '---\ntitle: A\n---\n \n', /content/],
    ['is empty', '', /content/],
    ['has a body that is too long', 'x'.repeat(LIMITS.content + 1), /content/],
    ['holds a NUL', 'a\0b', /content/],
  ])('that %s is refused with one line that says so', (_what, text, reason) => {
    expect(reasonOf(text)).toMatch(reason);
    expect(reasonOf(text)).not.toContain('\n');
  });

  it('without anything to make a slug of is rejected', () => {
    expect(reasonOf(post('title: 日本'), '日本.md')).toMatch(/slug/);
  });

  it('that is not UTF-8 is refused', () => {
    for (const bytes of [
      [0x63, 0x61, 0x66, 0xe9],
      // UTF-16 that ends within a character.
      [0xff, 0xfe, 0x61],
      [0xed, 0xa0, 0x80],
    ]) {
      expect(readPostFile(Uint8Array.from(bytes), 'a.md')).toEqual({
        ok: false,
        reason: expect.stringContaining('UTF-8'),
      });
    }
  });
});
