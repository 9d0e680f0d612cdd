import { expect, it } from 'vitest';
import { readTable } from '../../../../test/read-table.ts';
import { blockAt, INSERT_KINDS, kindOf } from './kinds.ts';

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
