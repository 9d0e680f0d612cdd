import { toString as textOf } from 'hast-util-to-string';
import { visit } from 'unist-util-visit';
import { expect, test } from 'vitest';
import { elements, reader } from '../../../test/body-markup.ts';
import { readFormulas } from '../../../test/read-table.ts';
import { renderBody } from '../../rendering/body.ts';
import { standaloneBody } from '../../rendering/standalone.ts';

async function messagesOf(tex: string): Promise<string[]> {
  const { findings } = await renderBody(`$$\n${tex}\n$$`);
  return findings.map(({ line, column, message }) => `${line},${column ?? ''} ${message}`);
}

test('every formula is drawn without styles of its own, with its TeX and a picture for mails', async () => {
  for (const { name, tex } of readFormulas()) {
    const { html, findings, text } = await renderBody(`$$\n${tex}\n$$`);
    expect.soft(findings, name).toEqual([]);
    expect.soft(html, name).not.toMatch(/ style=/);
    expect.soft(elements(html, 'annotation').map(textOf), name).toEqual([tex]);
    expect.soft(text, name).not.toMatch(/[\\{}]{2}|\\[a-z]|\^\{/);
    // What MathJax does not know stays TeX in mails.
    if (/\\(?:raisebox|sout|textsc)/.test(tex)) continue;
    const [math] = elements(html, 'math');
    expect.soft(math?.properties.dataPicture, name).toMatch(/^\d{2,4} \d{2,4} -?\d{1,3}$/);
  }
}, 120_000);

test.each([
  ['a^b^c', '2,4 LaTeX: double superscript.'],
  ['x\n+ \\frac{1}', '3,11 LaTeX: unexpected end of input'],
  ['\\foo{x}', '2,1 LaTeX: \\foo is not known.'],
  ['a}', '2,2 LaTeX: } is unexpected here.'],
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
  ['\\def\\a{\\a\\a}\\a', '2,1 LaTeX: \\def: write a macro as \\newcommand{'],
  ['x \\label{y}', '2,3 LaTeX: \\label: write a label after the formula'],
  ['{'.repeat(4900), '2, LaTeX: braces or commands are nested too deeply.'],
  ['x_{'.repeat(500) + '}'.repeat(500), '2, LaTeX: braces or commands are nested too deeply.'],
  ['\\ce{'.repeat(9) + '}'.repeat(9), '2,13 LaTeX: \\ce is nested too deeply.'],
  ['x'.repeat(5001), '2, LaTeX: 5,001 characters; a formula can have at most 5,000.'],
  ['\\equilibriumRight{x}', '2,1 LaTeX: \\equilibriumRight: write it as \\ce{<=>>}.'],
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

test('a body with too many formulas draws the first of them, in bounded time', async () => {
  const { html, findings } = await renderBody('$x$ '.repeat(5_000));
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

test('feeds and mails show formulas as pictures on the line of their text, with their TeX in words and their numbers', async () => {
  const { html } = await renderBody(
    'Let $a < b$ be\n\n$$\nx\n$$ {#eq-x}\n\n$$ y $$ and $\\sout{z}$',
  );
  const standalone = standaloneBody(html, 'https://site.test/blog/a');
  const [inline, numbered, plain] = elements(standalone, 'img');
  expect(inline?.properties).toMatchObject({ alt: 'a < b', className: ['formula-picture'] });
  expect(inline?.properties.src).toMatch(
    /^https:\/\/site\.test\/blog\/a\/drawings\/[0-9a-f]{32}\.png$/,
  );
  expect(inline?.properties.style).toMatch(/^width:2\.\d+em;.*vertical-align:-0\.0\d+em$/);
  expect([numbered?.properties.alt, plain?.properties.alt]).toEqual(['x', 'y']);
  expect(standalone).toMatch(/<p><img [^>]*alt="x"[^>]*> &nbsp; \(1\)<\/p>/);
  // What MathJax does not know stays TeX.
  expect(standalone).toContain('<code>\\sout{z}</code>');
});

test.each([
  ['$\\newcommand{\\kd}{K_{\\mathrm{d}}}$ $\\kd$', 'K_{\\mathrm{d}}'],
  [
    '$$\\newcommand\\half[1]{\\frac{#1}{2}}$$ $\\half{\\half x}+\\half y$',
    '\\frac{\\frac{x}{2}}{2}+\\frac{y}{2}',
  ],
  ['$\\newcommand{\\a}{\\alpha} \\a b + \\a{}b$', '\\alpha b + \\alpha{}b'],
  ['$\\newcommand{\\m}[2]{#2#1} \\m x\\beta$', '\\beta x'],
  ['$\\renewcommand{\\vec}[1]{\\mathbf{#1}} \\vec{v}$', '\\mathbf{v}'],
])(
  'a macro stands for what it was defined as, in all formulas after it: %s',
  async (content, tex) => {
    const { html, findings } = await renderBody(content);
    expect(findings).toEqual([]);
    expect(elements(html, 'annotation').map(textOf)).toEqual([tex]);
  },
);

test.each([
  [
    '$\\newcommand{\\a}[1]{#1#1#1#1#1#1#1#1#1#1} \\a{\\a{\\a{\\a{x}}}}$',
    'its macros expand too far',
  ],
  ['$\\newcommand{\\a}{\\a\\a} \\a$', '\\a is not known'],
  ['$\\newcommand{\\a}[2][x]{#1#2} \\a{y}$', '\\a: default values are not supported'],
  ['$\\newcommand{\\a}[2]{#1#2} \\a{y}$', '\\a has too few arguments'],
  ['$\\newcommand{\\a}{x', null],
  ['$\\newcommand{a}{x}$', 'write a macro as \\newcommand{\\name}[2]{… #1 … #2 …}'],
  [
    '$\\newcommand{\\a}{\\def\\b{x}} \\a$',
    '\\def: write a macro as \\newcommand{\\name}[2]{… #1 … #2 …}',
  ],
  ['$\\qty{5}{nM}$', '\\qty: write a quantity as \\pu{5 nM}, a unit as \\pu{nM}'],
  ['$x \\tag{1}$', '\\tag numbers a formula between $$'],
  ['$$ x \\tag{1} \\tag{2} $$', 'a formula can have one \\tag, in plain text: \\tag{2a}'],
  ['$$ x \\tag{1} $$ {#eq-x}\n\n@eq-x', '#eq-x numbers the formula, so it cannot have a \\tag'],
])(
  'what a macro, a quantity or a number cannot be is told in words: %s',
  async (content, message) => {
    const { findings } = await renderBody(content);
    expect(findings.map((finding) => finding.message)).toEqual(
      message === null ? [] : [`LaTeX: ${message}.`],
    );
  },
);

test('a tag is the number of its formula, and no part of it', async () => {
  const { html } = await renderBody('$$ E = mc^2 \\tag{2a} $$\n\n$$ x \\tag*{A} $$');
  expect(elements(html, 'span').map(textOf)).toEqual(['(2a)', 'A']);
  expect(elements(html, 'annotation').map(textOf)).toEqual(['E = mc^2', 'x']);
});

test.each([
  ['\\mathrm{IC}_{50} = K_i \\left(1 + \\frac{[S]}{K_m}\\right)', 'IC₅₀ = Ki(1 + [S]/Km)'],
  ['\\ce{SO4^2- + Ba^2+ -> BaSO4 v}', 'SO₄²⁻ + Ba²⁺ ⟶ BaSO₄↓'],
  ['\\sqrt{\\frac{x^2}{n - 1}}', '√(x²/(n − 1))'],
  ['\\pu{1.2e-8 mol L-1}', '1.2⋅10⁻⁸ mol L⁻¹'],
])('search results show the words of a formula: %s', async (tex, words) => {
  expect((await renderBody(`By $${tex}$.`)).text).toBe(`By ${words}.`);
});

test('a formula in a line that a phone has no room for scrolls, and no short one', async () => {
  const { html } = await renderBody(`Of $${'x + y = z + '.repeat(5)} 1$ and $x$.`);
  const [long, short] = elements(html, 'math');
  expect(long?.properties.className).toEqual(['formula-long']);
  expect(short?.properties.className).toBeUndefined();
});
