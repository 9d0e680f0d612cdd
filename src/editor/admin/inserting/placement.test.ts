import { expect, it } from 'vitest';
import { readMarked, showEdited } from '../../../../test/marked-text.ts';
import { readTable } from '../../../../test/read-table.ts';
import { insertBlock } from '../writing/text-edit.ts';
import { csvOf, markdownTable, rowsOf } from './cells.ts';
import { findKinds } from './kinds.ts';
import { freeLabel, labelsOf, triggerAt } from './suggestions.ts';

function placed(before: string) {
  const { text, selection } = readMarked(before);
  return showEdited(text, insertBlock(text, selection.start, '[block]'));
}

it('puts a block on lines of its own, wherever the caret is', () => {
  expect(placed('|')).toBe('[block]\n\n|');
  expect(placed('One\n\n|')).toBe('One\n\n[block]\n\n|');
  expect(placed('One\n|')).toBe('One\n\n[block]\n\n|');
  expect(placed('On|e\nline')).toBe('One\n\n[block]|\n\nline');
  expect(placed('One\n\n|\n\nTwo')).toBe('One\n\n[block]|\n\nTwo');
});

it('asks for suggestions where a writer types /, [@ or @fig-, and nowhere else', () => {
  const at = (text: string) => {
    const caret = text.includes('‸') ? text.indexOf('‸') : text.length;
    const found = triggerAt(text.replace('‸', ''), caret);
    return found && `${found.source} ${found.query} ${found.start}`;
  };
  expect(at('/')).toBe('menu  0');
  expect(at('One\n/dose‸\nTwo')).toBe('menu dose 4');
  expect(at('As [@che')).toBe('citations che 5');
  expect(at('As [@a; -@che')).toBe('citations che 10');
  expect(at('see (@fig-as')).toBe('labels fig-as 6');
  for (const text of readTable(new URL('no-suggestions.tsv', import.meta.url)).flat()) {
    expect(at(text), text).toBeNull();
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
