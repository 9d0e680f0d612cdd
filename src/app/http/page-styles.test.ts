import { describe, expect, it } from 'vitest';
import { createPageStyles } from './page-styles.ts';

const STYLES: Record<string, string> = {
  '/static/public.css': [
    '@layer base,components;',
    '@font-face{font-family:Sans;src:url(/static/sans.woff2)}',
    '@keyframes turn{0%{rotate:0deg}to{rotate:1turn}}',
    '@layer base{:root{--ink:#000}a{color:inherit}table{border:0}}',
    '@media (width>=48rem){.md\\:flex{display:flex}.card{padding:1rem}}',
    '@media print{.admin{display:none}}',
    '.card .title,.tile{color:red}',
    '.prose :is(.missing,h2){margin:0}',
    '.\\[\\&_\\.icon\\]\\:w-4 .icon{width:1rem}',
    '.peer\\/menu:not(.open)>li{display:none}',
    '.is-copied{opacity:1}',
    '.lost{opacity:0}',
  ].join(''),
  '/static/math.css': 'math{font-family:Math}.wide{overflow:auto}',
};

const inlineStyles = createPageStyles((url) => STYLES[url]);

const pageWith = (
  body: string,
  links = '<link rel="stylesheet" href="/static/public.css" data-precedence="default"/>',
) => inlineStyles(`<html><head><title>A</title>${links}</head><body>${body}</body></html>`, 'abc');

const styleOf = (page: string) => /<style nonce="abc">([\s\S]*?)<\/style>/.exec(page)?.[1] ?? '';

describe('the styles of a page', () => {
  it('are in the document, so that it is painted without waiting for a file', () => {
    const page = pageWith('<a class="card">A</a>');
    expect(page).not.toContain('<link');
    expect(page).toContain('<title>A</title><style nonce="abc">@layer base,components;');
    expect(page).toMatch(/<\/style><\/head><body><a class="card">A<\/a><\/body><\/html>$/);
  });

  it('hold what applies to an element of the page, in the order of the file', () => {
    const style = styleOf(pageWith('<a class="card wide md:flex">A</a><p class="title">'));
    expect(style).toContain('@layer base{:root{--ink:#000}a{color:inherit}}');
    expect(style).toContain('@media (width>=48rem){.md\\:flex{display:flex}.card{padding:1rem}}');
    expect(style).toContain('}.card .title,.tile{color:red}');
    expect(styleOf(pageWith('<p class="tile">'))).toContain('.card .title,.tile{color:red}');
  });

  it('hold nothing for elements that are not there', () => {
    const style = styleOf(pageWith('<a class="card">A</a>'));
    for (const missing of ['table', 'md\\:flex', '.title', '.lost', '.admin', '@media print']) {
      expect.soft(style).not.toContain(missing);
    }
  });

  it('keep a rule whose condition cannot be known before the page is used', () => {
    expect(styleOf(pageWith('<ul class="peer/menu open"><li>'))).toContain(':not(.open)>li');
    expect(styleOf(pageWith('<div class="prose">'))).toContain('.prose :is(.missing,h2)');
  });

  it('know a class with characters that a document escapes', () => {
    const style = styleOf(pageWith('<b class="[&amp;_.icon]:w-4"><i class="icon">'));
    expect(style).toContain('.icon{width:1rem}');
  });

  it('know the classes that a script of the page adds later', () => {
    const style = styleOf(pageWith("<script>button.classList.add('is-copied')</script>"));
    expect(style).toContain('.is-copied{opacity:1}');
  });

  it.each([
    ['a text about classes', '<code>class="</code>'],
    ['a value with tags', '<p title="<p class=x> a > b">Text</p>'],
    ['a value with a script', '<p title="<script>">Text</p>'],
    ['a script that compares', '<script>if (a<b) say("class=")</script>'],
  ])('hold what applies to an element after %s', (_, before) => {
    expect(styleOf(pageWith(`${before}<p class="tile">Text</p>`))).toContain('.tile{color:red}');
  });

  it('are written for a page whose script has no end', () => {
    expect(styleOf(pageWith('<p class="tile">A</p><script>cut'))).toContain('.tile{color:red}');
  });

  it('hold nothing for classes that are only spoken of', () => {
    expect(styleOf(pageWith('<p>Write class="lost" here.</p>'))).not.toContain('.lost');
  });

  it('keep fonts and animations, which no selector names', () => {
    const style = styleOf(pageWith(''));
    expect(style).toContain('@font-face{font-family:Sans;src:url(/static/sans.woff2)}');
    expect(style).toContain('@keyframes turn{0%{rotate:0deg}to{rotate:1turn}}');
  });

  it('of a second file come after those of the first', () => {
    const links = ['public', 'math'].map(
      (name) => `<link rel="stylesheet" href="/static/${name}.css"/>`,
    );
    const page = pageWith('<math>', links.join(''));
    expect(page.match(/<style nonce="abc">/g)).toHaveLength(2);
    expect(page).toMatch(/<\/style><style nonce="abc">math\{font-family:Math\}<\/style><\/head>/);
  });

  it('of a file that the page needs nothing of leave nothing', () => {
    const page = pageWith('<p>A</p>', '<link rel="stylesheet" href="/static/math.css"/>');
    expect(page).toContain('<head><title>A</title></head>');
  });

  it('stay a link where the file is unknown, is for print, or stands in the body', () => {
    const unknown = '<link rel="stylesheet" href="/static/none.css"/>';
    const print = '<link rel="stylesheet" href="/static/math.css" media="print"/>';
    const inBody = '<link rel="stylesheet" href="/static/math.css"/>';
    expect(pageWith(inBody, unknown + print)).toBe(
      `<html><head><title>A</title>${unknown}${print}</head><body>${inBody}</body></html>`,
    );
  });
});
