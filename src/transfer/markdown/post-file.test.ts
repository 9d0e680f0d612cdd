import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
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

type Row = { file?: string; text: string; reads?: Partial<PostInput>; refused?: string };
const ROWS: Row[] = parse(readFileSync(new URL('post-files.yaml', import.meta.url), 'utf8'));

it.each(ROWS.filter(({ reads }) => reads))('readPostFile reads $text', ({ text, reads, file }) => {
  expect(inputOf(text, file)).toEqual(expect.objectContaining(reads ?? {}));
});

it('a description that is cut holds no half of a character', () => {
  expect(inputOf(`a${'\u{1F9EA}'.repeat(200)}`).description).toMatch(/^a\u{1F9EA}+…$/u);
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

type Refused = readonly [file: string | Uint8Array, reason: string, name?: string | undefined];
const REFUSED: Refused[] = [
  ['x'.repeat(LIMITS.content + 1), 'content'],
  [Uint8Array.of(0x63, 0x61, 0x66, 0xe9), 'UTF-8'],
  // UTF-16 that ends within a character.
  [Uint8Array.of(0xff, 0xfe, 0x61), 'UTF-8'],
  [Uint8Array.of(0xed, 0xa0, 0x80), 'UTF-8'],
  ...ROWS.flatMap(({ text, refused, file }): Refused[] =>
    refused === undefined ? [] : [[text, refused, file]],
  ),
];

it('readPostFile refuses what it cannot read with one line that says so', () => {
  for (const [file, reason, name = 'a-file.md'] of REFUSED) {
    const read = readPostFile(Buffer.from(file), name);
    expect(read).toEqual({ ok: false, reason: expect.stringMatching(reason) });
    expect(JSON.stringify(read)).not.toContain('\\n');
  }
});
