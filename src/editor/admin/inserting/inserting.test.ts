import { expect, it } from 'vitest';
import { readTable } from '../../../../test/read-table.ts';
import { csvOf, markdownTable, rowsOf } from './cells.ts';
import { blockAt, findKinds, INSERT_KINDS, kindOf } from './kinds.ts';
import { freeLabel, labelsOf, triggerAt } from './suggestions.ts';

/** A block for each form, as docs/writing.md writes it. */
const BLOCKS = readTable(new URL('blocks.tsv', import.meta.url));

for (const [name = '', block = ''] of BLOCKS) {
  it(`opens an existing ${name} in its form and writes the same bytes back, so that editing loses nothing`, () => {
    const text = `Before\n\n${block}\n\nAfter`;
    const found = blockAt(text, 8);
    expect(found && text.slice(found.start, found.end)).toBe(block);
    const kind = found && kindOf(found);
    expect(kind?.name).toBe(name.replace(', as data', ''));
    expect(kind?.form.write(kind.values)).toBe(block);
    expect(blockAt(text, 3)).toBeNull();
    expect(blockAt(text, text.length)).toBeNull();
  });
}

it('keeps the caption of a picture as the picture dialog writes it, whose marks are text', () => {
  const block = '![A](/media/a.png "The *plate*"){#fig-a}';
  const kind = kindOf(blockAt(block, 0) ?? ({} as never));
  expect(kind?.values).toMatchObject({ alt: 'A', caption: 'The *plate*', label: 'fig-a' });
  expect(kind?.form.write(kind.values)).toBe(block);
});

it('has a block for every form here', () => {
  const forms = INSERT_KINDS.filter(({ form }) => form).map(({ name }) => name);
  const blocks = BLOCKS.map(([name = '']) => name).filter((name) => !name.includes(','));
  expect(forms.sort()).toEqual(blocks.sort());
});

it('finds a block within a container, and none in a fence of code', () => {
  const text = '::: {.details}\n```csv\na,b\n```\n:::\n\n````md\n$$\nx\n$$\n````';
  expect(blockAt(text, text.indexOf('a,b'))?.lang).toBe('csv');
  expect(blockAt(text, 3)).toBeNull();
  expect(kindOf(blockAt(text, text.indexOf('x\n')) ?? ({} as never))).toBeNull();
});

it('finds none in a list, whose items would end where the form writes it', () => {
  expect(blockAt('- One\n\n  ```csv\n  a,b\n  ```', 14)).toBeNull();
});

it('does not open in a form what the form would lose', () => {
  for (const block of [
    '```smiles {#fig-a size=3}\nC\n```',
    '```smiles {#fig-a .wide}\nC\n```',
    '![A](/media/a.png) ![B](/media/b.png)',
    '```python\nx\n```',
  ]) {
    const found = blockAt(block, 4);
    expect(found && kindOf(found), block).toBeNull();
  }
});

it('asks for suggestions where a writer types /, [@ or @fig-, and nowhere else', () => {
  const at = (text: string) => {
    const caret = text.includes('‸') ? text.indexOf('‸') : text.length;
    const found = triggerAt(text.replace('‸', ''), caret);
    return found && `${found.source} ${found.query} ${found.start}`;
  };
  for (const [text = '', expected = ''] of readTable(new URL('suggestions.tsv', import.meta.url))) {
    expect(`${at(text)}`, text).toBe(expected);
  }
});

it('finds kinds by the words that chemists have for them', () => {
  const names = (query: string) => findKinds(query).map(({ name }) => name);
  expect(names('mol')).toEqual(['Structure']);
  expect(names('fig')[0]).toBe('Figure');
  expect(names('ic50')).toEqual(['Dose–response curve']);
  expect(names('xyz')).toEqual([]);
});

it('makes labels that the text does not have, and lists those that it has with number and words', () => {
  const text =
    '![The plate](a.png){#fig-plate}\n\n```smiles {#fig-aspirin}\nCC Aspirin\n```\n\n: Potency {#tbl-a}\n\n```csv {#tbl-b name="Cells"}';
  expect(labelsOf(text).map((each) => Object.values(each).join(' | '))).toEqual([
    'fig-plate | Figure 1 | The plate',
    'fig-aspirin | Figure 2 | Aspirin',
    'tbl-a | Table 1 | Potency',
    'tbl-b | Table 2 | Cells',
  ]);
  expect(freeLabel('fig', 'Pläte!', '')).toBe('fig-plate');
  expect(freeLabel('fig', 'Plate', text)).toBe('fig-plate-2');
  expect(freeLabel('eq', '', text)).toBe('eq-1');
});

it('writes what spreadsheets copy as CSV and as a table, with figures to the right', () => {
  const cells = 'Name\tIC50 (nM)\t\n1a, "x"\t12\n"b|c\nd"\t> 10,000\n\n';
  expect(csvOf(rowsOf(cells))).toBe('Name,IC50 (nM),\n"1a, ""x""",12,\n"b|c\nd","> 10,000",');
  expect(rowsOf(',"b, ""c"""\n, x')).toEqual([
    ['', 'b, "c"'],
    ['', 'x'],
  ]);
  expect(rowsOf('a,"b, c"\nd\te, f')).toEqual([
    ['a', 'b, c'],
    ['d', 'e, f'],
  ]);
  expect(markdownTable(cells, '')).toBe(
    '| Name | IC50 (nM) |  |\n| :-- | --: | :-- |\n| 1a, "x" | 12 |  |\n| b\\|c d | > 10,000 |  |',
  );
});
