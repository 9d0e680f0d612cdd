import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Finding } from '../../text/finding.ts';
import { renderBody } from '../body.ts';

async function findings(content: string): Promise<Finding[]> {
  return (await renderBody(content)).findings;
}

async function codes(content: string): Promise<string[]> {
  return (await findings(content)).map(({ line, code }) => `${line} ${code}`);
}

describe('text that readers would miss is told with its line', () => {
  test.each([
    ['a word in angle brackets', 'First.\n\nThe <IC50> of it.', '3 text-as-tag'],
    ['a placeholder', 'Send it to <your-name>.', '1 text-as-tag'],
    ['a comment that does not end', 'A\n\nB <br>\n\n<!-- note\n\nrest', '5 unclosed-comment'],
    ['a comment in HTML that does not end', '<p>A</p>\n<!-- x\n<p>B</p>', '2 unclosed-comment'],
    ['a tag that does not end', 'A\n\n<p class="x"\nand more', '3 unclosed-tag'],
    ['a cell beyond the header', '| a | b |\n|---|---|\n| 1 | 2 | 3 |', '3 table-cells-lost'],
    ['a pipe in a cell', '| a | b |\n|---|---|\n| \\|x\\| | `y|z` |', '3 table-cells-lost'],
    ['a table that is none', '| a | b |\n|---|\n| 1 | 2 |', '1 table-not-recognized'],
    ['a footnote without a mark', 'Text\n\n[^1]: Lost.', '3 footnote-unused'],
    ['a second footnote', 'T[^1]\n\n[^1]: One\n\n[^1]: Two', '5 footnote-twice'],
    ['a note that reads as an address', 'Text\n\n[note]: important', '3 definition-not-shown'],
    ['a picture written into the text', '![x](data:image/png;base64,AA)', '1 refused-source'],
    ['a picture of a disk', 'A\n<img alt="A plate" src="file:///C:/x.png">', '2 refused-source'],
    ['a picture without an address', '![x]()', '1 picture-without-address'],
    ['a stereocentre of a SMILES', 'Alanine: C[C@@H](N)C(=O)O', '1 structure-as-link'],
  ])('%s', async (_, content, expected) => {
    expect(await codes(content)).toEqual([expected]);
    expect((await findings(content))[0]?.severity).toBe('error');
  });

  test('markup that is nested too deeply to be read', async () => {
    expect(await codes('<div>'.repeat(300))).toEqual(['1 shown-as-source']);
  });
});

describe('text that Markdown changes is told with its line', () => {
  test.each([
    ['a subscript by tildes', 'Water is H~2~O.', '1 single-tilde'],
    ['a link without an address', '[text]()', '1 link-without-address'],
    ['a refused address', '[x](javascript:alert(1))', '1 refused-link'],
    ['a footnote without text', 'Text[^a].', '1 footnote-undefined'],
    ['a link without its address', 'See [the paper][doi].', '1 link-undefined'],
    ['a container with a title', ':::note Title\nText', '1 container-as-text'],
    ['a code block that does not end', 'A\n\n```js\nx\n\nMore', '3 unclosed-code'],
  ])('%s', async (_, content, expected) => {
    expect(await codes(content)).toEqual([expected]);
    expect((await findings(content))[0]?.severity).toBe('warning');
  });
});

describe('what the sanitizer takes out is told with its line', () => {
  test.each([
    ['a script', '<p>A</p>\n\n<script>x()</script>', '3 removed-element'],
    ['a frame', 'A\n\n<iframe src="https://a.example"></iframe>', '3 removed-element'],
    ['a style sheet', '<style>p {}</style>\n\nA', '1 removed-element'],
    ['an old element', 'A\nB <center>C</center>', '2 removed-element'],
    ['a text field', '<p>A <input type="text"></p>', '1 removed-element'],
    ['styling', '<p>A</p>\n<p style="color: red">B</p>', '2 removed-styling'],
    ['a handler', '<p>A</p>\n<p onclick="x()">B</p>', '2 removed-script'],
    ['an id that is taken', '<p id="a">A</p>\n<p id="a">B</p>', '2 duplicate-id'],
  ])('%s', async (_, content, expected) => {
    expect(await codes(content)).toEqual([expected]);
  });
});

test.each([
  ['plain text', 'Some text, p <0.05 and n> 3, a < b > c, p* and q*, CYP_3A4_x.'],
  ['emphasis', 'An *important*, **strong**, un*believ*able, _quiet_ and ~~gone~~ word.'],
  [
    'links',
    '[a](/b) [b][c] <https://d.example> e@f.example [d](other-post) [In](intro)\n\n[c]: /c',
  ],
  ['footnotes', 'A[^1]\n\n[^1]: B'],
  ['code', '`[C@@H](N)` and `<IC50>`\n\n```\n<IC50> H~2~O\n```\n\n    if (a) { b(); }'],
  ['escapes', '\\<IC50> H\\~2\\~O [\\^1] \\[^1] \\*a\\* A\\*02 and B\\*07'],
  ['a table', '| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | |\n| 4 | 5 |  |'],
  ['a task list', '- [ ] a\n- [x] b'],
  ['a quotation', '> 50 years ago\n\nText\n> “So it is.”'],
  ['a heading above dashes', 'Methods\n---\n\nText'],
  ['classes and roles', '<div class="x" role="note" data-a="b"><article>A</article></div>'],
  ['comments', 'A <!-- b --> c\n\n<!--\n\nd\n\n-->\n\nE'],
  ['HTML', '<h2 id="a">A</h2>\n<p>B <b>c</b> <a href="#a">d</a> <img src="/e.png" alt=""></p>'],
  ['a rule', 'A\n\n---\n\nB'],
  ['the placeholder of an upload', '![Uploading x.png…]()'],
  ['nothing', ''],
])('%s that reads as it is written is not told of', async (_, content) => {
  expect(await findings(content)).toEqual([]);
});

test('a finding tells its column, and what to write instead', async () => {
  expect(await findings('Water is H~2~O.')).toEqual([
    {
      line: 1,
      column: 11,
      code: 'single-tilde',
      severity: 'warning',
      message: '“H~2~” is struck through. For a subscript write H<sub>2</sub>.',
    },
  ]);
});

test('lines count as an editor counts them, whatever the line breaks', async () => {
  for (const lineBreak of ['\n', '\r\n', '\r']) {
    const content = `\u{FEFF}A${lineBreak}${lineBreak}> b${lineBreak}> [^c] H~2~O${lineBreak}<x>`;
    const found = (await findings(content)).map(({ line, code }) => `${line} ${code}`);
    expect(found).toEqual(['4 footnote-undefined', '4 single-tilde', '5 text-as-tag']);
  }
});

describe('a list of findings stays short', () => {
  test('equal ones are one, which names three further lines', async () => {
    const [found, ...others] = await findings('A <center>b</center>\n\n'.repeat(20));
    expect(others).toEqual([]);
    expect(found?.message).toBe(
      '<center> is removed, but its content stays. Also on lines 3, 5, 7 and 16 more.',
    );
  });

  test('ten of a kind are listed, and the rest is counted', async () => {
    const content = Array.from({ length: 30 }, (_, index) => `Text[^n${index}]`).join('\n\n');
    const found = await findings(content);
    expect(found).toHaveLength(11);
    expect(found[10]).toMatchObject({ line: 21 });
    expect(found[10]?.message).toMatch(/ And 19 more like this\.$/);
  });
});

test.each([
  ['a fence', '`'.repeat(100_000)],
  ['a tag', `<${'a'.repeat(100_000)}>`],
  ['an element that is taken out', `<p>a</p><object${'a'.repeat(100_000)}></object>`],
  ['a footnote', `[^${'a'.repeat(900)}]: x`],
  ['an address', `[x]: ${'a'.repeat(100_000)}`],
  ['a name', `__${'a'.repeat(50_000)}__(x)`],
])('%s without an end is told of in a sentence, not in a megabyte', async (_, content) => {
  const [found, ...others] = await findings(content);
  expect(found?.message.length).toBeLessThan(300);
  expect(others).toEqual([]);
});

test('no text makes it throw, and each is told of in order, within its lines', async () => {
  const piece = fc.constantFrom(
    ...[
      '<¦>¦<!--¦-->¦</b>¦[¦]¦](¦)¦[^1]¦~¦*¦**¦__¦`¦```\n¦|¦|-|¦\n¦\n\n¦\r¦^¦\\¦\\(¦@¦a¦H¦2¦"¦=',
      'javascript:¦<script>¦:::¦---¦\u{1F600}¦\uD800¦\0¦<b ¦[^1]: ¦    ¦> ¦- ¦# ¦ ¦<p ¦<a href="',
    ].flatMap((line) => line.split('¦')),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 30 }), async (pieces) => {
      const content = pieces.join('');
      const lines = content.split(/\r\n|\r|\n/).length;
      const found = await findings(content);
      const places = found.map(({ line }) => line);
      expect(places).toEqual([...places].sort((a, b) => a - b));
      for (const { line, column = 1, message } of found) {
        expect(line).toBeGreaterThanOrEqual(1);
        expect(line).toBeLessThanOrEqual(lines);
        expect(column).toBeGreaterThanOrEqual(1);
        expect(message.isWellFormed()).toBe(true);
      }
    }),
    { numRuns: 300 },
  );
});
