import { describe, expect, it } from 'vitest';
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

const item = { status: 'published', slug: 'n' } as PostItem;
const POST: Target = { kind: 'post', item, suffix: '' };

it.each<[text: string, rewritten: string]>([
  ['![a](x.png)', '![a](/blog/n)'],
  ['[a](x.md "title")', '[a](/blog/n "title")'],
  ['[![a](x.png)](y.html)', '[![a](/blog/n)](/blog/n)'],
  ['![a [b] c](<x y.png>)', '![a [b] c](/blog/n)'],
  ['[a](x_(y).html)', '[a](/blog/n)'],
  ['[a]: x.md\n[b]:\t<y z>', '[a]: /blog/n\n[b]:\t/blog/n'],
  ['[^1]\n\n[^1]: x.md', '[^1]\n\n[^1]: x.md'],
  ['a <img alt="a > b" src=x.png>', 'a <img alt="a &#x3E; b" src="/blog/n">'],
  ["a <a href='y'>b</a>", 'a <a href="/blog/n">b</a>'],
  ['a <img srcset="a 1x, b 2x" src=c>', 'a <img src="/blog/n">'],
  ['`![a](x)` ``[b](`y)`` ![c](z)', '`![a](x)` ``[b](`y)`` ![c](/blog/n)'],
  ['```\n![a](x)\n```\n![b](y)', '```\n![a](x)\n```\n![b](/blog/n)'],
  ['> ```\n> ![a](x)\n> ```\n> ![b](y)', '> ```\n> ![a](x)\n> ```\n> ![b](/blog/n)'],
  ['- a ` b\n- ![c](z) ` d', '- a ` b\n- ![c](/blog/n) ` d'],
  ['    ![a](x)\n\n![b](y)', '    ![a](x)\n\n![b](/blog/n)'],
  ['1. a\n\n    ![b](y)', '1. a\n\n    ![b](/blog/n)'],
  ['<https://x.test> https://x.test', '<https://x.test> https://x.test'],
])('the URLs of %j get their new values, and none in code', async (text, rewritten) => {
  expect(await rewrite(text, POST)).toBe(rewritten);
});

it('URLs in all blocks of a text get their new values, and none in code', async () => {
  const part =
    `${'words '.repeat(200)}\n\n` +
    '## [H](x.md)\n\n   - [a](x.md)\n     - ![b](y.png)\n\n       `[c](x.md)`\n\n```md\n[d](x.md)\n\n# [e](x.md)\n```\n\n| a | b |\n| - | - |\n| [f](x.md) | <img src="x.png"> |\n\n> [g](x.md)\nlazy [h](x.md)\n\n[^1]: [i](x.md)\n\n    [j](x.md)\n\n<div>\n[k](x.md)\n</div>\n\n    [l](x.md)\n\n[m]: x.md\n\n';
  expect((await rewrite(part, POST)).match(/\/blog\/n/g)).toHaveLength(10);
});

const GIF = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';

describe('pictures that scripts of the former site showed', () => {
  it.each([
    [`<img src="${GIF}" data-src="/a.png" alt="A">`, 'src="/a.png" alt="A"'],
    [
      `<img data-lazy-src="https://x.test/a.png?a=1&amp;b=2" src="/1x1.trans.gif" data-lazy-srcset="/b.png 2x" sizes="9px">`,
      'src="https://x.test/a.png?a=1&#x26;b=2"',
    ],
    ['<img src="/a-30x20.png" data-src="/a.png">', 'src="/a.png"'],
    [`<img src="${GIF}" data-orig-file="/a.png">`, 'src="/a.png"'],
    ['<img srcset="/a-300.png 300w, /a,b.png 1200w,/a-600.png 600w">', 'src="/a,b.png"'],
    [
      `<picture><source data-srcset="/a.webp 1x, /b.webp 2x"><img src="${GIF}"></picture>`,
      'src="/b.webp"',
    ],
    ['<noscript><img src="/chart.png"></noscript>', 'src="/chart.png"'],
    [`<img src="${GIF}">\n<noscript><img src="/a.png"></noscript>`, 'src="/a.png"'],
    [
      `<img src="${GIF}" data-src="/a-300x200.png"><noscript><img src="/a.png"></noscript>`,
      'src="/a-300x200.png"',
    ],
    [
      '<noscript><img src="https://x.test/a.png?format=300w"></noscript><img data-src="https://x.test/a.png">',
      'src="https://x.test/a.png"',
    ],
  ])('are shown, each once: %s', async (body, picture) => {
    for (const text of [`<div>${body}</div>`, `# T\n\nText ${body}`]) {
      const shown = await rewrite(text);
      expect(shown.match(/<img[^>]*>/g)).toEqual([`<img ${picture}>`]);
      expect(shown).not.toContain('noscript');
    }
  });

  it.each([
    '<p><img src="/a.png" srcset="/a.png 1x" data-id="3"></p>',
    '<p><noscript><img src="https://c.test/tr?id=1" width="1" height="1"></noscript></p>',
    '<p><noscript>Switch scripts on.</noscript></p>',
    '<p><img src="/a.png" data-src="/a_{width}.png"></p>',
    '# T\n\n`<img data-src="/a.png">`\n\n```\n<noscript><img src="/a.png"></noscript>\n```',
  ])('leave everything else byte for byte: %s', async (body) => {
    expect(await rewrite(body)).toBe(body);
  });
});

it.each([
  ['<p>a \\(x^2\\) b</p>', '<p>a <code data-science="math">x^2</code> b</p>'],
  ['<p>$$<br>\nx = 1<br />\n$$</p>', '<pre><code data-science="math">x = 1</code></pre>'],
  ['<p>so $$ y_1 $$ is</p>', '<p>so <code data-science="math">y_1</code> is</p>'],
])('a formula that MathJax drew is drawn: %j', async (html, formulas) => {
  expect(await rewrite(html)).toBe(formulas);
  expect((await renderBody(formulas)).html).toContain('<math');
});

it.each([
  '<p>costs $$ and then $$ more, $5 and $6_a</p>',
  '<pre>\\(x^2\\)</pre><p><code>$$x_1$$</code></p>',
  '<p>\\(x^2 <b>b</b>\\)</p>',
])('what is not a formula stays byte for byte: %j', async (html) => {
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
