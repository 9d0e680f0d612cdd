import { describe, expect, it } from 'vitest';
import { withShownPictures } from './shown-pictures.ts';

const GIF = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';

describe('pictures that scripts of the former site showed', () => {
  it.each([
    ['data-src', `<img src="${GIF}" data-src="/a.png" alt="A">`, '<img src="/a.png" alt="A">'],
    [
      'data-lazy-src',
      `<img data-lazy-src="https://x.test/a.png?a=1&amp;b=2" src="/1x1.trans.gif" data-lazy-srcset="/b.png 2x" sizes="9px">`,
      '<img src="https://x.test/a.png?a=1&amp;b=2">',
    ],
    ['a preview', '<img src="/a-30x20.png" data-src="/a.png">', '<img src="/a.png">'],
    ['no src', '<img alt="a > b" data-src="a.png"/>', '<img alt="a > b" src="a.png"/>'],
    ['data-orig-file', `<img src="${GIF}" data-orig-file="/a.png">`, '<img src="/a.png">'],
    [
      'srcset',
      '<img srcset="/a-300.png 300w, /a,b.png 1200w,/a-600.png 600w">',
      '<img src="/a,b.png">',
    ],
    [
      'data-srcset of a source',
      `<picture><source data-srcset="/a.webp 1x, /b.webp 2x"><img src="${GIF}"></picture>`,
      '<picture><img src="/b.webp"></picture>',
    ],
    [
      'a noscript alone',
      '<div><noscript><img src="/chart.png"></noscript></div>',
      '<div><img src="/chart.png"></div>',
    ],
    [
      'a noscript behind a placeholder',
      `<img class="lazy" src="${GIF}">\n<noscript><img src="/a.png"></noscript>`,
      '\n<img src="/a.png">',
    ],
  ])('are shown: %s', (_name, body, expected) => {
    expect(withShownPictures(body, 'html')).toBe(expected);
    expect(withShownPictures(`# T\n\n${body}`, 'markdown')).toBe(`# T\n\n${expected}`);
  });

  it.each([
    [
      'behind the picture',
      `<img src="${GIF}" data-src="/a-300x200.png"><noscript><img src="/a.png"></noscript>`,
      '<img src="/a-300x200.png">',
    ],
    [
      'before the picture',
      '<noscript><img src="https://x.test/a.png?format=300w"></noscript><img data-src="https://x.test/a.png">',
      '<img src="https://x.test/a.png">',
    ],
    [
      'in another box',
      '<p><img data-src="/a.png"></p><noscript><img src="/a.png"></noscript>',
      '<p><img src="/a.png"></p>',
    ],
  ])('are not doubled by a copy without scripts %s', (_name, body, expected) => {
    expect(withShownPictures(body, 'html')).toBe(expected);
  });

  it.each([
    ['a picture', '<p><img src="/a.png" srcset="/a.png 1x" data-id="3"></p>'],
    ['one in the text itself', `<img src="${GIF}">`],
    [
      'what counts readers',
      '<noscript><img src="https://c.test/tr?id=1" width="1" height="1"></noscript>',
    ],
    ['other words', '<noscript>Switch scripts on.</noscript>'],
    ['a template', '<img src="/a.png" data-src="/a_{width}.png">'],
  ])('leave everything else as it was: %s', (_name, body) => {
    expect(withShownPictures(body, 'html')).toBe(body);
  });

  it('leave code of Markdown as it was', () => {
    const body = '`<img data-src="/a.png">`\n\n```\n<noscript><img src="/a.png"></noscript>\n```';
    expect(withShownPictures(body, 'markdown')).toBe(body);
  });
});
