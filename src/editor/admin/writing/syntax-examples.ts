import type { Reference } from '../../../science/references/reference.ts';

/** An example of the writing help, in Markdown. */
export type SyntaxExample = {
  name: string;
  source: string;
  note?: string;
  /** What it cites. */
  references?: Reference[];
};

/** What a post can be written with. A test renders each of them: none gives a finding. */
export const SYNTAX_EXAMPLES: readonly SyntaxExample[] = [
  {
    name: 'Headings',
    source: '## Methods\n\n### Cell lines\n\n#### Passage numbers',
    note: 'The post title is the first heading, so begin with two marks. A blank line ends a paragraph.',
  },
  {
    name: 'Emphasis',
    source: '**Selective**, _in vitro_, ~~withdrawn~~ and `kd_nM`.',
  },
  {
    name: 'Sub- and superscript',
    source: 'H<sub>2</sub>O, an IC<sub>50</sub> of 1.2 × 10<sup>−8</sup> M, [<sup>3</sup>H]ligand',
  },
  {
    name: 'Links',
    source: 'See [our pipeline](/pipeline) and <https://www.rcsb.org/>.',
    note: 'Paste a URL over selected words, or press Ctrl+K (⌘K) to find one of your posts by its title.',
  },
  {
    name: 'Bulleted list',
    source: '- Kinases\n  - EGFR\n  - BTK\n- Proteases',
    note: 'Enter begins the next item; on an empty item, it ends the list. Tab moves an item in, Shift+Tab out.',
  },
  {
    name: 'Numbered list',
    source:
      '1. Weigh 5 mg.\n2. Dissolve it:\n   1. in DMSO,\n   2. at room temperature.\n3. Filter.',
  },
  {
    name: 'Task list',
    source: '- [x] Assay run twice\n- [ ] Data deposited',
  },
  {
    name: 'Quotation',
    source: '> Every medicine begins with a molecule that binds its target.',
  },
  {
    name: 'Table',
    source:
      '| Compound | IC<sub>50</sub> (nM) | Series |\n| :-- | --: | :-: |\n| 1a | 12 | A |\n| 1b | 340 | B |',
    note: 'The colons align a column: left, right, centre.',
  },
  {
    name: 'Picture',
    source: '![A ligand in its notch](/images/covers/how-to-read-an-ic50.svg)',
    note: 'The words in brackets are read out to people who cannot see the picture. If it is decorative, write <img alt="" src="…">.',
  },
  {
    name: 'Figure with a caption',
    source:
      '![A ligand in its notch](/images/covers/how-to-read-an-ic50.svg "The field around a ligand, drawn as contour lines")',
    note: 'In a paragraph of its own, the words in quotation marks become the caption.',
  },
  {
    name: 'Numbered figure',
    source:
      'In @fig-notch the ligand is bound.\n\n![The field around a ligand at 10<sup>−8</sup> M](/images/covers/how-to-read-an-ic50.svg){#fig-notch fig-alt="Contour lines around a shape in a notch"}',
    note: 'With a label in braces, the words in brackets become the caption, and fig-alt is read out to people who cannot see the picture. Figures and tables are numbered in order of appearance.',
  },
  {
    name: 'Numbered table',
    source:
      '| Series | Best p*K*<sub>i</sub> |\n| :-- | --: |\n| Quinazolines | 8.1 |\n| Pyrimidines | 9.2 |\n\n: The best compound of each series {#tbl-series}',
    note: 'A line that begins with a colon below a table is its caption. The label in braces numbers it.',
  },
  {
    name: 'Table of data',
    source:
      '```csv {#tbl-ic50 name="Potency in cells"}\nCompound,Mutant,IC50 (nM)\nOsimertinib,T790M,12\nGefitinib,T790M,> 10000\n```',
    note: 'Readers can sort it and download it exactly as written here. Put cells that contain a comma in quotation marks.',
  },
  {
    name: 'Key points and summaries',
    source:
      '::: {.key-points}\n- Binds within seconds\n- Stays for hours\n:::\n\n::: {.plain-summary}\nA medicine that holds on for longer is taken less often.\n:::',
    note: 'title="…" after the class sets another title.',
  },
  {
    name: 'Code',
    source: '```python\nfrom math import log10\n\npic50 = 9 - log10(12)  # 12 nM\n```',
    note: 'The name of the language turns on highlighting.',
  },
  {
    name: 'Footnote',
    source: 'The assay was run twice.[^fresh]\n\n[^fresh]: With fresh cells each time.',
    note: 'Footnotes are numbered in order of appearance.',
  },
  {
    name: 'Formula',
    source:
      'At equilibrium $K_i$ is\n\n$$\nK_i = \\frac{\\mathrm{IC}_{50}}{1 + [S] / K_m}\n$$ {#eq-cheng-prusoff}\n\nand `\\ce` writes reactions: $\\ce{2 H2 + O2 -> 2 H2O}$. It costs $5 and $10.',
    note: 'LaTeX between dollar signs, without spaces next to them. Two dollar signs on lines of their own set it apart, and the label in braces numbers it. A literal dollar sign is written \\$ where it could be mistaken for a formula.',
  },
  {
    name: 'Structure',
    source:
      'In @fig-aspirin the ester is the group that acts; it is dissolved in {smiles}`CS(C)=O`.\n\n```smiles {#fig-aspirin}\nCC(=O)Oc1ccccc1C(=O)O Aspirin\n```',
    note: 'One SMILES per line, with a name after it; several lines make a grid. Readers get the formula, properties, files and a page for each molecule.',
  },
  {
    name: 'Reaction',
    source: '```reaction\nCC(=O)OC(C)=O.Oc1ccccc1C(=O)O>>CC(=O)Oc1ccccc1C(=O)O\n```',
  },
  {
    name: 'Citation',
    source: 'The IC<sub>50</sub> depends on the assay [@cheng1973, p. 3100]; @cheng1973 say how.',
    note: 'The key belongs to one of the post’s references, which can be pasted as BibTeX, RIS, CSL-JSON or a DOI. Ctrl+Alt+C (⌘⌥C) finds it.',
    references: [
      {
        key: 'cheng1973',
        title: 'Relationship between the inhibition constant and the IC50',
        url: 'https://doi.org/10.1016/0006-2952(73)90196-2',
        description: '',
        type: 'research paper',
        csl: {
          type: 'article-journal',
          author: [
            { family: 'Cheng', given: 'Y.' },
            { family: 'Prusoff', given: 'W. H.' },
          ],
          issued: { 'date-parts': [[1973]] },
        },
      },
    ],
  },
  {
    name: 'Dose–response curve',
    source:
      '```dose-response {#fig-egfr name="EGFR L858R" top=100}\nconcentration (nM),activity (%)\n1,97\n3,91\n10,77\n30,50\n100,23\n300,9\n1000,3\n3000,1\n```',
    note: 'A curve is fitted, and its pIC50 is given with a 95% interval. You can add columns for “series” and “excluded” (the reason); top= and bottom= fix the plateaus, and quantity=EC50 names the result.',
  },
  {
    name: 'Line break',
    source: 'Ligara\\\nGold Coast, Australia',
  },
  {
    name: 'Dividing line',
    source: 'Before\n\n---\n\nAfter',
  },
  {
    name: 'Collapsible text',
    source: '::: {.details summary="Supplement"}\nConditions of **all** runs.\n:::',
  },
  {
    name: 'Literal characters',
    source: '\\*not italic\\*, 2 \\* 3, and\n\n1\\. not a list',
    note: 'A backslash makes the next character plain text.',
  },
];
