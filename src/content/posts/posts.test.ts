import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { renderBody } from '../../rendering/body.ts';
import { readPostFile } from '../../transfer/markdown/post-file.ts';

const folder = import.meta.dirname;
const publicFolder = join(folder, '../../../public');
const files = readdirSync(folder).filter((file) => file.endsWith('.md'));

const frontMatter = z.strictObject({
  title: z.string().min(1),
  description: z.string().min(140).max(160),
  date: z.iso.datetime({ precision: 3 }),
  author: z.literal('Ligara AI'),
  tags: z.array(z.string().min(1)).min(2).max(4),
  coverImage: z.string(),
  coverImageCaption: z.string().min(1),
  references: z
    .array(
      z.strictObject({
        title: z.string().min(1),
        url: z.url({ protocol: /^https$/ }),
        description: z.string().min(1),
        type: z.enum(['article', 'research paper', 'website', 'book', 'video']),
        key: z.string().regex(/^[a-z]+\d{4}$/),
        csl: z.looseObject({
          type: z.string(),
          title: z.string(),
          author: z.array(z.unknown()).min(1),
        }),
      }),
    )
    .min(2)
    .max(6),
});

function read(file: string) {
  const [, head = '', body = ''] =
    /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(readFileSync(join(folder, file), 'utf8')) ?? [];
  return { head: frontMatter.parse(parse(head)), body };
}

function readFile(file: string) {
  const post = readPostFile(readFileSync(join(folder, file)), file);
  if (!post.ok) throw new Error(post.reason);
  return post;
}

it('a reader of a fresh site finds six articles', () => {
  expect(files).toHaveLength(6);
});

describe.each(files)('%s', (file) => {
  const slug = file.slice(0, -'.md'.length);

  it('has a slug, a date within the run of sample articles and a cover of its own', () => {
    expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    const { date, coverImage } = read(file).head;
    expect(date).toMatch(/^2026-(0[3-9]|10)-/);
    expect(coverImage).toBe(`/images/covers/${slug}.svg`);
    expect(existsSync(join(publicFolder, coverImage))).toBe(true);
  });

  it('is long enough to be useful and short enough to be read, and opens with a paragraph', () => {
    const { body } = read(file);
    const words = body.match(/\S*[\p{L}\p{N}]\S*/gu) ?? [];
    expect(words.length).toBeGreaterThanOrEqual(600);
    expect(words.length).toBeLessThanOrEqual(1200);
    const prose = body.replace(/^```[\s\S]*?^```$/gm, '');
    // The page has the only first-level heading.
    expect(prose).not.toMatch(/^# /m);
    expect(prose.trimStart()).toMatch(/^\p{L}/u);
  });

  it('cites every reference, defines every footnote that it calls, and has no warning', async () => {
    const { head, body } = read(file);
    for (const { key } of head.references) expect(body).toMatch(new RegExp(`@${key}\\b`));
    const called = [...body.matchAll(/\[\^(\w+)\](?!:)/g)].map(([, name]) => name);
    const defined = [...body.matchAll(/^\[\^(\w+)\]:/gm)].map(([, name]) => name);
    expect(called.toSorted()).toEqual(defined.toSorted());
    const { input } = readFile(file);
    expect((await renderBody(input.content, input)).findings).toEqual([]);
  });
});
