import { expect, test } from 'vitest';
import { renderBody } from '../../../rendering/body.ts';
import {
  apart,
  EXAMPLE_REFERENCES,
  EXAMPLES_TOGETHER,
  SYNTAX_EXAMPLES,
} from './syntax-examples.ts';

/** What readers get of each example. */
const SHOWN: Record<string, readonly string[]> = {
  Headings: ['<h2', '<h3', '<h4'],
  Emphasis: ['<strong>', '<em>', '<del>', '<code>'],
  'Sub- and superscript': ['<sub>2</sub>', '<sup>−8</sup>'],
  Links: ['href="/pipeline"', 'href="https://www.rcsb.org/"'],
  'Bulleted list': ['<ul>\n<li>Kinases\n<ul>'],
  'Numbered list': ['<ol>\n<li>Weigh 5\u00a0mg.</li>\n<li>Dissolve it:\n<ol>'],
  'Task list': ['type="checkbox"'],
  Quotation: ['<blockquote>'],
  Table: ['<table>', '<sub>50</sub>', 'right', 'center'],
  Picture: ['alt="A ligand'],
  'Figure with a caption': ['<figure>', '<figcaption>The field around a ligand'],
  'Numbered figure': [
    'Figure 1</a>',
    'alt="Contour lines around',
    '<span class="caption-number">Figure 1.</span> The field',
  ],
  'Table of data': [
    'class="data-table"',
    '<th scope="row">Osimertinib</th>',
    'class="data-download"',
  ],
  'Numbered table': ['<caption><span class="caption-number">Table 1.</span> The best'],
  'Key points and summaries': ['class="key-points"', 'class="plain-summary"'],
  Code: ['tok-'],
  Formula: [
    '<span class="tex" data-tex=',
    '<math display="block"',
    'aria-label="Equation 1"',
    '$5 and $10',
  ],
  Structure: ['Figure 1.', 'Aspirin', 'C<sub>9</sub>H<sub>8</sub>O<sub>4</sub>'],
  Reaction: ['<svg'],
  Citation: ['href="#ref-cheng1973"', 'p. 3100', 'Cheng and Prusoff ['],
  'Dose–response curve': ['dose-response-chart', 'Figure 1.', 'pIC<sub>50</sub>', '100, fixed'],
  'Line break': ['<br>'],
  'Dividing line': ['<hr>'],
  'Collapsible text': ['<details>', '<summary>', '<strong>all</strong>'],
  'Literal characters': ['*not italic*, 2 * 3', '<p>1. not a list</p>'],
  Footnote: ['Footnotes', 'With fresh cells each time.'],
};

test('an example of the writing help gives what it shows, and nothing is lost or changed in it', async () => {
  expect(SYNTAX_EXAMPLES.map(({ name }) => name)).toEqual(Object.keys(SHOWN));
  for (const { name, source } of SYNTAX_EXAMPLES) {
    const references = source.includes('@cheng1973') ? EXAMPLE_REFERENCES : [];
    const { html, findings: all, format } = await renderBody(source, { references });
    // An example is to be referred to by the text that it is put into.
    const findings = all.filter(({ code }) => code !== 'label-not-referred');
    expect([name, findings, format]).toEqual([name, [], 'markdown']);
    for (const part of SHOWN[name] ?? []) expect(html).toContain(part);
  }
});

test('the examples can be rendered together and told apart again', async () => {
  const { html } = await renderBody(EXAMPLES_TOGETHER, { references: EXAMPLE_REFERENCES });
  const parts = apart(html);
  expect(parts).toHaveLength(SYNTAX_EXAMPLES.length);
  expect(parts[0]).toContain('<h2');
  expect(parts.at(-1)).toContain('With fresh cells each time.');
});
