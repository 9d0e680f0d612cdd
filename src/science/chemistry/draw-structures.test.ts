import { describe, expect, it, test } from 'vitest';
import { elements } from '../../../test/body-markup.ts';
import { renderBody } from '../../rendering/body.ts';
import type { Chemistry, StructureInput } from './chemistry.ts';

const ASPIRIN = 'CC(=O)Oc1ccccc1C(=O)O';
const ASPIRIN_KEY = 'BSYNRYMUTXBXSQ-UHFFFAOYSA-N';

const fence = (kind: string, ...lines: string[]) => `\`\`\`${kind}\n${lines.join('\n')}\n\`\`\``;

const accessibleNames = (html: string) =>
  elements(html, 'svg').map(({ properties }) => properties.ariaLabel);

describe('a structure in a post', () => {
  it('is a figure with its number, name, formula and accessible name, its computed properties, and links to its page and files', async () => {
    const { html, text, molecules, findings } = await renderBody(
      fence('smiles {#fig-asp}', `${ASPIRIN} Aspirin`),
    );
    expect(accessibleNames(html)).toEqual(['Structure of Aspirin, C9H8O4']);
    expect(html).toContain('<figure id="fig-asp"><svg class="structure-drawing"');
    expect(html).toContain(
      '<figcaption><span class="caption-number">Figure 1.</span> Aspirin, C<sub>9</sub>H<sub>8</sub>O<sub>4</sub></figcaption>',
    );
    expect(text).toBe('Figure 1. Aspirin, C₉H₈O₄');
    expect(findings.map(({ code }) => code)).toEqual(['label-not-referred']);
    const molecule = expect.objectContaining({ inchikey: ASPIRIN_KEY, formula: 'C9H8O4' });
    expect(molecules).toEqual([
      { line: 2, molecule, position: 0, label: 'fig-asp', name: 'Aspirin' },
    ]);
    const properties = html.slice(html.indexOf('<details class="structure-data">'));
    expect(properties).toContain('<caption>Computed by RDKit 2026.09.1</caption>');
    expect(properties).toContain('Molecular weight</th><td>180.16\u00a0g/mol</td>');
    expect(properties).toContain('Hydrogen-bond acceptors (N and O)</th><td>4</td>');
    expect(elements(properties, 'a').map(({ properties: { href } }) => href)).toEqual(
      ['', '.smi', '.mol'].map((suffix) => `/molecules/${ASPIRIN_KEY.toLowerCase()}${suffix}`),
    );
  });

  it('shows caption and name, and never gives a molecule the one as the other', async () => {
    const { html, molecules } = await renderBody(
      fence('smiles {name="The first of its kind"}', `${ASPIRIN} Aspirin`),
    );
    expect(html).toContain('<figcaption>The first of its kind: Aspirin, C<sub>');
    expect(molecules.map(({ name }) => name)).toEqual(['Aspirin']);
  });

  it('is the same in a body of HTML', async () => {
    const markdown = await renderBody(fence('smiles {#fig-a name="A & B"}', 'CCO'));
    const { html, format } = await renderBody(
      '<pre><code data-science="smiles" data-label="fig-a" data-name="A &amp; B">CCO\n</code></pre>',
    );
    expect(format).toBe('html');
    expect(html).toBe(markdown.html);
  });

  it('stands in a line of text, and leads to its molecule but within a link', async () => {
    const { html, text } = await renderBody(
      'Add {smiles}`CCO`, [or {smiles}`CO`](https://x.example)',
    );
    expect(text).toBe('Add C2H6O, or CH4O');
    expect(accessibleNames(html)).toEqual(['Structure of C2H6O', 'Structure of CH4O']);
    expect(elements(html, 'a').map(({ properties: { href } }) => href)).toEqual([
      '/molecules/lfqscwfljhtthz-uhfffaoysa-n',
      'https://x.example',
    ]);
  });

  it('without an InChI is drawn, and leads nowhere', async () => {
    const { html, molecules } = await renderBody(fence('smiles', '[*:1]CCO Linker'));
    expect(accessibleNames(html)).toEqual(['Structure of Linker, C2H5O*']);
    expect(elements(html, 'a')).toEqual([]);
    expect(molecules).toEqual([]);
    // R-groups stand for several: there is nothing to compute.
    expect(elements(html, 'details')).toEqual([]);
  });

  it('whose arrangement InChI cannot express is drawn with what can be computed, and a finding', async () => {
    const { html, molecules, findings } = await renderBody(fence('smiles', 'N[Pt@SP1](N)(Cl)Cl'));
    expect(molecules).toEqual([]);
    expect(html).toContain('<td>none of its own</td>');
    expect(html).toContain('Heavy atoms</th><td>5</td>');
    expect(html).not.toMatch(/cLogP|TPSA/);
    expect(elements(html, 'a')).toEqual([]);
    expect(findings).toEqual([
      {
        line: 2,
        code: 'inexpressible-stereochemistry',
        severity: 'warning',
        message:
          'InChI cannot express the arrangement about this metal. It is drawn, and has no page.',
      },
    ]);
  });
});

it('several lines are a grid, each with its own name, and their properties side by side', async () => {
  const { html, molecules } = await renderBody(
    fence('smiles {#fig-two name="Two"}', `${ASPIRIN} Aspirin`, '', 'CCO'),
  );
  expect(accessibleNames(html)).toEqual(['Structure of Aspirin, C9H8O4', 'Structure of C2H6O']);
  expect(html).toContain('Figure 1.</span> Two</figcaption>');
  expect(html).toContain('<th scope="col">Aspirin</th><th scope="col">C2H6O</th>');
  expect(molecules.map(({ name, position }) => [name, position])).toEqual([
    ['Aspirin', 0],
    [null, 1],
  ]);
  const ions = await renderBody(fence('smiles', '[O-]S(=O)(=O)[O-]', 'C[NH3+]'));
  expect(accessibleNames(ions.html)).toEqual(['Structure of O4S²⁻', 'Structure of CH6N⁺']);
  expect(ions.html).toContain('<th scope="col">O4S²⁻</th>');
});

it('a reaction is drawn with both sides, and a molfile with the name of its header', async () => {
  const reaction = await renderBody(fence('reaction', 'CC(=O)O.OCC>>CC(=O)OCC.O Esterification'));
  expect(accessibleNames(reaction.html)).toEqual([
    'Reaction: Esterification, C2H4O2 + C2H6O → C4H8O2 + H2O',
  ]);
  const { molecules } = await renderBody(fence('smiles', 'CCO'));
  const molblock = molecules[0]?.molecule.molblock ?? '';
  const molfile = await renderBody(fence('molfile', `Ethanol${molblock}`));
  expect(accessibleNames(molfile.html)).toEqual(['Structure of Ethanol, C2H6O']);
  expect(molfile.molecules.map(({ name }) => name)).toEqual(['Ethanol']);
});

describe('what cannot be drawn', () => {
  it('is told with its line and column, and shown as it was written; the rest is drawn', async () => {
    const { html, findings } = await renderBody(
      `Text\n\n${fence('smiles', 'CCO', 'c1ccccc', '  CC=)C Two')}\n\nAnd {smiles}\`C1\``,
    );
    expect(new Set(findings.map(({ code, severity }) => `${code} ${severity}`))).toEqual(
      new Set(['unreadable-structure error']),
    );
    expect(findings.map(({ line, column, message }) => `${line}:${column} ${message}`)).toEqual([
      '5:1 “c1ccccc”: a ring is opened and never closed.',
      '6:6 “CC=)C Two”: “)” at character 4 is unexpected.',
      '9:14 “C1”: a ring is opened and never closed.',
    ]);
    expect(accessibleNames(html)).toEqual(['Structure of C2H6O']);
    expect(html).toContain('<code>c1ccccc</code></pre><figcaption>“c1ccccc”: a ring');
    // It keeps its number, so that the text can refer to it.
    const labelled = await renderBody(fence('smiles {#fig-a}', 'C1'));
    expect(labelled.html).toContain('<figure class="drawing-failure" id="fig-a">');
  });

  it('has its line in a body of HTML', async () => {
    const { findings, format } = await renderBody(
      '<p>Text</p>\n<pre><code data-science="smiles">CCO\nC(C</code></pre>',
    );
    expect(format).toBe('html');
    expect(findings.map(({ line, column }) => [line, column])).toEqual([[3, 1]]);
  });

  it.each(['smiles', 'molfile', 'reaction'])('is an empty block of %s', async (kind) => {
    const { findings } = await renderBody(`Text\n\n${fence(kind)}`);
    expect(findings).toMatchObject([{ code: 'unreadable-structure', severity: 'error' }]);
  });
});

test('one post has at most 100 structures', async () => {
  const { html, findings } = await renderBody(fence('smiles', ...Array<string>(102).fill('C')));
  expect(elements(html, 'svg')).toHaveLength(100);
  expect(findings.map(({ line, message }) => [line, message])).toEqual([
    [102, '“C”: a post has at most 100 structures.'],
  ]);
});

test('structures that take too long hold up a post twice, and no more', async () => {
  const asked: StructureInput[] = [];
  const chemistry = {
    draw: async (input: StructureInput) => {
      asked.push(input);
      return { message: 'it takes too long to compute', isTooSlow: true };
    },
  } as unknown as Chemistry;
  const { findings } = await renderBody(fence('smiles', 'C', 'CC', 'CCC', 'CCCC'), { chemistry });
  expect(asked.map(({ source }) => source)).toEqual(['C', 'CC']);
  expect(findings.map(({ message }) => message)).toEqual([
    '“C”: it takes too long to compute.',
    '“CC”: it takes too long to compute.',
    '“CCC”: other structures of this post take too long.',
    '“CCCC”: other structures of this post take too long.',
  ]);
});

test('code that only mentions a structure stays code', async () => {
  const { html } = await renderBody(`${fence('text', 'CCO')}\n\n\`CCO\` and \\{smiles}\`CCO\``);
  expect(elements(html, 'svg')).toEqual([]);
});
