import { expect, it } from 'vitest';
import { edited } from '../writing/text-edit.ts';
import { csvToText, markdownTable, putCells, textToCsv } from './cells.ts';
import { findKinds } from './kinds.ts';
import { freeLabel, labelsOf } from './labels.ts';
import { triggerAt } from './trigger.ts';
import { footnoteAt, placeBlock, placeFootnote } from './use-inserting.tsx';

function placed(text: string) {
  const caret = text.indexOf('‸');
  const plain = text.replace('‸', '');
  const edit = placeBlock(plain, caret, '[block]');
  const after = edited(plain, edit);
  const { start } = edit.selection;
  return `${after.slice(0, start)}‸${after.slice(start)}`;
}

it('puts a block on lines of its own, wherever the caret is', () => {
  expect(placed('‸')).toBe('[block]\n\n‸');
  expect(placed('One\n\n‸')).toBe('One\n\n[block]\n\n‸');
  expect(placed('One\n‸')).toBe('One\n\n[block]\n\n‸');
  expect(placed('On‸e\nline')).toBe('One\n\n[block]‸\n\nline');
  expect(placed('One\n\n‸\n\nTwo')).toBe('One\n\n[block]‸\n\nTwo');
});

it('writes a footnote at the end and goes on where it is referred to; its text is found from both', () => {
  const edit = placeFootnote('Twice. Done.\n', 6, 'Fresh cells.');
  const text = edited('Twice. Done.\n', edit);
  expect(text).toBe('Twice.[^1] Done.\n\n[^1]: Fresh cells.');
  expect(edit.selection).toEqual({ start: 10, end: 10 });
  for (const caret of [8, text.length - 3]) {
    const { start = 0, end = 0 } = footnoteAt(text, caret) ?? {};
    expect(text.slice(start, end)).toBe('Fresh cells.');
  }
  expect(footnoteAt(text, 2)).toBeNull();
});

it('asks for suggestions where a writer types /, [@ or @fig-, and nowhere else', () => {
  const at = (text: string, language: 'markdown' | 'html' = 'markdown') => {
    const caret = text.includes('‸') ? text.indexOf('‸') : text.length;
    const found = triggerAt(text.replace('‸', ''), caret, language);
    return found && `${found.source} ${found.query} ${found.start}`;
  };
  expect(at('/')).toBe('menu  0');
  expect(at('One\n/dose‸\nTwo')).toBe('menu dose 4');
  expect(at('As [@che')).toBe('citations che 5');
  expect(at('As [@a; -@che')).toBe('citations che 10');
  expect(at('see (@fig-as')).toBe('labels fig-as 6');
  for (const text of [
    '/ ',
    '5 mg/',
    '/media/x',
    '/do‸se',
    '\\[@che',
    '[me@che',
    'a@fig-b',
    '[@a] che',
    '```\n/',
    '```\n[@',
  ]) {
    expect(at(text), text).toBeNull();
  }
  expect(at('<p>[@a', 'html')).toBeNull();
});

it('finds kinds by the words that chemists have for them, and offers HTML what HTML can hold', () => {
  const names = (query: string) => findKinds(query, 'markdown').map(({ name }) => name);
  expect(names('mol')).toEqual(['Structure']);
  expect(names('fig')[0]).toBe('Figure');
  expect(names('ic50')).toEqual(['Dose–response curve']);
  expect(names('xyz')).toEqual([]);
  const inHtml = findKinds('', 'html').map(({ name }) => name);
  expect(inHtml).toContain('Structure');
  expect(inHtml).not.toContain('Key points');
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

it('writes cells as CSV and as a table, with figures to the right, and takes what spreadsheets copy', () => {
  const cells = 'Name\tIC50 (nM)\t\n1a, "x"\t12\t\nb|c\t> 10,000\t\n\t\t';
  expect(textToCsv(cells)).toBe('Name,IC50 (nM)\n"1a, ""x""",12\nb|c,"> 10,000"');
  expect(csvToText('a,,"b, ""c"""\n,x,')).toBe('a\t\tb, "c"\n\tx\t');
  expect(csvToText('a"b,c')).toBeNull();
  expect(markdownTable(cells, '')).toBe(
    '| Name | IC50 (nM) |\n| :-- | --: |\n| 1a, "x" | 12 |\n| b\\|c | > 10,000 |',
  );
  expect(putCells([['a']], 1, 1, [['b', 'c']])).toEqual([['a'], ['', 'b', 'c']]);
});
