import { expect, test } from 'vitest';
import { convertHtml } from '../writing/paste-converter.ts';
import { documentText, isFarTooLong } from './document-text.ts';
import { readNotebook } from './notebook.ts';

function open(...cells: object[]) {
  const read = readNotebook(JSON.stringify({ cells, metadata: {}, nbformat: 4 }));
  const { markdown, losses } = documentText(read, {
    convert: convertHtml,
    firstLine: 1,
    firstNote: 1,
    place: (index, { write }) => write?.(`/${read.pictures[index]?.name}`) ?? '',
  });
  return { markdown, losses: losses.map(({ message }) => message) };
}

const output = (data: object) => ({
  cell_type: 'code',
  source: 'f()',
  outputs: [{ output_type: 'display_data', data }],
});

test('formulas of SymPy and environments of LaTeX are formulas', () => {
  const latex = { 'text/latex': ['$\\displaystyle \\frac{x^{2}}{2}$'], 'text/plain': 'x**2/2' };
  const align = '\\begin{align}\na &= b \\\\\nc &= d\n\\end{align}';
  const { markdown } = open(output(latex), { cell_type: 'markdown', source: align });
  expect(markdown).toContain('$$\n\\frac{x^{2}}{2}\n$$');
  expect(markdown).toContain('$$\n\\begin{aligned}\na &= b \\\\\nc &= d\n\\end{aligned}\n$$');
});

test('an SVG is preferred to its PNG, and a picture that cannot be decoded to none', () => {
  const svg = output({ 'image/svg+xml': '<svg/>', 'image/png': 'AAAA' });
  expect(open(svg).markdown).toContain('![](/picture-1.svg)');
  expect(open(output({ 'image/png': '!', 'text/plain': 'a plot' })).markdown).toContain('a plot');
});

test('an error is named without the colours of its terminal', () => {
  const error = {
    output_type: 'error',
    ename: 'ValueError',
    evalue: 'no such well',
    traceback: [],
  };
  const { markdown } = open({ cell_type: 'code', source: '', outputs: [error] });
  expect(markdown).toBe('```\nValueError: no such well\n```');
  const stream = { output_type: 'stream', text: ['\u001B[31mred\u001B[0m\n'] };
  expect(open({ cell_type: 'code', source: '', outputs: [stream] }).markdown).toBe('```\nred\n```');
});

test('a writer is told which outputs only a notebook shows', () => {
  const widget = {
    'application/vnd.jupyter.widget-view+json': {},
    'text/plain': 'IntSlider(value=3)',
  };
  const page = { 'text/html': '<table><tr><td><script>run()</script></td></tr></table>' };
  const { markdown, losses } = open(output(widget), output(page), {
    cell_type: 'raw',
    source: 'x',
  });
  expect(markdown).toBe('```\nf()\n```\n\n```\nIntSlider(value=3)\n```\n\n```\nf()\n```');
  expect(losses).toHaveLength(3);
});

test('code with fences in it stays one block', () => {
  const { markdown } = open({ cell_type: 'code', source: 'print("```")', outputs: [] });
  expect(markdown).toBe('````\nprint("```")\n````');
});

test.each(['', '[]', '{"nbformat":3,"worksheets":[]}', 'null'])(
  '%j is refused with a reason',
  (json) => {
    expect(() => readNotebook(json)).toThrow(/not a notebook/);
  },
);

test('a notebook that no post can hold is refused before its tables stop the page for a minute', () => {
  const table = `<table>${`<tr>${'<td>1</td>'.repeat(20)}</tr>`.repeat(100)}</table>`;
  const notebook = (tables: number) =>
    readNotebook(
      JSON.stringify({
        cells: Array.from({ length: tables }, () => output({ 'text/html': table })),
        metadata: {},
        nbformat: 4,
      }),
    );
  expect(isFarTooLong(notebook(400))).toBe(true);
  expect(isFarTooLong(notebook(100))).toBe(false);
  expect(isFarTooLong({ text: { markdown: 'x'.repeat(4_000_001) }, marks: [] })).toBe(true);
});
