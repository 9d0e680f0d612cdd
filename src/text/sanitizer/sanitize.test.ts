import { describe, expect, test } from 'vitest';
import { sanitizeHtml } from '../../../test/body-markup.ts';

describe('an author may use', () => {
  test.each([
    '<figure><img src="/a.png" alt="A"><figcaption>B</figcaption></figure>',
    '<p><abbr title="half maximal inhibitory concentration">IC50</abbr> <dfn>x</dfn> <kbd>Ctrl</kbd> <samp>y</samp> <var>z</var></p>',
    '<p>H<sub>2</sub>O x<sup>2</sup> <mark>m</mark> <del datetime="2026-01-01">d</del> <ins>i</ins> <s>s</s> <u>u</u> <small>t</small></p>',
    '<blockquote cite="https://a.example/"><p><q>x</q> <cite>y</cite></p></blockquote>',
    '<p><time datetime="2026-01-01">1 January</time> <bdi>x</bdi> <span lang="la" dir="ltr">ligare</span></p>',
    '<details open><summary>x</summary><p>y</p></details>',
    '<dl><dt>x</dt><dd>y</dd></dl>',
    '<ol start="3" type="a" reversed><li value="7">x</li></ol>',
    '<p><ruby>x<rp>(</rp><rt>y</rt><rp>)</rp></ruby></p>',
    '<table><caption>c</caption><colgroup><col span="2"></colgroup><thead><tr><th scope="col" colspan="2">x</th></tr></thead><tbody><tr><td rowspan="2">y</td></tr></tbody></table>',
    '<video src="/a.mp4" controls width="320" poster="/a.png"><track src="/a.vtt" kind="captions" srclang="en"></video>',
    '<audio controls><source src="https://a.example/a.ogg" type="audio/ogg"></audio>',
    '<picture><source srcset="/dark.png 1x, /dark@2.png 2x" media="(prefers-color-scheme: dark)"><img src="/light.png" alt=""></picture>',
  ])('%s', (markup) => {
    expect(sanitizeHtml(markup)).toBe(markup);
  });

  test('media that never play by themselves', () => {
    expect(sanitizeHtml('<video src="/a.mp4" autoplay></video>')).toBe(
      '<video src="/a.mp4" controls></video>',
    );
  });
});

describe('sanitizing', () => {
  test('keeps the text of forbidden elements, except of scripts, styles and drawings', () => {
    expect(sanitizeHtml('<form><p>a <button>b</button></p></form><main>c</main>')).toBe(
      '<p>a b</p>c',
    );
    expect(sanitizeHtml('a<style>b</style><script>c</script><svg><text>d</text></svg>e')).toBe(
      'ae',
    );
  });

  test('shows the text of an image whose URL was removed', () => {
    expect(sanitizeHtml('<p><img src="data:," alt="A curve"></p>')).toBe('<p>A curve</p>');
  });

  test('puts the prefix before names once, and leads links to them', () => {
    const once = '<p id="user-content-x">x</p><a href="#user-content-x">y</a>';
    expect(sanitizeHtml('<p id="x">x</p><a href="#x">y</a>')).toBe(once);
    expect(sanitizeHtml(once)).toBe(once);
    expect(sanitizeHtml('<a href="#">x</a><a href="#top">y</a>')).toBe(
      '<a href="#">x</a><a href="#top">y</a>',
    );
  });

  test('unwraps elements that cannot be nested, and preserves the rest', () => {
    expect(sanitizeHtml('<a href="/1">a<object><a href="/2">b</a></object>c</a>')).toBe(
      '<a href="/1">a</a><a href="/2">b</a>c',
    );
    expect(sanitizeHtml('<p>a<form><p>b</form>c')).toBe('<p>a</p><p>b</p>c');
  });

  test('keeps the form of code that begins with blank lines', () => {
    expect(sanitizeHtml(`<pre>${'\n'.repeat(40)}x\n y</pre>`)).toBe('<pre>x\n y</pre>');
  });

  test('leaves out every input but the boxes of task lists', () => {
    expect(sanitizeHtml('<p>a<input type="text"><input><input type="submit" value="b">c</p>')).toBe(
      '<p>ac</p>',
    );
  });

  test('leaves an id to the first who has it', () => {
    expect(sanitizeHtml('<p id="x">a</p><p id="x">b</p>')).toBe(
      '<p id="user-content-x">a</p><p>b</p>',
    );
  });

  test('writes URLs without a scheme so that they mean the same everywhere', () => {
    expect(sanitizeHtml('<a href="//a.example/x">x</a>')).toBe(
      '<a href="https://a.example/x">x</a>',
    );
    expect(sanitizeHtml('<a href="/\\a.example">x</a>')).toBe('<a href="https://a.example/">x</a>');
  });
});
