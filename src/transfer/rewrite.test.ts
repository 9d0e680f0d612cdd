import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { renderBody } from '../rendering/body.ts';
import type { Target } from './resolve.ts';
import { type RewriteContext, rewriteBody } from './rewrite.ts';
import { type PostItem, SourceError } from './source.ts';
import { withFootnotes, withReusableBlocks } from './wordpress/blocks.ts';

/** Rewrites a body whose URLs all have one target. */
function rewrite(content: string, target: Target | null = null): Promise<string> {
  const refused = () => Promise.reject(new SourceError('there is no library'));
  const context: RewriteContext = {
    resolve: () => target,
    media: { store: refused, fetch: () => null, fetchesPictures: false },
    isOwnPath: () => false,
    hasTemplates: true,
    isOwn: false,
  };
  return rewriteBody(content, { base: '' }, context, []);
}

type Pairs = [text: string, becomes: string][];
const TEXTS: Record<'urls' | 'pictures' | 'formulas', Pairs> &
  Record<'unchangedPictures' | 'unchangedTexts', string[]> = parse(
  readFileSync(new URL('rewrites.yaml', import.meta.url), 'utf8'),
);

const item = { status: 'published', slug: 'n' } as PostItem;
const POST: Target = { kind: 'post', item, suffix: '' };

it.each(TEXTS.urls)(
  'the URLs of %j get their new values, and none in code',
  async (text, rewritten) => {
    expect(await rewrite(text, POST)).toBe(rewritten);
  },
);

it('URLs in all blocks of a text get their new values, and none in code', async () => {
  const part =
    `${'words '.repeat(200)}\n\n` +
    '## [H](x.md)\n\n   - [a](x.md)\n     - ![b](y.png)\n\n       `[c](x.md)`\n\n```md\n[d](x.md)\n\n# [e](x.md)\n```\n\n| a | b |\n| - | - |\n| [f](x.md) | <img src="x.png"> |\n\n> [g](x.md)\nlazy [h](x.md)\n\n[^1]: [i](x.md)\n\n    [j](x.md)\n\n<div>\n[k](x.md)\n</div>\n\n    [l](x.md)\n\n[m]: x.md\n\n';
  expect((await rewrite(part, POST)).match(/\/blog\/n/g)).toHaveLength(10);
});

describe('pictures that scripts of the former site showed', () => {
  it.each(TEXTS.pictures)('are shown, each once: %s', async (body, picture) => {
    for (const text of [`<div>${body}</div>`, `# T\n\nText ${body}`]) {
      const shown = await rewrite(text);
      expect(shown.match(/<img[^>]*>/g)).toEqual([`<img ${picture}>`]);
      expect(shown).not.toContain('noscript');
    }
  });

  it.each(TEXTS.unchangedPictures)('leave everything else byte for byte: %s', async (body) => {
    expect(await rewrite(body)).toBe(body);
  });
});

it.each(TEXTS.formulas)('a formula that MathJax drew is drawn: %j', async (html, formulas) => {
  expect(await rewrite(html)).toBe(formulas);
  expect((await renderBody(formulas)).html).toContain('<math');
});

it.each(TEXTS.unchangedTexts)('what is not a formula stays byte for byte: %j', async (html) => {
  expect(await rewrite(html)).toBe(html);
});

it.each([
  [
    '<p>a *star* <iframe src="https://x.test/"></iframe></p>\n\n<pre>b\n\nc</pre>',
    /^<p>a \*star\* .*<pre>b\n\nc<\/pre>$/s,
  ],
  [
    'Text <iframe src="//player.vimeo.com/video/1"></iframe>',
    /href="https:\/\/player.vimeo.com\/video\/1"/,
  ],
])('blank lines of code stay, and players become links: %j', async (text, rewritten) => {
  expect(await rewrite(text)).toMatch(rewritten);
});

it('reusable blocks and footnotes that are shown ten thousand times do not fill the memory', () => {
  const blocks = new Map([['1', 'x'.repeat(100_000)]]);
  const notes = JSON.stringify([{ id: 'a', content: 'x'.repeat(50_000) }]);
  const noted = withFootnotes('<!-- wp:footnotes {} /-->'.repeat(10_000), notes);
  expect(noted.length).toBeLessThan(60_000);
  const filled = withReusableBlocks('<!-- wp:block {"ref":1} /-->'.repeat(10_000), blocks);
  expect(filled).toContain('x');
  expect(filled.length).toBeLessThan(3_000_000);
});
