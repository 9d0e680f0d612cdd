import { visit } from 'unist-util-visit';
import { describe, expect, test } from 'vitest';
import { elements, reader } from '../../../../test/body-markup.ts';
import { FORMULAS } from '../../../../test/formulas.ts';
import { renderBody } from '../../posts/body.ts';
import { standaloneBody } from '../../posts/standalone.ts';

const ELEMENTS =
  /^(?:math|semantics|annotation|m(?:row|i|o|n|text|space|frac|sqrt|root|sub|sup|subsup|over|under|underover|multiscripts|prescripts|table|tr|td|style|padded|phantom|enclose)|none)$/;
const ATTRIBUTES =
  /^(?:display|encoding|className|class|displaystyle|scriptlevel|fence|form|stretchy|symmetric|largeop|movablelimits|separator|accent|accentunder|mathvariant|notation|columnspan|width|height|depth|voffset|lspace|rspace|minsize|maxsize|linethickness|mathsize)$/;

async function messagesOf(tex: string): Promise<string[]> {
  const { findings } = await renderBody(`$$\n${tex}\n$$`);
  return findings.map(({ line, column, message }) => `${line},${column ?? ''} ${message}`);
}

describe.each(Object.entries(FORMULAS))('the formula %s', (_, tex) => {
  test('is drawn by allowed elements and attributes, and keeps its TeX', async () => {
    const { html, findings } = await renderBody(`$$\n${tex}\n$$`);
    expect(findings).toEqual([]);
    const [math] = elements(html, 'math');
    if (math === undefined) throw new Error(html);
    visit(math, 'element', ({ tagName, properties }) => {
      expect(tagName).toMatch(ELEMENTS);
      for (const name of Object.keys(properties)) expect(name).toMatch(ATTRIBUTES);
      expect(properties).not.toHaveProperty('style');
      expect(properties).not.toHaveProperty('id');
    });
    const { text } = await renderBody(`$$\n${tex}\n$$`);
    expect(text).toBe(tex.replace(/\s+/g, ' '));
  });
});

test.each([
  ['a^b^c', '2,4 LaTeX: double superscript.'],
  ['x\n+ \\frac{1}', '3,11 LaTeX: unexpected end of input'],
  ['\\foo{x}', '2,1 LaTeX: \\foo is not known.'],
  ['a}', '2,2 LaTeX: } is not expected here.'],
  ['{a', '2,3 LaTeX: } is missing at the end.'],
  ['\\begin{foo}a\\end{foo}', '2,7 LaTeX: no such environment: foo.'],
  ['\\href{javascript:alert(1)}{x}', '2,1 LaTeX: \\href is not known.'],
  ['\\url{javascript:alert(1)}', '2,1 LaTeX: \\url is not known.'],
  ['\\includegraphics{x.png}', '2,1 LaTeX: \\includegraphics is not allowed.'],
  ['\\class{a}{x}', '2,1 LaTeX: \\class is not allowed.'],
  ['\\id{a}{x}', '2,1 LaTeX: \\id is not allowed.'],
  ['\\style{color:red}{x}', '2,1 LaTeX: \\style is not allowed.'],
  ['\\data{a=b}{x}', '2,1 LaTeX: \\data is not allowed.'],
  ['\\color{red;position:fixed}x', '2,1 LaTeX: invalid color'],
  ['\\def\\a{\\a\\a}\\a', '2,1 LaTeX: \\def: macros of one’s own are not read'],
  ['x \\label{y}', '2,3 LaTeX: \\label: a label is written after the formula'],
  ['{'.repeat(4900), '2, LaTeX: braces or commands are nested too deeply.'],
  ['x_{'.repeat(500) + '}'.repeat(500), '2, LaTeX: braces or commands are nested too deeply.'],
  ['\\ce{'.repeat(9) + '}'.repeat(9), '2,13 LaTeX: \\ce is nested too deeply.'],
  ['x'.repeat(5001), '2, LaTeX: 5,001 characters; a formula may have 5,000.'],
  ['\\equilibriumRight{x}', '2,1 LaTeX: \\equilibriumRight: it is written \\ce{<=>>}.'],
])('what cannot be typeset is told with its line and column: %s', async (tex, expected) => {
  const [message, ...others] = await messagesOf(tex);
  expect(message?.slice(0, expected.length)).toBe(expected);
  expect(others).toEqual([]);
  const { html } = await renderBody(`$$\n${tex}\n$$`);
  expect(html).toMatch(/^<figure class="drawing-failure">/);
});

test('the place of an error counts the marks of quotations and lists', async () => {
  const places = async (content: string) =>
    (await renderBody(content)).findings.map(({ line, column }) => [line, column]);
  expect(await places('A $x$ and $a^b^c$')).toEqual([[1, 15]]);
  expect(await places('A\n\n$$ a^b^c $$')).toEqual([[3, 7]]);
  expect(await places('> $$\n> a^b^c\n> $$')).toEqual([[2, 6]]);
  expect(await places('- x\n\n  $$\n  a\n  a^b^c\n  $$')).toEqual([[5, 6]]);
});

test('an error in a line of text shows the TeX, with the message as its title', async () => {
  const { html } = await renderBody('A $a^b^c$ b');
  expect(html).toContain('<code title="LaTeX: double superscript.">a^b^c</code>');
});

test('text in a formula is text', async () => {
  const { html } = await renderBody('$\\text{<script>alert(1)</script>}$ $<img src=x onerror=y>$');
  expect(elements(html, 'script')).toEqual([]);
  expect(elements(html, 'img')).toEqual([]);
});

test('lengths are bounded: a formula cannot cover the page', async () => {
  const { html } = await renderBody(
    '$\\rule{9999em}{9999em} \\kern{9999em} \\raisebox{9999em}{x}$',
  );
  const lengths: number[] = [];
  visit(reader.parse(html), 'element', ({ properties }) => {
    for (const name of ['width', 'height', 'depth', 'voffset']) {
      if (properties[name] !== undefined) lengths.push(Number.parseFloat(String(properties[name])));
    }
  });
  expect(lengths.length).toBeGreaterThan(2);
  expect(lengths.every((length) => Math.abs(length) <= 25)).toBe(true);
});

test('colours are hues of the palette, which both themes have', async () => {
  const { html } = await renderBody(
    '$\\textcolor{red}{a}\\textcolor{#0a7d6c}{b}\\colorbox{yellow}{c}$',
  );
  for (const name of ['math-red', 'math-teal', 'math-on-amber']) expect(html).toContain(name);
  expect(html).not.toMatch(/mathcolor|mathbackground|style=/);
});

test('a body with too many formulas draws the first of them, in bounded time', async () => {
  const { html, findings } = await renderBody('$x$ '.repeat(20_000));
  expect(elements(html, 'math')).toHaveLength(2000);
  expect(findings).toContainEqual(
    expect.objectContaining({ code: 'too-many-formulas', severity: 'error' }),
  );
});

test('after hostile formulas the next body is drawn as before', async () => {
  const before = await renderBody('$x^2$');
  await renderBody(
    `$${'{'.repeat(5000)}$ $\\def\\a{\\a\\a}\\a$ $\\gdef\\x{y}x$ $\\ce{${'(('.repeat(1000)}}$`,
  );
  expect(await renderBody('$x^2$')).toEqual(before);
});

test('feeds and mails have the TeX of formulas, and their numbers', async () => {
  const { html } = await renderBody('Let $a < b$ be\n\n$$\nx\n$$ {#eq-x}\n\n$$ y $$');
  const standalone = standaloneBody(html, 'https://site.test/blog/a');
  expect(standalone).toBe(
    '<p>Let <code>a &#x3C; b</code> be</p>\n<pre><code>x    (1)</code></pre>\n<pre><code>y</code></pre>',
  );
});

test('a formula in a line that a phone has no room for scrolls, and no short one', async () => {
  const { html } = await renderBody(`Of $${'x + y = z + '.repeat(5)} 1$ and $x$.`);
  const [long, short] = elements(html, 'math');
  expect(long?.properties.className).toEqual(['formula-long']);
  expect(short?.properties.className).toBeUndefined();
});
