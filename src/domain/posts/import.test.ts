import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeApp } from '../../../test/make-app.ts';
import { findPostFiles, type ImportOutcome, importPosts, readPostFile } from './import.ts';
import { LIMITS } from './post.ts';
import type { PostInput } from './post-input.ts';

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

function makeFolder(files: Record<string, string | Uint8Array>): string {
  const folder = mkdtempSync(join(tmpdir(), 'ligara-import-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
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
    );
    expect(inputOf(text)).toEqual({
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
        },
      ],
    });
  });

  it('derives what is missing from heading, file name and first paragraph', () => {
    const body =
      '\n# The *first* heading ##\n\n![cover](/a.png)\n\nSome **bold** [link](/x),\nand `code`.\n\nMore.\n';
    expect(inputOf(`---\n---\n${body}`, '2024-05-06-some_File Name.md')).toMatchObject({
      title: 'The *first* heading',
      slug: '2024-05-06-somefile-name',
      description: 'Some bold link, and code.',
      author: '',
      tags: [],
      status: 'published',
      publishDate: null,
      content: body,
    });
    expect(inputOf('Text', 'reading-an_ic50.md')).toMatchObject({
      title: 'Reading an ic50',
      slug: 'reading-anic50',
    });
  });

  it('takes what is there but empty as missing', () => {
    const empty = post(
      'title:',
      'slug:',
      'date:',
      'author: ~',
      'description: null',
      'tags:',
      'category:',
    );
    expect(inputOf(empty, 'a-file.md')).toMatchObject({
      title: 'A file',
      slug: 'a-file',
      publishDate: null,
      author: '',
      description: 'Text',
      tags: [],
    });
  });

  it('has its category as a tag when it has no tags, and tags may be one line', () => {
    expect(inputOf(post('category: release')).tags).toEqual(['release']);
    expect(inputOf(post('category: release', 'tags: [a]')).tags).toEqual(['a']);
    expect(inputOf(post('tags: a, b c,, a')).tags).toEqual(['a', 'b c']);
  });

  it('keeps text as it is written, also where YAML could see a number or a truth value', () => {
    expect(
      inputOf(
        post(
          'title: 1.10',
          'slug: 007',
          'author: 0x1F',
          'description: yes',
          'tags: [1e3, no, true]',
        ),
      ),
    ).toMatchObject({
      title: '1.10',
      slug: '007',
      author: '0x1F',
      description: 'yes',
      tags: ['1e3', 'no', 'true'],
    });
  });

  it('makes a slug of what is given as one', () => {
    expect(inputOf(post('slug: /Weekly/Some Post/')).slug).toBe('weeklysome-post');
    expect(inputOf(post('title: A Title', 'slug: "!!"')).slug).toBe('a-title');
    expect(inputOf(post('title: A Title'), '日本.md').slug).toBe('a-title');
  });

  it.each([
    ['2012-05-08T13:45:04.123Z', '2012-05-08T13:45:04.123Z'],
    ['2012-05-08T13:45:04-07:00', '2012-05-08T20:45:04.000Z'],
    ['2012-05-08', '2012-05-08T00:00:00.000Z'],
    ['2012-05-08 13:45', '2012-05-08T13:45:00.000Z'],
    ['2012-05-08T13:45:04', '2012-05-08T13:45:04.000Z'],
    ['2012-05-08 13:45:04 +10:00', '2012-05-08T03:45:04.000Z'],
  ])('reads the date %s, wherever the machine stands', (date, instant) => {
    const before = process.env.TZ;
    onTestFinished(() => {
      if (before === undefined) delete process.env.TZ;
      else process.env.TZ = before;
    });
    for (const zone of ['Australia/Brisbane', 'America/New_York']) {
      process.env.TZ = zone;
      expect(inputOf(post(`date: ${date}`)).publishDate).toBe(instant);
    }
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

  it('ends its front matter at the first line that is three hyphens', () => {
    expect(inputOf('---\ntitle: A --- B\n---  \nabove\n\n---\n\nbelow\n')).toMatchObject({
      title: 'A --- B',
      content: 'above\n\n---\n\nbelow\n',
    });
  });

  it('has no front matter when it does not begin with one', () => {
    const text = 'Text\n\n---\n\ntitle: no\n\n---\n';
    expect(inputOf(text, 'a.md')).toMatchObject({ title: 'A', content: text });
  });

  it('may begin with a byte order mark', () => {
    expect(inputOf(`\ufeff${post('title: A')}`)).toMatchObject({ title: 'A', content: 'Text\n' });
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
    ['has a key twice', post('title: A', 'title: B'), /front matter is not YAML: .*unique/],
    ['is a list', post('- a', '- b'), /front matter/],
    ['is one word', post('word'), /front matter/],
    ['has a title of parts', post('title: {a: b}'), /title/],
    ['has a list as author', post('author: [a, b]'), /author/],
    ['has tags of parts', post('tags: [{name: a}]'), /tags/],
    ['has no date as date', post('date: someday'), /date "someday"/],
    ['has a date that no calendar has', post('date: 2025-02-30'), /date/],
    ['has an unknown status', post('status: hidden'), /status/],
    ['has a cover that is no address', post('coverImage: cover.png'), /coverImage/],
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

  it('is read in no time however long its lines of brackets are', () => {
    for (const hostile of ['[', '![a](', '<', '# ', ' #', '\n-']) {
      expect(inputOf(`a${hostile.repeat(100_000)}`, 'a.md').slug).toBe('a');
      expect(inputOf(`---\ntitle: A\n---\n${hostile.repeat(100_000)}x`).title).toBe('A');
    }
  });

  it('that has nothing to make an address of is refused', () => {
    expect(reasonOf(post('title: 日本'), '日本.md')).toMatch(/slug/);
  });

  it('that is not UTF-8 is refused', () => {
    for (const bytes of [
      [0x63, 0x61, 0x66, 0xe9],
      [0xff, 0xfe, 0x61, 0x00],
      [0xed, 0xa0, 0x80],
    ]) {
      expect(readPostFile(Uint8Array.from(bytes), 'a.md')).toEqual({
        ok: false,
        reason: expect.stringContaining('UTF-8'),
      });
    }
  });
});

describe('the files of a folder', () => {
  it('are its Markdown files, those of folders in it too, in the order of their paths', async () => {
    const folder = makeFolder({
      'b.md': '',
      'a/z.markdown': '',
      'a/c/D.MD': '',
      'a.txt': '',
      LICENSE: '',
      md: '',
    });
    const files = await findPostFiles(folder);
    expect(files).toEqual(['a/c/D.MD', 'a/z.markdown', 'b.md'].map((name) => join(folder, name)));
  });
});

describe('an import', () => {
  async function run(folder: string, app: Awaited<ReturnType<typeof makeApp>>) {
    const outcomes: ImportOutcome[] = [];
    for await (const outcome of importPosts(folder, await findPostFiles(folder), app.services)) {
      outcomes.push(outcome);
    }
    return outcomes;
  }

  it('names what is wrong with a bad file, and goes on with the rest', async () => {
    const app = await makeApp();
    const folder = makeFolder({
      'a.md': post('title: A'),
      'b.md': post('title: [unclosed'),
      'c.md': Uint8Array.of(0xff),
      'd/e.md': post('title: E', 'date: 2025-01-01'),
    });
    symlinkSync('nowhere', join(folder, 'dangling.md'));
    expect(await run(folder, app)).toEqual([
      { file: 'a.md', outcome: 'imported', slug: 'a' },
      { file: 'b.md', outcome: 'failed', reason: expect.stringContaining('YAML') },
      { file: 'c.md', outcome: 'failed', reason: expect.stringContaining('UTF-8') },
      { file: join('d', 'e.md'), outcome: 'imported', slug: 'e' },
    ]);
    expect((await app.services.anyPost('e'))?.date).toBe('2025-01-01T00:00:00.000Z');
  });

  it('names a file that cannot be read, and goes on with the rest', async () => {
    const app = await makeApp();
    const folder = makeFolder({ 'a.md': 'Text', 'b.md': 'Text' });
    const files = [join(folder, 'gone.md'), ...(await findPostFiles(folder))];
    const outcomes: ImportOutcome[] = [];
    for await (const outcome of importPosts(folder, files, app.services)) outcomes.push(outcome);
    expect(outcomes.map(({ file, outcome }) => [file, outcome])).toEqual([
      ['gone.md', 'failed'],
      ['a.md', 'imported'],
      ['b.md', 'imported'],
    ]);
    expect(outcomes[0]).toMatchObject({ reason: expect.stringContaining('cannot be read') });
  });

  it('names a file that has the address of another, at every run', async () => {
    const app = await makeApp();
    const folder = makeFolder({ 'a/same.md': 'One', 'b/same.md': 'Two' });
    const other = expect.objectContaining({
      file: join('b', 'same.md'),
      outcome: 'failed',
      reason: expect.stringContaining(join('a', 'same.md')),
    });
    expect(await run(folder, app)).toEqual([
      expect.objectContaining({ outcome: 'imported' }),
      other,
    ]);
    expect(await run(folder, app)).toEqual([
      expect.objectContaining({ outcome: 'skipped' }),
      other,
    ]);
    expect((await app.services.anyPost('same'))?.content).toBe('One');
  });

  it('changes nothing when it runs again, also after posts were edited and moved', async () => {
    const app = await makeApp();
    const folder = makeFolder({ 'a.md': post('title: A'), 'b.md': post('title: B') });
    await run(folder, app);
    const { services, clock } = app;
    const b = await services.anyPost('b');
    if (b === null) throw new Error('The post was not imported');
    await services.editPost('b', { ...b, title: 'By hand', slug: 'moved' });
    clock.advanceDays(1);
    const everything = async () => [await services.anyPost('a'), await services.anyPost('b')];
    const before = await everything();
    expect(await run(folder, app)).toEqual([
      { file: 'a.md', outcome: 'skipped', slug: 'a', reason: expect.any(String) },
      { file: 'b.md', outcome: 'skipped', slug: 'b', reason: expect.any(String) },
    ]);
    expect(await everything()).toEqual(before);
    expect(await services.postStats()).toMatchObject({ total: 2 });
  });

  it('stores and renders what the file holds', async () => {
    const app = await makeApp();
    const body = '## Heading\r\n\r\nSome *text* in <b>HTML</b>.\r\n';
    const folder = makeFolder({ 'a.md': `---\r\ntitle: A\r\n---\r\n${body}` });
    await run(folder, app);
    const stored = await app.services.publishedPost('a');
    expect(stored?.content).toBe(body);
    expect(stored?.contentHtml).toContain('<em>text</em>');
  });
});
