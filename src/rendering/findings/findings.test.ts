import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Finding } from '../../text/finding.ts';
import { renderBody } from '../body.ts';
import { findReferenceProblems } from './reference-rules.ts';

async function findings(content: string): Promise<Finding[]> {
  return (await renderBody(content)).findings;
}

async function codes(content: string): Promise<string[]> {
  return (await findings(content)).map(({ line, code }) => `${line} ${code}`);
}

const OSIMERTINIB = 'C=CC(=O)Nc1cc(Nc2nccc(n2)-c2cn(C)c3ccccc23)c(OC)cc1N(C)CCN(C)C';
const STRUCTURE = `\`\`\`smiles\n${OSIMERTINIB} Osimertinib\n\`\`\``;
const CSV = '```csv {#tbl-a}\nA,B\n1,2\n```';
const PLATE = '![P](/images/x.png){#fig-a fig-alt="Wells"}';

describe('text that readers would miss is an error at its line', () => {
  test.each([
    ['3 text-as-tag', 'First.\n\nThe <IC50> of it.'],
    ['1 text-as-tag', 'Send it to <your-name>.'],
    ['5 unclosed-comment', 'A\n\nB <br>\n\n<!-- note\n\nmore'],
    ['2 unclosed-comment', '<p>A</p>\n<!-- x\n<p>B</p>'],
    ['3 unclosed-tag', 'A\n\n<p class="x"\nand more'],
    ['2 unclosed-tag', '<p>A</p>\n<p>B <a href="x>C</a></p>'],
    ['3 table-cells-lost', '| a | b |\n|---|---|\n| 1 | 2 | 3 |'],
    ['3 table-cells-lost', '| a | b |\n|---|---|\n| \\|x\\| | `y|z` |'],
    ['1 table-not-recognized', '| a | b |\n|---|\n| 1 | 2 |'],
    ['3 footnote-unused', 'Text\n\n[^1]: Lost.'],
    ['5 footnote-unused', 'T[^1]\n\n[^1]: One\n\n[^1]: Two'],
    ['1 refused-source', '![x](data:image/png;base64,AA)'],
    ['2 refused-source', 'A\n<img alt="A plate" src="file:///C:/x.png">'],
    ['1 picture-without-address', '![x]()'],
    ['1 formula-unclosed', 'It is $$ x = 1 and more.'],
    ['1 formula-unclosed', 'An empty $$ here.'],
    ['1 shown-as-source', '<div>'.repeat(300)],
  ])('%s in %j', async (expected, content) => {
    expect(await codes(content)).toEqual([expected]);
    expect((await findings(content))[0]?.severity).toBe('error');
  });
});

describe('what reads differently, or cannot be right, is a warning at its line', () => {
  test.each([
    ['1 link-without-address', '[text]()'],
    ['1 refused-link', '[x](javascript:alert(1))'],
    ['1 footnote-undefined', 'Text[^a].'],
    ['1 link-undefined', 'See [the paper][doi].'],
    ['1 container-as-text', ':::note Title\nText'],
    ['3 unclosed-code', 'A\n\n```js\nx\n\nMore'],
    ['3 removed-element', '<p>A</p>\n\n<script>x()</script>'],
    ['3 removed-element', 'A\n\n<iframe src="https://a.example"></iframe>'],
    ['1 removed-element', '<style>p {}</style>\n\nA'],
    ['2 removed-element', 'A\nB <center>C</center>'],
    ['1 removed-element', '<p>A <input type="text"></p>'],
    ['1 removed-element', 'A <svg><path d="M0 0"/></svg>'],
    ['2 removed-styling', '<p>A</p>\n<p style="color: red">B</p>'],
    ['2 removed-script', '<p>A</p>\n<p onclick="x()">B</p>'],
    ['1 comment-in-public', 'A <!-- ask Ann --> c'],
    ['3 comment-in-public', '<p>A</p>\n\n<!--\n\nd\n\n-->\n\n<p>E</p>'],
    ['3 heading-level-skipped', '## A\n\n#### B'],
    ['1 picture-without-alt', '![](/images/x.png)'],
    ['1 picture-without-alt', '<p><img src="/images/x.png"></p>'],
    ['1 left-to-write', 'TODO: the figure of the plate.'],
    ['1 left-to-write', 'The dose is **TBD**.'],
    ['1 left-to-write', 'As was shown before [citation needed].'],
    ['3 left-to-write', 'One\ntwo and\nit is TBD.'],
    ['2 left-to-write', '- a\n- b ???\n'],
    ['1 dollar-unclosed', 'Let $K_i = 5 be the constant.'],
    ['1 dollar-unclosed', 'By $\\frac{a}{b} it is.'],
    ['1 dollar-unclosed', 'Of $x_{max} and more.'],
    ['1 split-script', 'The $IC_50$ of it.'],
    ['1 split-script', 'So $E_max$ is reached.'],
    ['1 split-script', 'At $10^12$ copies.'],
    ['3 table-cells-missing', '| A | B | C |\n|---|---|---|\n| 1 | 2 |'],
    ['4 table-cells-missing', '| A | B |\n|---|---|\n| 1 | 2 |\n| 3 |'],
    ['2 label-not-referred', CSV],
    ['1 label-not-referred', '$$ x $$ {#eq-a}'],
    ['1 label-not-referred', PLATE],
    ['6 number-by-hand', `${CSV}\n\n@tbl-a, that is Table 1.`],
    ['3 number-by-hand', `${PLATE}\n\nIn @fig-a and in Fig. 3B.`],
    ['3 number-by-hand', '$$ x $$ {#eq-a}\n\n@eq-a, or Eq. (1).'],
    ['3 number-by-hand', `${PLATE}\n\nIn @fig-a and in Figure 3.`],
    ['5 foreign-identifier', `${STRUCTURE}\n\nIts key is BSYNRYMUTXBXSQ-UHFFFAOYSA-N.`],
    ['1 foreign-identifier', `InChIKey: BSYNRYMUTXBXSQ-UHFFFAOYSA-N\n\n${STRUCTURE}`],
    [
      '5 foreign-identifier',
      `${STRUCTURE}\n\nInChI=1S/C9H8O4/c1-6(10)13-8-5-3-2-4-7(8)9(11)12/h2-5H,1H3,(H,11,12)`,
    ],
    ['2 reaction-gains-atoms', '```reaction\nCC(=O)O.CO>>CC(=O)OCC\n```'],
    ['2 reaction-gains-atoms', '```reaction\nc1ccccc1>>Brc1ccccc1\n```'],
    ['2 reaction-gains-atoms', '```reaction\nCC=O>>CC(=O)O\n```'],
    ['1 malformed-doi', 'See doi:10.12/abc for it.'],
    ['1 malformed-doi', 'It is (DOI: 11.1000/182).'],
    ['1 malformed-doi', 'As doi 10.1000 says.'],
  ])('%s in %j', async (expected, content) => {
    expect(await codes(content)).toEqual([expected]);
    expect((await findings(content))[0]?.severity).toBe('warning');
  });
});

const METHODS = `## Binding of osimertinib

The covalent inhibitor of EGFR [@cross2014] was tested; $K_\\mathrm{i}$ is in nM.

\`\`\`smiles {#fig-drug name="Osimertinib"}
${OSIMERTINIB}
\`\`\`

@fig-drug (InChIKey DUYJMQONPNNFPI-UHFFFAOYSA-N) costs $5 to $10 a sample.

Of 42 wells, p < 0.05 in 3 (7 %); HLA-A\\*02:01 was typed, as in Figure 3 of [@cross2014, p. 1046], Fig. 2A in their
and Supplementary Figure 4 of our work, by refs. [6][7].[^1]

[^1]: Measured twice, at 25 °C and pH 7.4; see doi:10.1016/0006-2952(73)90196-2.
`;
const RELEASE = `# Release 2.1

Fixes a TODO of the tests (#123); “Method: todo()” is new, and \`<IC50>\` in \`$x_1\` is code.

- [x] \`CYP_3A4_x\` with $HOME/bin
- [ ] [the others][1], <https://a.example>, me@a.example; [Ru(bpy)3][PF6]2, [95% CI][p < 0.05]

| Key | Count |
| --- | ---: |
| a | 5 |

\`\`\`js
if (a[i][j] < 3) todo($x_1);
\`\`\`

    $ cat <file>

[1]: https://b.example/c

---

<details>
<summary>More</summary>

Not \\[^1], \\<b>, \\$5 or 2 \\* 3 \\* 4.

</details>
`;
const HTML = `<h2 id="a">Report</h2>
<p>Water, H<sub>2</sub>O, at <strong>5&nbsp;mg/mL</strong>: see <a href="#a">above</a>, Table 2 in their supplement.</p>
<figure><img src="/images/e.png" alt=""><figcaption>A plate</figcaption></figure>
<div class="wp-block-group" role="note"><article>If a &lt; b &amp;&amp; c &gt; d.</article></div>
<!--more-->
<table><tr><th>A</th><td>1</td></tr></table>
`;
const CROSS = { key: 'cross2014', title: 'C', url: '', description: '', type: 'article' } as const;

test.each([
  ['of a study', METHODS],
  ['of a release', RELEASE],
  ['in HTML', HTML],
  ['of a reaction', '```reaction\nCC(=O)OC(C)=O.Oc1ccccc1C(=O)O>>CC(=O)Oc1ccccc1C(=O)O\n```'],
  ['with an agent', '```reaction\nCC=O>OO>CC(=O)O\n```'],
  ['that waits for an upload', '![Uploading x.png…]()'],
  ['without text', ''],
])('a correct article %s has no finding', async (_, content) => {
  expect((await renderBody(content, { references: [CROSS] })).findings).toEqual([]);
});

test('lines count as an editor counts them, whatever the line breaks', async () => {
  for (const lineBreak of ['\n', '\r\n', '\r']) {
    const content = `\u{FEFF}A${lineBreak}${lineBreak}> b${lineBreak}> [^c] [d]()${lineBreak}<x>`;
    const found = (await findings(content)).map(({ line, code }) => `${line} ${code}`);
    expect(found).toEqual(['4 footnote-undefined', '4 link-without-address', '5 text-as-tag']);
  }
});

test('references: no two of one key or DOI, DOIs that are, and each cited where some are', () => {
  const reference = (key: string, url: string) =>
    ({ key, url, title: key, description: '', type: 'article' }) as const;
  const references = [
    reference('a', 'https://doi.org/10.1000/ABC'),
    reference('b', 'https://dx.doi.org/10.1000/abc'),
    reference('c', 'https://doi.org/11.1000/abc'),
    reference('c', 'https://a.example'),
    reference('d', ''),
  ];
  const cited = '<a href="#ref-d" id="cite-1">1</a>';
  const found = (html: string) =>
    findReferenceProblems(references, { html }).map(
      ({ reference, severity, message }) => `${reference} ${severity} ${message}`,
    );
  const others = [
    '2 warning a and b are the same work (doi:10.1000/abc): keep one of them.',
    '3 error “c” has “11.1000/abc”, which is not a DOI.',
    '4 error Two references have the key c: citations lead to the first one.',
  ];
  expect(found('')).toEqual(others);
  const uncited = ['a', 'b', 'c'].map(
    (key, index) => `${index + 1} warning “${key}” is not cited in the text.`,
  );
  expect(found(cited).sort()).toEqual([...others, ...uncited].sort());
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
